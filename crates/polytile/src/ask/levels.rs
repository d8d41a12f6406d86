//! The levels of a search as a plot.
//!
//! In: the nodes of each level. Out: lines of levels, nodes and a bar. Levels side by side with equally many nodes share a line; where
//! that leaves too many lines, further neighbours share one too, which shows the largest of them and says so.

use std::fmt::Write as _;

/// Lines at most.
const LINES: usize = 60;
/// The longest bar.
const BAR: usize = 40;

/// Levels that share a line.
struct Shared {
    first: usize,
    last: usize,
    nodes: u64,
}

/// The plot of `levels`, the root being the first.
pub fn plot(levels: &[u64]) -> String {
    let mut alike: Vec<Shared> = Vec::new();
    for (level, &nodes) in levels.iter().enumerate() {
        match alike.last_mut() {
            Some(shared) if shared.nodes == nodes => shared.last = level,
            _ => alike.push(Shared { first: level, last: level, nodes }),
        }
    }
    let share = alike.len().div_ceil(LINES).max(1);
    let lines: Vec<Shared> = alike
        .chunks(share)
        .map(|some| Shared {
            first: some.first().map_or(0, |shared| shared.first),
            last: some.last().map_or(0, |shared| shared.last),
            nodes: some.iter().map(|shared| shared.nodes).max().unwrap_or(0),
        })
        .collect();
    let name = |line: &Shared| {
        if line.first == line.last { line.first.to_string() } else { format!("{}-{}", line.first, line.last) }
    };
    let width = lines.iter().map(|line| name(line).len()).max().unwrap_or(0).max("level".len());
    let most = lines.iter().map(|line| line.nodes).max().unwrap_or(0).max(1);
    let mut text = format!("{:>width$} {:>12}\n", "level", "nodes");
    for line in &lines {
        // No longer than the longest.
        let bar = (u128::from(line.nodes) * BAR as u128).div_ceil(u128::from(most)) as usize;
        let bar = if lines.len() == 1 { String::new() } else { "#".repeat(bar) };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", format!("{:>width$} {:>12} {bar}", name(line), line.nodes).trim_end());
    }
    if most > BAR as u64 && lines.len() > 1 {
        let _ = writeln!(text, "a bar of {BAR} # is {most} nodes");
    }
    if share > 1 {
        let _ = writeln!(text, "where levels share a line: the nodes of the largest");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plot;

    #[test]
    fn many_levels_have_few_lines() {
        assert_eq!(plot(&[1; 82]), "level        nodes\n 0-81            1\n");
        insta::assert_snapshot!(plot(&[1, 4, 4, 80, 0]), @r"
        level        nodes
            0            1 #
          1-2            4 ##
            3           80 ########################################
            4            0
        a bar of 40 # is 80 nodes
        ");
        let wide = plot(&(0..1000).collect::<Vec<_>>());
        assert!(wide.lines().count() <= 63, "{wide}");
        assert!(wide.ends_with("where levels share a line: the nodes of the largest\n"));
        assert_eq!(plot(&[]), "level        nodes\n");
    }
}
