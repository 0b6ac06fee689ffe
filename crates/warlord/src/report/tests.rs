//! What the reports write, as JSON and as plain text.

use std::sync::{Arc, Mutex};

use protocol::manifest::Pace;

use super::*;

/// A writer whose contents stay readable.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn written(is_json: bool, reports: &[Report]) -> io::Result<String> {
    let shared = Shared::default();
    let mut reporter = Reporter::new(is_json, Box::new(shared.clone()));
    for report in reports {
        reporter.report(report)?;
    }
    let bytes = shared.0.lock().expect("nobody panics").clone();
    String::from_utf8(bytes).map_err(io::Error::other)
}

fn one_of_each() -> Vec<Report> {
    let text = |text: &str| text.to_owned();
    let family = Family::default();
    let [white, black] = ["white", "black"].map(|name| family.parse_side(name).expect("a side"));
    let names = SideNames::of_family(family);
    let [side, other] = [white, black].map(|side| SideName::new(family, names, side));
    let secret = "set-up";
    vec![
        Report::Invitation {
            code: text("warlord1x"),
            link: text("warlord://join/x"),
        },
        Report::Code {
            code: text("warlord1y"),
            link: text("warlord://join/y"),
            order: "You open theirs first.",
        },
        Report::Answer {
            code: text("warlord1z"),
            link: text("warlord://join/z"),
        },
        Report::Reachability {
            summary: text("Reachable at 10.0.0.2:4555."),
        },
        Report::Tried {
            address: text("10.0.0.2:4555"),
            result: text("no answer yet"),
        },
        Report::Asked {
            name: text("Bob"),
            key: text("00ff"),
            address: text("10.0.0.3:4555"),
            standing: text("stranger"),
        },
        Report::Joined {
            peer: text("Ann"),
            standing: text("known, 4 games"),
        },
        Report::Locked {
            side: side.clone(),
            by: None,
            secret,
        },
        Report::Revealed {
            sides: 2,
            secret,
            told: Vec::new(),
        },
        Report::First {
            side: other.clone(),
        },
        Report::Turn {
            side: other.clone(),
            by: None,
            turn: 2,
            name: text("Amber's turn 1"),
            separator: " ",
            empty: None,
            orders: vec![text("e7-e6"), text("end")],
            digest: text("00ff"),
        },
        Report::Clock {
            clocks: vec![
                ClockOf {
                    side: side.clone(),
                    left: 872_000,
                    runs: false,
                },
                ClockOf {
                    side: other,
                    left: 9_000,
                    runs: true,
                },
            ],
            terms: Terms {
                pace: Pace::Bank {
                    bank_ms: 900_000,
                    increment_ms: 0,
                },
                ..Terms::default()
            },
        },
        Report::DrawOffered {
            side: side.clone(),
            by: None,
        },
        Report::TakebackAsked {
            side,
            by: None,
            turn: 4,
            name: text("Blue's turn 2"),
        },
        Report::TakenBack {
            turn: 2,
            name: text("Amber's turn 1"),
            digest: text("00ff"),
        },
        Report::Chat {
            from: text("Ann"),
            to: None,
            text: text("hi \"you\""),
        },
        Report::Note { text: text("note") },
        Report::Line {
            state: LineChange::Lost,
        },
        Report::Line {
            state: LineChange::Back,
        },
        Report::over(
            names,
            family,
            rules::Sides::first(2),
            Outcome::Won(white.into(), "leaders"),
        ),
        Report::Verdict {
            verdict: text("COMPLETE"),
            result: Some(text("white leaders")),
            named: Some(text("Blue leaders")),
            file: text("a.fpm"),
        },
        Report::Error {
            what: text("no such code"),
            advice: text("ask for it again"),
        },
    ]
}

#[test]
fn json_lines_have_the_field_names_of_the_contract() -> io::Result<()> {
    let expected = r#"{"event":"invitation","code":"warlord1x","link":"warlord://join/x"}
{"event":"code","code":"warlord1y","link":"warlord://join/y"}
{"event":"answer","code":"warlord1z","link":"warlord://join/z"}
{"event":"reachability","summary":"Reachable at 10.0.0.2:4555."}
{"event":"tried","address":"10.0.0.2:4555","result":"no answer yet"}
{"event":"asked","name":"Bob","key":"00ff","address":"10.0.0.3:4555","standing":"stranger"}
{"event":"joined","peer":"Ann","standing":"known, 4 games"}
{"event":"locked","side":"white"}
{"event":"revealed"}
{"event":"first","side":"black"}
{"event":"turn","side":"black","turn":2,"orders":["e7-e6","end"],"digest":"00ff"}
{"event":"clock","clocks":[{"side":"white","left":872000,"runs":false},{"side":"black","left":9000,"runs":true}]}
{"event":"draw-offered","side":"white"}
{"event":"takeback-asked","side":"white","turn":4}
{"event":"taken-back","turn":2,"digest":"00ff"}
{"event":"chat","from":"Ann","text":"hi \"you\""}
{"event":"note","text":"note"}
{"event":"line","state":"lost"}
{"event":"line","state":"back"}
{"event":"over","outcome":"white leaders"}
{"event":"verdict","verdict":"COMPLETE","result":"white leaders","file":"a.fpm"}
{"event":"error","what":"no such code","advice":"ask for it again"}
"#;
    assert_eq!(written(true, &one_of_each())?, expected);
    Ok(())
}

