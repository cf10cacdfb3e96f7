//! The names of options, as commands are registered and read with.

/// Who is invited.
pub const OPPONENT: &str = "opponent";
/// One's own seat.
pub const SIDE: &str = "side";
/// A named set of options.
pub const VARIANT: &str = "variant";
/// A twist that is added to a game, or two.
pub const TWIST: &str = "twist";
/// Options of a game in one text, where it has many.
pub const OPTIONS: &str = "options";
/// Where the match is to live.
pub const PLACE: &str = "place";
/// Which match.
pub const GAME: &str = "game";
/// The move.
pub const MOVE: &str = "move";
/// The piece to look at.
pub const PIECE: &str = "piece";
/// The first move of a range.
pub const FROM: &str = "from";
/// The last move of a range.
pub const TO: &str = "to";
/// A page of rules.
pub const TOPIC: &str = "topic";
/// How long the players may think.
pub const CLOCK: &str = "clock";
/// What happens when a player has thought too long.
pub const FLAG: &str = "flag";
/// How many days a table waits.
pub const WAIT: &str = "wait";
/// The value of `flag` that lets the opponents decide.
pub const SOFT: &str = "soft";
/// The value of `flag` that lets the clock alone decide.
pub const HARD: &str = "hard";
/// What is to be done.
pub const ACTION: &str = "action";
/// Lines of a plan, or moves to try.
pub const LINE: &str = "line";
/// Whether something is to be forgotten.
pub const FORGET: &str = "forget";
/// Whether lines are added to a plan.
pub const ADD: &str = "add";
/// The number of a note to take out.
pub const REMOVE: &str = "remove";
/// A file.
pub const FILE: &str = "file";
/// What is to be noted.
pub const TEXT: &str = "text";
/// Whether a note is opened at the end.
pub const SEALED: &str = "sealed";
/// A person.
pub const PLAYER: &str = "player";
/// How one is notified.
pub const NOTIFY_BY: &str = "tell";
/// Hours of peace.
pub const QUIET: &str = "quiet";
/// A time zone.
pub const ZONE: &str = "zone";
/// The hour of the daily message.
pub const DIGEST: &str = "digest";
/// Whether a move is shown before it is made.
pub const PREVIEW: &str = "preview";
/// Whether the only move is made automatically.
pub const FORCED: &str = "forced";
/// Whether one's games may bring puzzles.
pub const PUZZLES: &str = "puzzles";
/// Who may invite one.
pub const INVITATIONS: &str = "invitations";
/// Nobody.
pub const NOBODY: &str = "nobody";
/// Anyone.
pub const ANYONE: &str = "anyone";
/// Somebody who is not to invite one any more.
pub const BLOCK: &str = "block";
/// Somebody who may again.
pub const UNBLOCK: &str = "unblock";
/// On, in choices of three.
pub const ON: &str = "on";
/// Off, in choices of three.
pub const OFF: &str = "off";
/// As for everyone, in choices of three.
pub const USUAL: &str = "usual";
/// A role.
pub const ROLE: &str = "role";
/// A channel.
pub const CHANNEL: &str = "channel";
/// Whether tables are posted where they are opened.
pub const ANYWHERE: &str = "anywhere";
/// The value of `place` for the channel itself.
pub const HERE: &str = "here";
/// The value of `place` for a thread.
pub const THREAD: &str = "thread";
/// The level of the machine that takes over a seat which is left.
pub const MACHINES: &str = "machines";
/// How well the machine plays.
pub const LEVEL: &str = "level";
/// The subcommand of `/new` for several games at once.
pub const ANY: &str = "any";
/// Whether tables can be found from other servers.
pub const SHARED: &str = "shared";
/// The value of `side` that leaves it to chance.
pub const RANDOM: &str = "random";
