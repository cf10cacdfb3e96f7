//! `rookery render`: the picture of any position, written to a file.

use std::io::Write;
use std::path::PathBuf;
use std::{fs, io};

use clap::Args;

use crate::render::{self, RenderError, Theme};
use crate::rules::sheet::sheet;
use crate::rules::{GameInfo, Viewer};
use crate::rules_cli::{self, Line};
use crate::scene::{Scene, View};

/// The picture to draw, and the file to write.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Game and moves.
    #[command(flatten)]
    line: Line,
    /// Seat that looks at the board, such as `black`; without it, the public view.
    #[arg(long, value_name = "SEAT")]
    from: Option<String>,
    /// Draws only what that seat, or the public, may see if pieces are hidden.
    #[arg(long, conflicts_with_all = ["sheet", "lesson", "gif"])]
    seen: bool,
    /// Square whose piece's possible moves are marked.
    #[arg(long, value_name = "SQUARE")]
    reach: Option<String>,
    /// Another layout that the game offers, such as `wide`.
    #[arg(long)]
    layout: Option<String>,
    /// Draws dark words on a light page.
    #[arg(long)]
    light: bool,
    /// Draws the sheet of the game's pieces, instead of a position.
    #[arg(long, conflicts_with_all = ["lesson", "part", "reach"])]
    sheet: bool,
    /// Draws a part of the board, larger, counted from 0.
    #[arg(long, value_name = "NUMBER", conflicts_with = "lesson")]
    part: Option<usize>,
    /// Draws the board of a page of the game's rules, instead of a position.
    #[arg(long, value_name = "PAGE")]
    lesson: Option<String>,
    /// Draws all positions up to this one, as a moving picture (GIF) instead of a PNG.
    #[arg(long, conflicts_with_all = ["sheet", "part", "lesson", "reach"])]
    gif: bool,
    /// File to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// The reason why no picture was written.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The game, its options, its position or a move was refused.
    #[error(transparent)]
    Refused(#[from] rules_cli::Failure),
    /// The seat, page or part does not exist.
    #[error("{0}")]
    Missing(String),
    /// The scene could not be drawn.
    #[error(transparent)]
    Drawing(#[from] RenderError),
    /// The file could not be written.
    #[error("cannot write {path}: {error}", path = path.display())]
    Writing {
        /// File to write.
        path: PathBuf,
        /// Error of the write.
        error: io::Error,
    },
}

/// Draws and writes one picture.
///
/// # Errors
/// The input is refused, or the file cannot be written.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let theme = if arguments.light {
        Theme::Light
    } else {
        Theme::Dark
    };
    let file = if arguments.gif {
        render::gif(&scenes(arguments)?, theme, usize::MAX)?.file
    } else {
        render::png(&scene(arguments)?, theme)?
    };
    let path = &arguments.output;
    let written = if path.as_os_str() == "-" {
        io::stdout().lock().write_all(&file)
    } else {
        fs::write(path, file)
    };
    written.map_err(|error| Failure::Writing {
        path: path.clone(),
        error,
    })
}

fn scene(arguments: &Arguments) -> Result<Scene, Failure> {
    let game = rules_cli::begin(&arguments.line)?;
    let kind = game.kind();
    if let Some(page) = &arguments.lesson {
        let lessons = (kind.lessons)();
        let lesson = lessons.iter().find(|lesson| lesson.key == page.as_str());
        return lesson
            .and_then(|lesson| lesson.diagram.clone())
            .ok_or_else(|| {
                let drawn = lessons.iter().filter(|lesson| lesson.diagram.is_some());
                let keys: Vec<&str> = drawn.map(|lesson| lesson.key).collect();
                Failure::Missing(format!(
                    "{} has no page with a board called \"{}\". The pages: {}.",
                    kind.name,
                    crate::notation::excerpt(page),
                    keys.join(", ")
                ))
            });
    }
    let view = view(arguments, kind)?;
    let game = if arguments.seen {
        game.seen_by(view.from.map_or(Viewer::Public, Viewer::Seat))
    } else {
        game
    };
    if arguments.sheet {
        return Ok(sheet(game.as_ref()).scene);
    }
    if let Some(part) = arguments.part {
        let mut parts = render::enlargements(&game.scene(&view));
        if part >= parts.len() {
            return Err(Failure::Missing(format!(
                "The board has {} parts.",
                parts.len()
            )));
        }
        return Ok(parts.swap_remove(part).scene);
    }
    Ok(game.scene(&view))
}

/// Returns the positions along the moves, from the first.
fn scenes(arguments: &Arguments) -> Result<Vec<Scene>, Failure> {
    let games = rules_cli::each(&arguments.line)?;
    let Some(first) = games.first() else {
        return Ok(Vec::new());
    };
    let view = view(arguments, first.kind())?;
    Ok(games.iter().map(|game| game.scene(&view)).collect())
}

fn view(arguments: &Arguments, kind: &GameInfo) -> Result<View, Failure> {
    let from = match &arguments.from {
        None => None,
        Some(name) => Some(kind.seat_named(name).ok_or_else(|| {
            Failure::Missing(format!(
                "{} has no seat called \"{}\". The seats: {}.",
                kind.name,
                crate::notation::excerpt(name),
                kind.seats.join(", ")
            ))
        })?),
    };
    Ok(View {
        from,
        reach: arguments.reach.clone(),
        layout: arguments.layout.clone(),
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Command {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn drawn(words: &[&str]) -> Result<Vec<u8>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("board.png");
        let mut all = vec!["render", "-o", path.to_str().unwrap()];
        all.extend(words);
        let command = Command::try_parse_from(all).map_err(|error| error.to_string())?;
        run(&command.arguments).map_err(|error| error.to_string())?;
        Ok(fs::read(path).unwrap())
    }

    #[test]
    fn every_game_is_drawn_from_every_seat_and_in_both_themes() {
        for kind in crate::games::GAMES {
            let public = drawn(&[kind.key]).unwrap();
            assert!(public.starts_with(b"\x89PNG"), "{}", kind.key);
            assert_ne!(public, drawn(&[kind.key, "--light"]).unwrap());
            for seat in kind.seats {
                drawn(&[kind.key, "--from", seat]).unwrap();
            }
        }
    }

    #[test]
    fn a_line_of_moves_becomes_a_moving_picture() {
        for kind in crate::games::GAMES {
            let mut game = kind.new_game(&crate::rules::Options::new()).unwrap();
            let mut words = vec![kind.key.to_owned(), "--gif".to_owned()];
            for ply in 0..3 {
                let mv = game.legal().swap_remove(ply);
                game.play(&mv).unwrap();
                words.push(mv);
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let file = drawn(&words).unwrap();
            assert!(file.starts_with(b"GIF89a"), "{}", kind.key);
        }
        assert!(drawn(&["abstract", "--gif", "--sheet"]).is_err());
    }

    #[test]
    fn what_is_not_there_is_named() {
        let Some(kind) = crate::games::GAMES.first() else {
            return;
        };
        assert!(drawn(&["checkers"]).unwrap_err().contains("checkers"));
        assert!(
            drawn(&[kind.key, "--from", "purple"])
                .unwrap_err()
                .contains("purple")
        );
        assert!(
            drawn(&[kind.key, "--lesson", "zen"])
                .unwrap_err()
                .contains("zen")
        );
        assert!(drawn(&[kind.key, "zz9"]).unwrap_err().contains("zz9"));
        assert!(drawn(&[kind.key, "--sheet", "--lesson", "x"]).is_err());
    }
}