#[test]
fn what_a_peer_says_cannot_steer_the_terminal() -> io::Result<()> {
    let chat = Report::Chat {
        from: "A\u{1b}[2J".to_owned(),
        to: None,
        text: "x\r\ny\u{202e}z\u{9b}1m".to_owned(),
    };
    assert_eq!(written(false, &[chat])?, "<A[2J> xyz1m\n");
    Ok(())
}

#[test]
fn plain_lines_say_the_same_in_words() -> io::Result<()> {
    let expected = r#"Invitation: warlord1x
  as a link: warlord://join/x
Whoever does not find this machine needs this code: warlord1y
  as a link: warlord://join/y
  You open theirs first.
Nobody answers yet at the addresses of the invitation. Send this answer code to the host, who enters it where the invitation was made; leave this program running until then: warlord1z
  as a link: warlord://join/z
Reachable at 10.0.0.2:4555.
Tried 10.0.0.2:4555: no answer yet.
Bob on your network asks to be let in (stranger).
  key 00ff, address 10.0.0.3:4555
Ann is here (known, 4 games).
Blue has sealed its set-up.
Both set-ups are open.
Amber begins.
Amber's turn 1: e7-e6 end
Time left: Blue 14:32; Amber 0:09 (running).
Blue offers a draw.
Blue asks to take back its last turn, Blue's turn 2, and what came after it.
Turns are taken back: the match continues from before Amber's turn 1.
<Ann> hi "you"
note
The connection is lost. The program dials again on its own; you do not have to do anything.
The connection is back.
Over: Blue won: Amber's last leader is captured.
COMPLETE (Blue leaders): a.fpm
error: no such code
  do: ask for it again
"#;
    assert_eq!(written(false, &one_of_each())?, expected);
    Ok(())
}

#[test]
fn at_a_table_of_more_than_two_the_reports_name_the_seat() -> io::Result<()> {
    let family = Family::default();
    let names = SideNames::of_family(family);
    let side = |name| SideName::new(family, names, family.parse_side(name).expect("a side"));
    let blue = side("white");
    let cid = || {
        Some(Member {
            seat: 2,
            name: "Cid\u{1b}[2J".to_owned(),
        })
    };
    let reports = [
        Report::Table {
            seats: vec![
                SeatReport {
                    seat: 0,
                    name: "Ann".to_owned(),
                    side: blue.clone(),
                    team: 0,
                    player: "me".to_owned(),
                },
                SeatReport {
                    seat: 1,
                    name: "Ben".to_owned(),
                    side: side("black"),
                    team: 1,
                    player: "computer:easy".to_owned(),
                },
            ],
        },
        Report::Locked {
            side: blue.clone(),
            by: cid(),
            secret: "set-up",
        },
        Report::Revealed {
            sides: 4,
            secret: "set-up",
            told: Vec::new(),
        },
        Report::DrawOffered {
            side: blue.clone(),
            by: cid(),
        },
        Report::Planned {
            side: blue,
            by: cid().expect("a member"),
            secret: "set-up",
        },
        Report::PlansClash {
            seats: vec![0, 2],
            names: vec!["Ann".to_owned(), "Cid".to_owned()],
            why: "2 leaders too many".to_owned(),
        },
        Report::ContinueAsked {
            turn: 3,
            undone: 0,
            agreed: vec![1],
            missing: vec![0, 2],
            words: vec!["Ben asks.".to_owned()],
        },
        Report::ContinueAgreed {
            by: cid().expect("a member"),
        },
        Report::Chat {
            from: "Cid".to_owned(),
            to: Some("team"),
            text: "hold".to_owned(),
        },
    ];
    let json = r#"{"event":"table","seats":[{"seat":0,"name":"Ann","side":"white","team":0,"player":"me"},{"seat":1,"name":"Ben","side":"black","team":1,"player":"computer:easy"}]}
{"event":"locked","side":"white","seat":2,"name":"Cid\u001b[2J"}
{"event":"revealed"}
{"event":"draw-offered","side":"white","seat":2,"name":"Cid\u001b[2J"}
{"event":"planned","side":"white","seat":2,"name":"Cid\u001b[2J"}
{"event":"plans-clash","seats":[0,2],"why":"2 leaders too many"}
{"event":"continue-asked","turn":3,"undone":0,"agreed":[1],"missing":[0,2],"words":["Ben asks."]}
{"event":"continue-agreed","seat":2,"name":"Cid\u001b[2J"}
{"event":"chat","from":"Cid","to":"team","text":"hold"}
"#;
    assert_eq!(written(true, &reports)?, json);
    let plain = "Seat 1: Ann plays Blue (me)
Seat 2: Ben plays Amber (computer:easy)
Cid[2J (Blue) has sealed its set-up.
All set-ups are open.
Cid[2J (Blue) offers a draw.
Cid[2J (Blue) has shown its part of the set-up.
The parts of Ann and Cid do not go together: 2 leaders too many.
  do: show another part, or wait for theirs
Ben asks.
Cid[2J agrees to continue.
<Cid to the team> hold
";
    assert_eq!(written(false, &reports)?, plain);
    Ok(())
}
