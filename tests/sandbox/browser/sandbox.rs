//! The sandbox of the test, with the real bot.

use std::time::{Duration, Instant};

use rookery::app::{App, Place, Preferences, Request, Sent, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, Connection};
use rookery::match_state::{ChannelId, UserId};
use rookery::sandbox::payloads::PEOPLE;
use rookery::sandbox::{Server, Setup};
use tokio::sync::oneshot;

use super::page::TIMEOUT;

/// A server with the bot connected to it.
pub struct Sandbox {
    pub server: Server,
    stop: oneshot::Sender<()>,
    bot: tokio::task::JoinHandle<anyhow::Result<()>>,
    _folder: tempfile::TempDir,
}

impl Sandbox {
    pub async fn start() -> Sandbox {
        let server = Server::start(Setup::default()).await.unwrap();
        let folder = crate::scratch::folder();
        let app = App::start(folder.path().join("rookery.db"), Sources::system())
            .await
            .unwrap();
        // No user here is a newcomer, who would see a move before it is made.
        for (user, _) in PEOPLE {
            let chosen = Preferences {
                preview: Some(false),
                ..Preferences::default()
            };
            let request = Request {
                user: UserId(user),
                place: Place {
                    guild: None,
                    channel: ChannelId(1),
                    outside: false,
                },
                interaction: user,
                sent: Sent::now(),
            };
            app.prefer(request, chosen).await.unwrap();
        }
        let connection = Connection {
            token: Token::new(server.token()).unwrap(),
            api: Some(ApiBase::new(&server.api_base()).unwrap()),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let bot = tokio::spawn(discord::run(app, connection, async move {
            let _ = stopped.await;
        }));
        let since = Instant::now();
        while server.shared().commands().is_empty() {
            assert!(since.elapsed() < TIMEOUT, "the bot registers no commands");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Sandbox {
            server,
            stop,
            bot,
            _folder: folder,
        }
    }

    pub async fn stop(self) {
        let _ = self.stop.send(());
        self.bot.await.unwrap().unwrap();
        self.server.stop().await;
    }
}
