//! Which module uses which, and the circles among them.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::Tree;

type Name = Vec<String>;

/// A module uses another, at a line of its file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tie {
    pub(crate) from: Name,
    pub(crate) to: Name,
    pub(crate) line: usize,
}

/// Every use of a module by another of the same crate.
pub(crate) fn ties(tree: &Tree) -> BTreeSet<Tie> {
    let mut ties = BTreeSet::new();
    for (from, module) in tree {
        for path in &module.paths {
            // the depth bounds names that import each other around: eight re-exports in a row are more than any crate
            // has
            match target(tree, from, &path.segments, 8) {
                Some(to) if to != *from => {
                    ties.insert(Tie {
                        from: from.clone(),
                        to,
                        line: path.line,
                    });
                }
                _ => {}
            }
        }
    }
    ties
}

/// The module in which the last name of a path is defined. A name that a module only imports belongs to the module it
/// comes from: without that every circle could hide behind the crate's root, which exports everything.
fn target(tree: &Tree, from: &Name, segments: &[String], depth: u8) -> Option<Name> {
    let depth = depth.checked_sub(1)?;
    let (first, mut rest) = segments.split_first()?;
    let mut at = from.clone();
    match first.as_str() {
        "crate" => at.clear(),
        "self" => {}
        "super" => {
            at.pop()?;
            while rest.first().is_some_and(|word| word == "super") {
                at.pop()?;
                rest = &rest[1..];
            }
        }
        _ => {
            let module = tree.get(from)?;
            let child = child(from, first);
            if tree.contains_key(&child) {
                at = child;
            } else {
                let bound = module
                    .bound
                    .get(first)
                    // `use serde::Serialize as serde` and the like bind a name to a path that begins with it, and would
                    // never end
                    .filter(|bound| bound.first() != Some(first))?;
                let whole: Vec<String> = bound.iter().chain(rest).cloned().collect();
                return target(tree, from, &whole, depth);
            }
        }
    }
    while let Some((next, after)) = rest.split_first() {
        let deeper = child(&at, next);
        if tree.contains_key(&deeper) {
            (at, rest) = (deeper, after);
            continue;
        }
        let module = tree.get(&at)?;
        if module.defined.contains(next) {
            break;
        }
        if let Some(bound) = module.bound.get(next) {
            let whole: Vec<String> = bound.iter().chain(after).cloned().collect();
            return target(tree, &at, &whole, depth).or(Some(at));
        }
        let globs = module
            .globs
            .iter()
            .filter_map(|glob| target(tree, &at, glob, depth));
        let mut defining = globs.filter(|glob| tree[glob].defined.contains(next));
        return defining.next().or(Some(at));
    }
    tree.contains_key(&at).then_some(at)
}

fn child(parent: &Name, name: &str) -> Name {
    let mut child = parent.clone();
    child.push(name.to_owned());
    child
}

/// The groups of modules that use each other around a circle. A module and those inside it may use each other, so the
/// ties between them are left out.
pub(crate) fn circles(ties: &BTreeSet<Tie>) -> Vec<Vec<&Tie>> {
    let is_nested = |tie: &&Tie| tie.to.starts_with(&tie.from) || tie.from.starts_with(&tie.to);
    let others: Vec<&Tie> = ties.iter().filter(|tie| !is_nested(tie)).collect();
    groups(&others)
}

fn groups<'a>(ties: &[&'a Tie]) -> Vec<Vec<&'a Tie>> {
    let mut next: BTreeMap<&Name, BTreeSet<&Name>> = BTreeMap::new();
    for tie in ties {
        next.entry(&tie.from).or_default().insert(&tie.to);
    }
    let reached: BTreeMap<&Name, BTreeSet<&Name>> = next
        .keys()
        .map(|from| (*from, reach(from, &next)))
        .collect();
    let reaches = |from: &Name, to: &Name| reached.get(from).is_some_and(|all| all.contains(to));
    let mut groups: BTreeMap<&Name, Vec<&Tie>> = BTreeMap::new();
    for tie in ties.iter().filter(|tie| reaches(&tie.to, &tie.from)) {
        // the first module of a circle names its group
        let mut members = reached[&tie.from]
            .iter()
            .filter(|other| reaches(other, &tie.from));
        if let Some(first) = members.next() {
            groups.entry(first).or_default().push(tie);
        }
    }
    groups.into_values().collect()
}

fn reach<'a>(from: &'a Name, next: &BTreeMap<&'a Name, BTreeSet<&'a Name>>) -> BTreeSet<&'a Name> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(name) = open.pop() {
        for other in next.get(name).into_iter().flatten() {
            if reached.insert(*other) {
                open.push(other);
            }
        }
    }
    reached
}
