//! Looking at matches: views, lists, logs and records, and suggestions while somebody types.

pub(super) mod frames;
pub(super) mod listing;
pub(super) mod log;
pub(super) mod log_event;
pub(super) mod log_texts;
pub(super) mod match_view;
pub(super) mod record;
pub(super) mod showing;
pub(super) mod sight;

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::app::matches::loaded::Replayed;
use crate::app::matches::seats::{own_side, seat_to_move, seats};
use crate::app::matches::texts::match_words;
use crate::app::offer::consent::offered;
use crate::app::texts::{cut, title};
use crate::app::{
    App, AppError, History, Listed, MatchRef, MatchView, Purpose, Request, Side, run_blocking,
};
use crate::match_state::{GameId, UserId};
use crate::rules::sheet::{Sheet, sheet};
use crate::rules::{Choice, RuleError, RuleErrorKind};
use crate::scene::View;
use crate::store::{ListFilter, PhaseName};
use listing::{LISTED, list};
use showing::match_view;
use sight::SeenGame;

/// Maximum number of suggestions that Discord shows.
const CHOICES: usize = 25;

/// Number of matches of a person, and of a place, that are searched for typed words; numbers search all.
const SEARCHED: u32 = 100;

/// Maximum length of a suggestion's text and label on Discord, in characters.
const CHOICE_LIMIT: usize = 100;

