//! Values of statement parameters, and conversions of stored numbers.

use std::borrow::Cow;

use crate::match_state::UserId;
use crate::store::error::StoreError;

/// A value of a parameter. Null has a type, too, since PostgreSQL needs one.
#[derive(Debug)]
pub(in crate::store) enum SqlValue<'q> {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<Cow<'q, str>>),
}

/// A type whose values can be bound to a parameter.
pub(in crate::store) trait Bind<'q>: Sized {
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

/// Returns a snowflake as a signed integer with the same bits, since databases have no unsigned ones.
pub(in crate::store) fn signed(snowflake: u64) -> i64 {
    snowflake.cast_signed()
}

/// Returns the snowflake of a stored integer.
pub(in crate::store) fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}

/// Returns the users of a column of stored integers.
pub(in crate::store) fn user_ids(stored: Vec<i64>) -> Vec<UserId> {
    stored.into_iter().map(|id| UserId(unsigned(id))).collect()
}

/// Converts a stored number to a smaller type; `what` names it in the error.
pub(in crate::store) fn narrow<N: TryFrom<i64>>(stored: i64, what: &str) -> Result<N, StoreError> {
    N::try_from(stored).map_err(|_| StoreError::Damaged(format!("{what} is {stored}")))
}
