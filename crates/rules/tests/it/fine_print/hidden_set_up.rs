use super::*;

fn set_up(position: &mut Position, side: Side, text: &str) -> Result<(), Illegal> {
    let order = Order::parse(position.game(), side, text).expect("a set-up");
    position.apply(side, &order).map(|_| ())
}

fn start() -> Position {
    Position::new(Arc::new(hidden_game()))
}

#[test]
fn both_sides_set_up_in_any_order_then_the_first_player_is_drawn() {
    let texts = [(Side::White, "DH4/2LI2"), (Side::Black, "2li2/4hd")];
    let mut ends = Vec::new();
    for (first, second) in [(0, 1), (1, 0)] {
        let mut position = start();
        assert_eq!(position.to_act(), ToAct::Secretly(Sides::first(2)));
        set_up(&mut position, texts[first].0, texts[first].1).expect("legal");
        assert_eq!(position.to_act(), ToAct::Secretly(texts[second].0.into()));
        assert!(set_up(&mut position, texts[first].0, texts[first].1).is_err());
        set_up(&mut position, texts[second].0, texts[second].1).expect("legal");
        assert_eq!(position.to_act(), ToAct::Lots(rules::warlord::FIRST_PLAYER));
        assert_eq!(
            position.check(Side::White, &Order::End),
            Err(Illegal::NotBegun)
        );
        ends.push(position);
    }
    assert_eq!(ends[0], ends[1]);
    for (lots, letter) in [(0, 'w'), (1, 'b'), (2, 'w'), (u64::MAX, 'b')] {
        let mut position = ends[0].clone();
        position.resolve(Lots(lots)).expect("lots are awaited");
        assert_eq!(
            position.to_text(),
            format!("2li2/4hd/6/6/DH4/2LI2 {letter} 1 0")
        );
        assert_eq!(position.resolve(Lots(lots)), Err(Illegal::NoLots));
    }
}

/// The hidden game with that switch, both sides set up as soon as they can; and what was decided before.
fn set_up_with(first_player: FirstPlayer, lots: u64) -> (Position, Vec<ToAct>) {
    let mut game = hidden_game();
    game.options.first_player = first_player;
    let mut position = Position::new(Arc::new(game));
    let mut before = Vec::new();
    while !matches!(position.to_act(), ToAct::One(_)) {
        before.push(position.to_act());
        match position.to_act() {
            ToAct::Secretly(_) => {
                set_up(&mut position, Side::White, "DH4/2LI2").expect("legal");
                set_up(&mut position, Side::Black, "2li2/4hd").expect("legal");
            }
            _ => {
                let early = set_up(&mut position, Side::White, "DH4/2LI2");
                assert_eq!(early, Err(Illegal::LotFirst));
                position.resolve(Lots(lots)).expect("lots are awaited");
            }
        }
    }
    (position, before)
}

#[test]
fn the_first_player_may_be_drawn_before_the_set_up() {
    for (lots, letter) in [(4, 'w'), (5, 'b')] {
        let (position, before) = set_up_with(FirstPlayer::LotBefore, lots);
        assert_eq!(
            before,
            [
                ToAct::Lots(rules::warlord::FIRST_PLAYER),
                ToAct::Secretly(Sides::first(2))
            ]
        );
        assert_eq!(
            position.to_text(),
            format!("2li2/4hd/6/6/DH4/2LI2 {letter} 1 0")
        );
        assert!(position.left() > 0);
    }
}

#[test]
fn the_first_player_may_be_agreed_on() {
    for side in Side::BOTH {
        let (position, before) = set_up_with(FirstPlayer::Agreed(side), 0);
        assert_eq!(before, [ToAct::Secretly(Sides::first(2))]);
        assert_eq!(position.to_act(), ToAct::One(side.into()));
        let (drawn, _) = set_up_with(FirstPlayer::LotAfter, side.index() as u64);
        assert_eq!(position.to_text(), drawn.to_text());
    }
}

