//! A bot with people who play a match of every game, and the promises that hold whatever one of them sends.

use std::sync::atomic::{AtomicU64, Ordering};

use rookery::app::{App, Limits, MatchRef, NewGame, Place, Request, Sent, Sources};
use rookery::discord::dry_run::{DryRun, DryRunOutcome};
use rookery::games::GAMES;
use rookery::match_state::{ChannelId, GameId, GuildId, UserId};
use rookery::rules::{Game, GameInfo, Options, Seat};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The users: the first four play, the fifth is in the same server, the last comes from another one.
pub const PEOPLE: [UserId; 6] = [
    UserId(101),
    UserId(102),
    UserId(103),
    UserId(104),
    UserId(105),
    UserId(666),
];
const STRANGER: UserId = PEOPLE[5];
const HOME: u64 = 900;

/// A private note of the first user.
const PRIVATE: &str = "nobody-elses-business";

/// A bot, and people who play.
pub struct Harness {
    pub app: App,
    dry_run: DryRun,
    runtime: Runtime,
    interaction: AtomicU64,
    _folder: TempDir,
}

impl Harness {
    /// Begins a match of each game; its number is the game's place in the table of games, from 1.
    pub fn new() -> Harness {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let folder = super::scratch::folder();
        let database = folder.path().join("rookery.db");
        let app = runtime
            .block_on(App::start(&database, Sources::system()))
            .unwrap()
            .with_limits(Limits::UNLIMITED);
        let harness = Harness {
            dry_run: DryRun::new(app.clone()),
            app,
            runtime,
            interaction: AtomicU64::new(1_000_000),
            _folder: folder,
        };
        harness.runtime.block_on(async {
            for (number, kind) in (1..).zip(GAMES.iter().copied()) {
                harness.begin(kind, GameId(number)).await;
            }
        });
        harness
    }

    async fn begin(&self, kind: &'static GameInfo, game: GameId) {
        let new = NewGame {
            game: kind.key.to_owned(),
            options: Options::new(),
            opponents: Vec::new(),
            seat: Some(Seat(0)),
            terms: None,
        };
        let opened = self.app.open(self.by(PEOPLE[0]), new).await.unwrap();
        assert_eq!(opened.game, game);
        for (seat, user) in (1..).zip(&PEOPLE[1..kind.seats.len()]) {
            let joined = self.app.join(self.by(*user), game, Some(Seat(seat))).await;
            joined.unwrap();
        }
        // One move, so that the first of them can plan.
        let board = kind.new_game(&Options::new()).unwrap();
        let first = board.legal()[0].clone();
        let played = self
            .app
            .play(self.by(PEOPLE[0]), MatchRef::Game(game), &first);
        played.await.unwrap();
        let which = MatchRef::Game(game);
        let noted = self.app.add_note(self.by(PEOPLE[0]), which, PRIVATE, false);
        noted.await.unwrap();
    }

    /// Returns a user's request in the server's channel.
    pub fn by(&self, user: UserId) -> Request {
        Request {
            user,
            place: Place {
                guild: Some(GuildId(500)),
                channel: ChannelId(HOME),
                outside: false,
            },
            interaction: self.interaction.fetch_add(1, Ordering::Relaxed),
            sent: Sent::now(),
        }
    }

    /// Returns the position after the first move of a match.
    pub fn board(kind: &'static GameInfo) -> Box<dyn Game> {
        let mut board = kind.new_game(&Options::new()).unwrap();
        let first = board.legal()[0].clone();
        board.play(&first).unwrap();
        board
    }

    /// Returns an interaction as Discord would send it.
    pub fn interaction(&self, kind: u64, user: UserId, data: Value) -> Value {
        let id = self.interaction.fetch_add(1, Ordering::Relaxed);
        let (guild, channel) = match user {
            STRANGER => (501, 901),
            _ => (500, HOME),
        };
        let someone = json!({"id": user.0.to_string(), "username": "someone", "discriminator": "0",
                             "global_name": null, "avatar": null});
        json!({
            "version": 1, "id": id.to_string(), "application_id": "1", "token": "t", "type": kind,
            "app_permissions": "0", "attachment_size_limit": 1, "channel_id": channel.to_string(),
            "guild_id": guild.to_string(), "data": data, "entitlements": [], "locale": "en-US",
            "member": {"user": someone, "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00",
                       "deaf": false, "mute": false, "flags": 0, "permissions": "0"},
            "message": {"id": "7", "channel_id": channel.to_string(), "author": someone, "content": "",
                        "timestamp": "2024-01-01T00:00:00.000000+00:00", "tts": false,
                        "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [],
                        "embeds": [], "pinned": false, "type": 0},
        })
    }

