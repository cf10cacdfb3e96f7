//! Changing a table before anybody has come to it: its variant, its clock, the opener's side.

use super::change::{Precondition, Trigger};
use super::loaded::PendingMatch;
use super::lobby::{drawn_option, impossible, keep_options};
use super::texts::fault_sentence;
use super::{App, AppError, MatchView, Request, mention};
use crate::match_state::{Event, GameId, Phase, Terms, UserId};
use crate::rules::{Options, Seat};

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
    ) -> Result<MatchView, AppError> {
        self.must_be_new(request).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let user = request.user;
        self.change(
            Trigger::Request(request),
            game,
            Precondition::Any,
            move |pending, _| {
                must_be_alone(pending, user)?;
                match &change {
                    TableChange::Variant(key) => choose_variant(pending, key),
                    TableChange::Clock(terms) => {
                        let open = pending.loaded.state.terms().unwrap_or_default().open;
                        let terms = Terms { open, ..*terms };
                        terms.check().map_err(AppError::Plain)?;
                        pending
                            .add(Event::Agreed { terms }, None)
                            .map_err(impossible)
                    }
                    TableChange::Side(wish) => {
                        let wished = Event::Wished { user, wish: *wish };
                        pending.add(wished, None).map_err(|fault| {
                            AppError::Plain(fault_sentence(&pending.loaded, user, fault))
                        })
                    }
                }
            },
        )
        .await
    }
}

/// Refuses a change of a table that is not the asker's, or that others have come to as it was.
fn must_be_alone(pending: &PendingMatch, user: UserId) -> Result<(), AppError> {
    let state = &pending.loaded.state;
    let refuse = |sentence: String| Err(AppError::Plain(sentence));
    if *state.phase() != Phase::Open {
        return refuse(
            "The game has begun: its rules and its clock can't change any more.".to_owned(),
        );
    }
    match state.opener() {
        Some(opener) if opener == user => {}
        Some(opener) => {
            return refuse(format!("Only {} can change this table.", mention(opener)));
        }
        None => return refuse("Nobody sits at this table.".to_owned()),
    }
    if state.guests().iter().any(|guest| guest.user != user) {
        return refuse("Somebody has joined already, so the table stays as it is.".to_owned());
    }
    Ok(())
}

/// Sets the options of a named variant, and all others to their defaults.
fn choose_variant(pending: &mut PendingMatch, key: &str) -> Result<(), AppError> {
    let kind = pending.loaded.kind;
    let variant = kind.variants.iter().find(|variant| variant.key == key);
    let variant = variant
        .ok_or_else(|| AppError::Plain(format!("{} has no such variant any more.", kind.name)))?;
    let wanted: Options = variant.options.iter().copied().collect();
    let kept = keep_options(kind, &wanted)?;
    // What chance is to decide is left open again, should it have been set.
    let drawn = drawn_option(kind, &wanted)?.map(|(key, _)| key);
    let mut texts: Vec<String> = kept
        .iter()
        .filter(|(key, value)| !pending.loaded.options.is(key, value))
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    texts.extend(
        drawn
            .filter(|key| pending.loaded.options.get(key).is_some())
            .map(|key| format!("{key}=")),
    );
    for text in texts {
        pending
            .add(Event::Drawn { text }, None)
            .map_err(impossible)?;
    }
    Ok(())
}
