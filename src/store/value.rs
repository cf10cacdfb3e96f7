//! Values for the parameters of statements.

use std::borrow::Cow;

/// A value for a parameter. Null has a type, too: PostgreSQL asks for it.
#[derive(Debug)]
pub(super) enum Value<'q> {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<Cow<'q, str>>),
}

/// What can be the value of a parameter.
pub(super) trait Bind<'q>: Sized {
    const NULL: Value<'q>;

    fn value(self) -> Value<'q>;
}

impl<'q, T: Bind<'q>> Bind<'q> for Option<T> {
    const NULL: Value<'q> = T::NULL;

    fn value(self) -> Value<'q> {
        self.map_or(T::NULL, T::value)
    }
}

impl<'q> Bind<'q> for i64 {
    const NULL: Value<'q> = Value::Integer(None);

    fn value(self) -> Value<'q> {
        Value::Integer(Some(self))
    }
}

impl<'q> Bind<'q> for u32 {
    const NULL: Value<'q> = Value::Integer(None);

    fn value(self) -> Value<'q> {
        i64::from(self).value()
    }
}

impl<'q> Bind<'q> for u8 {
    const NULL: Value<'q> = Value::Integer(None);

    fn value(self) -> Value<'q> {
        i64::from(self).value()
    }
}

impl<'q> Bind<'q> for bool {
    const NULL: Value<'q> = Value::Integer(None);

    fn value(self) -> Value<'q> {
        i64::from(self).value()
    }
}

impl<'q> Bind<'q> for f64 {
    const NULL: Value<'q> = Value::Real(None);

    fn value(self) -> Value<'q> {
        Value::Real(Some(self))
    }
}

impl<'q> Bind<'q> for &'q str {
    const NULL: Value<'q> = Value::Text(None);

    fn value(self) -> Value<'q> {
        Value::Text(Some(Cow::Borrowed(self)))
    }
}

impl<'q> Bind<'q> for &'q String {
    const NULL: Value<'q> = Value::Text(None);

    fn value(self) -> Value<'q> {
        self.as_str().value()
    }
}

impl<'q> Bind<'q> for String {
    const NULL: Value<'q> = Value::Text(None);

    fn value(self) -> Value<'q> {
        Value::Text(Some(Cow::Owned(self)))
    }
}
