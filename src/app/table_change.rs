//! Changing a table before anybody has come to it: its variant, its clock, the opener's side.

use super::change::{By, Since};
use super::live::Ahead;
use super::lobby::{drawn_option, impossible, keep_options};
use super::words::fault_sentence;
use super::{App, Refusal, Request, Shown, mention};
use crate::rules::{Options, Seat};
use crate::table::{Event, GameId, Phase, Terms, UserId};

/// What can be changed about a table that nobody has come to yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableChange {
    /// The named variant, by its key.
    Variant(String),
    /// The clock; how long the table waits stays as it is.
    Clock(Terms),
    /// The opener's side; `None` leaves it to chance.
    Side(Option<Seat>),
}

impl App {
    /// Changes a table that only its opener sits at.
    ///
    /// # Errors
    /// The game has begun, somebody else opened the table, or somebody has come to it; no such variant or seat.
    pub async fn change_table(
        &self,
        request: Request,
        game: GameId,
        change: TableChange,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let user = request.user;
        self.change(By::Request(request), game, Since::Any, move |ahead, _| {
            must_be_alone(ahead, user)?;
            match &change {
                TableChange::Variant(key) => choose_variant(ahead, key),
                TableChange::Clock(terms) => {
                    let open = ahead.live.table.terms().unwrap_or_default().open;
                    let terms = Terms { open, ..*terms };
                    terms.check().map_err(Refusal::Plain)?;
                    ahead.add(Event::Agreed { terms }, None).map_err(impossible)
                }
                TableChange::Side(wish) => {
                    let wished = Event::Wished { user, wish: *wish };
                    ahead
                        .add(wished, None)
                        .map_err(|fault| Refusal::Plain(fault_sentence(&ahead.live, user, fault)))
                }
            }
        })
        .await
    }
}

/// Refuses a change of a table that is not the asker's, or that others have come to as it was.
fn must_be_alone(ahead: &Ahead, user: UserId) -> Result<(), Refusal> {
    let table = &ahead.live.table;
    let refuse = |sentence: String| Err(Refusal::Plain(sentence));
    if *table.phase() != Phase::Open {
        return refuse(
            "The game has begun: its rules and its clock can't change any more.".to_owned(),
        );
    }
    match table.opener() {
        Some(opener) if opener == user => {}
        Some(opener) => {
            return refuse(format!("Only {} can change this table.", mention(opener)));
        }
        None => return refuse("Nobody sits at this table.".to_owned()),
    }
    if table.guests().iter().any(|guest| guest.user != user) {
        return refuse("Somebody has joined already, so the table stays as it is.".to_owned());
    }
    Ok(())
}

/// Sets the options of a named variant, and all others to their defaults.
fn choose_variant(ahead: &mut Ahead, key: &str) -> Result<(), Refusal> {
    let kind = ahead.live.kind;
    let variant = kind.variants.iter().find(|variant| variant.key == key);
    let variant = variant
        .ok_or_else(|| Refusal::Plain(format!("{} has no such variant any more.", kind.name)))?;
    let wanted: Options = variant.options.iter().copied().collect();
    let kept = keep_options(kind, &wanted)?;
    // What chance is to decide is left open again, should it have been set.
    let drawn = drawn_option(kind, &wanted)?.map(|(key, _)| key);
    let mut texts: Vec<String> = kept
        .iter()
        .filter(|(key, value)| !ahead.live.options.is(key, value))
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    texts.extend(
        drawn
            .filter(|key| ahead.live.options.get(key).is_some())
            .map(|key| format!("{key}=")),
    );
    for text in texts {
        ahead.add(Event::Drawn { text }, None).map_err(impossible)?;
    }
    Ok(())
}
