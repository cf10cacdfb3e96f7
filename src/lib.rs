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
//! | tournament | [`tournament`] | the draw of a round, the standings, seasons and divisions: players as numbers, pure |
//! | match | [`match_state`] | seats, turns, clocks, endings: a state and an event give the next state |
//! | store | [`store`], `migrations/` | all SQL, for SQLite and PostgreSQL: one row for each event; checkpoints |
//! | use cases | [`app`] | open, join, play, show, resign; draws every chance; decides who is notified |
//! | Discord | [`discord`] | gateway, HTTP endpoint, handlers, commands, buttons, texts |
//! | sandbox | [`sandbox`] | a Discord-compatible server on loopback with a chat page, for tests and for trying out |
//!
//! Next to the layers: [`run`] is the program's long-running part, [`config`] holds every setting, [`check`] is
//! `rookery check`, [`setup`] is `rookery setup`, [`metrics`] counts for Prometheus, [`private`] writes files that only
//! their owner reads, and [`rules_cli`] and [`render_cli`] are the commands `rookery rules`, `rookery engine` and
//! `rookery render`, [`generate`] writes the man page and the shells' completions.
//!
//! # Invariants
//!
//! Each names its test.
//!
//! 1. The rules core has no input or output, no clock, no randomness and no async. `render` sees scenes only, `store`
//!    knows no game, `app` knows neither Discord nor pixels (`tests/rules/layers.rs`). No file imports, directly or
//!    through others, one that imports it (`tests/rules/circles.rs`, which names the exceptions).
//! 2. A game is one folder and two lines in `src/games.rs`; no file outside its folder names it
//!    (`tests/rules/layers.rs`), and every game passes the same contract (`tests/rules/contract.rs`).
//! 3. A move is accepted once: of two requests at the same ply one is accepted, and the other is refused because the
//!    position has changed (`tests/app/store.rs`). A move is answered only after it is committed, and every notification
//!    about it is stored in the same transaction (`tests/app/kill.rs`, `tests/discord/kill.rs`). A request changes
//!    nothing in a position that its sender cannot have seen, nothing twice, and nothing once Discord has stopped waiting
//!    for it (`tests/app/late.rs`, `benches/chaos.rs`).
//! 4. A stored match always replays to the same position. A correction of the rules that would change stored matches
//!    raises the game's `rules_version` (`app/matches/upgrade.rs`, `tests/app/upgrade.rs`).
//! 5. No input panics or is answered with an internal error (`tests/hostile`).
//! 6. The Discord adapter under test is the one in production: tests and sandbox talk to it over a socket
//!    (`tests/discord`).
//! 7. Legality and refusal agree: a text is played exactly if the rules allow it (`tests/rules/judgement.rs`).
//! 8. If the rules hide something until the end, people see only what they may: the board goes through
//!    [`Hidden::seen_by`](crate::rules::Hidden::seen_by), and `app` shows nothing without a `Sight`
//!    (`src/app/view/sight.rs`, `tests/rules/layers.rs`, `tests/discord/hidden.rs`).
//!
//! Docs open with a noun or a verb (`tests/rules/prose.rs`).
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | game | a set of rules, such as Four Towers; described by a [`GameInfo`](rules::GameInfo) |
//! | match | one game played by certain people; "table" only before it begins, while people still join |
//! | seat | a side of a match, counted from 0 in turn order; one person may hold several |
//! | team, partner | two seats that win and lose together; the other seat of a team |
//! | ply, round | one turn of one seat, counted from 0; one turn of every seat |
//! | position | the board and the seat to move ([`Position`](rules::Position)), without the history |
//! | position text | a position as one line; stored, and typed by people |
//! | dead position | one from which no moves lead to anything but a draw, as `benches/dead.rs` proves |
//! | canonical text | the one text of a move in machine notation; stored, and printed by `rookery rules` |
//! | role, piece | a kind of piece, such as rook; a role and the seat that owns it |
//! | listed move | a move in [`Position::legal_moves`](rules::Position::legal_moves); composite moves are legal though not listed |
//! | variant, option | a named set of options; one setting of a game's rules, in machine notation |
//! | mutator | a rule set on top of the Tower Game, such as Atomic; for players, a twist |
//! | chance | dice and shuffles: drawn by `app`, recorded as an event, only ever an input to the rules core |
//! | event | one thing that happened to a match, one row of the store; a match is the list of its events |
//! | tournament | what players call an event: rounds of matches in a channel; in the code, an event happens to a match |
//! | league, season | a channel's series of seasons; a month of it, as a tournament that people sign up for |
//! | division | a part of a season whose players meet, as a tournament with matches |
//! | promotion, relegation | going to the division above, or below, at the end of a season |
//! | pairing, bye | the players of one match of a round; a round off |
//! | standings, crosstable | the order of a tournament's players; the picture of it with every result |
//! | forfeit, walkover | a loss on time before the tenth move; a win against a player who has withdrawn |
//! | checkpoint | a stored state of a match from which a replay can begin |
//! | commit | the events of one change with everything stored with them, in one transaction |
//! | notification, outbox | a message that nobody has asked for; the stored list of these |
//! | trigger, precondition | the cause of a change (a request, the clock ...); how far the match may have moved on since it was seen |
//! | outside | a place that the bot is not a member of, where it can answer and do nothing else |
//! | bulletin | a channel's results, or its weekly digest |
//! | fallback | a notification that is sent only if the answer that shows the same does not arrive |
//! | view | a match prepared for showing, without a word of Discord |
//! | viewer, sight | who looks at a game; what they may see of it: everybody, a seat's player, or the umpire, who sees all |
//! | scene | a board as plain data: grids, cells, tokens, trays, marks |
//! | handler | code that turns a command or a button into an answer |
//! | role (of a process) | the part of the bot that one of several processes runs: gateway, http, scheduler, notifier |
//! | primary, standby | of several PostgreSQL servers with the same contents, the server that accepts writes; a server that can replace it |
//! | outage | a time in which the bot did not run, or by which the machine's clock leapt; every clock gets it back |
//! | claim | of a player: that another has run out of time; of a process: its mark on work under way, so that no other process begins it |
//! | custom id | the contents of a button: a version, the match, the ply and the action |
//!
//! Words for players, one for each thing:
//!
//! | word | meaning |
//! |---|---|
//! | level | one of the boards of the Tower Game, never "rank"; the machine's strength is "level 3 of the machine" where both appear |
//! | square | a place on any board, never "cell" or "cube" |
//! | group | pieces that move together in Four-Fold Chess, never "unit" |
//! | jump | a move over other pieces, never "leap" |
//! | joined | pieces on one square that move as one, never "fused" |
//! | twist | in code, a mutator of the Tower Game |
//! | table | a game before it begins; "game" afterwards |
//!
//! # Order of reading
//!
//! 1. `src/rules/position.rs`: [`rules::Position`] and its example; the other traits that a game implements, one a file
//!    ([`rules::Notation`], [`rules::Entry`], [`rules::Describe`], [`rules::Depict`], [`rules::Counting`],
//!    [`rules::Hidden`]); then `rules/game.rs`, the type that the rest of the program holds.
//! 2. `src/games/abstract_chess/`, the smallest game, from `mod.rs`.
//! 3. `src/notation.rs`, then `notation/signs.rs`, `notation/words.rs`, `notation/grammar.rs` and
//!    `notation/matching.rs`: from a typed text to one legal move.
//! 4. `src/match_state.rs` and `match_state/event.rs`: everything that can happen to a match.
//! 5. `src/app/matches/loaded.rs`, a match as it was stored, and `app/matches/pending.rs`, a match with the events about
//!    to be committed; `app/matches/change.rs`, the one way in which a match changes; then `app/play.rs` with
//!    `app/play/moves.rs` and `app/matches/throws.rs`.
//! 6. `src/store/matches/group.rs`, `store/matches/append.rs` and `store/notices/outbox.rs`: one transaction.
//! 7. `src/discord/gateway.rs` and `gateway/respond.rs`, then `handlers/interactions.rs`, `commands/claim.rs` and
//!    `custom_id.rs`: from an interaction to its answer.
//!
//! # The path of a move
//!
//! The files that `/move` goes through, in order; a file that is called returns before the next.
//!
//! 1. `discord/commands/make_move.rs` reads the command, `discord/handlers/play.rs` asks for the move and answers.
//! 2. `app/play.rs`: `app/matches/find.rs` finds the match, `app/play/preview.rs` decides whether the move is shown
//!    first.
//! 3. `app/matches/change.rs`, repeated if somebody else was quicker: `store/matches/load.rs` reads the match's row,
//!    `app/matches/load.rs` takes the match from `app/matches/cache.rs` or replays it, `app/person/preferences.rs` reads
//!    its players' preferences.
//! 4. `app/matches/pending.rs`, a copy: `app/play/moves.rs` plays the text by `rules/history.rs` and the game,
//!    `app/matches/throws.rs` draws chance, `app/play/plan/follow.rs` makes planned moves; `app/view/showing.rs` makes
//!    the view.
//! 5. `app/notice.rs` decides who is sent what, the pending match becomes a commit, which `store/matches/group.rs` takes
//!    and `store/matches/append.rs` stores in one transaction (on PostgreSQL a usual move is the one statement of
//!    `store/matches/one_statement.rs`), and the cache keeps the match.
//! 6. `discord/handlers/announce.rs` makes the answer.
//!
//! Two things come twice: the cache, read before a move and written after it, and the preferences, the asker's before
//! the match is looked at and all players' with the change.
//!
//! # Where a change begins
//!
//! Paths are below `src/`, but for `docs`, `benches` and `migrations`.
//!
//! ## Games and rules
//!
//! | to do | begin in |
//! |---|---|
//! | a new game | `docs/adding-a-game.md`: a folder in `games/`, and in `games.rs` its `mod` and the line in `GAMES` |
//! | a new option of a game | `OPTIONS` in its folder |
//! | a mutator of the Tower Game, such as Atomic or Kriegspiel | `docs/adding-a-mutator.md`: a file in `games/tower_game/mutators/` and two lines; which cannot be played together: `why_apart` in its `mod.rs`, with which variant not: `refuses` in the mutator's file |
//! | a rule, or the reason of a refusal | `games/four_fold/`, `games/tower_game/` ...: `moves.rs`, or the file that has the rule's name (`tower_game/shogi.rs`, `four_towers/powers.rs`), decides what is forbidden; its words are in `explain.rs` and `explain/` |
//! | dice, lost turns, mates and conquests in Four Seasons | what a throw lets move: `games/four_seasons/die.rs`; what follows a turn, such as a throw that nothing can use: `games/four_seasons/turns.rs`; stakes: `games/four_seasons/settings.rs`, shared out in `games/four_seasons/ledger.rs` |
//! | how a game says that it is over | `status` of its [`Position`](rules::Position); repetition and lack of progress: `rules/counting.rs`, judged in `rules/history.rs` |
//! | which positions are dead, so that the game is drawn | `is_dead` in the game's folder, and `kings_alone_are_dead` of a mutator, as `benches/dead.rs` proves; what it means: `rules/counting.rs`; when it is judged: `rules/history.rs` |
//! | what a typed move may mean | its signs: `notation/signs.rs`; its words: `notation/words.rs`; what may be left out: `fits` in `notation.rs`; the forms of moves: `notation/grammar.rs`; which legal move it is, or that it is asked about: `notation/matching.rs` |
//! | suggestions while a move is typed | which moves, and in which order: `notation/offers.rs`; whose turn it must be: `complete_move` in `app/view.rs`; asked for by `discord/handlers/autocomplete.rs` |
//! | the menu "Choose a move", by which a move is put together part by part | `discord/handlers/guide.rs`; its page: `discord/board/menu.rs`; the parts: `app/play/walk.rs`, `app/play/steps.rs` and `choices.rs` of the game's folder |
//! | the rules in lessons and pages, and what a game says of its positions | `lessons.rs` and `describe.rs` of its folder; the sheet of pieces: `rules/sheet.rs` |
//! | what somebody may see of a game that hides pieces | `seen_by` in its folder; `app/view/sight/of_match.rs` decides who looks |
//!
//! ## Matches
//!
//! | to do | begin in |
//! |---|---|
//! | something new that can happen to a match | `match_state/event.rs` names it and its columns in the store, `match_state/step.rs` says what follows |
//! | who finds which open table, who is paired with whom | `app/lobby/open_tables.rs`; the list is one statement in `store/matches/open_tables.rs` |
//! | how a table becomes a match, who gets which seat | `app/matches/opening.rs`, `app/lobby.rs`; in a rematch: `app/lobby/rematch.rs` |
//! | the clock and the other terms of a table for which nothing was said | `match_state/terms.rs`; a server's own: `app/server.rs` |
//! | who may look at a match: its players, a channel, a server | `match_state/audience.rs`; whether everybody may read a channel: `discord/gateway/audience.rs`; the refusal: `must_be_visible` in `app/matches/load.rs` |
//! | how often a match's state is stored, so that it need not be replayed from its start | `keep` in `app/matches/pending.rs`; the checkpoint itself: `store/matches/checkpoint.rs` |
//! | a match that was played under older rules | `app/matches/upgrade.rs` |
//! | when a move is shown before it is made, as for a bare square | `app/play/preview.rs`, by `notation/typed.rs`; what it would lose, and the warning: `app/play/explore.rs`, by `engine/overview.rs` |
//! | which match a command means that names none | `app/matches/find.rs`; of a move, the one in which it can be played: `app/play.rs`; the question: `which_game` in `discord/board/list.rs` |
//! | planned moves | how a line is read: `app/play/plan/read.rs`; which moves it fits: `app/play/plan/line.rs`; when they are made: `app/play/plan/follow.rs` |
//! | notes on a match, and when others may read them | `app/person/note.rs`, `store/matches/note.rs` |
//! | when a die is thrown, and how the game ends by it | `app/matches/throws.rs` |
//! | what can be offered, and when it needs consent | `app/offer.rs`; who must agree: `app/offer/consent.rs`; whether a takeback needs consent: `last_move` in `app/play/takeback.rs`; the machine's answer: `machine_votes` in `app/machine.rs`; which offers a move ends: `kept_offers` in `app/matches/pending.rs` |
//! | whether a late move still counts, what a deadline does, when a player is reminded, who gets new time once | `match_state/timer.rs` decides it; how much time: `match_state/terms.rs`; `app/deadlines/expiry.rs` brings it about before a late move, `app/deadlines/schedule.rs` when it is due |
//! | a player's claim that another has run out of time, and extra time | `app/deadlines/claim.rs`; how long it can be claimed: `match_state/terms.rs` |
//! | vacations; taking over a seat | `app/deadlines/vacation.rs`; `app/lobby/substitute.rs` |
//! | refusals of the use cases, such as "It is not your turn" | `app/error.rs`, `app/matches/texts.rs` |
//! | for which position a request is good | one that names a ply, such as a button: `app/matches/change.rs`, of offers `app/offer.rs`; one that names none: `must_have_seen` in `app/matches/load.rs` |
//! | when a request is too late, or has been carried out before | when it was sent: `discord/gateway/discord_clock.rs`; how long it is good: `Sent` in `app/request.rs`; how long the database begins with it: `store/matches/until.rs`; changes besides matches: `store/matches/once.rs` |
//! | ratings | `match_state/rating.rs`; how many matches of two people count in a month, and the leaderboard: `store/people/rating.rs` (its order is kept by triggers in `migrations/`) |
//! | the lines of `/history`, and those below a board about events after a move | `app/view/log_texts.rs` |
//! | how an imported game is read | `app/transfer/game_text.rs`; what is made of it, `app/transfer.rs` |
//!
//! ## The machine, puzzles, lessons
//!
//! | to do | begin in |
//! |---|---|
//! | how well the machine plays at a level of strength, and how long it looks | `engine/level.rs`; which weak move it then makes: `engine/root.rs`; what a position is worth: `evaluation.rs` of the game's folder |
//! | the search: order of moves, table of positions | `engine/order.rs`, `engine/table.rs`, `engine/search.rs` |
//! | when the machine moves | `app/machine.rs` |
//! | new games against the machine, again, a level up, from a position | `app/machine/games.rs` |
//! | when a weak machine gives up | `engine/giving_up.rs`; the resignation and its remark: `app/machine/giving_up.rs` |
//! | a private game against the machine: its one message, and the machine's answer in it | `discord/handlers/solo.rs`; the message: `discord/board/solo.rs`; waiting for the machine: `machine_has_moved` in `app/machine.rs` |
//! | the text and the search of `/hint` | `app/machine/hint.rs`; its first part, `engine/overview.rs`; why a move is good, `engine/why.rs` |
//! | the look back at a game | which moves, and how bad they are: `engine/notes.rs`; those shown, with the better move: `app/machine/review.rs`; its messages: `discord/board/machine.rs` |
//! | the proof that a puzzle has one solution; how puzzles are found | `engine/puzzles.rs` (of a mate it is proven; a win of material, or a saving move, is judged twice); its theme, `engine/point.rs`; its sentences, `app/task/goal.rs` |
//! | which puzzle is posted when | `app/task/daily_puzzle.rs` |
//! | which puzzle `/puzzle` sets next, and a person's puzzle rating | `app/task/puzzle.rs`; how hard a new one counts: `app/task/goal.rs` |
//! | a course of lessons | its positions: `tutorial.rs` and `further.rs` of the game's folder; progress, judgement and the next lesson: `app/task/tutorial.rs` |
//!
//! ## Players' events and seasons
//!
//! | to do | begin in |
//! |---|---|
//! | who plays whom in an event; the order of its players | `tournament/pairing.rs`; `tournament/standings.rs` |
//! | the matches of somebody who withdraws | which of them count: `counts` in `tournament/standings.rs`; the withdrawal: `app/tournament/signing_up.rs` |
//! | what is due in an event, and when | `next_of_event` in `app/tournament/step.rs`; its matches: `app/tournament/round.rs` |
//! | a corrected result | `app/tournament/correction.rs` |
//! | the posts and buttons of an event | `discord/board/event.rs`, `discord/handlers/event.rs`; its picture: `render/crosstable.rs` |
//! | how long a season lasts, its divisions, who goes up and down | `tournament/season.rs` |
//! | what is due in a season, and when | `next_of_season` and `next_of_division` in `app/tournament/step.rs`; how it begins and closes, and who is out because of silence: `app/tournament/season.rs`; `store/tournament/season.rs` |
//! | the posts and buttons of a season | `discord/board/season.rs`, `discord/handlers/season.rs`, `discord/texts/season.rs` |
//!
//! ## People and servers
//!
//! | to do | begin in |
//! |---|---|
//! | who is notified of what | `app/notice/recipients.rs`; the kinds: `app/notice/kinds.rs` |
//! | when a notice is sent: quiet hours, the daily message | `app/notice.rs`; which kinds cannot wait: `app/notice/kinds.rs` |
//! | how a notice is sent, tried again and given up | `app/notice/delivery.rs`, `app/notice/route.rs` |
//! | a player whom no message reaches, and whose clock stops for it | `unreached` in `app/notice/route.rs`; the clock: `match_state/step/clock.rs` |
//! | whom the posted board mentions, and who gets a message besides | `app/notice/postings.rs`; its sentences: `app/notice/texts.rs` |
//! | what people have chosen (`/settings`) | `app/person/preferences.rs` |
//! | profiles and reliability | `app/person/profile.rs` |
//! | what results and the weekly digest tell | `app/server/bulletin.rs` |
//! | a server's settings (`/server`) | `discord/commands/server.rs`, `discord/server.rs`; those of matches: `app/server.rs` |
//! | how much one person may ask for | `discord/rate_limit.rs`; how much they may have: `app/limits.rs` |
//! | what is kept about a person, and how it is erased | which rows: `store/people/privacy.rs`; in which order, and what is asked before: `app/person/privacy.rs` |
//! | what moderators may do | who is one: `discord/handlers/privacy_moderation.rs`; what they may do: `app/server/moderation.rs`; whom they may not bar: `discord/gateway/authority.rs` |
//!
//! ## Discord
//!
//! | to do | begin in |
//! |---|---|
//! | a new slash command | `docs/adding-a-command.md`: a file in `discord/commands/`, and in `discord/commands.rs` its `mod` and its name in `COMMANDS` |
//! | a new button | `docs/adding-a-button.md`: a variant of `CustomId` in `discord/custom_id.rs` or of an enum in `discord/custom_id/`, its answer in the command's file or in `discord/handlers/` |
//! | a sentence of the bot | `docs/adding-a-text.md` says in which file it goes, and how texts are written |
//! | a translation | nothing knows the reader's language yet: `docs/adding-a-text.md`, "A translation", says where it would begin |
//! | how lengths of time, hours and zones are read | `discord/request/duration.rs`, `discord/request/hours.rs`, `discord/request/terms.rs` |
//! | what is read of an interaction that serenity cannot read | `discord/received.rs` |
//! | how interactions arrive by HTTP | `discord/endpoint/serve.rs` takes them and refuses what Discord has not signed (the signature: `config/public_key.rs`); `discord/endpoint.rs` listens; over the gateway, `discord/shards.rs` |
//! | what differs where the bot is no member | `discord/surroundings.rs`; `Place::outside` in `app/request.rs` |
//! | whether a match gets a thread | what was asked for: `discord/handlers/lobby.rs`; in which channels one can be made: `discord/request.rs`, `discord/permissions.rs`; making it: `discord/gateway/follow_up.rs` |
//! | how an answer is given in time, deferred, or posted if it is too late | `discord/gateway/respond.rs` |
//! | the posted board: its text and its buttons | `discord/board/text.rs`; `discord/board.rs`, `discord/board/correspondence.rs` |
//! | how often and when a request to Discord is tried again | `discord/http/retry.rs`; which failures are worth it, `discord/http/failure.rs` |
//! | when the commands are registered | `discord/gateway.rs`; whether they differ from the registered ones: `discord/commands.rs` |
//! | what the sandbox answers as Discord does | `sandbox/rest/routes.rs`; what it refuses of messages and commands, `sandbox/checks.rs`; what it keeps until it is started again, `sandbox/snapshot.rs` |
//! | the commands `rookery rules`, `engine` and `render` | `rules_cli.rs` (many positions at once: `rules_cli/batch.rs`), `render_cli.rs` |
//!
//! ## Pictures
//!
//! | to do | begin in |
//! |---|---|
//! | the layout for a phone: which boards share a row, and how large | `render/arrange.rs` |
//! | where on the picture each board, tray and note goes | `render/layout.rs`; rows, a tray's items, the note of whose turn it is: `render/rows.rs`, `render/trays.rs`, `render/turn_box.rs` |
//! | colours, sizes, pieces, moving pictures | `render/palette.rs`, `render/measure.rs`, `render/pieces/`, `render/gif.rs` |
//! | marks on squares, such as a king in danger | which squares: `scene.rs` of the game's folder; how a mark looks: `render/board.rs` |
//! | how a picture is compressed, and what of it is cached | `render/encode.rs` |
//! | how many pictures are drawn at a time, and on which threads | `try_draw` in `discord/handlers.rs` |
//! | a picture in words (alt text) | `app/matches/texts.rs`; of puzzles and lessons `app/task/view.rs` |
//!
//! ## Storage, processes, starting and stopping
//!
//! | to do | begin in |
//! |---|---|
//! | what is stored | `store/matches/append.rs` (and, for PostgreSQL, `store/matches/one_statement.rs` and `store/sql/postgres.rs`), and a new file in `migrations/sqlite/` and in `migrations/postgres/`; landed migrations are never edited |
//! | what differs between SQLite and PostgreSQL | `store/sql.rs`, `store/sql/sqlite.rs`, `store/sql/postgres.rs`; which of several servers is written to, `store/sql/primary.rs` |
//! | backup, and moving to another database | `store/database/`, begun in `run.rs`; writing the file anew after somebody's data are erased: `store/database/scrub.rs` |
//! | unasked work: which tasks there are, and how often they look | `discord/gateway/scheduler.rs` |
//! | work in a separate task, with no result | `tokio::spawn` of a boxed future, as in `discord.rs`: so the runtime's part in it is compiled once for all of them |
//! | what several processes must not do at the same time | `store/processes/claim.rs`; which of them is connected to Discord: `store/processes/lease.rs`; which process does what is in `config/roles.rs` |
//! | time in which the bot did not run | how it is noticed, and given back to clocks: `store/matches/due.rs`; how far a deadline moves: `match_state/timer.rs` |
//! | how the bot starts | `run.rs`, `app/start.rs` |
//! | how the bot stops | `run.rs` takes the signals, `discord.rs` finishes the answers, `discord/dependencies.rs` says how long |
//! | whether the bot is well | `/health` in `discord/endpoint/serve.rs`; `rookery check`: `check.rs`; the numbers: `metrics.rs` |
//! | a sentence for somebody whose bot does not start | on the way to Discord: `discord/obstacle.rs`; a token that is none: `config/token.rs`; a port: `config/port.rs`; the database: `check/database.rs`, whose findings `run.rs` gives too |
//! | a setting | `config.rs`, `.env.example` and `docs/operating.md` |

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod app;
pub mod check;
pub mod config;
pub mod discord;
pub mod engine;
pub mod games;
pub mod generate;
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
pub mod setup;
pub mod store;
pub mod tournament;
