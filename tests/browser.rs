//! Two people play Abstract Chess through the sandbox's page, in a real browser, on a desktop and on a phone: the
//! whole way from a key press through the page, the server, serenity and the bot to a picture, and back.
//!
//! Needs chromium and chromedriver (Debian: `chromium`, `chromium-driver`). Without them the test says so and passes,
//! unless `ROOKERY_BROWSER=required` is set.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use rookery::app::{App, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, Connection};
use rookery::sandbox::{Server, Setup};
use serde_json::{Value, json};
use tokio::sync::oneshot;

const ALICE: &str = "4000000000000000001";
const BOB: &str = "4000000000000000002";
const CAROL: &str = "4000000000000000003";

/// Longest wait for anything to appear.
const PATIENCE: Duration = Duration::from_secs(15);
/// Longest time for the whole test.
const LIMIT: Duration = Duration::from_secs(120);

/// What the test is played on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Desktop,
    /// The narrowest phone that people still have: 360 CSS pixels.
    Phone,
}

#[test]
fn two_people_play_through_the_page_on_a_desktop() {
    on(Screen::Desktop);
}

#[test]
fn two_people_play_through_the_page_on_a_phone() {
    on(Screen::Phone);
}

fn on(screen: Screen) {
    let (Some(chromium), Some(chromedriver)) = (
        found(&["chromium", "chromium-browser", "google-chrome"]),
        found(&["chromedriver"]),
    ) else {
        assert!(
            std::env::var("ROOKERY_BROWSER").as_deref() != Ok("required"),
            "ROOKERY_BROWSER=required, but there is no chromium or no chromedriver (Debian: chromium, chromium-driver)"
        );
        eprintln!(
            "skipped: there is no chromium or no chromedriver (Debian: chromium, chromium-driver)"
        );
        return;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let driver = Driver::start(&chromedriver);
    runtime.block_on(async {
        let sandbox = Sandbox::start().await;
        let browser = Browser::open(&driver, &chromium, screen).await;
        let played = tokio::time::timeout(LIMIT, play(&browser, &sandbox)).await;
        if played.is_err() {
            browser.fail("the test takes too long").await;
        }
        let violations = sandbox.server.world().violations();
        browser.close().await;
        sandbox.stop().await;
        assert!(
            violations.is_empty(),
            "Discord would have refused: {violations:#?}"
        );
    });
}

/// The game itself.
async fn play(page: &Browser, sandbox: &Sandbox) {
    page.goto(&format!("http://{}/", sandbox.server.address()))
        .await;
    page.until(
        "the commands are there",
        "return document.querySelector('#people .person') !== null",
    )
    .await;

    // Alice is told what to do, opens a table by picking from the lists, and takes White.
    page.sees("#hint", "You are Alice").await;
    page.types("/new").await;
    page.sees("#offers", "abstract-chess").await;
    page.types(" abstract").await;
    page.until(
        "only Abstract Chess is offered",
        "return [...document.querySelectorAll('#offers .offer')].length === 1",
    )
    .await;
    page.types(&Key::Enter).await;
    assert_eq!(page.line().await, "/new abstract-chess ");
    page.types("side:whi").await;
    page.sees("#offers", "White").await;
    page.types(&Key::Enter).await;
    assert_eq!(page.line().await, "/new abstract-chess side:White");
    page.types(&Key::Enter).await;
    page.sees("#log", "Alice used /new").await;
    page.button("Join").await;
    page.sees("#hint", "Now be the other side").await;

    // Bob joins; the game gets a thread, where the board is.
    page.becomes(BOB).await;
    page.press("Join").await;
    page.until(
        "the game has a thread",
        "return document.querySelector('#channels .thread') !== null",
    )
    .await;
    page.opens_thread().await;
    page.board("the first board").await;
    page.until(
        "Alice is told that it is her turn",
        &format!(
            "return document.querySelector('#people [data-user=\"{ALICE}\"] .badge') !== null"
        ),
    )
    .await;

    // Alice picks her move from what the bot suggests while she types. A draft of Bob's stays Bob's.
    page.types("let me think").await;
    page.becomes(ALICE).await;
    assert_eq!(page.line().await, "", "drafts are each person's own");
    page.board("Alice sees the same board").await;
    page.types("/move ").await;
    page.types("move:").await;
    page.until(
        "pieces that can move are offered",
        "return document.querySelectorAll('#offers .offer:not(.adds)').length > 10",
    )
    .await;
    page.types("Ng1").await;
    page.until(
        "the moves of the stack on g1 are offered, and only they",
        "const all = [...document.querySelectorAll('#offers .offer:not(.adds)')].map(row => row.textContent);
         return all.includes('Ng1-f3') && all.every(text => text.includes('g1'))",
    )
    .await;
    for _ in 0..25 {
        page.types(&Key::Down).await;
        if page.text("#offers .active").await == "Ng1-f3" {
            break;
        }
    }
    page.types(&Key::Enter).await;
    assert_eq!(page.line().await, "/move move:Ng1-f3");
    page.types(&Key::Enter).await;
    page.sees("#log", "White (@Alice) played Ng1-f3").await;
    page.board("the board after the first move").await;

    // Bob's draft is still there. He types a whole line at once.
    page.becomes(BOB).await;
    assert_eq!(page.line().await, "let me think");
    page.clears_line().await;
    page.sees("#log", "White (@Alice) played Ng1-f3").await;
    page.types(&format!("/move move:Ng8-f6{}", Key::Enter))
        .await;
    page.sees("#log", "Black (@Bob) played Ng8-f6").await;

    // A refused move: Alice alone is told why, and can have her line again.
    page.becomes(ALICE).await;
    page.sees("#log", "Black (@Bob) played Ng8-f6").await;
    page.types(&format!("/move move:Bc1-f5{}", Key::Enter))
        .await;
    page.sees("#log .ephemeral:last-of-type .text", "bishop")
        .await;
    page.sees("#log .ephemeral:last-of-type", "Only you can see this")
        .await;
    page.types(&Key::Up).await;
    assert_eq!(page.line().await, "/move move:Bc1-f5");
    page.clears_line().await;
    page.becomes(BOB).await;
    page.sees("#log", "Black (@Bob) played Ng8-f6").await;
    assert_eq!(
        page.count("#log .ephemeral").await,
        0,
        "Alice's mistake is hers"
    );

    // Bob looks at the board from his own side; nobody else sees that.
    page.press("My side").await;
    page.board_in("#log .ephemeral:last-of-type", "Bob's own board")
        .await;
    page.becomes(CAROL).await;
    page.sees("#log", "Black (@Bob) played Ng8-f6").await;
    assert_eq!(
        page.count("#log .ephemeral").await,
        0,
        "Bob's board is Bob's"
    );

    page.fits().await;

    // Alice lets menus lead her: private answers to a button, which have menus and buttons themselves.
    page.becomes(ALICE).await;
    page.press("Choose a move").await;
    page.picks("b1: two-stack").await;
    page.picks("Nb1-c3").await;
    page.press("Play Nb1-c3").await;
    page.sees("#log", "White (@Alice) played Nb1-c3").await;

    // Bob gives up, and is asked once more.
    page.becomes(BOB).await;
    page.sees("#log", "White (@Alice) played Nb1-c3").await;
    page.press("Resign").await;
    page.sees("#log .ephemeral:last-of-type", "give up").await;
    page.press("Yes, I give up").await;
    page.until(
        "everyone is told that White has won",
        "return [...document.querySelectorAll('#log .message:not(.ephemeral) .text')].some(text => text.textContent.includes('🏁'))",
    )
    .await;
    page.becomes(ALICE).await;
    page.sees("#log", "🏁").await;

    // The game was taught on the way, so the hint has gone; and nothing went wrong in the page.
    assert_eq!(page.count("#hint:not([hidden])").await, 0);
    assert_eq!(page.run("return window.problems").await, json!([]));
}

// -- the sandbox

/// A server with the bot connected to it.
struct Sandbox {
    server: Server,
    stop: oneshot::Sender<()>,
    bot: tokio::task::JoinHandle<anyhow::Result<()>>,
    _folder: tempfile::TempDir,
}

impl Sandbox {
    async fn start() -> Sandbox {
        let server = Server::start(Setup::default()).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let app = App::start(&folder.path().join("rookery.db"), Sources::system())
            .await
            .unwrap();
        let connection = Connection {
            token: Token::new(server.token()).unwrap(),
            api: Some(ApiBase::new(&server.api_base()).unwrap()),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let bot = tokio::spawn(discord::run(app, connection, async move {
            let _ = stopped.await;
        }));
        let since = Instant::now();
        while server.world().commands().is_empty() {
            assert!(since.elapsed() < PATIENCE, "the bot registers no commands");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Sandbox {
            server,
            stop,
            bot,
            _folder: folder,
        }
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        self.bot.await.unwrap().unwrap();
        self.server.stop().await;
    }
}

// -- the browser

/// A program on the path.
fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names.iter().find_map(|name| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    })
}

/// A chromedriver of our own, on a port of its choice; it dies with this value.
struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    fn start(program: &Path) -> Driver {
        let mut child = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, rest) = line.split_once("started successfully on port ")?;
                rest.trim_end_matches('.').parse().ok()
            })
            .expect("chromedriver names its port");
        // It must not stop at a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { child, port }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The page in a browser, and what people do with it.
