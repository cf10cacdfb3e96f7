//! The sample pictures, for looking at.

use super::*;

/// Writes the sample pictures into the folder that `ROOKERY_PICTURES` names: full size, as a phone shows them (350
/// wide) and as a desktop does (within 550 by 350).
#[test]
#[ignore = "for looking at the pictures"]
fn write_the_samples() {
    use image::imageops::{FilterType, resize};
    let Some(folder) = std::env::var_os("ROOKERY_PICTURES") else {
        return;
    };
    let folder = std::path::PathBuf::from(folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut scenes = all_samples();
    scenes.extend([
        ("marks", samples::marks()),
        ("contact-24", samples::contact_sheet(24)),
        ("figures", samples::figure_table(100)),
    ]);
    let mut phones: Vec<RgbImage> = Vec::new();
    for (name, scene) in scenes {
        for (theme, suffix) in [(Theme::Dark, ""), (Theme::Light, "-light")] {
            let file = png(&scene, theme).unwrap();
            let began = std::time::Instant::now();
            let drawn = picture(&scene, theme).unwrap();
            let drawing = began.elapsed();
            let began = std::time::Instant::now();
            let _ = super::file(&drawn).unwrap();
            println!(
                "{name}{suffix}: {} bytes, drawing {drawing:?}, encoding {:?}",
                file.len(),
                began.elapsed()
            );
            let full = decoded(&file);
            std::fs::write(folder.join(format!("{name}{suffix}.png")), file).unwrap();
            if theme == Theme::Dark && all_samples().iter().any(|(sample, _)| *sample == name) {
                for (width, height) in [(350.0, f64::MAX), (550.0, 350.0)] {
                    let scale =
                        (width / f64::from(full.width())).min(height / f64::from(full.height()));
                    let side = |length: u32| (f64::from(length) * scale) as u32;
                    phones.push(resize(
                        &full,
                        side(full.width()),
                        side(full.height()),
                        FilterType::Triangle,
                    ));
                }
            }
            if name == "contact-24" {
                let large = resize(
                    &full,
                    full.width() * 3,
                    full.height() * 3,
                    FilterType::Nearest,
                );
                for part in 0..3 {
                    let width = large.width() / 3;
                    let view =
                        image::imageops::crop_imm(&large, part * width, 0, width, large.height());
                    view.to_image()
                        .save(folder.join(format!("{name}{suffix}-{part}.png")))
                        .unwrap();
                }
            }
        }
    }
    for (index, pair) in phones.chunks(4).enumerate() {
        let mut sheet = RgbImage::new(pair.iter().map(|p| p.width() + 8).sum(), 480);
        let mut x = 0;
        for picture in pair {
            image::imageops::replace(&mut sheet, picture, x, 0);
            x += i64::from(picture.width()) + 8;
        }
        sheet
            .save(folder.join(format!("small-{index}.png")))
            .unwrap();
    }
}
