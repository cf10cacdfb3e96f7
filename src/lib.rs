//! Rookery: a Discord bot for playing unusual chess by correspondence.
//!
//! This page is for a reader who has never seen the code: what the layers are, what always holds, what the words mean,
//! in which order to read, and where a change begins.
//!
//! # Layers
//!
//! Each layer knows only those above it.
//!
//! | layer | modules | what it does |
//! |---|---|---|
//! | rules core | [`rules`], [`notation`], [`geometry`], [`scene`], [`games`] | positions, moves, reading and writing them, refusals, what a board looks like |
//! | engine | [`engine`], `evaluation.rs` in each game | one search for every game; part of the rules core and as pure |
//! | pictures | [`render`] | a scene to a PNG or GIF |
//! | match | [`match_state`] | seats, turns, clocks, endings: a state and an event give the next state |
//! | store | [`store`], `migrations/` | all SQL, for SQLite and PostgreSQL: one row for each event; checkpoints |
//! | use cases | [`app`] | open, join, play, show, resign; draws every chance; decides who is notified |
//! | Discord | [`discord`] | gateway, HTTP endpoint, handlers, commands, buttons, texts |
//! | sandbox | [`sandbox`] | a Discord-compatible server on loopback with a chat page, for tests and for trying out |
//!
//! Beside the layers: [`run`] is what the program does for long, [`config`] every setting, [`check`] what `rookery check`
//! looks at before a start, [`metrics`] what is counted for Prometheus, [`private`] files that only their owner reads,
//! [`rules_cli`] and [`render_cli`] the commands `rookery rules`, `rookery engine` and `rookery render`.
//!
//! # Invariants
//!
//! Each has a test, named behind it.
//!
//! 1. The rules core has no input or output, no clock, no randomness and no async. `render` sees scenes only, `store`
//!    knows no game, `app` knows neither Discord nor pixels (`tests/rules/layers.rs`). Within
//!    `rules`, `app` and `discord` no file imports, directly or through others, one that imports it
//!    (`tests/rules/circles.rs`).
//! 2. A game is one folder and two lines in `src/games.rs`; no file outside its folder names it (`tests/rules/layers.rs`),
//!    and every game passes the same contract (`tests/rules/contract.rs`).
//! 3. A move is accepted once: of two requests at the same ply one is accepted, and the other is refused: the position
//!    has changed (`tests/app/store.rs`). A move is answered only after it is committed, and whatever people are to be
//!    sent is stored in the same transaction (`tests/app/kill.rs`, `tests/discord/kill.rs`).
//!    A request changes nothing in a position that its sender cannot have seen, nothing twice, and nothing that could not be
//!    begun while Discord waited for it (`tests/app/late.rs`, `benches/chaos.rs`).
//! 4. What was stored replays to the same position for good. A correction of the rules that would change stored games
//!    raises the game's `rules_version` (`tests/app/upgrade.rs`).
//! 5. No input panics or is answered with an internal error (`tests/hostile`).
//! 6. The Discord adapter under test is the one in production: tests and sandbox talk to it over a socket
//!    (`tests/discord`).
//! 7. Legality and refusal agree: a text is played exactly if the rules allow it (`tests/rules/judgement.rs`).
//! 8. Where the rules hide something until the end, what people are shown is made of what they may see: the board goes
//!    through [`Hidden::seen_by`](crate::rules::Hidden::seen_by), and in `app` nothing is shown without a `Sight`
//!    (`src/app/view/sight.rs`, `tests/rules/layers.rs`, `tests/discord/hidden.rs`).
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | game | a set of rules, such as Four Towers; described by a [`GameInfo`](rules::GameInfo) |
//! | match | one game being played by certain people; "table" only where people still sit down, before it begins |
//! | seat | a side of a match, counted from 0 in turn order; one person may hold several |
//! | team, partner | two seats that win and lose together, where a game has teams; the one seat to the other |
//! | ply, round | one turn of one seat, counted from 0; one turn of every seat |
//! | position | what is on the board and whose turn it is ([`Position`](rules::Position)), without what came before |
//! | position text | a position as one line; stored, and typed by people |
//! | canonical text | the one text of a move in machine notation; what is stored and what `rookery rules` prints |
//! | role, piece | a kind of piece, such as rook; a role and the seat that owns it |
//! | listed move | one that [`Position::legal_moves`](rules::Position::legal_moves) names; composite moves are legal though not listed |
//! | variant, option | a named set of options; one setting of a game's rules, in machine notation |
//! | chance | dice and shuffles: drawn by `app`, recorded as an event, only ever an input to the rules core |
//! | event | one thing that happened to a match, one row of the store; a match is the list of its events |
//! | checkpoint | a stored state of a match from which replaying may begin |
//! | commit | the events of one change with all that is stored with them, in one transaction |
//! | notification, outbox | what a person is to be sent without having asked for it; the stored list of these |
//! | trigger, precondition | what causes a change of a match (a request, the clock ...); how far the match may have moved on since it was seen |
//! | outside | said of a place that the bot is no member of, where it can answer and do nothing else |
//! | bulletin | what a channel asks for: results, or a digest once a week |
//! | fallback | a notification that is sent only if the answer that shows the same does not arrive |
//! | view | a match as it is to be shown, without a word of Discord |
//! | viewer, sight | who looks at a game, and so what they may see of it: everybody, a seat's player, or the umpire, who sees all |
//! | scene | a board as plain data: grids, cells, tokens, trays, marks |
//! | handler | what turns a command or a button into an answer |
//! | role (of a process) | what one process does of the bot where several share a database: gateway, http, scheduler, notifier |
//! | primary, standby | of several PostgreSQL servers with the same contents, the one that is written to; one that may take its place |
//! | outage | a time in which the bot did not run, or by which the machine's clock leapt; it is given back to every clock |
//! | claim | that a process is at work on something, so that no other one begins with it |
//! | custom id | what a button carries: a version, the match, the ply and the action |
//!
//! # Order of reading
//!
//! 1. `src/rules/position.rs`: [`rules::Position`] and its example; the other traits that a game implements, one a file
//!    ([`rules::Notation`], [`rules::Entry`], [`rules::Describe`], [`rules::Depict`], [`rules::Counting`],
//!    [`rules::Hidden`]); then `rules/game.rs`, what the rest of the program holds.
//! 2. `src/games/abstract_chess/`, the smallest game, from `mod.rs`.
//! 3. `src/notation.rs`, then `notation/signs.rs` and `words.rs`, `grammar.rs` and `matching.rs`: from a typed text to one legal move.
//! 4. `src/match_state.rs` and `match_state/event.rs`: what can happen to a match.
//! 5. `src/app/matches/loaded.rs`, a match as it was stored, and `app/matches/pending.rs`, one that something is happening to;
//!    `app/matches/change.rs`, the one way in which a match changes; then `app/play.rs` with `app/play/moves.rs` and `app/matches/throws.rs`.
//! 6. `src/store/append.rs` and `store/outbox.rs`: one transaction.
//! 7. `src/discord/gateway.rs` and `gateway/respond.rs`, then `handlers/interactions.rs`, `commands/claim.rs` and
//!    `custom_id.rs`: from an interaction to its answer.
//!
//! # The path of a move
//!
//! What `/move` goes through, in order; a file that is called returns before the next.
//!
//! 1. `discord/commands/make_move.rs` reads the command, `discord/handlers/play.rs` asks for the move and answers.
//! 2. `app/play.rs`: `app/matches/find.rs` finds the match, `app/play/preview.rs` decides whether the move is shown first.
//! 3. `app/matches/change.rs`, again where somebody else was quicker: `store/load.rs` says how the match stands, `app/matches/load.rs` takes
//!    it from `app/matches/cache.rs` or replays it, `app/person/preferences.rs` reads what its players have chosen.
//! 4. `app/matches/pending.rs`, a copy: `app/play/moves.rs` plays the text by `rules/history.rs` and the game, `app/matches/throws.rs` draws what chance
//!    decides, `plan/follow.rs` makes the moves that were planned; `showing.rs` says what is to be shown.
//! 5. `app/notice.rs` says who is sent what, the pending match becomes a commit, `store/append.rs` stores it in one
//!    transaction, and the cache keeps the match.
//! 6. `discord/handlers/announce.rs` makes the answer.
//!
//! Twice on it: the cache, which is read before a move and written after it, and the preferences, the asker's own before
//! the match is looked at and all players' with the change.
//!
//! # Where a change begins
//!
//! | to do | begin in |
//! |---|---|
//! | a new game | a folder in `src/games/`, and in `src/games.rs` its `mod` and the line in `GAMES`. The example at [`rules::Position`] is a whole one. A move without an origin has a [`notation::MoveText`] with `op: '@'` and an empty `from`, and is written so; one without a square, such as a pass or a throw of dice, is read by the game before [`notation::read`] (`roll:3` in `four_seasons/notation.rs`). A piece of its own is an SVG in the folder, a [`scene::Drawing`] shown as [`scene::Figure::Own`]; pieces that never move are listed by `specimens`, each on a board that marks it with [`scene::Mark::Chosen`], or the sheet of pieces stays empty. The note of whose turn it is shows the piece that [`scene::Turn`] names. Where there is no king or no checkmate, [`rules::Describe::reason`] says what there is. An ending of its own is a [`rules::OwnReason`] that `reasons` names, too. `cargo test --test rules -- contract layers judgement` plays it, and says what bounds there are |
//! | a new option of a game | the `OPTIONS` of its folder |
//! | a twist of the Tower Game, such as Atomic or Kriegspiel | the file of its name in `games/tower_game/mutators/` |
//! | a rule, or the reason of a refusal | `moves.rs` (or the file that has the rule's name, such as `tower_game/shogi.rs`) says what is forbidden, `explain.rs` (or `refusals.rs`) of the game's folder in which words |
//! | a new slash command | a file like `discord/commands/claim.rs` (how it is registered, read, answered and worded) and its name in `COMMANDS` of `discord/commands.rs` |
//! | a new button | that of a slash command: its name in `custom_id/command.rs`, its answer in the command's file. Of others, the file in `discord/custom_id/` of what it is about (`lobby.rs`, `guide.rs`, `plan.rs`, ...), or `discord/custom_id.rs`; the answer in the file of that name in `discord/handlers/` |
//! | a sentence of the bot | what one command says: its file in `discord/commands/`; what several say: `discord/texts.rs` and its folder; for endings and notifications `app/texts.rs`, for what cannot be done with a match `app/matches/texts.rs`, for bounds `app/error.rs` |
//! | something new that can happen to a match | `match_state/event.rs` names it and its columns in the store, `match_state/step.rs` says what follows |
//! | ratings | `match_state/rating.rs`; how many matches of two people count in a month, `store/rating.rs` |
//! | what somebody may see of a game that hides pieces | `seen_by` in its folder; `app/view/sight/of_match.rs` decides who looks |
//! | what can be offered, and when it needs consent | `app/offer.rs`; who must agree: `app/offer/consent.rs`; what the machine says to it: `machine_votes` in `app/machine.rs`; what a move leaves of it: `kept_offers` in `app/matches/pending.rs`; what is taken back without asking, within a minute: `app/play/takeback.rs` |
//! | how signs, words and letters of a typed move are read | `notation/signs.rs`, `notation/words.rs`, then `notation/grammar.rs` and `notation/matching.rs` |
//! | how an imported game is read | `app/transfer/game_text.rs`; what is made of it, `app/transfer.rs` |
//! | how lengths of time, hours and zones are read | `discord/request/duration.rs`, `hours.rs` and `terms.rs` there |
//! | what is read of an interaction that serenity cannot read | `discord/received.rs` |
//! | the menu "Choose a move", by which a move is put together part by part | `discord/handlers/guide.rs`; its page: `discord/board/menu.rs`; the parts: `app/play/walk.rs`, `app/play/steps.rs` and `choices.rs` of the game's folder |
//! | when a die is thrown, and how the game ends by it | `app/matches/throws.rs` |
//! | when a request is too late, or has been carried out before | how long ago it was sent: `discord/gateway/discord_clock.rs`; until when it is good: `Sent` in `app/request.rs`; for which position: `must_have_seen` in `app/matches/load.rs`; until when the database begins with it: `store/until.rs`; what it changes besides matches: `store/once.rs` |
//! | when a move is shown before it is made | `app/play/preview.rs` |
//! | whether a late move still counts, what a deadline does | `match_state/timer.rs` says when time is over and what that does; `app/deadlines/expiry.rs` brings it about before a late move, `app/deadlines/schedule.rs` when it is due |
//! | who is notified of what | `app/notice/recipients.rs`; the kinds are in `app/notice/kinds.rs`, when and as what in `app/notice.rs`, sending in `app/notice/delivery.rs`, what people have chosen, such as quiet hours, in `app/person/preferences.rs`, by which way and how often it is retried in `app/notice/route.rs`; the daily message of one person in `app/notice.rs` |
//! | who finds which open table, who is paired with whom | `app/lobby/open_tables.rs`; the list is one statement in `store/tables.rs` |
//! | what results and the weekly digest tell | `app/server/bulletin.rs` |
//! | what several processes must not do at the same time | `store/claim.rs`; which process does what is in `config/roles.rs` |
//! | how interactions arrive by HTTP | `discord/endpoint/serve.rs` takes them and refuses what Discord has not signed (the signature: `config/public_key.rs`); `discord/endpoint.rs` listens; over the gateway, `discord/shards.rs` |
//! | work in a task of its own, with no result | `tokio::spawn` of a boxed future, as in `discord.rs`: so the runtime's part in it is compiled once for all of them |
//! | which puzzle is posted when | `app/task/daily_puzzle.rs` |
//! | what differs where the bot is no member | `discord/surroundings.rs`; `Place::outside` in `app/request.rs` |
//! | what is stored | `store/append.rs` and a new file in `migrations/sqlite/` and in `migrations/postgres/`; landed migrations are never edited |
//! | what differs between SQLite and PostgreSQL | `store/sql.rs`, `store/sqlite.rs`, `store/postgres.rs`; which of several servers is written to, `store/primary.rs` |
//! | how time in which the bot did not run is given back | `store/due.rs`, `match_state/timer.rs` |
//! | how well the machine plays at a level, and how long it looks | `engine/level.rs`; what a position is worth: `evaluation.rs` of the game's folder; when it moves: `app/machine.rs` |
//! | how much one person may ask for | `discord/rate_limit.rs`; how much they may have: `app/limits.rs` |
//! | what is kept about a person, and how it is erased | `app/person/privacy.rs`, `store/privacy.rs` |
//! | how often and when a request to Discord is tried again | `discord/http/retry.rs`; which failures are worth it, `discord/http/failure.rs` |
//! | the lines of `/history`, and what is said below a board of what followed a move | `app/view/log_texts.rs` |
//! | what `/hint` says and searches | `app/machine/hint.rs`; what is said first, `engine/overview.rs`; why a move is good, `engine/why.rs` |
//! | what the sandbox answers as Discord does | `sandbox/rest/routes.rs`; what it refuses of messages and commands, `sandbox/checks.rs` |
//! | colours, sizes, pieces, moving pictures; how a picture is compressed | `render/palette.rs`, `render/layout.rs`, `render/pieces/`, `render/gif.rs`; `render/encode.rs` |
//! | a setting | `config.rs` and `.env.example` |

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod app;
pub mod check;
pub mod config;
pub mod discord;
pub mod engine;
pub mod games;
pub mod geometry;
pub mod match_state;
pub mod metrics;
pub mod notation;
pub mod private;
pub mod render;
pub mod render_cli;
pub mod rules;
pub mod rules_cli;
pub mod run;
pub mod sandbox;
pub mod scene;
#[cfg(test)]
#[path = "../tests/scratch/mod.rs"]
mod scratch;
pub mod store;
