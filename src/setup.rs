//! `rookery setup`: from an application's token to a bot that can start.
//!
//! Nothing is written before Discord knows the token. In a terminal the token is asked for; elsewhere it comes from the
//! environment or from standard input. It is shown nowhere, and written to the file of settings alone.

use std::io::{self, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use futures_util::future::BoxFuture;
use serenity::http::Route;
use tokio::signal::unix::{SignalKind, signal};

mod console;
mod settings_file;

use crate::check::{self, Weight};
use crate::config::{ApiBase, Config, FILE, PORTAL, Token};
use crate::discord::permissions::INVITED;
use crate::discord::{Connection, Obstacle, ask};
use crate::store::Database;
use console::{Console, Usually};
use settings_file::SettingsFile;

const TOKEN: &str = "DISCORD_TOKEN";
const DATABASE: &str = "ROOKERY_DATABASE";

/// Longest text that is read in place of a token, in bytes.
const LONGEST: u64 = 10_000;

/// The arguments of `rookery setup`.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// File of settings to write; the service of Debian's package reads /etc/rookery.env.
    #[arg(long, value_name = "FILE", default_value = FILE)]
    file: PathBuf,
    /// Database to keep the games in: a file, or the address of a PostgreSQL server.
    #[arg(long, value_name = "DATABASE")]
    database: Option<String>,
    /// Asks nothing, replaces what the file already sets, and does not start the bot.
    #[arg(long)]
    yes: bool,
}

/// The wish of the operator at the end of a setup.
#[derive(Clone, Debug)]
pub enum Next {
    /// To start the bot with these settings.
    Start(Box<Config>),
    /// To start it later, or by a service manager.
    Nothing,
}

/// A token that Discord knows.
struct KnownToken {
    token: Token,
    /// The id of its application.
    application: String,
}

/// Consent of the operator to replacing a value of the file.
#[derive(Clone, Copy)]
enum Replacing {
    /// Given already.
    Agreed,
    /// To be asked for.
    Asked,
}

/// Returns the link by which a server invites the bot of an application.
pub fn invite(application: &str) -> String {
    let permissions = INVITED.bits();
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={permissions}"
    )
}

/// Returns the link by which somebody adds the bot to their account.
pub fn user_install(application: &str) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&integration_type=1&scope=applications.commands"
    )
}

/// Asks for the token, tries it, and writes the settings. Ctrl+C ends it at any time.
///
/// # Errors
/// There is no token that Discord knows, the file cannot be written, or the bot would not start with it.
pub async fn run(arguments: &Arguments) -> anyhow::Result<Next> {
    // From before the terminal hides what is typed: a signal that ends the program at once leaves it hiding.
    let mut interrupt = signal(SignalKind::interrupt()).context("Ctrl+C cannot be waited for")?;
    tokio::select! {
        next = guided(arguments) => next,
        _ = interrupt.recv() => bail!("stopped. `rookery setup` can be begun again at any time."),
    }
}

fn guided(arguments: &Arguments) -> BoxFuture<'_, anyhow::Result<Next>> {
    Box::pin(async move {
        let console = (io::stdin().is_terminal() && !arguments.yes).then_some(Console);
        let mut file = SettingsFile::read(&arguments.file)?;
        if let Some(text) = &arguments.database {
            Database::read(text).map_err(|cause| anyhow!("--database cannot be read: {cause}"))?;
        }
        let replacing = match arguments.yes {
            true => Replacing::Agreed,
            false => Replacing::Asked,
        };
        let (known, replacing_token) = token(&file, console, replacing).await?;
        change(
            &mut file,
            TOKEN,
            known.token.expose(),
            replacing_token,
            console,
        )
        .await?;
        if let Some(address) = &arguments.database {
            change(&mut file, DATABASE, address, replacing, console).await?;
        }
        let is_written = file.write()?;
        let path = file.path().display();
        if is_written {
            println!("The settings are in {path}, which only its owner can read.");
        } else {
            println!("{path} has these settings already.");
        }
        tell_links(&known.application);
        start(file.path(), console).await
    })
}

/// Prints how the bot reaches servers and people.
fn tell_links(application: &str) {
    println!();
    println!("Invite the bot to a server:");
    println!("  {}", invite(application));
    println!(
        "People can also install it for themselves. Allow \"User Install\" with the scope applications.commands at"
    );
    println!("  {PORTAL}/{application}/installation");
    println!("and give them");
    println!("  {}", user_install(application));
    println!();
}

/// Checks the settings, and asks if the bot should start.
async fn start(file: &Path, console: Option<Console>) -> anyhow::Result<Next> {
    let config = Config::load(file);
    let mut findings = check::check(&config, file).await;
    let is_here = file == Path::new(FILE);
    // The service that reads another file has another folder, and may be running.
    if !is_here
        && config
            .as_ref()
            .is_ok_and(|config| config.database.file().is_some())
    {
        findings.retain(|one| !matches!(one.about, "database" | "messages" | "ports"));
    }
    for finding in &findings {
        if finding.weight != Weight::Good {
            println!("{finding}");
        }
    }
    if findings.iter().any(|one| one.weight == Weight::Wrong) {
        bail!(
            "the bot cannot start yet: put right what is WRONG above; `rookery check` looks again."
        );
    }
    if !is_here {
        println!(
            "All is ready. Start the service that reads {}: systemctl enable --now rookery (restart, if it runs).",
            file.display()
        );
        return Ok(Next::Nothing);
    }
    if let Some(console) = console
        && console.agrees("Start the bot now?", Usually::Yes).await?
    {
        return Ok(Next::Start(Box::new(config?)));
    }
    println!("All is ready. Start the bot: rookery bot");
    Ok(Next::Nothing)
}

