//! The public key that proves a request is Discord's.

use std::fmt;

use ring::signature::{ED25519, UnparsedPublicKey};

use super::ConfigError;

/// An application's public key, as its page "General Information" shows it. With the private counterpart Discord signs
/// its requests to the application: the timestamp of the header, then the body, by Ed25519 (Discord's reference,
/// "Setting Up an Endpoint: Validating Security Request Headers").
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Reads 64 hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        Some(PublicKey(bytes(text)?))
    }

    /// Reads the setting.
    pub(super) fn setting(text: &str) -> Result<Self, ConfigError> {
        PublicKey::read(text).ok_or_else(|| {
            ConfigError(
                "DISCORD_PUBLIC_KEY must be 64 hexadecimal digits: copy \"Public Key\" from the page \"General \
                 Information\" of your application."
                    .to_owned(),
            )
        })
    }

    /// True if a signature, in hexadecimal digits, is Discord's for this timestamp and body.
    pub fn has_signed(&self, signature: &str, timestamp: &str, body: &[u8]) -> bool {
        let Some(signature) = bytes::<64>(signature) else {
            return false;
        };
        let message = [timestamp.as_bytes(), body].concat();
        UnparsedPublicKey::new(&ED25519, self.0)
            .verify(&message, &signature)
            .is_ok()
    }
}

/// Writes the key as in settings.
impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

/// Reads exactly `N` bytes, each of two hexadecimal digits.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Third example of RFC 8032, section 7.1, whose message is two bytes: the first serves as the timestamp here.
    const KEY: &str = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";
    const SIGNATURE: &str = "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
                             18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a";

    fn key() -> PublicKey {
        PublicKey::read(KEY).unwrap()
    }

    #[test]
    fn a_signature_holds_for_one_message_only() {
        // 0xaf alone is not valid text: both bytes are the body.
        assert!(key().has_signed(SIGNATURE, "", &[0xaf, 0x82]));
        assert!(!key().has_signed(SIGNATURE, "1", &[0xaf, 0x82]));
        assert!(!key().has_signed(SIGNATURE, "", &[0xaf]));
    }

    /// A signature is refused if any bit of key, signature or body differs.
    #[test]
    fn every_bit_counts() {
        let flipped = |text: &str, at: usize| {
            let mut digits: Vec<char> = text.chars().collect();
            let digit = digits[at / 4].to_digit(16).unwrap() ^ (1 << (at % 4));
            digits[at / 4] = char::from_digit(digit, 16).unwrap();
            digits.into_iter().collect::<String>()
        };
        let body = [0xaf, 0x82];
        for at in 0..KEY.len() * 4 {
            let other = PublicKey::read(&flipped(KEY, at)).unwrap();
            assert!(
                !other.has_signed(SIGNATURE, "", &body),
                "bit {at} of the key"
            );
        }
        for at in 0..SIGNATURE.len() * 4 {
            let other = flipped(SIGNATURE, at);
            assert!(
                !key().has_signed(&other, "", &body),
                "bit {at} of the signature"
            );
        }
        for at in 0..16 {
            let mut other = body;
            other[at / 8] ^= 1 << (at % 8);
            assert!(
                !key().has_signed(SIGNATURE, "", &other),
                "bit {at} of the body"
            );
        }
    }

    #[test]
    fn what_is_no_key_or_signature_is_refused() {
        for wrong in [
            "",
            "00",
            &KEY[1..],
            &format!("{KEY}0"),
            &KEY.replace('f', "g"),
            &"é".repeat(32),
        ] {
            assert_eq!(PublicKey::read(wrong), None, "{wrong}");
            assert!(!key().has_signed(wrong, "", &[]), "{wrong}");
        }
        assert_eq!(key().to_string(), KEY);
    }
}
