//! Twists: the values of an option of which several can be joined, such as `atomic+half`.

use super::{GameInfo, Options, Values};

impl GameInfo {
    /// The option that holds a game's twists, and what it may be set to with what each does, the first none; `None` where
    /// the game has no such option.
    pub fn twist_option(&self) -> Option<(&'static str, &'static [(&'static str, &'static str)])> {
        self.options.iter().find_map(|spec| match spec.values {
            Values::Joined { values, .. } => Some((spec.key, values)),
            _ => None,
        })
    }

    /// Every twist alone, then every pair of twists, with which the game can be opened: the values of
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

    /// The options with that value of [`GameInfo::twist_option`], and all else as it is by default.
    pub fn twisted(&self, value: &str) -> Options {
        let option = self.twist_option();
        option.map(|(key, _)| (key, value)).into_iter().collect()
    }
}