struct Browser {
    client: Client,
    screen: Screen,
    _profile: tempfile::TempDir,
}

impl Browser {
    async fn open(driver: &Driver, chromium: &Path, screen: Screen) -> Browser {
        let profile = tempfile::tempdir().unwrap();
        let mut options = json!({
            "binary": chromium,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--force-prefers-reduced-motion", "--window-size=1280,800",
                format!("--user-data-dir={}", profile.path().display()),
            ],
        });
        if screen == Screen::Phone {
            options["mobileEmulation"] = json!({"deviceMetrics": {"width": 360, "height": 740, "pixelRatio": 2.0, "touch": true}});
        }
        let mut wanted = serde_json::Map::new();
        wanted.insert("browserName".to_owned(), json!("chrome"));
        wanted.insert("goog:chromeOptions".to_owned(), options);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted)
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .unwrap();
        Browser {
            client,
            screen,
            _profile: profile,
        }
    }

    async fn close(self) {
        self.client.close().await.unwrap();
    }

    async fn goto(&self, address: &str) {
        self.client.goto(address).await.unwrap();
        self.run(
            "window.problems = [];
             addEventListener('error', event => problems.push(event.message));
             addEventListener('unhandledrejection', event => problems.push(String(event.reason)))",
        )
        .await;
    }

    async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Fails, with a picture of what the page looked like.
    async fn fail(&self, why: &str) -> ! {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let name = match self.screen {
            Screen::Desktop => "browser-desktop.png",
            Screen::Phone => "browser-phone.png",
        };
        let file = folder.join(name);
        if let Ok(picture) = self.client.screenshot().await {
            let _ = std::fs::write(&file, picture);
        }
        let log = self.text("#log").await;
        let problems = self.run("return window.problems").await;
        panic!(
            "{why}\nthe page: {}\nits problems: {problems}\nits messages:\n{log}",
            file.display()
        );
    }

    /// Waits until a script returns true.
    async fn until(&self, what: &str, script: &str) {
        let since = Instant::now();
        while self.run(script).await != json!(true) {
            if since.elapsed() > PATIENCE {
                self.fail(&format!("waited for: {what}")).await;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits until an element contains a text, spaces aside.
    async fn sees(&self, selector: &str, text: &str) {
        let script = format!(
            "const plain = text => text.replace(/\\s+/g, ' ');
             return [...document.querySelectorAll({})].some(one => plain(one.textContent).includes({}))",
            json!(selector),
            json!(text)
        );
        self.until(&format!("{selector} says \"{text}\""), &script)
            .await;
    }

    async fn text(&self, selector: &str) -> String {
        let script = format!(
            "return document.querySelector({})?.innerText ?? ''",
            json!(selector)
        );
        self.run(&script)
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    async fn count(&self, selector: &str) -> u64 {
        let script = format!(
            "return document.querySelectorAll({}).length",
            json!(selector)
        );
        self.run(&script).await.as_u64().unwrap()
    }

    /// What stands in the line.
    async fn line(&self) -> String {
        let value = self
            .run("return document.getElementById('line').value")
            .await;
        value.as_str().unwrap().to_owned()
    }

    /// Presses keys in the line.
    async fn types(&self, keys: &str) {
        let line = self.client.find(Locator::Id("line")).await.unwrap();
        line.send_keys(keys).await.unwrap();
    }

    async fn clears_line(&self) {
        let control_a = format!("{}a{}", Key::Control, Key::Null);
        self.types(&control_a).await;
        self.types(&Key::Backspace).await;
        assert_eq!(self.line().await, "");
    }

    /// Becomes somebody else with one click.
    async fn becomes(&self, user: &str) {
        let selector = format!("#people [data-user=\"{user}\"]");
        self.client
            .find(Locator::Css(&selector))
            .await
            .unwrap()
            .click()
            .await
            .unwrap();
        self.until(
            "the switch",
            &format!("return document.querySelector('{selector}').getAttribute('aria-pressed') === 'true'"),
        )
        .await;
    }

    /// Waits for a button below a message: the lowest one with that label.
    async fn button(&self, label: &str) -> fantoccini::elements::Element {
        let path = format!(
            "//*[@id='log']//button[contains(@class, 'button') and not(@disabled)][normalize-space(.)='{label}']"
        );
        let since = Instant::now();
        loop {
            let all = self.client.find_all(Locator::XPath(&path)).await.unwrap();
            if let Some(last) = all.into_iter().next_back() {
                return last;
            }
            if since.elapsed() > PATIENCE {
                self.fail(&format!("waited for the button {label}")).await;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    async fn press(&self, label: &str) {
        // A message that is just being drawn anew takes its button with it: then the new one is meant.
        for _ in 0..5 {
            if self.button(label).await.click().await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.fail(&format!("the button {label} cannot be pressed"))
            .await;
    }

    /// Picks an entry of the lowest select menu, by how it begins.
    async fn picks(&self, label: &str) {
        let entry = format!(
            "//*[@id='log']//*[@role='option'][starts-with(normalize-space(.), '{label}')]"
        );
        let since = Instant::now();
        loop {
            let menus = self
                .client
                .find_all(Locator::Css("#log .select"))
                .await
                .unwrap();
            if let Some(menu) = menus.into_iter().next_back() {
                // A menu that is just being drawn anew is tried again.
                let _ = menu.click().await;
                let entries = self.client.find_all(Locator::XPath(&entry)).await.unwrap();
                if let Some(entry) = entries.into_iter().next_back()
                    && entry.click().await.is_ok()
                {
                    return;
                }
                let _ = menu.click().await;
            }
            if since.elapsed() > PATIENCE {
                self.fail(&format!("waited for the entry {label}")).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Goes to the first thread: on a phone by way of the drawer.
    async fn opens_thread(&self) {
        if self.screen == Screen::Phone {
            self.client
                .find(Locator::Id("menu"))
                .await
                .unwrap()
                .click()
                .await
                .unwrap();
            self.until(
                "the drawer is open",
                "return document.getElementById('sidebar').getBoundingClientRect().left >= 0",
            )
            .await;
        }
        let thread = self
            .client
            .find(Locator::Css("#channels .thread"))
            .await
            .unwrap();
        thread.click().await.unwrap();
        self.until(
            "the thread is open",
            "return document.querySelector('#channels .thread.here') !== null
                 && document.getElementById('sidebar').matches(':not(.open)')",
        )
        .await;
    }

    /// Waits for a picture of a board that is really drawn, tells in words what it shows, and fits its box.
    async fn board(&self, what: &str) {
        self.board_in("#log", what).await;
    }

    async fn board_in(&self, selector: &str, what: &str) {
        let script = format!(
            "const all = [...document.querySelectorAll({})].flatMap(one => [...one.querySelectorAll('img')]);
             const image = all.at(-1);
             if (!image || !image.complete || image.naturalWidth < 300) return false;
             const box = image.getBoundingClientRect();
             return image.alt.length > 40 && image.alt.length <= 1024
                 && /royal stone/.test(image.alt) && box.width <= 550.5 && box.height <= 350.5
                 && box.width <= innerWidth",
            json!(selector)
        );
        self.until(what, &script).await;
    }

    /// Nothing is wider than the screen, and on a phone what is pressed is large enough for a finger.
    async fn fits(&self) {
        let wide = self
            .run(
                "const log = document.getElementById('log');
                 return document.documentElement.scrollWidth > innerWidth || log.scrollWidth > log.clientWidth",
            )
            .await;
        assert_eq!(wide, json!(false), "something is wider than the screen");
        if self.screen == Screen::Phone {
            let small = self
                .run(
                    "return [...document.querySelectorAll('.components .button, .person, .top button, .line-box button, .only-you button')]
                         .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 40)
                         .map(one => one.outerHTML.slice(0, 120))",
                )
                .await;
            assert_eq!(small, json!([]), "too small for a finger");
        }
    }
}
