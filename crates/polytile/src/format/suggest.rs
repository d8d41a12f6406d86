//! Guessing what a misspelt word was meant to be.

/// The candidate that `word` was most likely meant to be, if one is near: a third of its letters may be wrong.
///
/// Words of one or two characters are never corrected: anything is near them; of five, two may be wrong.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |s: &str| s.to_lowercase().chars().take(64).collect::<Vec<char>>();
    let word = letters(word);
    let allowed = if word.len() < 3 { 0 } else { (word.len() + 1) / 3 };
    // For each letter more or less, at least one is wrong.
    let near = candidates.into_iter().map(|c| (letters(c), c));
    let near = near.filter(|(letters, _)| letters.len().abs_diff(word.len()) <= allowed);
    let distances = near.map(|(letters, c)| (distance(&word, &letters), c));
    // Of several that are nearest, the first: the order of the candidates breaks ties.
    let (found, candidate) = distances.min_by_key(|(distance, _)| *distance)?;
    (found <= allowed && allowed > 0).then_some(candidate)
}

/// The help that proposes [`nearest`], or else lists all candidates.
pub(crate) fn did_you_mean(word: &str, candidates: &[&str]) -> String {
    match nearest(word, candidates.iter().copied()) {
        Some(found) => format!("did you mean '{found}'?"),
        None => format!("it can be: {}", candidates.join(", ")),
    }
}

/// How many characters must be inserted, deleted, replaced or exchanged with their neighbour (optimal string
/// alignment: Damerau 1964).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_slips_are_found_and_strangers_are_not() {
        let words = ["trominoes", "tetrominoes", "pentominoes", "I3"];
        assert_eq!(nearest("triominoes", words), Some("trominoes"));
        assert_eq!(nearest("tetronimos", words), Some("tetrominoes"));
        assert_eq!(nearest("Pentominos", words), Some("pentominoes"));
        assert_eq!(nearest("trmoinoes", words), Some("trominoes"));
        assert_eq!(nearest("sudko", ["soma", "sudoku"]), Some("sudoku"));
        assert_eq!(nearest("K5", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("elephants", words), None);
    }
}
