//! The posts of games that last for months, read as their players read them: the news once, with everybody named whom
//! it mentions, and nothing cut off.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use rookery::games::GAMES;
use serde_json::{Value, json};

use crate::four::sit_down;
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GENERAL, Harness, components, content, has_button, has_picture,
    is_private, mentioned,
};

const HOUR: i64 = 3_600;
const PEOPLE: [&str; 4] = [ALICE, BOB, CAROL, DAVE];

/// Most characters of a message, Discord's limit.
const LIMIT: usize = 2_000;

/// Most mentions of a person in a turn that runs out, besides the one with which it began.
const MOST_LATE: usize = 2;

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
        "Each opponent may",
        "The opponent may",
        "Anyone may",
        " throws ",
    ];
    sentences
        .filter(|sentence| sentence.chars().count() > 3)
        .filter(|sentence| !lasting.iter().any(|part| sentence.contains(part)))
        .map(str::to_owned)
        .collect()
}

/// True for a post with which a turn begins.
fn begins_a_turn(text: &str) -> bool {
    ["played `", "The game begins", ": It is your turn."]
        .iter()
        .any(|part| text.contains(part))
}

/// True for a post about time that runs out or has run out.
fn is_about_time(text: &str) -> bool {
    let words = [
        "⌛",
        "still your turn",
        "ran out of time",
        "time has run out",
    ];
    !text.contains("🏁") && words.iter().any(|part| text.contains(part))
}

/// Checks the posts of a thread, in order; returns the number of mentions of each person, and what is wrong.
fn read(posts: &[Value]) -> (BTreeMap<String, usize>, Vec<String>) {
    let mut faults = Vec::new();
    let mut pings: BTreeMap<String, usize> = BTreeMap::new();
    // The mentions of each person, since their turn began, that are about time.
    let mut late: BTreeMap<String, usize> = BTreeMap::new();
    let mut before: Vec<String> = Vec::new();
    for post in posts {
        let text = content(post);
        for user in mentioned(post) {
            let late = late.entry(user.to_owned()).or_default();
            match (begins_a_turn(text), is_about_time(text)) {
                (true, _) => *late = 0,
                (false, true) => *late += 1,
                (false, false) => continue,
            }
            if *late > MOST_LATE {
                faults.push(format!("{user} is called again and again: {text}"));
            }
        }
        // A day that is given can run out too.
        if text.contains(" a day more.") {
            late.clear();
        }
        if text.encode_utf16().count() > LIMIT || text.contains("...") {
            faults.push(format!("too long or cut off: {text}"));
        }
        for user in mentioned(post) {
            if !text.contains(&format!("<@{user}>")) {
                faults.push(format!("{user} is not named: {text}"));
            }
            *pings.entry(user.to_owned()).or_default() += 1;
        }
        // A reminder comes with the last move.
        let told = match text.contains("still your turn") {
            true => Vec::new(),
            false => news(post),
        };
        for (index, sentence) in told.iter().enumerate() {
            if told[..index].contains(sentence) {
                faults.push(format!("twice in a post: {sentence}\n{text}"));
            }
            if before.contains(sentence) {
                faults.push(format!("told before: {sentence}\n{before:#?}\n{text}"));
            }
        }
        before = told;
    }
    (pings, faults)
}

/// A game of people who come, go, are late, give time and take back; and of moderators, and a bot that does not always
/// run.
struct Story {
    harness: Harness,
    thread: String,
    numbers: Numbers,
    hidden: bool,
    /// Days for each move.
    clock: i64,
    /// Posts of the thread as they came, those too that were deleted later.
    posts: Vec<Value>,
}

