//! Names of options, for registering commands and for reading them.

/// The user to invite.
pub const OPPONENT: &str = "opponent";
/// The asker's seat.
pub const SIDE: &str = "side";
/// A named set of options.
pub const VARIANT: &str = "variant";
/// A twist to add to a game, or two.
pub const TWIST: &str = "twist";
/// Options of a game in one text, for games with many.
pub const OPTIONS: &str = "options";
/// The match's home.
pub const PLACE: &str = "place";
/// The match.
pub const GAME: &str = "game";
/// The matches to list.
pub const SHOW: &str = "show";
/// The value of `show` for matches that are over.
pub const FINISHED: &str = "finished";
/// The value of `show` for the others.
pub const RUNNING: &str = "running";
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
/// The time control.
pub const CLOCK: &str = "clock";
/// The effect of a player's running out of time.
pub const FLAG: &str = "flag";
/// Number of days that a table waits.
pub const WAIT: &str = "wait";
/// True if a match counts for the ratings.
pub const RATED: &str = "rated";
/// True if the clocks run at weekends.
pub const WEEKENDS: &str = "weekends";
/// The value of `weekends` by which the clocks run.
pub const RUN: &str = "run";
/// The value of `weekends` by which the clocks rest.
pub const REST: &str = "rest";
/// The number of people in a game of four.
pub const PEOPLE: &str = "people";
/// The value of `rated` by which a match counts.
pub const YES: &str = "yes";
/// The value of `rated` by which a match does not count.
pub const NO: &str = "no";
/// The value of `flag` that lets the opponents decide.
pub const SOFT: &str = "soft";
/// The value of `flag` that lets the clock alone decide.
pub const HARD: &str = "hard";
/// The action to take.
pub const ACTION: &str = "action";
/// Lines of a plan, or moves to try.
pub const LINE: &str = "line";
/// True to forget stored data.
pub const FORGET: &str = "forget";
/// True to add lines to a plan.
pub const ADD: &str = "add";
/// The number of a note to take out.
pub const REMOVE: &str = "remove";
/// A file.
pub const FILE: &str = "file";
/// The text of a note.
pub const TEXT: &str = "text";
/// True if a note is opened at the end.
pub const SEALED: &str = "sealed";
/// A person.
pub const PLAYER: &str = "player";
/// The way in which a person is notified.
pub const NOTIFY_BY: &str = "tell";
/// The quiet hours.
pub const QUIET: &str = "quiet";
/// A time zone.
pub const ZONE: &str = "zone";
/// The hour of the daily message.
pub const DIGEST: &str = "digest";
/// True if a move is shown before it is made.
pub const PREVIEW: &str = "preview";
/// True if the only move is made automatically.
pub const FORCED: &str = "forced";
/// True if a person's games may become puzzles.
pub const PUZZLES: &str = "puzzles";
/// The people who may invite a person.
pub const INVITATIONS: &str = "invitations";
/// The value of `invitations` for nobody.
pub const NOBODY: &str = "nobody";
/// The value of `invitations` for anyone.
pub const ANYONE: &str = "anyone";
/// A person whose invitations to block.
pub const BLOCK: &str = "block";
/// A person whose invitations to allow again.
pub const UNBLOCK: &str = "unblock";
/// On, in choices of three.
pub const ON: &str = "on";
/// Off, in choices of three.
pub const OFF: &str = "off";
/// The default, in choices of three.
pub const USUAL: &str = "usual";
/// A role.
pub const ROLE: &str = "role";
/// A channel.
pub const CHANNEL: &str = "channel";
/// True if tables are posted where they are opened.
pub const ANYWHERE: &str = "anywhere";
/// The value of `place` for the channel itself.
pub const HERE: &str = "here";
/// The value of `place` for a thread.
pub const THREAD: &str = "thread";
/// The level of the machine that takes over a seat whose player has left.
pub const MACHINES: &str = "machines";
/// The level at which the machine plays.
pub const LEVEL: &str = "level";
/// The subcommand of `/new` for several games at once.
pub const ANY: &str = "any";
/// The number of rounds.
pub const ROUNDS: &str = "rounds";
/// Days until an event starts by itself.
pub const START: &str = "start";
/// The effect of vacations on the clocks of a league.
pub const VACATION: &str = "vacation";
/// The number of a match.
pub const NUMBER: &str = "number";
/// A corrected result.
pub const RESULT: &str = "result";
/// A moderator's note.
pub const NOTE: &str = "note";
/// A permission, on or off.
pub const ALLOWED: &str = "allowed";
/// True if tables can be found from other servers.
pub const SHARED: &str = "shared";
/// The value of `side` that leaves it to chance.
pub const RANDOM: &str = "random";
