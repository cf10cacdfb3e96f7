//! Two people play Abstract Chess through the sandbox's page, in a real browser, on a desktop and on a phone: the whole
//! way from a key press through the page, the server, serenity and the bot to a picture, and back.
//!
//! Needs chromium and chromedriver (Debian: `chromium`, `chromium-driver`). Without them the test reports it and
//! passes, unless `ROOKERY_BROWSER=required` is set.

mod page;
mod sandbox;
mod words;

use std::io::Write as _;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use fantoccini::key::Key;
use futures_util::FutureExt as _;
use page::{Browser, Driver, Screen, found};
use sandbox::Sandbox;
use serde_json::json;

const ALICE: &str = "4000000000000000001";
const BOB: &str = "4000000000000000002";
const CAROL: &str = "4000000000000000003";

/// Longest time for the whole test.
const LIMIT: Duration = Duration::from_secs(120);

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
        // Not by `eprintln!`, which is not shown for a test that passes.
        let _ = writeln!(
            std::io::stderr(),
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
        let played = tokio::time::timeout(LIMIT, async {
            play(&browser, &sandbox).await;
            if screen == Screen::Desktop {
                words::reads_markdown(&browser).await;
                words::reads_command_lines(&browser).await;
                words::finds_names_by_their_parts(&browser).await;
                words::offers_what_a_line_may_mean(&browser).await;
                words::shows_what_is_said_as_text(&browser).await;
            }
        });
        // Whatever the result, no browser is left running.
        let played = AssertUnwindSafe(played).catch_unwind().await;
        let violations = sandbox.server.shared().violations();
        browser.close().await;
        sandbox.stop().await;
        match played {
            Ok(Ok(())) => {}
            Ok(Err(_)) => panic!("the test takes longer than {LIMIT:?}"),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        assert!(
            violations.is_empty(),
            "Discord would have refused: {violations:#?}"
        );
    });
}

/// Plays the game through the page.
async fn play(page: &Browser, sandbox: &Sandbox) {
    page.goto(&format!("http://{}/", sandbox.server.address()))
        .await;
    page.until(
        "the people are there",
        "return document.querySelector('#people .person') !== null",
    )
    .await;

    // Alice gets a hint, opens a table by picking from the lists, and takes White.
    page.sees("#hint", "You are Alice").await;
    page.run("document.querySelector('#slash').click()").await;
    page.sees("#offers", "/play").await;
    page.clears_line().await;
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

    // Bob joins; the match gets a thread, where the board is.
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

    // Alice picks her move from the bot's suggestions while she types. A draft of Bob's stays Bob's.
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

    // A refused move: only Alice sees the reason, and can have her line again.
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

    // Entries that the bot adds to the menu of a message.
    page.run(
        "[...document.querySelectorAll('#log .apps-row')].filter(row => row.textContent === 'My board').at(-1).click()",
    )
    .await;
    page.board_in("#log .ephemeral:last-of-type", "the board of a message")
        .await;
    page.sees("#log .ephemeral:last-of-type", "used My board")
        .await;

    // A menu whose words are longer than a phone is wide stays within it.
    page.types(&format!("/tables{}", Key::Enter)).await;
    page.sees("#log .ephemeral:last-of-type", "One or more games")
        .await;
    page.fits().await;

    // Alice uses the guided menus: private answers to a button, with menus and buttons.
    page.becomes(ALICE).await;
    page.press("Choose a move").await;
    page.picks("b1: two-stack").await;
    page.picks("Nb1-c3").await;
    page.press("Play it").await;
    page.sees("#log", "White (@Alice) played Nb1-c3").await;

    // Bob resigns, and confirms it.
    page.becomes(BOB).await;
    page.sees("#log", "White (@Alice) played Nb1-c3").await;
    page.press("More").await;
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
