//! Scenes with too much in them, or with nonsense.

use super::*;

/// Words are never cut off: the outermost pixels of every picture are page, wherever the words are.
#[test]
fn words_stay_inside_the_picture() {
    let mut scenes = all_samples();
    let long = "Wgjqy Wgjqy Wgjqy Wgjqy";
    for x in [-1.0, 0.5, 3.0] {
        for y in [-1.0, 0.5, 3.0] {
            for style in [LabelStyle::Coordinate, LabelStyle::Coarse, LabelStyle::Note] {
                let mut grid = Grid::blank(2, 2);
                grid.labels.push(Label {
                    x,
                    y,
                    text: long.to_owned(),
                    style,
                });
                scenes.push(("label", samples::scene(vec![grid], 1, 40)));
            }
        }
    }
    for place in [TrayPlace::Above, TrayPlace::Below] {
        for count in [0, 1, 9] {
            let mut scene = samples::scene(vec![Grid::blank(2, 2); 3], 2, 40);
            for grid in &mut scene.grids {
                grid.badge = Some(Badge {
                    text: "WWWW".to_owned(),
                    note: long.to_owned(),
                    lit: true,
                });
            }
            let item = TrayItem {
                token: Some(Token {
                    count: "999".to_owned(),
                    ..Token::new(Army::Red, Figure::Queen)
                }),
                text: long.to_owned(),
                lit: true,
                out: true,
            };
            scene.trays.push(Tray {
                title: long.to_owned(),
                items: vec![item; count],
                place,
            });
            for place in [TurnPlace::Below, TurnPlace::NextPanel] {
                scene.turn = Some(Turn {
                    army: Army::White,
                    figure: Figure::King,
                    text: long.to_owned(),
                    detail: "move 199 · double check, last chance".to_owned(),
                    place,
                });
                scenes.push(("tray", scene.clone()));
            }
        }
    }
    for (name, scene) in scenes {
        let drawn = picture(&scene, Theme::Dark).unwrap();
        let page = drawn.pixels.get_pixel(0, 0);
        let (width, height) = drawn.pixels.dimensions();
        for (x, y, pixel) in drawn.pixels.enumerate_pixels() {
            let edge = x < 3 || y < 3 || x + 3 >= width || y + 3 >= height;
            assert!(
                !edge || pixel == page,
                "{name} at {x}, {y} of {width} by {height}"
            );
        }
    }
}

#[test]
fn giants_are_refused() {
    let giant = samples::scene(vec![Grid::blank(255, 255)], 1, 120);
    let error = png(&giant, Theme::Dark).unwrap_err();
    assert!(matches!(error, RenderError::TooLarge { width, .. } if width > 30_000));
    assert!(error.to_string().contains("too large"));
    let many = samples::scene(vec![Grid::blank(60, 60); 30], 255, 120);
    assert!(png(&many, Theme::Dark).is_err());
    let mut corner = samples::abstract_chess();
    corner.turn = Some(Turn {
        army: Army::White,
        figure: Figure::King,
        text: String::new(),
        detail: String::new(),
        place: TurnPlace::Corner {
            x: f32::MAX,
            y: 1e30,
            w: f32::INFINITY,
            h: 2.0,
        },
    });
    let _ = png(&corner, Theme::Dark);
}

/// Scenes with nonsense are drawn as far as they make sense.
#[test]
fn odd_scenes_do_no_harm() {
    let mut odd = samples::scene(Vec::new(), 0, 0);
    assert!(png(&odd, Theme::Dark).is_ok());
    for bad in [f32::NAN, f32::INFINITY, -1e30, 1e30] {
        let mut grid = Grid::blank(3, 3);
        grid.cells.truncate(4);
        grid.scale = bad;
        grid.labels.push(Label {
            x: bad,
            y: bad,
            text: "a".to_owned(),
            style: LabelStyle::Note,
        });
        let (at, to) = ((bad, 1.0), (1.0, bad));
        for ink in [Ink::Line, Ink::Last] {
            grid.strokes.push(Stroke::Line {
                from: at,
                to,
                width: 255,
                ink,
            });
            grid.strokes.push(Stroke::Dot {
                at,
                radius: 255,
                ink,
            });
            grid.strokes.push(Stroke::Frame {
                at,
                size: to,
                width: 255,
                ink,
            });
            grid.strokes.push(Stroke::Frame {
                at: (2.0, 2.0),
                size: (-1.0, -1.0),
                width: 0,
                ink,
            });
            grid.strokes.push(Stroke::Arrow { from: at, to, ink });
        }
        grid.strokes.push(Stroke::Arrow {
            from: (1.0, 1.0),
            to: (1.0, 1.0),
            ink: Ink::Last,
        });
        for (x, figure) in [
            (0, Figure::Stack(0)),
            (1, Figure::Stack(255)),
            (2, Figure::Uranium('ß')),
        ] {
            samples::put(&mut grid, x, 0, Army::Frozen, figure);
        }
        samples::put(&mut grid, 0, 1, Army::Red, Figure::Die(0));
        if let Some(token) = grid.cell_mut(0, 1).and_then(|cell| cell.token.as_mut()) {
            token.count = "🦀".repeat(400);
            token.pips = Some(255);
        }
        grid.badge = Some(Badge {
            text: "x".repeat(5_000),
            note: "漢字\n\0".to_owned(),
            lit: false,
        });
        odd.grids = vec![grid; 3];
        odd.columns = 255;
        odd.cell = u16::MAX;
        odd.turn = Some(Turn {
            army: Army::Green,
            figure: Figure::King,
            text: " ".to_owned(),
            detail: "y ".repeat(5_000),
            place: TurnPlace::Corner {
                x: bad,
                y: bad,
                w: bad,
                h: bad,
            },
        });
        match png(&odd, Theme::Light) {
            Ok(file) => assert!(decoded(&file).width() > 0),
            Err(error) => assert!(matches!(error, RenderError::TooLarge { .. })),
        }
    }
}
