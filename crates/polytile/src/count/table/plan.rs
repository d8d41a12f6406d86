//! Who counts which boards of an array, and what that is expected to take.
//!
//! In: the boards. Out: one plan for all of them: each engine that scans strips with their widths, the states and bytes of the widest,
//! and the seconds of all together; boards that are counted by themselves choose when their turn comes, and are only numbered. The
//! engine of the widest strip is marked, for it takes most of the time. Cost: for each width a look at a few rows.

use super::{Array, Name};
use crate::choice::Choice;
use crate::count::Engine;
use crate::plan::{Candidate, Plan};
use crate::run::{Control, Refused};
use std::collections::BTreeMap;

/// The strips that one engine scans.
struct Scans {
    candidate: Candidate<Engine>,
    /// The narrowest and the widest.
    widths: [u64; 2],
    rows: u64,
}

impl Array {
    /// The plan for the boards `wanted`, where nothing is known of them yet.
    ///
    /// # Errors
    /// When nothing can be laid on such boards, `control` says stop, or a limit is reached.
    pub fn plan(&self, wanted: &[[u64; 2]], control: &Control) -> Result<Plan<Engine>, Refused> {
        let split = self.split(wanted, control)?;
        let mut scans: BTreeMap<&str, Scans> = BTreeMap::new();
        let mut widest = None;
        for (&Name { width, lies }, &rows) in &split.heights {
            let strip = self.strip(Name { width, lies })?;
            let Candidate { engine, states, bytes, seconds, .. } = strip.least(rows, control)?;
            let blank =
                || Scans { candidate: Candidate::new(Engine::from(engine)), widths: [width; 2], rows };
            let scan = scans.entry(engine.name()).or_insert_with(blank);
            scan.widths[1] = width;
            scan.rows = scan.rows.max(rows);
            let before = scan.candidate.seconds.unwrap_or_default();
            let seconds = seconds.map(|seconds| seconds + before);
            scan.candidate = Candidate { states, bytes, seconds, ..scan.candidate.clone() };
            widest = Some(engine.name());
        }
        let chosen = scans.keys().position(|&name| Some(name) == widest);
        let candidates = scans.into_values().map(|Scans { candidate, widths: [from, to], rows }| {
            let widths = if from == to { format!("width {from}") } else { format!("widths {from} to {to}") };
            Candidate { remark: Some(format!("{widths}, up to {rows} rows")), ..candidate }
        });
        let facts = match split.single.len() {
            0 => Vec::new(),
            1 => vec!["1 board is counted by itself".to_owned()],
            n => vec![format!("{n} boards are counted one by one, each by the engine that suits it")],
        };
        let reason = match chosen {
            Some(_) => "for the widest strip; each width by the engine that takes less time",
            None => "no boards are read off one strip",
        };
        Ok(Plan { facts, candidates: candidates.collect(), chosen, reason: reason.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Boards;
    use super::*;
    use crate::board::Topology;
    use crate::problem::Rules;

    #[test]
    fn each_width_has_its_engine() {
        let plane = Boards::Rectangles(Topology::Plane);
        let wanted: Vec<[u64; 2]> = (1..14).flat_map(|n| (1..14).map(move |k| [n, k])).collect();
        let told = |pieces: &str, boards| {
            let array = Array::new(pieces.parse().unwrap(), Rules::default(), boards, None);
            let plan = array.plan(&wanted, &Control::default()).unwrap();
            let scans =
                plan.candidates.iter().map(|c| format!("{}: {}", c.engine, c.remark.as_ref().unwrap()));
            (plan.facts.clone(), scans.collect::<Vec<_>>(), plan.engine())
        };
        let (facts, scans, engine) = told("dominoes", plane);
        assert_eq!(facts, ["2 boards are counted one by one, each by the engine that suits it"]);
        assert_eq!(
            (scans, engine),
            (vec!["dense: widths 1 to 11, up to 13 rows".to_owned()], Some(Engine::Dense))
        );
        let (facts, scans, engine) = told("L4", plane);
        assert!(facts.is_empty());
        assert_eq!(
            (scans, engine),
            (vec!["merge: widths 1 to 12, up to 13 rows".to_owned()], Some(Engine::Merge))
        );
        let (facts, scans, _) = told("trominoes", Boards::Rectangles(Topology::Torus));
        assert_eq!((facts.len(), scans.len()), (1, 0));
    }
}