impl Story {
    /// Does something that may happen to a game; what is not possible is refused and changes nothing.
    async fn go_on(&mut self, at: usize) {
        let user = *self.numbers.one_of(&PEOPLE);
        match self.numbers.below(24) {
            0..12 => self.everybody_moves().await,
            12..16 => {
                for _ in 0..=self.numbers.below(4) {
                    self.harness.pass(self.clock * 7 * HOUR).await;
                    self.must_mention_once().await;
                }
            }
            16 => {
                let days = self.numbers.below(3);
                self.harness
                    .interact(json!({
                        "user": user, "channel": GENERAL, "kind": "command", "command": "vacation",
                        "options": [{"name": "days", "type": 4, "value": days}],
                    }))
                    .await;
            }
            17 => drop(
                self.harness
                    .command(user, &self.thread, "takeback", &[])
                    .await,
            ),
            18 => self.offer_draw(user).await,
            19 => {
                self.harness.stop_bot().await;
                let hours = 1 + i64::try_from(self.numbers.below(30)).unwrap();
                self.harness.skip(self.clock * hours * HOUR);
                self.harness.start_bot().await;
            }
            20 => self.moderate(user).await,
            21 if at > 20 => self.resign(user).await,
            _ => self.press(user, at).await,
        }
        self.must_mention_once().await;
    }

    /// Lets everybody whose turn comes make a move.
    async fn everybody_moves(&mut self) {
        for user in PEOPLE {
            let (harness, thread) = (&self.harness, &self.thread);
            let typed = harness
                .complete(user, thread, "move", &[("move", "")])
                .await;
            if typed.is_empty() {
                continue;
            }
            let text = &self.numbers.one_of(&typed).1;
            let whole = harness
                .complete(user, thread, "move", &[("move", text)])
                .await;
            if let Some((_, text)) = whole.first() {
                self.harness.play(user, &self.thread, text).await;
                self.must_mention_once().await;
            }
        }
    }

    /// Offers a draw and confirms it, unless that is refused.
    async fn offer_draw(&self, user: &str) {
        let asked = self.harness.command(user, &self.thread, "draw", &[]).await;
        let asked = asked.message;
        if is_private(&asked) && has_button(&asked, "Yes, offer a draw") {
            self.harness.click(user, &asked, "Yes, offer a draw").await;
        }
    }

    /// Gives up and confirms it, unless that is refused.
    async fn resign(&self, user: &str) {
        let asked = self
            .harness
            .command(user, &self.thread, "resign", &[])
            .await;
        let asked = asked.message;
        if is_private(&asked) && has_button(&asked, "Yes, I give up") {
            self.harness.click(user, &asked, "Yes, I give up").await;
        }
    }

    /// Lets a moderator hide the game or show it again, or free somebody's seat.
    async fn moderate(&mut self, user: &str) {
        let player = json!([{"name": "player", "type": 6, "value": user}]);
        let (sub, options) = match (self.hidden, self.numbers.below(3)) {
            (true, _) => ("show", json!([])),
            (false, 0) => ("hide", json!([])),
            (false, _) => ("free", player),
        };
        self.hidden = sub == "hide";
        let (harness, thread) = (&self.harness, &self.thread);
        let done = harness.subcommand(ALICE, thread, "moderate", sub, options);
        done.await;
    }

    /// Presses one of the buttons by which people answer news, on the newest post that has it.
    async fn press(&mut self, user: &str, at: usize) {
        let wanted =
            *self
                .numbers
                .one_of(&["Give a day", "Claim", "Take over", "No draw", "Decline"]);
        if wanted == "Claim" && at < 20 {
            return;
        }
        let posts = self.harness.public(&self.thread).await;
        let found = posts.iter().rev().find_map(|post| {
            let of_post = components(post);
            let mut labels = of_post.iter().filter_map(|one| one["label"].as_str());
            let label = labels.find(|label| label.starts_with(wanted))?;
            Some((post, label.to_owned()))
        });
        if let Some((post, label)) = found {
            self.harness.click(user, post, &label).await;
        }
    }

    fn is_over(&self) -> bool {
        self.posts.iter().any(|post| content(post).contains("🏁"))
    }

