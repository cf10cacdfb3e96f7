//! Texts of messages that show a match: all that is known of it, or the news.

use super::{correspondence, lobby, machine, players};
use crate::app::{MatchView, Phase};
use crate::discord::markdown::{CONTENT, cut};
use crate::discord::texts;
use crate::games;
use crate::match_state::UserId;
use crate::rules::Seat;

/// Returns the text of a board's message in three lines, after `notes`: what happened; what is in danger, whose turn it
/// is and until when; in small the title and what else must be known. The second line and the title are never cut off.
pub fn whole(match_view: &MatchView, notes: &[String]) -> String {
    let mut head = notes.to_vec();
    head.extend(match_view.reach.iter().cloned());
    head.retain(|line| !line.is_empty());
    compose(match_view, &head.join("\n"), 0)
}

/// Returns the text of a post that tells the match's home what it has not been told. It names everybody whom the post
/// mentions.
pub fn news(match_view: &MatchView) -> String {
    compose(match_view, "", match_view.told)
}

/// Returns the text of a message for readers who know the first `told` events.
fn compose(match_view: &MatchView, head: &str, told: u32) -> String {
    let events = happened(match_view, told);
    let mut end = ending(match_view, told);
    let known = format!("{} {end}", events.join(" "));
    let unnamed = match_view.mention.iter().copied();
    let unnamed: Vec<UserId> = unnamed
        .filter(|user| !known.contains(&texts::person(*user)))
        .collect();
    if !unnamed.is_empty() {
        let between = if end.is_empty() { "" } else { " " };
        end.push_str(&format!("{between}{}", texts::people(&unnamed)));
    }
    if !end.is_empty() {
        end.push('\n');
    }
    let heading = texts::heading(&match_view.title, match_view.game);
    end.push_str(&texts::footer(
        &match correspondence::time_left(match_view) {
            Some(left) => format!("{heading} · {left}"),
            None => heading,
        },
    ));
    let room = CONTENT.saturating_sub(end.encode_utf16().count() + 1);
    let mut text = newest(head, events, room);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&end);
    // Anything else that must be seen with the board follows the title, as far as there is room.
    let new_board = match_view.changed > told;
    let status = match_view.status_lines.iter().filter(|_| new_board);
    let lessons = match_view.lessons.iter().map(|line| texts::lesson(line));
    for (index, words) in status.cloned().chain(lessons).enumerate() {
        let words = if index == 0 {
            format!(" · {words}")
        } else {
            format!(" {words}")
        };
        if text.encode_utf16().count() + words.encode_utf16().count() <= CONTENT {
            text.push_str(&words);
        }
    }
    text
}

/// Returns `head` and, in a line below it, as many of the newest events as fit into so many UTF-16 units. A newest
/// event that does not fit by itself is cut.
fn newest(head: &str, mut events: Vec<String>, room: usize) -> String {
    events.retain(|event| !event.is_empty());
    let head = cut(head, room);
    let below = if head.is_empty() { "" } else { "\n" };
    for oldest in 0..events.len() {
        let line = texts::in_one_line(&events[oldest..]);
        let text = format!("{head}{below}{line}");
        if text.encode_utf16().count() <= room || oldest + 1 == events.len() {
            return cut(&text, room);
        }
    }
    head
}

/// Returns the events after the first `told`, in order, and what there is of offers, vacations and free seats.
pub fn happened(match_view: &MatchView, told: u32) -> Vec<String> {
    let mut parts = Vec::new();
    match &match_view.last {
        Some(last) if last.ply > told => {
            parts.clone_from(&match_view.before);
            parts.push(last_move(match_view));
        }
        None if told == 0 && matches!(match_view.phase, Phase::Playing) => {
            parts.push(texts::first_board(&players(match_view)));
            parts.extend(goal(match_view));
            parts.extend(lobby::teams(match_view));
        }
        _ => {}
    }
    // What lasts is named below by a view of everything, and is news only once.
    let remarks = match_view.remarks.iter();
    let new = remarks.filter(|remark| remark.ply > told && !(told == 0 && remark.lasts));
    let before = parts.len();
    for remark in new {
        let sentence = with_player(match_view, &remark.text, &parts);
        parts.push(sentence);
    }
    let sentences = parts.split_off(before);
    parts.extend(texts::folded(&sentences));
    parts.extend(correspondence::beside(match_view, told));
    parts
}

