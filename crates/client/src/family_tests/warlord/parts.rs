//! A hidden set-up that the members of a side make in parts, each beside what the others have shown.

use families::warlord::model::editor::EditorCommand;
use families::{Secret, SecretChange};
use kit::model::army::ArmyEditor as _;
use rules::{AnyOrder, AnyPosition, Lots, Rules as _, Side, ToAct};

use super::Editor;

fn start_of(scenario: &str, members: &[u8]) -> AnyPosition {
    let scenario = scenario::load(scenario).expect("built in").expect("valid");
    let start = scenario.start(&[]).expect("its own options");
    let mut start = start.by_leaders(members).expect("shared by leaders");
    while let ToAct::Lots(_) = start.to_act() {
        start.resolve(Lots(0)).expect("a lot is due");
    }
    start
}

fn side() -> Side {
    Side::new(0).expect("the first side")
}

/// The editor of a member's part, with the parts that the others have shown.
fn part(start: &AnyPosition, member: u8, shown: &[(u8, AnyOrder)]) -> Secret {
    let mut part = Secret::new(start, side()).expect("a set-up to make");
    part.narrow(member);
    part.see_plans(shown);
    part
}

fn editor(part: &Secret) -> &Editor {
    match part {
        Secret::Warlord(editor) => editor,
        _ => panic!("a set-up of Warlord"),
    }
}

fn fill(part: &mut Secret) {
    part.update(SecretChange::Warlord(EditorCommand::Fill));
}

/// Filled one after the other, in that order, the parts of all are legal together.
fn go_together(scenario: &str, members: &[u8], order: &[u8]) {
    let start = start_of(scenario, members);
    let mut shown: Vec<(u8, AnyOrder)> = Vec::new();
    let mut sealed = Vec::new();
    for member in order {
        let mut part = part(&start, *member, &shown);
        fill(&mut part);
        let order = editor(&part).order();
        let order = order.unwrap_or_else(|why| panic!("{scenario}, member {member}: {why}"));
        let order = AnyOrder::Warlord(order);
        let parts = start
            .seal_part(side(), *member, &order)
            .expect("its own sections");
        sealed.extend(parts);
        shown.push((*member, order));
    }
    sealed.sort_by_key(|part| part.slot);
    let whole = start.open(side(), &sealed);
    assert!(
        whole.is_ok(),
        "{scenario} {members:?} {order:?}: {:?}",
        whole.err()
    );
}

#[test]
fn parts_that_are_filled_beside_each_other_go_together_in_any_order() {
    for scenario in ["test-of-wills", "border-war"] {
        go_together(scenario, &[2, 2], &[0, 1]);
        go_together(scenario, &[2, 2], &[1, 0]);
        go_together(scenario, &[3, 1], &[2, 0, 1]);
    }
}

#[test]
fn a_member_places_on_its_own_sections_alone_and_from_what_the_others_leave() {
    let start = start_of("test-of-wills", &[2, 2]);
    let mut first = part(&start, 0, &[]);
    let mut second = part(&start, 1, &[]);
    let own: Vec<_> = editor(&first).sections_cells().concat();
    let theirs: Vec<_> = editor(&second).sections_cells().concat();
    assert!(own.iter().all(|cell| !theirs.contains(cell)));
    let before = reserve(&second);
    fill(&mut first);
    let shown = first.order().expect("a whole part");
    second.see_plans(&[(0, shown.clone())]);
    let placed = editor(&first).mates().len();
    assert_eq!(placed, 0, "nobody has shown the first anything");
    let ghosts: usize = editor(&second)
        .mates()
        .iter()
        .map(|(_, placed)| placed.len())
        .sum();
    assert!(ghosts > 0);
    assert!(
        reserve(&second) < before,
        "what the first has placed is gone"
    );
    // another part in its place gives the units back
    second.see_plans(&[]);
    assert_eq!(reserve(&second), before);
    // the part of one is none of another's
    assert!(start.seal_part(side(), 1, &shown).is_err());
}

fn reserve(part: &Secret) -> usize {
    let lines = editor(part).reserve();
    lines.iter().map(|line| line.left).sum()
}

#[test]
fn a_part_leaves_no_section_to_others_that_they_cannot_fill() {
    let start = start_of("test-of-wills", &[2, 2]);
    // of five sections four are used; three are the first's, and two the second's
    let empty = part(&start, 0, &[]);
    assert_eq!(empty.order(), None, "the second cannot fill four");
    let mut second = part(&start, 1, &[]);
    fill(&mut second);
    let shown = second.order().expect("two sections");
    let mut first = part(&start, 0, &[(1, shown)]);
    assert_eq!(first.order(), None, "two are left");
    fill(&mut first);
    assert!(first.order().is_some());
    let (_, _, used) = editor(&first).needed();
    assert_eq!(used, 2);
}