/// Sets a setting, unless the file has another value that nobody allows to replace.
async fn change(
    file: &mut SettingsFile,
    name: &str,
    value: &str,
    replacing: Replacing,
    console: Option<Console>,
) -> anyhow::Result<()> {
    let old = file.get(name);
    if old == Some(value) {
        return Ok(());
    }
    if let (Some(_), Replacing::Asked) = (old, replacing) {
        let path = file.path().display();
        let Some(console) = console else {
            bail!("{path} has another {name}: with --yes it is replaced");
        };
        let question = format!("{path} has another {name}. Replace it?");
        if !console.agrees(&question, Usually::No).await? {
            bail!("nothing was changed");
        }
    }
    file.set(name, value);
    Ok(())
}

/// Returns a token, and the consent to replacing the one in the file: `replacing`, or the operator's wish not to keep
/// it.
async fn token(
    file: &SettingsFile,
    console: Option<Console>,
    replacing: Replacing,
) -> anyhow::Result<(KnownToken, Replacing)> {
    let api = setting("ROOKERY_DISCORD_API", file);
    let api = api.as_deref().map(ApiBase::new).transpose()?;
    let set = std::env::var(TOKEN)
        .ok()
        .filter(|text| !text.trim().is_empty());
    let Some(console) = console.filter(|_| set.is_none()) else {
        let given = match set {
            Some(text) => {
                println!("The token is the one in the environment (DISCORD_TOKEN).");
                text
            }
            None => piped()?.or_else(|| Some(file.get(TOKEN)?.to_owned())).context(
                "there is no token: set DISCORD_TOKEN in the environment, or give the token on standard input",
            )?,
        };
        let token = Token::new(&given)?;
        let known = known(token, api.as_ref()).await;
        let known = known.map_err(|obstacle| refused(&obstacle, api.as_ref()))?;
        return Ok((known, replacing));
    };
    let mut replacing_token = replacing;
    if let Some(old) = file.get(TOKEN) {
        let question = format!("{} has a token. Keep it?", file.path().display());
        if console.agrees(&question, Usually::Yes).await? {
            match tried(old, api.as_ref()).await? {
                Ok(known) => return Ok((known, replacing)),
                Err(sentence) => println!("{sentence}"),
            }
        }
        replacing_token = Replacing::Agreed;
    } else {
        println!(
            "Make an application at {PORTAL}, open its page \"Bot\", reset the token and copy it."
        );
        println!("Leave the privileged intents off: Rookery needs none.");
    }
    loop {
        let pasted = console.hidden("Token (it is not shown): ").await?;
        let pasted = pasted.context("there is no token: nothing was changed")?;
        match tried(&pasted, api.as_ref()).await? {
            Ok(known) => return Ok((known, replacing_token)),
            Err(sentence) => println!("{sentence}"),
        }
    }
}

/// Tries a text as the token; returns a sentence if another text may be better.
///
/// # Errors
/// Discord cannot be asked.
async fn tried(text: &str, api: Option<&ApiBase>) -> anyhow::Result<Result<KnownToken, String>> {
    let token = match Token::new(text) {
        Ok(token) => token,
        Err(mistake) => return Ok(Err(mistake.to_string())),
    };
    match known(token, api).await {
        Ok(known) => Ok(Ok(known)),
        Err(Obstacle::Token) => Ok(Err(refused(&Obstacle::Token, api).to_string())),
        Err(obstacle) => Err(refused(&obstacle, api)),
    }
}

/// Asks Discord which application a token belongs to.
async fn known(token: Token, api: Option<&ApiBase>) -> Result<KnownToken, Obstacle> {
    let connection = Connection {
        token: token.clone(),
        api: api.cloned(),
    };
    let http = connection.single_requests();
    let application = ask(&http, Route::Oauth2ApplicationCurrent).await?;
    let id = application["id"].as_str().ok_or(Obstacle::Foreign)?;
    let name = application["name"].as_str().unwrap_or("an application");
    println!("{} knows the token: it is {name}'s.", connection.server());
    Ok(KnownToken {
        token,
        application: id.to_owned(),
    })
}

fn refused(obstacle: &Obstacle, api: Option<&ApiBase>) -> anyhow::Error {
    let server = api.map_or("Discord", ApiBase::as_str);
    anyhow!("{}.", obstacle.sentence(server))
}

/// Returns a setting of the environment or the file.
fn setting(name: &str, file: &SettingsFile) -> Option<String> {
    let set = std::env::var(name)
        .ok()
        .filter(|text| !text.trim().is_empty());
    set.or_else(|| Some(file.get(name)?.to_owned()))
}

/// Returns what standard input holds, if it is no terminal; `None` if it is empty.
fn piped() -> anyhow::Result<Option<String>> {
    let input = io::stdin();
    if input.is_terminal() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = input.lock().take(LONGEST).read_to_end(&mut bytes);
    read.context("standard input cannot be read")?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(text).filter(|text| !text.trim().is_empty()))
}
