//! Values for the parameters of statements, and numbers as databases have them.

use std::borrow::Cow;

use super::error::StoreError;
use crate::match_state::UserId;

/// A value for a parameter. Null has a type, too: PostgreSQL asks for it.
#[derive(Debug)]
pub(super) enum SqlValue<'q> {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<Cow<'q, str>>),
}

/// What can be the value of a parameter.
pub(super) trait Bind<'q>: Sized {
    const NULL: SqlValue<'q>;

    fn value(self) -> SqlValue<'q>;
}

impl<'q, T: Bind<'q>> Bind<'q> for Option<T> {
    const NULL: SqlValue<'q> = T::NULL;

    fn value(self) -> SqlValue<'q> {
        self.map_or(T::NULL, T::value)
    }
}

impl<'q> Bind<'q> for i64 {
    const NULL: SqlValue<'q> = SqlValue::Integer(None);

    fn value(self) -> SqlValue<'q> {
        SqlValue::Integer(Some(self))
    }
}

impl<'q> Bind<'q> for u32 {
    const NULL: SqlValue<'q> = SqlValue::Integer(None);

    fn value(self) -> SqlValue<'q> {
        i64::from(self).value()
    }
}

impl<'q> Bind<'q> for u8 {
    const NULL: SqlValue<'q> = SqlValue::Integer(None);

    fn value(self) -> SqlValue<'q> {
        i64::from(self).value()
    }
}

impl<'q> Bind<'q> for bool {
    const NULL: SqlValue<'q> = SqlValue::Integer(None);

    fn value(self) -> SqlValue<'q> {
        i64::from(self).value()
    }
}

impl<'q> Bind<'q> for f64 {
    const NULL: SqlValue<'q> = SqlValue::Real(None);

    fn value(self) -> SqlValue<'q> {
        SqlValue::Real(Some(self))
    }
}

impl<'q> Bind<'q> for &'q str {
    const NULL: SqlValue<'q> = SqlValue::Text(None);

    fn value(self) -> SqlValue<'q> {
        SqlValue::Text(Some(Cow::Borrowed(self)))
    }
}

impl<'q> Bind<'q> for &'q String {
    const NULL: SqlValue<'q> = SqlValue::Text(None);

    fn value(self) -> SqlValue<'q> {
        self.as_str().value()
    }
}

impl<'q> Bind<'q> for String {
    const NULL: SqlValue<'q> = SqlValue::Text(None);

    fn value(self) -> SqlValue<'q> {
        SqlValue::Text(Some(Cow::Owned(self)))
    }
}

/// A snowflake as a signed integer, the only ones there are in databases. The bits are kept, whatever they are.
pub(super) fn signed(snowflake: u64) -> i64 {
    snowflake.cast_signed()
}

/// The snowflake of a stored integer.
pub(super) fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}

/// The people of a column of stored integers.
pub(super) fn user_ids(stored: Vec<i64>) -> Vec<UserId> {
    stored.into_iter().map(|id| UserId(unsigned(id))).collect()
}

/// A stored number as a smaller one.
pub(super) fn narrow<N: TryFrom<i64>>(stored: i64, what: &str) -> Result<N, StoreError> {
    N::try_from(stored).map_err(|_| StoreError::Damaged(format!("{what} is {stored}")))
}
