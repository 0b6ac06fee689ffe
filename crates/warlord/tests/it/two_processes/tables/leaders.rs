//! Members of a side with leaders of their own, each at a program of its own.

use serde_json::Value;

use super::{HOST, Homes, assert_all_complete, computers, judged};
use crate::two_processes::program::{Program, Typist, output, text};

const LEADERS: [&str; 4] = ["--seats", "4", "--option", "share=leaders"];

#[test]
fn four_programs_share_their_sides_by_leaders_from_the_set_up_to_the_end() {
    for scenario in ["test-of-wills", "clash-of-arms"] {
        let homes = Homes::new();
        let game = ["--scenario", scenario, "--max-turns", "6"];
        let programs = computers(&homes, 4, &[&game[..], &LEADERS[2..]].concat(), &[]);
        if scenario == "test-of-wills" {
            // the mate's part, and nobody else's
            let planned = programs[0].wait_for("planned");
            assert_eq!(planned["side"], "white", "{planned}");
            assert_ne!(planned["seat"], 0, "{planned}");
        }
        let files = assert_all_complete(programs);
        let judged = judged(&homes.of("ann"), &files);
        assert_eq!(judged["options"]["share"], "leaders", "{judged}");
    }
}

#[test]
fn a_border_war_of_two_against_two_is_set_up_in_parts_judged_and_shown_with_its_members() {
    let homes = Homes::new();
    let game = ["--scenario", "border-war", "--max-turns", "4"];
    let programs = computers(&homes, 4, &[&game[..], &LEADERS[2..]].concat(), &[]);
    for (place, mate) in [(0, "cid"), (1, "dot"), (2, "Ann"), (3, "ben")] {
        let planned = programs[place].wait_for("planned");
        assert_eq!(planned["name"], mate, "{planned}");
    }
    let files = assert_all_complete(programs);
    let all = ["Ann", "ben", "cid", "dot"];
    let judged = judged(&homes.of("ann"), &files);
    assert_eq!(judged["verdict"], "COMPLETE", "{judged}");
    let seats = judged["seats"].as_array().expect("seats").iter();
    let names: Vec<&str> = seats.filter_map(|seat| seat["name"].as_str()).collect();
    assert_eq!(names, all);
    let file = files[3].to_string_lossy();
    let page = homes.of("dot").join("game.html");
    let html = ["show", &file, "--html", &page.to_string_lossy()];
    let shown = output(&homes.of("dot"), &html);
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    let page = std::fs::read_to_string(page).expect("a page");
    for parts in [
        "Ann and cid each chose a part for Blue",
        "ben and dot each chose a part for Amber",
    ] {
        assert!(page.contains(parts), "{parts}");
    }
    let shown = output(&homes.of("dot"), &["show", "--json", &file]);
    let game: Value = serde_json::from_slice(&shown.stdout).expect("a game");
    let turns = game["orders"].as_array().expect("turns");
    for (seat, name) in (0..).zip(all) {
        assert!(page.contains(&format!("({name}): ")), "{name}");
        assert_eq!(game["seats"][seat]["name"], name);
        // each member has a part in each of the side's two turns
        let parts = turns.iter().filter(|turn| turn["seat"] == seat);
        assert_eq!(parts.count(), 2, "{name}: {game}");
    }
}

#[test]
fn a_person_types_a_part_of_a_set_up_and_of_a_turn_and_speaks_to_the_team_alone() {
    let homes = Homes::new();
    let game = ["--scenario", "test-of-wills", "--max-turns", "2"];
    let typed = HOST.map(|word| if word == "computer:1" { "stdin" } else { word });
    let mut ann = Typist::start(&homes.of("ann"), &[&typed[..], &LEADERS, &game].concat());
    let code = ann.code();
    ann.type_lines("anyone\n");
    // Cid has the same side as Ann, Ben and Dot have the other one
    let guests = [("ben", "2"), ("cid", "3"), ("dot", "4")].map(|(name, seat)| {
        let guest = homes.guest(name, &code, &["--seat", seat]);
        ann.wait_until("seat", |seat| seat["name"] == name);
        guest
    });
    ann.type_lines("ready\n");
    ann.wait_until("ready", |ready| ready["all"] == true);
    ann.type_lines("begin\n");
    ann.hear("set up your own part of it unseen");
    ann.ask("book 1", "`end` shows this part to your mates");
    ann.ask("undo", "Your part is empty again");
    ann.ask("1L2/4", "is no order");
    ann.ask("book 2", "`end` shows this part to your mates");
    let [ben, cid, dot] = guests;
    ann.type_lines("end\n");
    let planned = ann.wait_for("planned");
    assert_eq!(planned["name"], "cid", "{planned}");
    // like all words, those to the team need a program that hears them: the mate's has just spoken
    ann.type_lines("team we hold the hills\n");
    let said = cid.wait_for("chat");
    let words = (&said["from"], &said["to"], &said["text"]);
    assert_eq!(
        words,
        (&"Ann".into(), &"team".into(), &"we hold the hills".into())
    );
    ann.hear("Your leaders: ");
    // the own part behind the mate's, and then closed
    ann.type_lines("later\nend\n");
    ann.hear("It is the last part of this turn");
    ann.type_lines("end\n");
    let (ann, _kept) = ann.into_program();
    let files = assert_all_complete(vec![ann, ben, cid, dot]);
    // the record says whose part ended without an order, and who put it off
    let file = files[0].to_string_lossy();
    let page = homes.of("ann").join("game.html");
    let arguments = ["show", &file, "--html", &page.to_string_lossy()];
    output(&homes.of("ann"), &arguments);
    let page = std::fs::read_to_string(page).expect("a page");
    let shown = text(&output(&homes.of("ann"), &["show", &file]).stdout);
    // the lot says whether hers is the first turn
    for (words, starts) in [
        (page, &["(Ann): "][..]),
        (shown, &["(Ann) (--turn 1): ", "(Ann) (--turn 2): "]),
    ] {
        for what in ["takes the part later", "gave no orders"] {
            let mut starts = starts.iter();
            let is_there = starts.any(|start| words.contains(&format!("{start}{what}")));
            assert!(is_there, "{words}");
        }
    }
}

#[test]
fn bots_play_members_of_a_shared_side() {
    for scenario in ["clash-of-arms", "test-of-wills"] {
        let homes = Homes::new();
        let game = ["--scenario", scenario, "--max-turns", "4"];
        let host = homes.host(&[&LEADERS[..], &game].concat());
        let code = host.code();
        let engine = format!("engine '{}' engine", env!("CARGO_BIN_EXE_warlord"));
        let guests = [("ben", "2"), ("cid", "3"), ("dot", "4")].map(|(name, seat)| {
            let bot = [
                "join", &code, "--as", name, "--seat", seat, "--player", &engine,
            ];
            let time = ["--move-time", "50"];
            let guest = Program::start(&homes.of(name), &[&bot[..], &time].concat());
            host.wait_until("seat", |seat| seat["name"] == name);
            guest
        });
        let [ben, cid, dot] = guests;
        assert_all_complete(vec![host, ben, cid, dot]);
    }
}
