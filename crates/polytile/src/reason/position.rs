//! A position, and the next step in it.
//!
//! In: what is open, and what is ruled out so far. Out: the next step ([`Next`]). Areas and colours are looked at once after
//! each choice; whenever something else is ruled out, the easier techniques are tried again, as people do. An exclusion remembers the items it looked at, so a
//! step can say which exclusions it needs: those of the other ways of its item, and those which these need.

use super::areas::Areas;
use super::open::Open;
use super::{Excluded, FEW, FOLLOWED, Next, Obstacle, Reasoning, Step, TIGHT, Tally, Technique};
use crate::run::{Control, Pulse, Stopped, room};
use crate::sums::Sums;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What lies, and what is ruled out.
#[derive(Clone)]
pub struct Position<'a> {
    pub(super) open: Open<'a>,
    /// In the order in which they were found, each with the number of those that were ruled out when it was seen.
    excluded: Vec<(Excluded, usize)>,
    /// Which of them an option is, from 1; or 0.
    by_option: Vec<u32>,
    /// Whether areas, and colours, have been looked at since something was laid: what is ruled out changes neither.
    looked_at: [bool; 2],
}

impl<'a> Position<'a> {
    pub(super) fn new(open: Open<'a>, options: usize) -> Result<Self, Stopped> {
        let by_option = room::filled(0, options, "the options that are ruled out")?;
        Ok(Position { open, excluded: Vec::new(), by_option, looked_at: [false; 2] })
    }

    /// The options that were chosen, in that order.
    pub fn chosen(&self) -> &[u32] {
        self.open.chosen()
    }

    /// How many ways there are to cover an item, without those that are ruled out.
    pub fn ways(&self, item: u32) -> u32 {
        self.open.left(item)
    }

    /// How many ways there are to cover an item, with those that are ruled out.
    pub fn ways_that_fit(&self, item: u32) -> u32 {
        self.open.fitting(item).count() as u32
    }

    /// Whether an item must still be covered.
    pub fn must_be_covered(&self, item: u32) -> bool {
        self.open.asked(item).lo > 0
    }

    /// Chooses an option; what that costs, in steps. Nothing if it is ruled out, or excluded by what was chosen before.
    pub fn choose(&mut self, option: u32) -> Option<u64> {
        self.open.is_alive(option).then(|| {
            self.looked_at = [false; 2];
            self.open.choose(option)
        })
    }

    /// Rules an option out, which was seen when `before` were ruled out.
    fn exclude(&mut self, excluded: Excluded, before: usize) {
        self.open.exclude(excluded.option);
        let option = excluded.option as usize;
        self.excluded.push((excluded, before));
        self.by_option[option] = self.excluded.len() as u32;
    }