    /// Checks that all posts about the last event mention nobody twice.
    async fn must_mention_once(&mut self) {
        self.harness.caught_up().await;
        let known = self.posts.last().and_then(|post| post["id"].as_str());
        let known = known.unwrap_or_default().to_owned();
        let posts = self.harness.public(&self.thread).await;
        let newer = posts
            .iter()
            .filter(|post| post["id"].as_str() > Some(&known));
        let newer: Vec<Value> = newer.cloned().collect();
        let mut people: Vec<&str> = newer.iter().flat_map(mentioned).collect();
        people.sort_unstable();
        let all = people.len();
        people.dedup();
        let texts: Vec<&str> = newer.iter().map(content).collect();
        assert_eq!(
            people.len(),
            all,
            "somebody is mentioned twice: {:#?}",
            texts
        );
        self.posts.extend(newer);
    }
}

/// Lets two people sit down at a table of a game; returns the thread.
async fn sit_down_two(harness: &Harness, key: &str, options: &[(&str, &str)]) -> String {
    let kind = GAMES.iter().find(|kind| kind.key == key).unwrap();
    let name = kind.name.to_lowercase().replace(' ', "-");
    let table = harness.open_game(&name, options).await;
    harness.click(BOB, &table, "Join").await;
    harness.first_board().await.0
}

/// Days, posts and pictures of a story.
#[derive(Debug)]
struct Told {
    days: i64,
    posts: usize,
    pictures: usize,
}

/// Plays one game for so many steps, with so many days for a move, and reads its posts.
async fn tell(seed: u64, key: &str, clock: i64, options: &[(&str, &str)], steps: usize) -> Told {
    let harness = Harness::with_clock().await;
    let days = clock.to_string();
    let options = [options, &[("clock", &days)]].concat();
    let thread = match key {
        "seasons" => sit_down(&harness, &options).await,
        key => sit_down_two(&harness, key, &options).await,
    };
    let mut story = Story {
        harness,
        thread,
        numbers: Numbers(seed),
        hidden: false,
        clock,
        posts: Vec::new(),
    };
    story.must_mention_once().await;
    let mut done = 0;
    while done < steps && !story.is_over() {
        story.go_on(done).await;
        done += 1;
    }
    let posts = &story.posts;
    let (pings, faults) = read(posts);
    let told = Told {
        days: story.harness.days(),
        posts: posts.len(),
        pictures: posts.iter().filter(|post| has_picture(post)).count(),
    };
    println!("{key} {seed}: {done} steps, {told:?}, mentions {pings:?}");
    assert!(faults.is_empty(), "{key} {seed}: {}", faults.join("\n--\n"));
    assert!(posts.iter().all(|post| components(post).len() <= 15));
    story.harness.end().await;
    told
}

/// Four people with and without dice and stakes, and two at each of the other games.
#[tokio::test(flavor = "multi_thread")]
async fn months_of_a_game_are_told_once_and_to_whom_they_concern() {
    let seasons = [("dice", "on"), ("stakes", "on")];
    let plain = [("dice", "off"), ("stakes", "off")];
    let chamber = [("variant", "chamber")];
    let stories = [
        (1, "seasons", 14, &seasons[..], 40),
        (2, "seasons", 14, &plain[..], 30),
        (3, "abstract", 14, &[], 40),
        (4, "tower", 14, &chamber[..], 40),
        (5, "towers", 14, &[], 30),
        (7, "fourfold", 14, &[], 30),
    ];
    let told =
        stories.map(|(seed, key, clock, options, steps)| tell(seed, key, clock, options, steps));
    let told = join_all(told).await;
    let posts: usize = told.iter().map(|one| one.posts).sum();
    let pictures: usize = told.iter().map(|one| one.pictures).sum();
    assert!(posts > 120 && pictures < posts, "{told:?}");
    let days: i64 = told.iter().map(|one| one.days).sum();
    assert!(days > 200, "{told:?}");
}