    /// Returns a command with options of text.
    pub fn command(&self, user: UserId, name: &str, options: &[(&str, &str)]) -> Value {
        let options: Vec<Value> = options
            .iter()
            .map(|(name, value)| json!({"name": name, "type": 3, "value": value}))
            .collect();
        self.interaction(
            2,
            user,
            json!({"id": "1", "name": name, "type": 1, "options": options}),
        )
    }

    /// Returns a submitted import form with the text of a match.
    pub fn import(&self, user: UserId, text: &str) -> Value {
        let field = json!({"type": 4, "custom_id": "import", "value": text});
        let rows = json!([{"type": 1, "components": [field]}]);
        self.interaction(
            5,
            user,
            json!({"custom_id": "r1:import", "components": rows}),
        )
    }

    /// Returns a pressed button, or with a value a menu's choice.
    pub fn press(&self, user: UserId, custom_id: &str, value: Option<&str>) -> Value {
        let data = match value {
            None => json!({"component_type": 2, "custom_id": custom_id}),
            Some(value) => {
                json!({"component_type": 3, "custom_id": custom_id, "values": [value]})
            }
        };
        self.interaction(3, user, data)
    }

    /// Delivers an interaction; its answer must be fit to show.
    pub fn deliver(&self, interaction: &str) -> DryRunOutcome {
        let payload = format!(r#"{{"op":0,"s":1,"t":"INTERACTION_CREATE","d":{interaction}}}"#);
        let outcome = self.runtime.block_on(self.dry_run.handle(&payload));
        match &outcome {
            DryRunOutcome::Nothing | DryRunOutcome::Unreadable => {}
            DryRunOutcome::Suggested(user, suggestions) => {
                assert!(suggestions.len() <= 25, "{interaction}");
                for suggestion in suggestions {
                    for text in [&suggestion.name, &suggestion.value] {
                        let length = text.encode_utf16().count();
                        assert!((1..=100).contains(&length), "{text:?}: {interaction}");
                        must_be_ours(*user, text, interaction);
                    }
                }
            }
            DryRunOutcome::Answered(user, bodies) => {
                for body in bodies {
                    must_be_fit(body, interaction);
                    must_be_ours(*user, &body.to_string(), interaction);
                }
            }
        }
        outcome
    }

    /// Delivers an interaction that can be read.
    pub fn send(&self, interaction: &Value) {
        let outcome = self.deliver(&interaction.to_string());
        assert!(
            matches!(
                outcome,
                DryRunOutcome::Suggested(..) | DryRunOutcome::Answered(..)
            ),
            "{interaction}: {outcome:?}"
        );
    }
}

/// Asserts that an answer is within Discord's limits, without a smuggled mention or internals of the program.
fn must_be_fit(body: &Value, about: &str) {
    let content = body["content"].as_str().unwrap_or_default();
    assert!(content.encode_utf16().count() <= 2000, "{about}: {content}");
    let lower = content.to_lowercase();
    for inside in [
        "panicked",
        "sqlite",
        "sqlx",
        "serenity",
        ".rs:",
        "something went wrong",
        "@everyone",
        "@here",
    ] {
        assert!(!lower.contains(inside), "{about}: {content}");
    }
    let allowed = &body["allowed_mentions"];
    assert!(
        allowed.is_null() || allowed["parse"].as_array().is_none_or(Vec::is_empty),
        "{about}: {body}"
    );
    let rows = body["components"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(rows.len() <= 5, "{about}: {body}");
    let mut ids = Vec::new();
    for row in rows {
        let components = row["components"].as_array().map_or(&[][..], Vec::as_slice);
        assert!((1..=5).contains(&components.len()), "{about}: {body}");
        for component in components {
            if let Some(id) = component["custom_id"].as_str() {
                assert!((1..=100).contains(&id.chars().count()), "{about}: {id}");
                assert!(!ids.contains(&id), "{about}: {body}");
                ids.push(id);
            }
        }
    }
}

/// Asserts that no user is shown another user's note.
fn must_be_ours(user: UserId, text: &str, about: &str) {
    assert!(
        user == PEOPLE[0] || !text.contains(PRIVATE),
        "{user:?} sees a note of somebody else's: {about}: {text}"
    );
}
