//! Amounts of memory and of time as people write them: `2GiB`, `30s`.

use super::FormatError;
use std::time::Duration;

/// A number and the unit behind it, in lower case.
fn quantity(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let number: f64 = text[..end].replace('_', "").parse().ok()?;
    Some((number, text[end..].trim().to_ascii_lowercase()))
}

/// An amount of memory in bytes: `2GiB`, `500MB`, `1.5g` (as GiB), `1073741824`.
///
/// ```
/// use polytile::format::amount;
/// assert_eq!(amount::memory("2GiB")?, 2 << 30);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is no such amount.
pub fn memory(text: &str) -> Result<u64, FormatError> {
    let wrong = || FormatError::new("write an amount such as 2GiB, 500MiB or 1073741824 (bytes)");
    let (number, unit) = quantity(text).ok_or_else(wrong)?;
    let factor: u64 = match unit.as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    // A cast from a float stops at the largest number.
    Ok((number * factor as f64) as u64)
}

/// A time: `30s`, `5m`, `2h`, `500ms`, or `90` for seconds.
///
/// # Errors
/// When the text is no such time.
pub fn duration(text: &str) -> Result<Duration, FormatError> {
    let wrong = || FormatError::new("write a time such as 30s, 5m or 2h");
    let (number, unit) = quantity(text).ok_or_else(wrong)?;
    let seconds = match unit.as_str() {
        "ms" => number / 1000.0,
        "" | "s" | "sec" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        "d" => number * 86400.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| FormatError::new("this time is too long"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_their_units() {
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("1.5 g"), Ok(3 << 29));
        assert_eq!(memory("500MB"), Ok(500_000_000));
        assert_eq!(memory("1_000"), Ok(1000));
        assert_eq!(memory("99999999999999999999tb"), Ok(u64::MAX));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        for text in ["", "GiB", "-1", "1x", "1.2.3", "é", "1e99", "inf", "nan"] {
            assert!(memory(text).is_err() && duration(text).is_err(), "{text}");
        }
        assert!(duration("999999999999999999999999h").is_err());
    }
}
