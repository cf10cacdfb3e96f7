//! The posts of games that last for months, read as their players read them: the news once, with everybody named whom
//! it mentions, and nothing cut off.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::four::sit_down;
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GENERAL, Harness, components, content, has_button, is_private,
    mentioned,
};

const HOUR: i64 = 3_600;
const PEOPLE: [&str; 4] = [ALICE, BOB, CAROL, DAVE];

/// Most characters of a message, Discord's limit.
const LIMIT: usize = 2_000;

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    fn one_of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let index = self.below(list.len() as u64);
        &list[usize::try_from(index).unwrap()]
    }
}

/// Returns the sentences of a post that tell news: not whose turn it is and until when, a question with its buttons, the
/// small print, or a throw, which may come twice.
fn news(post: &Value) -> Vec<String> {
    let text = content(post);
    let lines = text.lines().filter(|line| !line.starts_with("-#"));
    let sentences = lines.flat_map(|line| line.split_inclusive(['.', '!']).map(str::trim));
    let lasting = [
        "it is your turn",
        "⏳",
        "⌛",
        "(<t:",
        "⚠️",
        "attack",
        "Each opponent",
        "Anyone may",
        "🤝",
        " throws ",
    ];
    sentences
        .filter(|sentence| sentence.chars().count() > 3)
        .filter(|sentence| !lasting.iter().any(|part| sentence.contains(part)))
        .map(str::to_owned)
        .collect()
}

/// Checks the posts of a thread, in order, and returns the number of mentions of each person.
fn read(posts: &[Value]) -> BTreeMap<String, usize> {
    let mut pings: BTreeMap<String, usize> = BTreeMap::new();
    let mut before: Vec<String> = Vec::new();
    for post in posts {
        let text = content(post);
        assert!(text.encode_utf16().count() <= LIMIT, "{text}");
        assert!(!text.contains("..."), "something is cut off: {text}");
        for user in mentioned(post) {
            assert!(
                text.contains(&format!("<@{user}>")),
                "{user} is not named: {text}"
            );
            *pings.entry(user.to_owned()).or_default() += 1;
        }
        let told = news(post);
        for (index, sentence) in told.iter().enumerate() {
            assert!(
                !told[..index].contains(sentence),
                "twice in a post: {sentence}\n{text}"
            );
            assert!(
                !before.contains(sentence),
                "told before: {sentence}\n{before:#?}\n{text}"
            );
        }
        before = told;
    }
    pings
}

/// Does something that a player might do; what is not possible is refused and changes nothing.
async fn something(harness: &Harness, thread: &str, numbers: &mut Numbers) {
    let user = *numbers.one_of(&PEOPLE);
    match numbers.below(20) {
        0..10 => {
            for user in PEOPLE {
                let typed = harness
                    .complete(user, thread, "move", &[("move", "")])
                    .await;
                if typed.is_empty() {
                    continue;
                }
                let text = &numbers.one_of(&typed).1;
                let whole = harness
                    .complete(user, thread, "move", &[("move", text)])
                    .await;
                if let Some((_, text)) = whole.first() {
                    harness.play(user, thread, text).await;
                }
            }
        }
        10..15 => {
            let hours = 5 + i64::try_from(numbers.below(30)).unwrap();
            harness.pass(hours * HOUR).await;
            harness.caught_up().await;
        }
        15 => {
            let days = numbers.below(3);
            harness
                .interact(json!({
                    "user": user, "channel": GENERAL, "kind": "command", "command": "vacation",
                    "options": [{"name": "days", "type": 4, "value": days}],
                }))
                .await;
        }
        16 => drop(harness.command(user, thread, "takeback", &[]).await),
        17 => harness.offer_draw_if_possible(user, thread).await,
        _ => {
            let posts = harness.public(thread).await;
            let labels = [
                "Give a day",
                "Claim",
                "Take over Red",
                "Take over White",
                "No draw",
            ];
            let label = *numbers.one_of(&labels);
            if let Some(post) = posts.iter().rev().find(|post| has_button(post, label)) {
                harness.click(user, post, label).await;
            }
        }
    }
    harness.caught_up().await;
}

impl Harness {
    /// Offers a draw and confirms it, unless that is refused.
    async fn offer_draw_if_possible(&self, user: &str, thread: &str) {
        let asked = self.command(user, thread, "draw", &[]).await.message;
        if is_private(&asked) && has_button(&asked, "Yes, offer a draw") {
            self.click(user, &asked, "Yes, offer a draw").await;
        }
    }
}

/// Four people who come, go, are late, give time and take back, with dice and stakes.
#[tokio::test(flavor = "multi_thread")]
async fn months_of_a_game_of_four_are_told_once_and_to_whom_they_concern() {
    for seed in 1..=2 {
        let harness = Harness::with_clock().await;
        let dice = if seed == 1 { "on" } else { "off" };
        let options = [("dice", dice), ("stakes", dice), ("clock", "1")];
        let thread = sit_down(&harness, &options).await;
        let mut numbers = Numbers(seed);
        for _ in 0..60 {
            something(&harness, &thread, &mut numbers).await;
        }
        let posts = harness.public(&thread).await;
        assert!(posts.len() > 30, "{}", posts.len());
        let pings = read(&posts);
        let days = harness.days();
        println!(
            "seed {seed}: {days} days, {} posts, mentions {pings:?}",
            posts.len()
        );
        let pictures = posts.iter().filter(|post| {
            post["attachments"]
                .as_array()
                .is_some_and(|list| !list.is_empty())
        });
        assert!(pictures.count() < posts.len(), "some news changes no board");
        assert!(posts.iter().all(|post| components(post).len() <= 15));
        harness.end().await;
    }
}
