//! Scenes of War Lord Tourney: stacks, marks, the places beside the board, and the cards of a duel.

use picture::tourney::badge;
use picture::{Badge, Mark, Picture, Scene, Token};
use rules::{AnyOrder, AnyPosition, Lots, Rules, ToAct};

fn start(options: &[(&str, &str)]) -> AnyPosition {
    let scenario = scenario::load("tourney-small")
        .expect("built in")
        .expect("right");
    let options: Vec<_> = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    scenario.start(&options).expect("options of the scenario")
}

fn read(options: &[(&str, &str)], text: &str) -> AnyPosition {
    let start = start(options);
    start
        .with_text(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Gives an order of whoever must decide.
fn give(position: &mut AnyPosition, text: &str) -> AnyOrder {
    let sides = match position.to_act() {
        ToAct::One(side) => side.into(),
        ToAct::Secretly(sides) => sides,
        other => panic!("{text}: {other:?}"),
    };
    let given = sides.iter().find_map(|side| {
        let order = position.parse_order(side, text).ok()?;
        position.apply(side, &order).ok().map(|_| order)
    });
    given.unwrap_or_else(|| panic!("{text} is refused"))
}

fn badges(token: &Token) -> Vec<Badge> {
    token.badges.iter().collect()
}

#[test]
fn the_start_shows_castles_and_dungeons_beside_the_board() {
    let mut position = start(&[]);
    position
        .resolve(Lots(0))
        .expect("the lot for the first player");
    let scene = Scene::of_start(&position);
    assert_eq!(scene.tokens.len(), 8);
    let places: Vec<_> = scene
        .beside
        .iter()
        .map(|place| (place.cell.to_string(), place.badge, place.tokens.len()))
        .collect();
    let [north, south] = ["d7", "d1"].map(str::to_owned);
    assert_eq!(
        places,
        [
            (north.clone(), badge::CASTLE, 0),
            (north, badge::DUNGEON, 0),
            (south.clone(), badge::CASTLE, 0),
            (south, badge::DUNGEON, 0),
        ]
    );
}

#[test]
fn queues_and_prisoners_stand_beside_and_stacks_side_by_side() {
    let text = "3w3/3l3/7/7/7/2(LF)4/3W3 w 1 0 cw=K db=F dw=fk";
    let text = text.replace(" db=F", "").replace("dw=fk", "dw=kf");
    let scene = Scene::of(&read(&[], &text), false);
    let counts: Vec<usize> = scene
        .beside
        .iter()
        .map(|place| place.tokens.len())
        .collect();
    assert_eq!(counts, [0, 0, 1, 2]);
    let stacked = scene.placed().filter(|(_, part)| part.columns == 2).count();
    assert_eq!(stacked, 2, "the Lady and the Footman share a cell");
    let alone = Scene::of(&start(&[]), false);
    let width = |scene: &Scene| {
        let svg = Picture::new(scene, "").to_string();
        let (_, rest) = svg.split_once("width=\"").expect("a width");
        rest.split('"')
            .next()
            .and_then(|width| width.parse::<u32>().ok())
    };
    assert!(
        width(&scene) > width(&alone),
        "units beside the board need room"
    );
}

#[test]
fn marks_are_badges() {
    let text = "3w3/2klf2/7/7/7/2(F*)LK2/3W3 w 1 0";
    let scene = Scene::of(&read(&[("wounds", "on")], text), false);
    let wounded: Vec<_> = scene
        .tokens
        .iter()
        .filter(|token| !badges(token).is_empty())
        .collect();
    assert_eq!(wounded.len(), 1);
    assert_eq!(badges(wounded[0]), [badge::WOUND]);
    let text = "3w3/2klf2/7/7/7/2(F2)LK2/3W3 w 1 0";
    let scene = Scene::of(&read(&[("veterans", "on")], text), false);
    let veteran = scene.tokens.iter().find(|token| !badges(token).is_empty());
    assert_eq!(
        veteran.map(badges),
        Some(vec![badge::fought(2).expect("two stars")])
    );
    let text = "3w3/2klf2/7/7/7/2(F~2)LK2/3W3 w 1 0";
    let scene = Scene::of(&read(&[("strategic", "on")], text), false);
    let shields: Vec<Badge> = scene.tokens.iter().flat_map(badges).collect();
    let expected = [2, 5, 6, 5, 4, 6].map(|strength| badge::strength(strength).expect("a shield"));
    let sorted = |mut badges: Vec<Badge>| {
        badges.sort_unstable();
        badges
    };
    assert_eq!(sorted(shields), sorted(expected.to_vec()));
}

#[test]
fn a_duel_is_shown_card_by_card() {
    let mut position = read(&[], "3w3/3l3/4k2/7/7/2FLK2/3W3 w 1 0");
    let before = position.clone();
    let orders = ["e2-e5", "end"].map(|text| give(&mut position, text));
    let side = before.turn().side;
    let scene = Scene::of_turn(&before, &position, side, &orders);
    assert_eq!(scene.arrows.len(), 1);
    let fight = (
        orders.len(),
        scene
            .marks
            .iter()
            .filter(|(_, mark)| *mark == Mark::Badge(badge::FIGHT))
            .count(),
    );
    assert_eq!(fight, (2, 1));
    let mut shown = Scene::of(&position, false);
    for (white, black) in [("MH", "LH"), ("ML", "LH")] {
        let sides: Vec<_> = match position.to_act() {
            ToAct::Secretly(sides) => sides.iter().collect(),
            other => panic!("{other:?}"),
        };
        for (side, card) in sides.into_iter().zip([white, black]) {
            let order = position
                .parse_order(side, &format!("card {card} e5:e5"))
                .expect("a card");
            let events = position.apply(side, &order).expect("a card is asked for");
            shown.add_opened(&events);
        }
    }
    let wounds: Vec<[u8; 2]> = shown.played.iter().map(|played| played.wounds).collect();
    assert_eq!(wounds, [[1, 1], [1, 2]]);
    let [south, north] = shown.played[1].struck();
    assert_eq!(
        (badges(&south), badges(&north)),
        (vec![badge::WOUND], vec![badge::LYING])
    );
    assert_eq!(shown.played[0].cards, [badge::card(2), badge::card(4)]);
}
