//! Twists: values of an option that can be joined, such as `atomic+half`.

use super::{GameInfo, Options, Values};

impl GameInfo {
    /// Returns the option that holds a game's twists, and its values with what each does, the first being none; `None`
    /// if the game has no such option.
    pub fn twist_option(&self) -> Option<(&'static str, &'static [(&'static str, &'static str)])> {
        self.options.iter().find_map(|spec| match spec.values {
            Values::Joined { values, .. } => Some((spec.key, values)),
            _ => None,
        })
    }

    /// Returns every twist, then every pair of twists that a game can be opened with, as values of
    /// [`GameInfo::twist_option`].
    pub fn twists(&'static self) -> Vec<String> {
        let Some((key, values)) = self.twist_option() else {
            return Vec::new();
        };
        let names: Vec<&str> = values.iter().skip(1).map(|(name, _)| *name).collect();
        let pairs = names.iter().enumerate().flat_map(|(index, one)| {
            let later = names.iter().skip(index + 1);
            later.map(move |other| format!("{one}+{other}"))
        });
        let alone = names.iter().map(|name| (*name).to_owned());
        let opened = |value: &String| {
            let options: Options = [(key, value.as_str())].into_iter().collect();
            self.new_game(&options).is_ok()
        };
        alone.chain(pairs).filter(opened).collect()
    }

    /// Returns the options with that value of [`GameInfo::twist_option`], all others at their defaults.
    pub fn twisted(&self, value: &str) -> Options {
        let option = self.twist_option();
        option.map(|(key, _)| (key, value)).into_iter().collect()
    }
}