/// Returns the last move in a sentence; empty before the first.
pub fn last_move(match_view: &MatchView) -> String {
    let made = match_view.last.as_ref().map(|last| {
        let mut seats = match_view.seats.iter();
        let of = seats.find(|(name, _)| name.eq_ignore_ascii_case(&last.seat));
        texts::move_made(
            &texts::seat(&last.seat),
            of.and_then(|(_, user)| *user),
            last.display.as_deref(),
            &last.words,
            last.at_once,
        )
    });
    made.unwrap_or_default()
}

/// Names the person whose side a sentence begins with, unless one of the sentences before does.
fn with_player(match_view: &MatchView, sentence: &str, before: &[String]) -> String {
    for (name, user) in &match_view.seats {
        let name = texts::seat(name);
        let person = user.filter(|user| !user.is_machine());
        if let (Some(rest), Some(user)) = (sentence.strip_prefix(&name), person)
            && rest.starts_with([' ', ':'])
            && !before
                .iter()
                .any(|part| part.contains(&texts::person(user)))
        {
            return format!("{}{rest}", texts::plays_as(&name, user));
        }
    }
    sentence.to_owned()
}

/// Returns the way to win, unless a twist may change it.
fn goal(match_view: &MatchView) -> Option<String> {
    let kind = games::find(match_view.key)?;
    (match_view.twisted.is_empty()).then(|| kind.goal.to_owned())
}

/// Returns the line that must not be cut off: dangers, whose turn it is and until when, or how the match ended.
fn ending(match_view: &MatchView, told: u32) -> String {
    let parts = match &match_view.phase {
        Phase::Over { ending } => {
            // A rematch is offered in a match whose end has been told.
            let rematch = !match_view.offers.is_empty() || match_view.declined.is_some();
            match rematch && told > 0 {
                true => Vec::new(),
                false => over(match_view, ending),
            }
        }
        Phase::Open { invited, empty } => {
            vec![texts::table_waiting(
                invited,
                lobby::open_to_anyone(invited, *empty),
                match_view.terms.and_then(|terms| terms.people),
            )]
        }
        Phase::Playing => {
            let warnings = match_view.warnings.iter().map(|line| texts::danger(line));
            let warnings = warnings.filter(|_| match_view.changed > told);
            let next: Vec<(String, UserId)> = match_view
                .next
                .iter()
                .map(|(seat, user)| {
                    let name = match_view
                        .seats
                        .get(seat.index())
                        .map(|(name, _)| name.as_str());
                    (texts::seat(name.unwrap_or_default()), *user)
                })
                .collect();
            let turn = (!next.is_empty()).then(|| texts::your_turn(&next));
            let until = correspondence::runs_out(match_view);
            warnings.chain(turn).chain(until).collect()
        }
    };
    parts.join(" ")
}

/// Returns how a match ended, in sentences that name its players once, and what it changed.
pub fn over(match_view: &MatchView, ending: &str) -> Vec<String> {
    let card = machine::card(match_view);
    let beaten = || {
        let (winner, loser) = match_view.decided?;
        let (_, how) = ending.split_once(": ")?;
        Some((player(match_view, winner)?, player(match_view, loser)?, how))
    };
    let mut ratings = texts::rating_changes(&match_view.ratings);
    let over = match (card, beaten()) {
        (Some((_, words)), _) => format!("{} {ending}", texts::over(&words)),
        (None, Some((winner, loser, how))) => {
            let change = |user: UserId| match_view.ratings.iter().find(|one| one.user == user);
            if let (Some(won), Some(lost)) = (change(winner.0), change(loser.0)) {
                ratings = Some(texts::both_ratings(won, lost));
            }
            texts::over(&texts::beats(&winner.1, &loser.1, how))
        }
        (None, None) => texts::over(ending),
    };
    let uncounted = match_view
        .uncounted
        .map(|why| texts::uncounted(why).to_owned());
    std::iter::once(over).chain(ratings.or(uncounted)).collect()
}

