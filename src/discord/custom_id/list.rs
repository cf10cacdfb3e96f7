//! The choice among the user's matches in a `custom_id`: `running` or `over`, then the key of a game and a user, both of
//! which may be empty.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields::{checked, read};
use crate::app::ListFilter;

impl Serialize for ListFilter {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let over = if self.over { "over" } else { "running" };
        let key = self.key.as_deref().unwrap_or_default();
        let with = self.with.map(|user| user.0.to_string());
        let with = with.unwrap_or_default();
        to.collect_str(&format_args!("{over}:{key}:{with}"))
    }
}

impl<'de> Deserialize<'de> for ListFilter {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        checked(from, |text: &str| {
            let [over, key, with] = text.split(':').collect::<Vec<_>>().try_into().ok()?;
            Some(ListFilter {
                over: match over {
                    "over" => true,
                    "running" => false,
                    _ => return None,
                },
                key: Some(key.to_owned()).filter(|key| !key.is_empty()),
                with: match with {
                    "" => None,
                    user => Some(read(user)?),
                },
            })
        })
    }
}