#[test]
fn a_set_up_uses_the_army_all_of_it_and_nothing_else() {
    for (text, reason) in [
        (
            "DH4/2LH2",
            "6.1 the set-up has 2 of Heavy Cavalry where the army has 1",
        ),
        (
            "DH4/2L3",
            "6.1 the set-up has 0 of Infantry where the army has 1",
        ),
        (
            "DH4/2LIN1",
            "6.1 the set-up has 1 of Light Cavalry where the army has 0",
        ),
        (
            "DL4/2HI2",
            "6.1 the section at a1 holds 2 leaders and 0 others, not 1 and 1",
        ),
        (
            "DHI3/L5",
            "6.1 the section at a1 holds 2 leaders and 1 others, not 1 and 1",
        ),
        ("DH2I1/2L3", "6.1 3 sections are used, not 2"),
    ] {
        let illegal = set_up(&mut start(), Side::White, text).expect_err(text);
        assert_eq!(format!("{} {illegal}", illegal.rule()), reason, "{text}");
    }
    let outside = Order::SetUp(SetUp::new(vec![Placement {
        cell: "a3".parse().expect("a cell"),
        kind: Kind::Infantry,
    }]));
    let illegal = start().apply(Side::White, &outside).expect_err("outside");
    assert_eq!(
        illegal.to_string(),
        "a3 is outside the sections this side sets up in"
    );
    let placement = Placement {
        cell: "a1".parse().expect("a cell"),
        kind: Kind::Infantry,
    };
    let twice = Order::SetUp(SetUp::new(vec![placement, placement]));
    let illegal = start().apply(Side::White, &twice).expect_err("twice");
    assert_eq!(illegal.to_string(), "a1 is filled twice");
}

#[test]
fn either_letter_case_is_read_and_the_sides_own_is_written() {
    let game = hidden_game();
    let order = Order::parse(&game, Side::Black, "2LI2/4hD").expect("a set-up");
    assert_eq!(order.to_text(&game, Side::Black), "2li2/4hd");
}

#[test]
fn a_set_up_is_sealed_in_one_part_of_fixed_length() {
    let position = start();
    let slot = Slot {
        number: 2,
        size: 24,
        member: 0,
    };
    assert_eq!(position.slots(Side::White), [slot]);
    for order in position.legal_orders(Side::White) {
        let parts = position.seal(Side::White, &order).expect("a book set-up");
        let sizes: Vec<_> = parts
            .iter()
            .map(|part| (part.slot, part.payload.len()))
            .collect();
        assert_eq!(sizes, [(2, 24)]);
    }
    let order = Order::parse(position.game(), Side::White, "DH4/2LI2").expect("a set-up");
    let parts = position.seal(Side::White, &order).expect("legal");
    // two bytes a home cell, section by section
    let payload = b"\0\0\0\0D\x02H\0L\x01I\0\0\0\0\0\0\0\0\0\0\0\0\0";
    assert_eq!(parts[0].payload, *payload);
}

#[test]
fn parts_that_are_not_a_set_up_are_refused() {
    let position = start();
    let order = Order::parse(position.game(), Side::White, "DH4/2LI2").expect("a set-up");
    let parts = position.seal(Side::White, &order).expect("legal");
    let part = &parts[0];
    let why = |parts: &[SecretPart]| match position.open(Side::White, parts) {
        Ok(opened) => panic!("{parts:?} opens to {opened:?}"),
        Err(illegal) => illegal,
    };
    let count = Illegal::BadSecret("its one part is slot 2");
    assert_eq!(why(&[]), count);
    assert_eq!(why(&[part.clone(), part.clone()]), count);
    for slot in [0, 1, 3, u16::MAX] {
        let payload = part.payload.clone();
        assert_eq!(why(&[SecretPart { slot, payload }]), count);
    }
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut part = part.clone();
        change(&mut part.payload);
        why(&[part])
    };
    let size = Illegal::BadSecret("two bytes for each home cell");
    for size_of in [0, 22, 23, 25, 26, 4096] {
        assert_eq!(with(&|payload| payload.resize(size_of, 0)), size);
    }
    let kind = Illegal::BadSecret("an unknown kind of unit");
    for (place, byte) in [(4, b'd'), (4, b'X'), (4, 0), (5, 1), (6, b'T'), (0, 1)] {
        assert_eq!(with(&|payload| payload[place] = byte), kind);
    }
    // units that exist, but not this side's army, or not spread as the scenario demands
    let army = with(&|payload| payload[6] = b'I');
    assert!(matches!(army, Illegal::WrongArmy { .. }), "{army}");
    let section = with(&|payload| {
        payload.swap(4, 16);
        payload.swap(5, 17);
    });
    assert!(
        matches!(section, Illegal::WrongSections { .. }),
        "{section}"
    );
    let mut done = position.clone();
    done.apply(Side::White, &order).expect("legal");
    assert!(done.slots(Side::White).is_empty());
    assert_eq!(
        done.open(Side::White, &parts),
        Err(Illegal::NoSetUpAwaited(Side::White))
    );
}
