//! The chat page: a few files, compiled in.

use axum::Router;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::routing::get;

use super::state::SharedState;

/// The page's content security policy: it contacts nobody but this server, even by mistake. The sockets are named,
/// since some browsers do not count a socket to the same server as `'self'`.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self' ws://127.0.0.1:* ws://localhost:*; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Path, media type and text of each file.
const FILES: [(&str, &str, &str); 12] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/client.js", SCRIPT, include_str!("page/client.js")),
    ("/commands.js", SCRIPT, include_str!("page/commands.js")),
    ("/components.js", SCRIPT, include_str!("page/components.js")),
    ("/composer.js", SCRIPT, include_str!("page/composer.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/hint.js", SCRIPT, include_str!("page/hint.js")),
    ("/markdown.js", SCRIPT, include_str!("page/markdown.js")),
    ("/messages.js", SCRIPT, include_str!("page/messages.js")),
    ("/page.css", CSS, include_str!("page/page.css")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/tools.js", SCRIPT, include_str!("page/tools.js")),
];

/// Returns the page's routes.
pub(crate) fn routes() -> Router<SharedState> {
    FILES
        .into_iter()
        .fold(Router::new(), |router, (path, kind, text)| {
            let headers = [
                (CONTENT_TYPE, kind),
                (CACHE_CONTROL, "no-cache"),
                (CONTENT_SECURITY_POLICY, POLICY),
                (REFERRER_POLICY, "no-referrer"),
                (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            router.route(path, get(move || async move { (headers, text) }))
        })
}