    /// The exclusions that are needed to see what is left for `items`, each after those that it needs; not those of options that
    /// what lies excludes too.
    ///
    /// Nothing where they are more than `most`.
    fn needed(
        &self,
        item: Option<u32>,
        most: usize,
        covering: &super::Covering,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<usize>>, Stopped> {
        let mut waiting: Vec<(u32, usize)> =
            item.map(|item| (item, self.excluded.len())).into_iter().collect();
        let mut needed = BTreeSet::new();
        // Before which exclusion each item was looked at; before an earlier one there is no more to see.
        let mut seen: HashMap<u32, usize> = HashMap::new();
        while let Some((item, before)) = waiting.pop() {
            let latest = seen.entry(item).or_default();
            if *latest >= before {
                continue;
            }
            *latest = before;
            for option in covering.of(item) {
                pulse.beat()?;
                if let Some(number) = (self.by_option[*option as usize] as usize).checked_sub(1)
                    && number < before
                    && self.open.fits(*option)
                    && !needed.contains(&number)
                {
                    if needed.len() == most {
                        return Ok(None);
                    }
                    needed.insert(number);
                    let (excluded, before) = &self.excluded[number];
                    waiting.extend(excluded.items().map(|item| (item, *before)));
                }
            }
        }
        Ok(Some(needed.into_iter().collect()))
    }

    fn told(&self, needed: &[usize]) -> Vec<Excluded> {
        needed.iter().map(|&number| self.excluded[number].0.clone()).collect()
    }
}

impl Reasoning<'_> {
    /// What comes next in `position`, where more may be ruled out by it.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn next(&self, position: &mut Position<'_>, control: &Control) -> Result<Next, Stopped> {
        let pulse = Pulse::preparing(control);
        loop {
            if let Some(obstacle) = self.obstacle(&position.open, control, &pulse)? {
                let item = if let Obstacle::NoWay(item) = obstacle { Some(item) } else { None };
                let needed = position.needed(item, usize::MAX, &self.covering, &pulse)?;
                return Ok(Next::Dead(obstacle, position.told(&needed.unwrap_or_default())));
            }
            if position.open.is_done() {
                return Ok(Next::Done);
            }
            if let Some(step) = self.forced_by(position, FOLLOWED, &pulse)? {
                return Ok(Next::Lay(step));
            }
            let [areas, colours] = position.looked_at;
            position.looked_at[0] = true;
            if !areas && self.area(position, control, &pulse)? || self.no_way(position, &pulse)? {
                continue;
            }
            position.looked_at[1] = true;
            if !colours && self.colours(position, &pulse)? || self.two_steps(position, control, &pulse)? {
                continue;
            }
            let items = 0..self.cover.items().len() as u32;
            let asked = items.filter(|&item| position.open.asked(item).lo > 0);
            return Ok(asked.min_by_key(|&item| position.open.left(item)).map_or(Next::Done, Next::Guess));
        }
    }

    /// What is in the way of every solution, and can be seen at once.
    fn obstacle(
        &self,
        open: &Open<'_>,
        control: &Control,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Obstacle>, Stopped> {
        if let Some(item) = open.short() {
            return Ok(Some(Obstacle::NoWay(item)));
        }
        if let Some(areas) = &self.areas
            && let Some(area) = areas.unfilled(open, None, &areas.sums(open, None, control)?, pulse)?
        {
            return Ok(Some(Obstacle::Area(area)));
        }
        for colouring in &self.colourings {
            let balances = colouring.balances(open, None, pulse)?;
            if !balances.may_be(colouring.balance(open)) {
                return Ok(Some(Obstacle::Colours(colouring.tally(open, &[], &balances))));
            }
        }
        Ok(None)
    }

    /// The step that needs least, if one is forced, however many reasons it takes.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn forced(&self, position: &Position<'_>, control: &Control) -> Result<Option<Step>, Stopped> {
        self.forced_by(position, usize::MAX, &Pulse::preparing(control))
    }

    /// The step that needs least, if one is forced for no more than so many reasons.
    fn forced_by(
        &self,
        position: &Position<'_>,
        longest: usize,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Step>, Stopped> {
        let mut best: Option<(u32, Vec<usize>)> = None;
        for item in (0..self.cover.items().len() as u32).filter(|&item| position.open.is_forced(item)) {
            // Only what needs less than the best so far is better.
            let most = match &best {
                None => longest,
                Some((_, needed)) if needed.is_empty() => break,
                Some((_, needed)) => needed.len() - 1,
            };
            if let Some(needed) = position.needed(Some(item), most, &self.covering, pulse)? {
                best = Some((item, needed));
            }
        }
        let Some((item, needed)) = best else { return Ok(None) };
        let Some(option) = position.open.ways(item).next() else { return Ok(None) };
        let because = position.told(&needed);
        let single = if self.is_piece(item) { Technique::OnlyPlace } else { Technique::OnlyWay };
        let hardest = because.iter().map(Excluded::technique).max_by_key(|&technique| technique as u8);
        let technique = hardest.unwrap_or(single);
        Ok(Some(Step { option, item, times: position.open.asked(item).lo, technique, because }))
    }

    /// Rules out what cuts off an area that no pieces sum to; whether there is any.
    fn area(
        &self,
        position: &mut Position<'_>,
        control: &Control,
        pulse: &Pulse<'_>,
    ) -> Result<bool, Stopped> {
        let (Some(areas), Some((problem, encoded))) = (&self.areas, self.tiling) else { return Ok(false) };
        let mut sums: Vec<Option<Sums>> = problem.pieces.iter().map(|_| None).collect();
        let mut found = Vec::new();
        for option in position.open.options().filter(|&option| !self.is_hole(option)) {
            let placement = encoded.placement(option);
            let sums = match &mut sums[placement.piece as usize] {
                Some(sums) => sums,
                none => none.insert(areas.sums(&position.open, Some(placement.piece), control)?),
            };
            if let Some(area) = areas.unfilled(&position.open, Some(placement.cells), sums, pulse)? {
                found.push(Excluded { option, forcing: None, obstacle: Obstacle::Area(area) });
            }
        }
        Ok(all_of(found, position))
    }

    /// Rules out what leaves an item that must be covered once more without a way; whether there is any.
    ///
    /// Such an option excludes every way of the item; so those that exclude one of its ways are held against the others, and few
    /// remain after a few. Items with the fewest ways come first, as the corners of a board.
    fn no_way(&self, position: &mut Position<'_>, pulse: &Pulse<'_>) -> Result<bool, Stopped> {
        let open = &position.open;
        let mut items: Vec<u32> = (0..self.cover.items().len() as u32).collect();
        items.retain(|&item| open.asked(item).lo == 1 && open.left(item) <= TIGHT);
        items.sort_by_key(|&item| open.left(item));
        let mut found: Vec<Excluded> = Vec::new();
        let mut is_found = room::filled(false, self.cover.option_count(), "the options that are ruled out")?;
        for item in items {
            let mut ways: Vec<u32> = open.ways(item).collect();
            let Some(first) = ways.pop() else { continue };
            pulse.beats(open.around(first))?;
            let mut candidates = open.excluded_by(first);
            candidates.retain(|&option| !self.cover.option(option).iter().any(|entry| entry.item == item));
            for way in ways {
                if candidates.is_empty() {
                    break;
                }
                pulse.beats(candidates.len() as u64)?;
                candidates.retain(|&option| open.excludes(option, way));
            }
            for option in candidates {
                if !std::mem::replace(&mut is_found[option as usize], true) {
                    found.push(Excluded { option, forcing: None, obstacle: Obstacle::NoWay(item) });
                }
            }
        }
        Ok(all_of(found, position))
    }

    /// Rules out what the colours do not allow; whether there is any.
    fn colours(&self, position: &mut Position<'_>, pulse: &Pulse<'_>) -> Result<bool, Stopped> {
        let mut found = Vec::new();
        for colouring in &self.colourings {
            let balance = colouring.balance(&position.open);
            let mut can: HashMap<(Option<u32>, i64), Option<Tally>> = HashMap::new();
            for option in position.open.options() {
                pulse.beat()?;
                let (piece, worth) = (self.piece(option), colouring.worth(option));
                let tally = match can.entry((piece, worth)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(unknown) => {
                        let rest = colouring.balances(&position.open, piece, pulse)?;
                        let covered =
                            self.tiling.map_or(&[][..], |(_, encoded)| encoded.placement(option).cells);
                        let tally = (!rest.may_be(balance - worth))
                            .then(|| colouring.tally(&position.open, covered, &rest));
                        unknown.insert(tally)
                    }
                };
                if let Some(tally) = tally {
                    let obstacle = Obstacle::Colours(tally.clone());
                    found.push(Excluded { option, forcing: None, obstacle });
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(all_of(found, position))
    }

    /// Rules out what forces another option that leads nowhere, among the ways of items with few, until an item has one way left;
    /// whether there is any.
    fn two_steps(
        &self,
        position: &mut Position<'_>,
        control: &Control,
        pulse: &Pulse<'_>,
    ) -> Result<bool, Stopped> {
        let asked = |item: &u32| position.open.asked(*item).lo > 0 && position.open.left(*item) <= FEW;
        let mut items: Vec<u32> = (0..self.cover.items().len() as u32).filter(asked).collect();
        items.sort_by_key(|&item| position.open.left(item));
        let mut found = false;
        let mut seen = HashSet::new();
        for item in items {
            pulse.beats(self.covering.of(item).len() as u64)?;
            for option in position.open.ways(item).collect::<Vec<_>>() {
                if !seen.insert(option) {
                    continue;
                }
                if let Some(excluded) = self.leads_nowhere(&mut position.open, option, control, pulse)? {
                    position.exclude(excluded, position.excluded.len());
                    found = true;
                }
            }
            if found && position.open.is_forced(item) {
                break;
            }
        }
        Ok(found)
    }

    /// Why an option that forces another one leads nowhere, if it does.
    fn leads_nowhere(
        &self,
        open: &mut Open<'_>,
        option: u32,
        control: &Control,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Excluded>, Stopped> {
        let mark = open.mark();
        let cost = open.choose(option);
        pulse.beats(cost)?;
        let mut forced: Vec<u32> = open.touched(mark).filter(|&item| open.is_forced(item)).collect();
        forced.sort_unstable();
        forced.dedup();
        // What already fails takes no second step.
        let mut excluded =
            open.short().map(|item| Excluded { option, forcing: None, obstacle: Obstacle::NoWay(item) });
        if excluded.is_some() {
            forced.clear();
        }
        for item in forced {
            let between = open.mark();
            let Some(next) = open.ways(item).next() else { continue };
            let cost = open.choose(next);
            pulse.beats(cost)?;
            let obstacle = match (open.short(), &self.areas) {
                (Some(item), _) => Some(Obstacle::NoWay(item)),
                (None, Some(areas)) => self.cut_off(areas, open, next, control, pulse)?,
                (None, None) => None,
            };
            open.back_to(between);
            if let Some(obstacle) = obstacle {
                excluded = Some(Excluded { option, forcing: Some((item, next)), obstacle });
                break;
            }
        }
        open.back_to(mark);
        Ok(excluded)
    }

    /// An area beside what was just laid that nothing fills.
    fn cut_off(
        &self,
        areas: &Areas<'_>,
        open: &Open<'_>,
        option: u32,
        control: &Control,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Obstacle>, Stopped> {
        let Some((_, encoded)) = self.tiling else { return Ok(None) };
        let sums = areas.sums(open, None, control)?;
        let around = encoded.placement(option).cells;
        Ok(areas.unfilled(open, Some(around), &sums, pulse)?.map(Obstacle::Area))
    }
}

/// Rules all of them out; whether there are any.
fn all_of(found: Vec<Excluded>, position: &mut Position<'_>) -> bool {
    let (any, before) = (!found.is_empty(), position.excluded.len());
    for excluded in found {
        position.exclude(excluded, before);
    }
    any
}
