//! What must hold of every picture.

use super::*;

mod samples;

/// Writes the sample pictures into the folder that `ROOKERY_PICTURES` names, to be looked at.
#[test]
#[ignore = "for looking at the pictures"]
fn write_the_samples() {
    let Some(folder) = std::env::var_os("ROOKERY_PICTURES") else {
        return;
    };
    let folder = std::path::PathBuf::from(folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (name, scene) in [
        ("four-fold", samples::four_fold()),
        ("tower-8", samples::tower_game(8, false)),
        ("tower-5", samples::tower_game(5, false)),
        ("tower-9", samples::tower_game(9, true)),
        ("abstract", samples::abstract_chess()),
        ("four-seasons", samples::four_seasons()),
        ("four-towers", samples::four_towers()),
        ("marks", samples::marks()),
        ("contact-24", samples::contact_sheet(24)),
        ("contact-60", samples::contact_sheet(60)),
        ("figures", samples::figure_table(100)),
    ] {
        for (theme, suffix) in [(Theme::Dark, ""), (Theme::Light, "-light")] {
            let began = std::time::Instant::now();
            let file = png(&scene, theme).unwrap();
            let first = began.elapsed();
            let began = std::time::Instant::now();
            let _ = picture(&scene, theme).unwrap();
            let drawn = began.elapsed();
            println!(
                "{name}{suffix}: {} bytes, first {first:?}, drawing again {drawn:?}",
                file.len()
            );
            std::fs::write(folder.join(format!("{name}{suffix}.png")), file).unwrap();
        }
    }
}
