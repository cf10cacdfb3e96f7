//! What the bot on Discord works with, which tests put their own in the place of.

use std::time::Duration;

use serenity::http::HttpBuilder;

use super::answer_times::AnswerTimes;
use super::endpoint::Endpoint;
use super::handlers::{self, BoardRenderer, GifRenderer};
use super::plan::Pace;
use super::rate_limit::RateLimit;
use crate::app::TICK;
use crate::config::Roles;
use crate::metrics::Metrics;

/// How long answers under way are waited for when the bot stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the rate limiter's memory is swept.
const SWEEP: Duration = Duration::from_secs(60);

/// What the bot works with. The default is what it works with in earnest; tests put their own in its place.
pub struct Dependencies {
    /// The last word on how a client of the REST routes is made, of which the bot needs two.
    pub rest: Box<dyn Fn(HttpBuilder) -> HttpBuilder + Send + Sync>,
    /// How often the rate limiter's memory is swept; more than zero.
    pub sweep: Duration,
    /// How often it is looked what is due.
    pub look: Duration,
    /// What draws the pictures.
    pub board_renderer: BoardRenderer,
    /// How many commands and buttons everybody may use.
    pub asking: RateLimit,
    /// How many suggestions everybody may be given.
    pub typing: RateLimit,
    /// How many moving pictures there may be in a channel.
    pub gifs: RateLimit,
    /// What is counted.
    pub metrics: Metrics,
    /// What draws the moving ones.
    pub gif_renderer: GifRenderer,
    /// How long answers under way are waited for when the bot stops.
    pub stop_timeout: Duration,
    /// How long a first answer may take.
    pub answer_times: AnswerTimes,
    /// When the gateway is given up.
    pub pace: Pace,
    /// What this process does of the bot.
    pub roles: Roles,
    /// Where interactions arrive by HTTP, where that is one of its roles.
    pub endpoint: Option<Endpoint>,
}

impl Default for Dependencies {
    fn default() -> Self {
        Dependencies {
            rest: Box::new(|builder| builder),
            sweep: SWEEP,
            look: TICK,
            board_renderer: handlers::board_renderer(),
            asking: RateLimit::ASKING,
            typing: RateLimit::TYPING,
            gifs: RateLimit::GIFS,
            metrics: Metrics::default(),
            gif_renderer: handlers::gif_renderer(),
            stop_timeout: STOP_TIMEOUT,
            answer_times: AnswerTimes::DISCORD,
            pace: Pace::default(),
            roles: Roles::default(),
            endpoint: None,
        }
    }
}
