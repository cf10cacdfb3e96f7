//! Files of settings: lines `NAME=value`.

use std::collections::BTreeMap;
use std::path::Path;

use super::ConfigError;

/// Reads the settings of a file of `NAME=value` lines; returns none if the file is missing.
///
/// # Errors
/// It cannot be read, or a line is no setting.
pub fn read_file(path: &Path) -> Result<BTreeMap<String, String>, ConfigError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => {
            return Err(ConfigError(format!(
                "The file {} cannot be read: {error}.",
                path.display()
            )));
        }
    };
    parse_file(path, &text)
}

/// Parses `NAME=value` lines. Blank lines and those that begin with `#` are skipped; `export ` before a name and
/// quotation marks around a value are removed. Errors never repeat a value, since one is the token.
///
/// # Errors
/// A line is no setting.
pub fn parse_file(path: &Path, text: &str) -> Result<BTreeMap<String, String>, ConfigError> {
    let mut settings = BTreeMap::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let line = line.strip_prefix("export ").unwrap_or(line);
        // A line that is an address also has an = in it, and its beginning would be shown as the name of a setting.
        let plain = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
        let pair = line.split_once('=');
        let Some((name, value)) = pair.filter(|(name, _)| name.trim().chars().all(plain)) else {
            return Err(ConfigError(format!(
                "Line {} of {} is not a setting: write NAME=value.",
                number + 1,
                path.display()
            )));
        };
        let value = value.trim();
        let value = ['"', '\'']
            .into_iter()
            .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote))
            .unwrap_or(value);
        settings.insert(name.trim().to_owned(), value.to_owned());
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_settings_is_read_leniently() {
        let text = "# a comment\n\nexport ROOKERY_LOG=debug\nDISCORD_TOKEN='abc'\n ROOKERY_DATABASE = \"a b.db\" \n";
        let settings = parse_file(Path::new(".env"), text).unwrap();
        assert_eq!(settings["ROOKERY_LOG"], "debug");
        assert_eq!(settings["DISCORD_TOKEN"], "abc");
        assert_eq!(settings["ROOKERY_DATABASE"], "a b.db");
        for wrong in ["secret", "postgres://ann:secret@db/x?sslmode=require"] {
            let error = parse_file(Path::new(".env"), &format!("A=1\n{wrong}")).unwrap_err();
            assert_eq!(
                error.to_string(),
                "Line 2 of .env is not a setting: write NAME=value."
            );
        }
    }
}
