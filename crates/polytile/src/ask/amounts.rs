//! Amounts as they are shown to people, in as many digits as they deserve.

use std::time::Duration;

/// A time in seconds, to the microsecond.
pub fn rounded(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// An estimated number.
pub fn amount(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// Bytes.
pub fn memory(bytes: f64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let power = if bytes < 1.0 { 0 } else { ((bytes.log2() / 10.0) as usize).min(units.len() - 1) };
    let value = bytes / 1024_f64.powi(power as i32);
    if value < 1e6 { format!("{value:.0} {}", units[power]) } else { format!("{value:.1e} {}", units[power]) }
}

/// A time in seconds, with its unit.
pub fn time(seconds: f64) -> String {
    match seconds {
        t if t < 0.001 => "under 1 ms".to_owned(),
        t if t < 1.0 => format!("{:.0} ms", t * 1000.0),
        t if t < 600.0 => format!("{t:.1} s"),
        t if t < 36_000.0 => format!("{:.0} min", t / 60.0),
        t if t < 1e7 => format!("{:.0} h", t / 3600.0),
        t => format!("{:.1e} years", t / 31_557_600.0),
    }
}
