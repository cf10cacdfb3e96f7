//! Words on the page: messages, and typed lines.

use fantoccini::key::Key;
use serde_json::json;

use super::BOB;
use super::page::Browser;

/// Markdown looks as on Discord.
pub async fn reads_markdown(page: &Browser) {
    for (text, html) in [
        (
            "**a** *b* _c_ __d__ ~~e~~",
            "<strong>a</strong> <em>b</em> <em>c</em> <u>d</u> <s>e</s>",
        ),
        ("***a***", "<strong><em>a</em></strong>"),
        (
            "snake_case_word and 2 * 3 * 4",
            "snake_case_word and 2 * 3 * 4",
        ),
        (r"\*a\* \`b\` \> c", "*a* `b` &gt; c"),
        ("`**a**`", "<code class=\"inline\">**a**</code>"),
        ("`` `a` ``", "<code class=\"inline\">`a`</code>"),
        ("```\n**a**\n```b", "<pre><code>**a**</code></pre>b"),
        ("> a\n> b\nc", "<blockquote>a\nb</blockquote>c"),
        (
            "- a\n  - b\n- c",
            "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
        ),
        ("3. a\n4. b", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
        (
            "# a",
            "<div class=\"h1\" role=\"heading\" aria-level=\"3\">a</div>",
        ),
        ("-# a", "<div class=\"subtext\">a</div>"),
        ("#a", "#a"),
        ("<b onclick=x>", "&lt;b onclick=x&gt;"),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
        (
            "<@4000000000000000001>",
            "<span class=\"mention\">@Alice</span>",
        ),
        ("<#1>", "<span class=\"mention\">#unknown</span>"),
    ] {
        let script = format!(
            "return import('/markdown.js').then(({{ markdown }}) => {{
                 const box = document.createElement('div');
                 box.append(...markdown({}, {{ user: id => ({{ id, username: 'Alice' }}) }}));
                 return box.innerHTML;
             }})",
            json!(text)
        );
        assert_eq!(page.run(&script).await, json!(html), "{text}");
    }
}

/// A command line typed in one piece means the same as one picked from the lists.
pub async fn reads_command_lines(page: &Browser) {
    let commands = json!([
        {"name": "move", "options": [
            {"name": "move", "type": 3, "required": true, "autocomplete": true}, {"name": "game", "type": 3},
        ]},
        {"name": "new", "options": [{"name": "chess", "type": 1, "options": [
            {"name": "side", "type": 3, "choices": [{"name": "White", "value": "w"}]},
            {"name": "opponent", "type": 6}, {"name": "seed", "type": 4, "max_value": 9},
        ]}]},
    ]);
    let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
    for (line, expected) in [
        (
            "/move move:Ng1-f3",
            json!({"command": "move", "options": [text("move", "Ng1-f3")]}),
        ),
        (
            "/move Ng1-f3",
            json!({"command": "move", "options": [text("move", "Ng1-f3")]}),
        ),
        (
            "/MOVE game: 12  move: Ng1-f3, h2+g2 ",
            json!({"command": "move", "options": [text("move", "Ng1-f3, h2+g2"), text("game", "12")]}),
        ),
        (
            "/new chess side:white opponent:@Bob seed:7",
            json!({"command": "new", "options": [{"name": "chess", "type": 1, "options": [
                text("side", "w"), {"name": "opponent", "type": 6, "value": BOB}, {"name": "seed", "type": 4, "value": 7},
            ]}]}),
        ),
        ("/move ", json!("move")),
        ("/new chess side:Red", json!("side")),
        ("/new chess opponent:Nobody", json!("opponent")),
        ("/new chess seed:10", json!("seed")),
        ("/new chess seed:x", json!("seed")),
    ] {
        let script = format!(
            "return import('/commands.js').then(({{ leaves, parse, submission }}) => {{
                 const world = {{ users: [{{ id: '{BOB}', name: 'Bob' }}], channels: [] }};
                 const asked = submission(parse({}, leaves({commands}, {{ context: 0, outside: false }})), {{}}, world);
                 return asked.error ? asked.option.name : asked;
             }})",
            json!(line)
        );
        assert_eq!(page.run(&script).await, expected, "{line}");
    }
}

/// A typed part of a name finds it, the nearest first: by its beginning, by the beginning of one of its words, or by
/// parts of several.
pub async fn finds_names_by_their_parts(page: &Browser) {
    for (typed, expected) in [
        ("new", json!(["new chess", "new four-towers", "new tower"])),
        ("new tow", json!(["new tower", "new four-towers"])),
        (
            "tow",
            json!(["new four-towers", "new tower", "overtowered"]),
        ),
        ("new towers", json!(["new four-towers"])),
        ("new checkers", json!([])),
    ] {
        let script = format!(
            "return import('/commands.js').then(({{ ranked }}) => ranked(
                 ['new chess', 'new four-towers', 'overtowered', 'new tower'], {}, (name) => name,
             ))",
            json!(typed)
        );
        assert_eq!(page.run(&script).await, expected, "{typed}");
    }
}

/// A line with an unknown command is answered with similar ones, in the list to choose from. Whole words of a single
/// command's name suffice: `/new tower` is the Tower Game, which refuses `mini`, since it has no such variant.
pub async fn offers_what_a_line_may_mean(page: &Browser) {
    page.clears_line().await;
    page.types("/new tower variant:mini").await;
    page.types(&Key::Escape).await;
    page.types(&Key::Enter).await;
    page.sees("#error", "variant: \"mini\" is none of the choices")
        .await;
    assert_eq!(page.line().await.trim(), "/new the-tower-game variant:mini");
    for (typed, said) in [
        (
            "/new chess",
            "Do you mean /new abstract-chess, /new four-fold-chess or /new four-seasons-chess?",
        ),
        ("/checkers", "There is no command /checkers here."),
    ] {
        page.clears_line().await;
        page.types(typed).await;
        // The list is closed, so that nothing is taken from it.
        page.types(&Key::Escape).await;
        page.types(&Key::Enter).await;
        page.sees("#error", said).await;
        assert_eq!(page.line().await, typed, "the line stays");
        let offered = page.count("#offers .offer").await;
        assert_eq!(offered, if typed == "/checkers" { 0 } else { 3 });
    }
    // The list is open, and no command has the second word: none of them is taken.
    page.clears_line().await;
    page.types("/new fourfold").await;
    page.sees("#offers", "four-fold-chess").await;
    page.types(&Key::Enter).await;
    page.sees("#error", "mean").await;
    assert_eq!(page.line().await, "/new fourfold");
    page.clears_line().await;
}

/// Message text never becomes part of the page's markup.
pub async fn shows_what_is_said_as_text(page: &Browser) {
    let said = "<img src=x onerror=problems.push(1)> <script>problems.push(2)</script> ||<b>||";
    page.clears_line().await;
    page.types(&format!("{said}{}", Key::Enter)).await;
    page.sees(
        "#log .message .text",
        "<img src=x onerror=problems.push(1)> <script>",
    )
    .await;
    assert_eq!(page.count("#log .text :is(img, script, b)").await, 0);
    assert_eq!(page.run("return window.problems").await, json!([]));
}