impl App {
    /// Returns a view of a match in its current state, from a stale button too; `side` turns the board, `reach` marks
    /// the moves of the piece on a square.
    ///
    /// # Errors
    /// No such match, or no match here.
    pub fn show<'a>(
        &'a self,
        request: Request,
        which: MatchRef,
        side: Side,
        reach: Option<&'a str>,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            let game = self.find_match(request, which, Purpose::Look).await?;
            let loaded = self.load(game).await?;
            self.must_be_visible(request, &loaded)?;
            let sight = match side {
                Side::Public => loaded.public_sight(),
                Side::Own => loaded.sight_of(request.user),
            };
            let from = own_side(&loaded, request.user, side);
            let reach = reach.map(str::to_owned);
            let looked = Arc::clone(&loaded);
            let now = self.sources.clock.now();
            let mut match_view = run_blocking(move || {
                let seen = looked.seen_by(sight);
                let named = |text: String| {
                    seen.square_named(&text)
                        .unwrap_or_else(|| text.trim().to_lowercase())
                };
                let view = View {
                    from,
                    reach: reach.map(named),
                    layout: None,
                };
                let mut match_view = match_view(&looked, sight, &view, now);
                match_view.reach = view.reach.as_deref().and_then(|at| seen.reach(at));
                if let Some(reach) = &match_view.reach {
                    let about = format!("{}, game {}. {reach}", match_view.title, looked.id.0);
                    match_view.alt = match_words(&looked, &seen, &about);
                }
                match_view
            })
            .await?;
            match_view.offers = offered(&loaded, &self.store.offers(game).await?);
            if matches!(match_view.phase, match_view::Phase::Over { .. }) {
                match_view.ratings = self.rating_changes(game).await;
            }
            Ok(match_view)
        })
    }

    /// Returns the sheet of a match's pieces, and the match's title.
    ///
    /// # Errors
    /// No such match, or no match here.
    pub async fn pieces(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<(String, Sheet), AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let title = title(loaded.kind, &loaded.options);
        let sheet = run_blocking(move || {
            let sight = loaded.public_sight();
            if sight.is_whole() {
                return Ok(sheet(&*loaded.seen_by(sight)));
            }
            // The pieces on the board are hidden; those of the initial position are not.
            Ok::<_, RuleError>(sheet(loaded.kind.new_game(&loaded.options)?.as_ref()))
        })
        .await??;
        Ok((title, sheet))
    }

    /// Returns the matches that the user plays, has opened or is invited to: first those that wait for the user's move,
    /// the longest waiting first, then the rest in the same order; at most 26.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn games(&self, request: Request) -> Result<Vec<Listed>, AppError> {
        let games = self.store.own_games(request.user, LISTED).await?;
        Ok(list(&self.store.listed(&games).await?, request.user))
    }

    /// Returns at most `most` of the user's matches from the place `first` in the list, counted from 0: first those that
    /// wait for the user's move, the nearest deadline first, then those that wait for others, then open tables; or those
    /// that are over, the last to end first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_from(
        &self,
        request: Request,
        filter: &ListFilter,
        span: (u32, u32),
    ) -> Result<Vec<Listed>, AppError> {
        let games = self.store.own_list(request.user, filter, span).await?;
        Ok(list(&self.store.listed(&games).await?, request.user))
    }

    /// Returns the moves so far.
    ///
    /// # Errors
    /// No such match, or no match here.
    pub async fn history(&self, request: Request, which: MatchRef) -> Result<History, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let Replayed { loaded, lines, .. } = self.replay(game, Some(0)).await?;
        self.must_be_visible(request, &loaded)?;
        let sight = loaded.sight_of(request.user);
        Ok(History {
            game,
            title: title(loaded.kind, &loaded.options),
            seats: seats(&loaded),
            lines: record::rounds(&loaded, &lines, sight),
            file: record::file(&loaded, &lines, sight),
        })
    }

    /// Returns the suggestions for a typed move: at most 25, best first; if none fits, the reason why the text is no
    /// move. Texts and labels have at most 100 characters.
    ///
    /// # Errors
    /// [`AppError::Plain`]: the reason why nothing can be suggested, such as that it is not the user's turn or that the
    /// match does not exist. Others: several matches fit, or the database failed.
    pub async fn complete_move(
        &self,
        request: Request,
        which: MatchRef,
        typed: &str,
    ) -> Result<Vec<Choice>, AppError> {
        let game = self.find_match(request, which, Purpose::Move).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        seat_to_move(&loaded, request)?;
        let typed = typed.to_owned();
        let sight = loaded.sight_of(request.user);
        run_blocking(move || {
            let seen = loaded.seen_by(sight);
            let mut choices = seen.complete(&typed, CHOICES);
            choices.retain(|choice| (1..=CHOICE_LIMIT).contains(&choice.text.chars().count()));
            for choice in &mut choices {
                choice.label = cut(&choice.label, CHOICE_LIMIT);
                if choice.label.is_empty() {
                    choice.label.clone_from(&choice.text);
                }
            }
            choices.truncate(CHOICES);
            if choices.is_empty() && loaded.replay_error.is_none() {
                choices.extend(why_nothing_fits(&seen, &typed));
            }
            choices
        })
        .await
    }

    /// Returns the matches that a `game` option can mean, best first, at most 25: the user's, then the others here, then,
    /// if `over`, those of the user that are over, the last to end first. A number finds any of them; words find those
    /// near the beginning of the lists by their titles and the other players, whom `name` names.
    pub fn complete_game<'a>(
        &'a self,
        request: Request,
        typed: &'a str,
        over: bool,
        name: &'a (dyn Fn(UserId) -> Option<String> + Sync),
    ) -> BoxFuture<'a, Vec<Listed>> {
        Box::pin(async move {
            let offered = async {
                let typed = typed.trim().trim_start_matches('#').to_lowercase();
                let number = typed.parse().ok().filter(|number| *number > 0);
                let limit = if typed.is_empty() { LISTED } else { SEARCHED };
                let games = self.games_offered(request, number, over, limit).await?;
                let fits = |listed: &Listed| {
                    let others = listed.others.iter().filter_map(|user| name(*user));
                    let others = others.collect::<Vec<_>>().join(", ");
                    let words = format!("{} with {others}", listed.title).to_lowercase();
                    listed.game.0.to_string().starts_with(&typed) || words.contains(&typed)
                };
                // Matches are looked up until there are enough.
                let mut listed = Vec::new();
                for some in games.chunks(CHOICES) {
                    let listings = self.store.listed(some).await?;
                    let seen = self.without_hidden(listings, request.user).await?;
                    listed.extend(list(&seen, request.user).into_iter().filter(fits));
                    if listed.len() >= CHOICES {
                        break;
                    }
                }
                listed.truncate(CHOICES);
                Ok::<_, AppError>(listed)
            };
            offered.await.unwrap_or_default()
        })
    }

    /// Returns the matches among which a `game` option is completed; with a number, those that begin with it and those
    /// here.
    async fn games_offered(
        &self,
        request: Request,
        number: Option<u32>,
        over: bool,
        limit: u32,
    ) -> Result<Vec<GameId>, AppError> {
        let (user, place, store) = (request.user, request.place, &self.store);
        let mut games = match number {
            Some(number) => store.own_numbered(user, number, LISTED).await?,
            None => store.own_games(user, limit).await?,
        };
        games.extend(store.games_at(place.channel, limit).await?);
        if over {
            let filter = ListFilter {
                over,
                ..ListFilter::default()
            };
            games.extend(match number {
                Some(number) => store.over_numbered(user, number, LISTED).await?,
                None => store.own_list(user, &filter, (0, limit)).await?,
            });
            // A finished match of others is suggested only for its number.
            if let Some(number) = number
                && let Ok(row) = store.row(GameId(number.into())).await
                && row.phase == PhaseName::Over
                && row.location().is_visible_from(place.guild, place.channel)
            {
                games.push(row.game);
            }
        }
        let mut known = HashSet::new();
        games.retain(|game| known.insert(*game));
        Ok(games)
    }
}

/// Returns the reason why a typed text is an illegal move, as the only suggestion. Choosing it sends the text as typed,
/// which is then refused in full.
fn why_nothing_fits(seen: &SeenGame, typed: &str) -> Option<Choice> {
    if typed.trim().is_empty() || seen.hides() {
        return None;
    }
    let refused = seen.parse_move(typed).err()?;
    let choice = Choice {
        label: cut(&refused.sentence, CHOICE_LIMIT),
        text: typed.trim().to_owned(),
        whole: true,
    };
    (refused.kind == RuleErrorKind::Illegal).then_some(choice)
}
