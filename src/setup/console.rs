//! Questions in a terminal, and answers that it does not show.

use std::io::{self, BufRead as _, Write as _};

use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// The answer that an empty line gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usually {
    Yes,
    No,
}

/// The terminal on standard input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Console;

impl Console {
    /// Asks a question with yes or no for an answer; the end of input is no.
    pub(super) async fn agrees(self, question: &str, usually: Usually) -> io::Result<bool> {
        let choice = match usually {
            Usually::Yes => "[Y/n]",
            Usually::No => "[y/N]",
        };
        loop {
            print!("{question} {choice} ");
            io::stdout().flush()?;
            let Some(answer) = line().await? else {
                return Ok(false);
            };
            match answer.trim().to_ascii_lowercase().as_str() {
                "" => return Ok(usually == Usually::Yes),
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => println!("Answer y or n."),
            }
        }
    }

    /// Asks for a line that is not shown; `None` at the end of input.
    pub(super) async fn hidden(self, question: &str) -> io::Result<Option<String>> {
        let _hidden = Hidden::begin()?;
        // Whoever sees the question can answer it unseen.
        print!("{question}");
        io::stdout().flush()?;
        line().await
    }
}

/// Returns the next line; `None` at the end of input.
async fn line() -> io::Result<Option<String>> {
    let read = tokio::task::spawn_blocking(|| {
        let mut bytes = Vec::new();
        let count = io::stdin().lock().read_until(b'\n', &mut bytes)?;
        Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    });
    read.await.map_err(io::Error::other)?
}

/// A time in which the terminal shows nothing that is typed but the end of a line. What is left of a paste of several
/// lines is dropped at its end, so that nothing shows it later.
struct Hidden {
    before: Termios,
}

impl Hidden {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut hidden = before.clone();
        hidden.local_modes.remove(LocalModes::ECHO);
        hidden.local_modes.insert(LocalModes::ECHONL);
        tcsetattr(io::stdin(), OptionalActions::Flush, &hidden)?;
        Ok(Hidden { before })
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // A terminal that is gone shows nothing.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.before);
    }
}
