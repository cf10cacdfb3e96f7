//! The text of a `custom_id`, as a format of serde: verbs and fields, each after a colon, in the order in which an
//! action declares them.
//!
//! | type | text |
//! |---|---|
//! | variant | its verb, then its fields |
//! | struct | its fields; it is the only field of a variant |
//! | whole number | decimal digits |
//! | `Option` | `any`, or the value |
//! | `String` | itself; it may hold colons if it is the last field |

use std::fmt::{self, Display};

use serde::de::value::{Error, SeqDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, VariantAccess, Visitor,
};
use serde::ser::{Impossible, SerializeStruct, SerializeStructVariant, Serializer};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};

use crate::match_state::GameId;
use crate::tournament::TournamentId;

/// The text of an absent value; in the place of a game's key, any game.
pub const ANY: &str = "any";

/// Reads an action without the version in front, or a single field; `None` if the text is no such value. A number
/// may have leading zeros, and an action may have too many fields: neither is written so.
pub(super) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    T::deserialize(Field(text)).ok()
}

/// Reads a value, and returns what `check` makes of it.
///
/// # Errors
/// Returns an error if there is no such value, or if the check returns `None`.
pub(super) fn checked<'de, D: Deserializer<'de>, T: Deserialize<'de>, U>(
    deserializer: D,
    check: impl FnOnce(T) -> Option<U>,
) -> Result<U, D::Error> {
    let checked = check(T::deserialize(deserializer)?);
    checked.ok_or_else(|| D::Error::custom("a value out of range"))
}

/// Writes a list of words with pluses between them.
pub(super) fn write_joined<S: Serializer>(words: &[String], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&words.join("+"))
}

/// Reads a list of words with pluses between them.
///
/// # Errors
/// Returns an error if there is no text.
pub(super) fn read_joined<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    checked(from, |text: &str| {
        let words = text.split('+').filter(|word| !word.is_empty());
        Some(words.map(str::to_owned).collect())
    })
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        counted(from).map(GameId)
    }
}

impl Serialize for TournamentId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for TournamentId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        counted(from).map(TournamentId)
    }
}

/// Reads a number of the store, which counts from 1.
fn counted<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    checked(from, |number: i64| (number > 0).then_some(number))
}

/// A text that is read: one field, or a verb with its fields.
struct Field<'t>(&'t str);

impl<'de> IntoDeserializer<'de> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = Error;

    /// Reads a number, in digits only.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let digits = self.0.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.0.parse().ok().filter(|_| digits);
        visitor.visit_u64(number.ok_or_else(|| Error::custom("no number"))?)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            ANY => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let fields = self.0.splitn(fields.len(), ':').map(Field);
        visitor.visit_seq(SeqDeserializer::new(fields))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char bytes byte_buf unit unit_struct newtype_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Field<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        let (verb, fields) = self.0.split_once(':').unwrap_or((self.0, ""));
        let verb = seed.deserialize(StrDeserializer::<Error>::new(verb))?;
        Ok((verb, Field(fields)))
    }
}

impl<'de> VariantAccess<'de> for Field<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_struct("", fields, visitor)
    }
}

/// Writes each verb and each field after a colon.
pub(super) struct Writer<'w, 'f>(pub &'w mut fmt::Formatter<'f>);

impl Writer<'_, '_> {
    fn field(self, field: impl Display) -> fmt::Result {
        write!(self.0, ":{field}")
    }
}

/// Returns an error for a type without a text.
fn unknown<T>() -> Result<T, fmt::Error> {
    Err(fmt::Error)
}

impl Serializer for Writer<'_, '_> {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Impossible<(), fmt::Error>;
    type SerializeTuple = Impossible<(), fmt::Error>;
    type SerializeTupleStruct = Impossible<(), fmt::Error>;
    type SerializeTupleVariant = Impossible<(), fmt::Error>;
    type SerializeMap = Impossible<(), fmt::Error>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn serialize_bool(self, _: bool) -> fmt::Result {
        unknown()
    }

    fn serialize_i8(self, value: i8) -> fmt::Result {
        self.field(value)
    }

    fn serialize_i16(self, value: i16) -> fmt::Result {
        self.field(value)
    }

    fn serialize_i32(self, value: i32) -> fmt::Result {
        self.field(value)
    }

    fn serialize_i64(self, value: i64) -> fmt::Result {
        self.field(value)
    }

    fn serialize_u8(self, value: u8) -> fmt::Result {
        self.field(value)
    }

    fn serialize_u16(self, value: u16) -> fmt::Result {
        self.field(value)
    }

    fn serialize_u32(self, value: u32) -> fmt::Result {
        self.field(value)
    }

    fn serialize_u64(self, value: u64) -> fmt::Result {
        self.field(value)
    }

    fn serialize_f32(self, _: f32) -> fmt::Result {
        unknown()
    }

    fn serialize_f64(self, _: f64) -> fmt::Result {
        unknown()
    }

    fn serialize_char(self, _: char) -> fmt::Result {
        unknown()
    }

    fn serialize_str(self, value: &str) -> fmt::Result {
        self.field(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> fmt::Result {
        unknown()
    }

    fn serialize_none(self) -> fmt::Result {
        self.field(ANY)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> fmt::Result {
        unknown()
    }

    fn serialize_unit_struct(self, _: &'static str) -> fmt::Result {
        unknown()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, verb: &'static str) -> fmt::Result {
        self.field(verb)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> fmt::Result {
        unknown()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        verb: &'static str,
        value: &T,
    ) -> fmt::Result {
        write!(self.0, ":{verb}")?;
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, fmt::Error> {
        unknown()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, fmt::Error> {
        unknown()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, fmt::Error> {
        unknown()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, fmt::Error> {
        unknown()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, fmt::Error> {
        unknown()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, fmt::Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        verb: &'static str,
        _: usize,
    ) -> Result<Self, fmt::Error> {
        write!(self.0, ":{verb}")?;
        Ok(self)
    }
}

impl SerializeStruct for Writer<'_, '_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        value.serialize(Writer(self.0))
    }

    fn end(self) -> fmt::Result {
        Ok(())
    }
}

impl SerializeStructVariant for Writer<'_, '_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        value.serialize(Writer(self.0))
    }

    fn end(self) -> fmt::Result {
        Ok(())
    }
}
