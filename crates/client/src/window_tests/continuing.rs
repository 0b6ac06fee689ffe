//! Two players continue in a new match, by a click each.

use super::difference::begun;

#[test]
fn one_asks_and_the_other_agrees_and_both_tables_show_the_new_match() {
    let [mut host, mut guest] = begun();
    let file = |program: &super::Program| {
        let table = program.app().model.table.as_ref().expect("a match");
        table.seen.file.clone()
    };
    let before = [file(&host), file(&guest)];
    // the host is on turn: the guest may ask
    guest.until_shown("Continue in a new match\u{2026}");
    guest.click("Continue in a new match\u{2026}");
    guest.until_shown("Ada is asked to continue in a new match from Blue's turn 1.");
    guest.click("Ask");
    guest.until_shown("You have asked Ada to continue in a new match.");
    host.until_shown("Bo asks to continue in a new match from Blue's turn 1.");
    host.click("Not now");
    host.click("What changes\u{2026}");
    host.click("Continue");
    for (program, before) in [&mut host, &mut guest].into_iter().zip(&before) {
        program.until("the new match", |program| file(program) != *before);
        program.until_shown("The match continues in a new one");
        assert_eq!(home::newest(before), file(program));
    }
    host.until_my_turn();
}

#[test]
fn a_player_who_asked_is_told_of_a_refusal_and_the_match_continues() {
    let [mut host, mut guest] = begun();
    guest.until_shown("Continue in a new match\u{2026}");
    guest.click("Continue in a new match\u{2026}");
    guest.until_shown("is asked to continue");
    guest.click("Ask");
    guest.until_shown("You have asked Ada to continue in a new match.");
    host.until_shown("Bo asks to continue in a new match from Blue's turn 1.");
    host.click("Not now");
    host.click("Decline");
    guest.until_shown("Ada does not continue in a new match now.");
    host.until_my_turn();
}
