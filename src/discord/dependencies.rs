//! Dependencies of the bot on Discord, each of which tests can replace.

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

/// The longest wait for answers under way when the bot stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval at which the rate limiter's memory is swept.
const SWEEP: Duration = Duration::from_secs(60);

/// Dependencies of the bot. The default is for production; tests replace some of them.
pub struct Dependencies {
    /// Completes a client of the REST routes, of which the bot needs two.
    pub rest: Box<dyn Fn(HttpBuilder) -> HttpBuilder + Send + Sync>,
    /// The interval at which the rate limiter's memory is swept; more than zero.
    pub sweep: Duration,
    /// The interval at which the scheduler looks for due work.
    pub look: Duration,
    /// Draws pictures of boards.
    pub board_renderer: BoardRenderer,
    /// The limit on one person's commands and buttons.
    pub asking: RateLimit,
    /// The limit on one person's suggestions.
    pub typing: RateLimit,
    /// The limit on moving pictures in one channel.
    pub gifs: RateLimit,
    /// The counters.
    pub metrics: Metrics,
    /// Draws moving pictures.
    pub gif_renderer: GifRenderer,
    /// The longest wait for answers under way when the bot stops.
    pub stop_timeout: Duration,
    /// The limits on the time of a first answer.
    pub answer_times: AnswerTimes,
    /// The limits after which the gateway is given up.
    pub pace: Pace,
    /// The roles of this process.
    pub roles: Roles,
    /// The address at which interactions arrive by HTTP; used only if that is one of the roles.
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
