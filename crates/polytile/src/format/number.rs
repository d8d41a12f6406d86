//! Whole numbers as people write them: `1000000`, `1_000_000`, `10^6`.

use super::FormatError;
use num_bigint::BigUint;

/// The longest number read, in bits: a little over 300000 decimal digits.
const MAX_BITS: u64 = 1 << 20;

/// A whole number, 0 or more, of any sensible size.
///
/// ```
/// use polytile::format::number;
/// assert_eq!(number::natural("10^15")?, number::natural("1_000_000_000_000_000")?);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is no such number, or has more than 2^20 bits.
pub fn natural(text: &str) -> Result<BigUint, FormatError> {
    let Some((base, exponent)) = text.split_once('^') else {
        return digits(text, text);
    };
    let base = digits(base, text)?;
    let exponent = digits(exponent, text)?;
    if base <= BigUint::from(1_u8) {
        return Ok(if exponent == BigUint::ZERO { BigUint::from(1_u8) } else { base });
    }
    match u32::try_from(&exponent) {
        Ok(e) if u64::from(e).saturating_mul(base.bits()) <= MAX_BITS => Ok(base.pow(e)),
        _ => Err(too_long(text)),
    }
}

/// A whole number below 2^64.
///
/// # Errors
/// As [`natural`], and when the number is larger.
pub fn word(text: &str) -> Result<u64, FormatError> {
    let number = natural(text)?;
    u64::try_from(&number).map_err(|_| {
        FormatError::new(format!("{} is too large a number here", shortened(text))).at(0..text.len())
    })
}

fn digits(part: &str, whole: &str) -> Result<BigUint, FormatError> {
    let plain: String = part.chars().filter(|&c| c != '_').collect();
    let well_formed = part.starts_with(|c: char| c.is_ascii_digit()) && !part.ends_with('_');
    if !well_formed || !plain.bytes().all(|b| b.is_ascii_digit()) {
        let error = FormatError::new(if whole.is_empty() {
            "a number is missing".to_owned()
        } else {
            format!("'{}' is not a whole number", shortened(whole))
        });
        return Err(error
            .with_help("write digits, such as 12; large numbers may be written 1_000_000 or 10^6")
            .at(0..whole.len()));
    }
    if plain.len() as u64 * 3 > MAX_BITS {
        return Err(too_long(whole));
    }
    plain.parse().map_err(|_| too_long(whole))
}

fn too_long(text: &str) -> FormatError {
    FormatError::new(format!("the number {} is too long", shortened(text)))
        .with_help("numbers of up to about 300000 digits are read")
        .at(0..text.len())
}

/// A long text cut down for a message.
pub(crate) fn shortened(text: &str) -> String {
    const KEPT: usize = 40;
    if text.chars().count() <= KEPT {
        return text.to_owned();
    }
    text.chars().take(KEPT - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        for (text, value) in
            [("0", 0), ("007", 7), ("1_000", 1000), ("2^10", 1024), ("0^0", 1), ("1^99999999999", 1)]
        {
            assert_eq!(word(text), Ok(value), "{text}");
        }
        assert_eq!(natural("10^30").unwrap().to_string(), format!("1{}", "0".repeat(30)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "-1",
            "+1",
            "1.5",
            "_1",
            "1_",
            "^",
            "2^",
            "^2",
            "2^2^2",
            "x",
            "1e9",
            "٣",
            "10^10^10",
            "10^999999999",
        ] {
            assert!(natural(text).is_err(), "{text}");
        }
        assert!(word("99999999999999999999").is_err());
        assert!(natural(&"9".repeat(1 << 20)).is_err());
    }
}
