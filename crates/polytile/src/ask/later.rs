//! A part of an answer that few will look at: it is made when somebody first does, and only once.
//!
//! The JSON of an answer often lists what its text only counts. A list for every placement of a puzzle would take longer to
//! make than the text that leaves it out.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

/// How it is made.
type Maker<T> = Box<dyn FnOnce() -> T + Send>;

/// A value that is made when somebody looks at it.
pub struct Later<T>(Arc<LazyLock<T, Maker<T>>>);

impl<T> Later<T> {
    /// What `make` makes.
    pub(super) fn new(make: impl FnOnce() -> T + Send + 'static) -> Self {
        Later(Arc::new(LazyLock::new(Box::new(make))))
    }
}

impl<T> Deref for Later<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for Later<T> {
    fn clone(&self) -> Self {
        Later(Arc::clone(&self.0))
    }
}

impl<T: fmt::Debug> fmt::Debug for Later<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: PartialEq> PartialEq for Later<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Serialize> Serialize for Later<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        T::serialize(self, to)
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Later<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn it_is_made_once_and_when_it_is_wanted() {
        let made = Arc::new(AtomicU32::new(0));
        let times = Arc::clone(&made);
        let later = Later::new(move || times.fetch_add(1, Ordering::Relaxed));
        assert_eq!(made.load(Ordering::Relaxed), 0);
        assert_eq!(crate::ask::json(&[later.clone(), later]).to_string(), "[0,0]");
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }
}
