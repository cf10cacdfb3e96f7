//! The example of a file of settings: each with its usual value and an explanation.

use super::SETTINGS;

/// The contents of `.env.example`.
pub const EXAMPLE: &str = include_str!("../../.env.example");

/// A setting as the example explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The name.
    pub name: &'static str,
    /// The usual value; empty for none.
    pub value: &'static str,
    /// The explanation, in sentences.
    pub text: &'static str,
}

/// Returns every setting, in the order of the example.
pub fn explained() -> Vec<Explained> {
    let mut settings = Vec::new();
    let mut text = "";
    for line in EXAMPLE.lines() {
        let Some(line) = line.strip_prefix('#') else {
            continue;
        };
        match line.split_once('=') {
            Some((name, value)) if SETTINGS.contains(&name) => {
                settings.push(Explained { name, value, text });
            }
            _ => text = line.trim(),
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_explained_in_sentences_that_differ() {
        let explained = explained();
        let mut names: Vec<_> = explained.iter().map(|one| one.name).collect();
        let mut texts: Vec<_> = explained.iter().map(|one| one.text).collect();
        names.sort_unstable();
        texts.sort_unstable();
        texts.dedup();
        let mut all = SETTINGS.to_vec();
        all.sort_unstable();
        assert_eq!(names, all);
        assert_eq!(texts.len(), all.len());
        assert!(texts.iter().all(|text| text.ends_with('.')), "{texts:?}");
    }
}
