//! The page in a browser that chromedriver drives, and users' actions on it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// Longest wait for anything to appear.
pub const TIMEOUT: Duration = Duration::from_secs(15);
/// The screen that the test uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    Desktop,
    /// The narrowest phone still in use: 360 CSS pixels.
    Phone,
}

/// Returns the path of a program, if one of these names is on the path.
pub fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    names.iter().find_map(|name| {
        std::env::split_paths(&path)
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    })
}

/// A chromedriver started by the test, on a port of its choice; it dies with this value.
pub struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    pub fn start(program: &Path) -> Driver {
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

/// The page in a browser, and users' actions on it.
pub struct Browser {
    client: Client,
    screen: Screen,
    _profile: tempfile::TempDir,
}

impl Browser {
    pub async fn open(driver: &Driver, chromium: &Path, screen: Screen) -> Browser {
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

    pub async fn close(self) {
        self.client.close().await.unwrap();
    }

    pub async fn goto(&self, address: &str) {
        self.client.goto(address).await.unwrap();
        self.run(
            "window.problems = [];
             addEventListener('error', event => problems.push(event.message));
             addEventListener('unhandledrejection', event => problems.push(String(event.reason)))",
        )
        .await;
    }

    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// Fails, with a screenshot of the page.
    pub async fn fail(&self, why: &str) -> ! {
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
    pub async fn until(&self, what: &str, script: &str) {
        let since = Instant::now();
        while self.run(script).await != json!(true) {
            if since.elapsed() > TIMEOUT {
                self.fail(&format!("waited for: {what}")).await;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits until an element contains a text, spaces aside.
    pub async fn sees(&self, selector: &str, text: &str) {
        let script = format!(
            "const plain = text => text.replace(/\\s+/g, ' ');
             return [...document.querySelectorAll({})].some(one => plain(one.textContent).includes({}))",
            json!(selector),
            json!(text)
        );
        self.until(&format!("{selector} says \"{text}\""), &script)
            .await;
    }

    pub async fn text(&self, selector: &str) -> String {
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

    pub async fn count(&self, selector: &str) -> u64 {
        let script = format!(
            "return document.querySelectorAll({}).length",
            json!(selector)
        );
        self.run(&script).await.as_u64().unwrap()
    }

    /// Returns the text in the input line.
    pub async fn line(&self) -> String {
        let value = self
            .run("return document.getElementById('line').value")
            .await;
        value.as_str().unwrap().to_owned()
    }

    /// Presses keys in the input line.
    pub async fn types(&self, keys: &str) {
        let line = self.client.find(Locator::Id("line")).await.unwrap();
        line.send_keys(keys).await.unwrap();
    }

    pub async fn clears_line(&self) {
        let control_a = format!("{}a{}", Key::Control, Key::Null);
        self.types(&control_a).await;
        self.types(&Key::Backspace).await;
        assert_eq!(self.line().await, "");
    }

    /// Switches to another user with one click.
    pub async fn becomes(&self, user: &str) {
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
    pub async fn button(&self, label: &str) -> fantoccini::elements::Element {
        let path = format!(
            "//*[@id='log']//button[contains(@class, 'button') and not(@disabled)][normalize-space(.)='{label}']"
        );
        let since = Instant::now();
        loop {
            let all = self.client.find_all(Locator::XPath(&path)).await.unwrap();
            if let Some(last) = all.into_iter().next_back() {
                return last;
            }
            if since.elapsed() > TIMEOUT {
                self.fail(&format!("waited for the button {label}")).await;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    pub async fn press(&self, label: &str) {
        // A message being redrawn takes its button with it: then the new one is pressed.
        for _ in 0..5 {
            if self.button(label).await.click().await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.fail(&format!("the button {label} cannot be pressed"))
            .await;
    }

    /// Picks an entry of the lowest select menu, by its beginning.
    pub async fn picks(&self, label: &str) {
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
                // A menu being redrawn is tried again.
                let _ = menu.click().await;
                let entries = self.client.find_all(Locator::XPath(&entry)).await.unwrap();
                if let Some(entry) = entries.into_iter().next_back()
                    && entry.click().await.is_ok()
                {
                    return;
                }
                let _ = menu.click().await;
            }
            if since.elapsed() > TIMEOUT {
                self.fail(&format!("waited for the entry {label}")).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Goes to the first thread: on a phone by way of the drawer.
    pub async fn opens_thread(&self) {
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

    /// Waits for a picture of a board that is actually drawn, has a description in words, and fits its box.
    pub async fn board(&self, what: &str) {
        self.board_in("#log", what).await;
    }

    pub async fn board_in(&self, selector: &str, what: &str) {
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

    /// Checks that nothing is wider than the screen, and that on a phone buttons are large enough for a finger.
    pub async fn fits(&self) {
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
