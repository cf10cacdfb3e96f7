//! Matchings: whether everybody left can still be paired. Edmonds' algorithm finds a largest matching of any graph in
//! time that grows with the cube of the players, so that no search runs out of time.

use std::collections::VecDeque;

/// A search for a longer matching, by paths that alternate between matched and other edges.
struct Search<'a> {
    allowed: &'a dyn Fn(usize, usize) -> bool,
    size: usize,
    mate: Vec<Option<usize>>,
    parent: Vec<Option<usize>>,
    /// The blossom that a player belongs to, named by its first player.
    base: Vec<usize>,
}

/// True if so many players can be paired, everybody with somebody whom `allowed` allows.
pub(super) fn all_can_be_paired(size: usize, allowed: &dyn Fn(usize, usize) -> bool) -> bool {
    let mut search = Search {
        allowed,
        size,
        mate: vec![None; size],
        parent: Vec::new(),
        base: Vec::new(),
    };
    // A player whom no path reaches stays alone in every largest matching that the search can still find.
    size.is_multiple_of(2)
        && (0..size).all(|player| search.mate[player].is_some() || search.pair(player))
}

impl Search<'_> {
    /// Pairs a player by changing pairs along a path; false if there is no such path.
    fn pair(&mut self, root: usize) -> bool {
        self.parent = vec![None; self.size];
        self.base = (0..self.size).collect();
        let mut reached = vec![false; self.size];
        reached[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(player) = queue.pop_front() {
            for other in 0..self.size {
                if player == other
                    || !(self.allowed)(player, other)
                    || self.base[player] == self.base[other]
                    || self.mate[player] == Some(other)
                {
                    continue;
                }
                let is_outer = other == root
                    || self.mate[other].is_some_and(|mate| self.parent[mate].is_some());
                if is_outer {
                    self.contract(player, other, &mut reached, &mut queue);
                } else if self.parent[other].is_none() {
                    self.parent[other] = Some(player);
                    match self.mate[other] {
                        None => {
                            self.change(other);
                            return true;
                        }
                        Some(mate) => {
                            reached[mate] = true;
                            queue.push_back(mate);
                        }
                    }
                }
            }
        }
        false
    }

    /// Makes one blossom of an odd cycle.
    fn contract(
        &mut self,
        player: usize,
        other: usize,
        reached: &mut [bool],
        queue: &mut VecDeque<usize>,
    ) {
        let first = self.common(player, other);
        let mut blossom = vec![false; self.size];
        self.mark(&mut blossom, player, first, other);
        self.mark(&mut blossom, other, first, player);
        for inside in 0..self.size {
            if blossom[self.base[inside]] {
                self.base[inside] = first;
                if !reached[inside] {
                    reached[inside] = true;
                    queue.push_back(inside);
                }
            }
        }
    }

    /// Returns the first player that the ways of both to the root share.
    fn common(&self, one: usize, other: usize) -> usize {
        let up = |player: usize| self.mate[player].and_then(|mate| self.parent[mate]);
        let mut seen = vec![false; self.size];
        let mut at = Some(one);
        while let Some(player) = at {
            seen[self.base[player]] = true;
            at = up(self.base[player]);
        }
        let mut at = other;
        while !seen[self.base[at]] {
            match up(self.base[at]) {
                Some(next) => at = next,
                None => break,
            }
        }
        self.base[at]
    }

    /// Marks the blossoms on the way from a player to the first of the cycle.
    fn mark(&mut self, blossom: &mut [bool], from: usize, first: usize, child: usize) {
        let (mut at, mut child) = (from, child);
        while self.base[at] != first {
            let Some(mate) = self.mate[at] else {
                return;
            };
            blossom[self.base[at]] = true;
            blossom[self.base[mate]] = true;
            self.parent[at] = Some(child);
            child = mate;
            match self.parent[mate] {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// Exchanges the pairs along the path that ends at a player without one.
    fn change(&mut self, end: usize) {
        let mut at = Some(end);
        while let Some(player) = at {
            let before = self.parent[player];
            let next = before.and_then(|before| self.mate[before]);
            self.mate[player] = before;
            if let Some(before) = before {
                self.mate[before] = Some(player);
            }
            at = next;
        }
    }
}