/// Returns the player of a seat, and both in words.
fn player(match_view: &MatchView, seat: Seat) -> Option<(UserId, String)> {
    let (name, user) = match_view.seats.get(seat.index())?;
    let user = (*user)?;
    Some((user, texts::plays(user, name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::SeatClock;
    use crate::discord::board::board;
    use crate::discord::board::tests::{drawn, match_view, remark};
    use crate::match_state::RatingChange;

    /// News after a move is the first line of its post; the move and its board, which the post before has shown, do not
    /// come again.
    #[test]
    fn news_comes_without_the_move_and_the_board_that_were_told() {
        let mut late = match_view(&["White", "Black"]);
        (late.ply, late.told) = (8, 7);
        late.remarks = vec![remark("A vacation ended.")];
        late.remarks
            .push(remark("Black ran out of time and gets one extension."));
        late.remarks[1].ply = 8;
        let post = board(&late, drawn());
        assert_eq!(
            post.content,
            "Black (<@2>) ran out of time and gets one extension.\n<@2> (Black), it is your turn.\n-# **Plain Game** · \
             game 12"
        );
        assert!(post.files.is_empty(), "the board has not changed");
        // Whoever asks for the board sees all of it.
        let own = crate::discord::board::own(&late, drawn(), &[], UserId(1));
        assert!(own.content.contains("played `Nf3`") && own.content.contains("A vacation ended."));
        assert_eq!(own.files.len(), 1);
    }

    /// Lost turns in a row are one sentence, with everybody's name; other sentences stay as they are.
    #[test]
    fn sentences_that_end_alike_are_one() {
        let mut thrown = match_view(&["Green", "Red", "Black", "White"]);
        thrown.told = 6;
        thrown.remarks = [
            "Green throws 5 (no queen): the turn is lost.",
            "Red throws 6 (no legal king move): the turn is lost.",
            "Black throws 1: only a pawn may move.",
            "A vacation ended.",
        ]
        .map(remark)
        .into();
        let told = happened(&thrown, 6);
        assert_eq!(
            told[told.len() - 3..],
            [
                "Green (<@1>) throws 5 (no queen) and Red (<@2>) throws 6 (no legal king move): the turn is lost.",
                "Black (<@3>) throws 1: only a pawn may move.",
                "A vacation ended.",
            ]
        );
    }

    /// A vacation is news once; a view of everything shows it as long as it lasts.
    #[test]
    fn what_lasts_is_told_once() {
        let mut away = match_view(&["White", "Black"]);
        let clock = SeatClock {
            seat: Seat(1),
            left: None,
            away_until: Some(86_400),
            absent: false,
            vacant: false,
            freed: false,
            kept_for: None,
            out: false,
        };
        away.clocks = vec![clock];
        away.remarks = vec![remark("Black is on vacation until <t:86400:D>.")];
        away.remarks[0].lasts = true;
        let times = |text: &str| text.matches("on vacation").count();
        assert_eq!(times(&whole(&away, &[])), 1);
        away.told = 6;
        assert_eq!(times(&news(&away)), 1);
        (away.told, away.ply) = (7, 8);
        assert_eq!(times(&news(&away)), 0);
    }

    /// Everybody whom a post mentions is named in it, once.
    #[test]
    fn a_post_names_everybody_whom_it_mentions() {
        let mut post = match_view(&["Green", "Red", "Black", "White"]);
        post.remarks = vec![remark("Red is mated: Green leads Red's pieces.")];
        (post.told, post.mention) = (6, vec![UserId(2), UserId(4)]);
        post.next = vec![(Seat(2), UserId(3))];
        let text = news(&post);
        assert!(
            text.contains("Red (<@2>) is mated: Green leads Red's pieces."),
            "{text}"
        );
        for user in [UserId(2), UserId(4)] {
            assert_eq!(text.matches(&texts::person(user)).count(), 1, "{text}");
        }
    }

    /// The result of two names both, how, and both ratings.
    #[test]
    fn a_result_says_who_beat_whom() {
        let mut over = match_view(&["White", "Black"]);
        over.phase = Phase::Over {
            ending: "Black wins: White resigned.".to_owned(),
        };
        (over.told, over.ply, over.decided) = (7, 8, Some((Seat(1), Seat(0))));
        (over.next, over.mention) = (Vec::new(), vec![UserId(1), UserId(2)]);
        let change = |user, before, after| RatingChange {
            user: UserId(user),
            before,
            after,
        };
        over.ratings = vec![change(1, 1500, 1338), change(2, 1500, 1662)];
        let text = news(&over);
        assert_eq!(
            text.lines().next().unwrap(),
            "🏁 **<@2> (Black) beats <@1> (White): White resigned.** Ratings: 1500 → 1662 and 1500 → 1338."
        );
    }
}
