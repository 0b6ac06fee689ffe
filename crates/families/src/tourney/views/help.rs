//! The help on War Lord Tourney, in our own words.

use egui::{RichText, Ui};
use kit::model::family::FamilyWords as _;
use kit::views::canvas::Canvas;
use kit::views::family::FamilyHelp;
use kit::views::theme::size;
use kit::views::widgets::{card, note, section};
use picture::tourney::badge;
use rules::AnyPosition;
use rules::tourney::{BLACK, Card, Kind, Unit, WHITE};
use scenario::Scenario;
use scenario::tourney::Content;

use super::duel::card_name;
use super::units::{badge_chip, unit_chip};
use crate::tourney::Tourney;

impl FamilyHelp for Tourney {
    type State = ();

    const TOPICS: &'static [&'static str] = &[
        "The idea",
        "Units",
        "Duels",
        "Ladies and prisoners",
        "How it ends",
    ];

    fn help(topic: usize, library: &[Scenario], (): &mut (), canvas: &mut Canvas, ui: &mut Ui) {
        match topic {
            0 => idea(ui),
            1 => units(canvas, ui),
            2 => duels(canvas, ui),
            3 => ladies(canvas, ui),
            _ => ends(library, ui),
        }
    }
}

fn idea(ui: &mut Ui) {
    card(ui, |ui| {
        ui.label("Each side has a Castle, a Warlord, his Lady, a Knight and a Footman. In a turn you move one unit, or none. A unit that moves onto an enemy meets him, and fighters who meet duel with secret cards.");
        section(ui, "A turn");
        ui.label("Click a unit, then where it goes, then End turn. If several of your units share a square, click the square again for the next of them, or choose one in the list beside the board. Signs show what the unit would meet: crossed swords a duel, a rose a capture without a blow, an arrow downward the loss of your own unit. The line below the board says it in words.");
        section(ui, "After the moves");
        ui.label("When a turn ends, prisoners are freed first; then the units that share a square with enemies meet. If there is something to say about it, the panel beside the board asks, with a button for each answer and what follows from it. The keys 1 to 6 press these buttons.");
        section(ui, "Squares");
        ui.label("Two units of a side may share a square, one in a wood, one in a Castle. Walls surround each Castle: the only way in or out is over its Green. An enemy must stop on the Green, and enters the Castle in a later turn.");
    });
}

/// The kinds with what the help says of them.
const KINDS: [(Kind, &str); 7] = [
    (
        Kind::Warlord,
        "Walks up to two squares straight, or one diagonally. If he is slain, another may take his place; if he is captured, only his Lady can free him.",
    ),
    (
        Kind::Lady,
        "Rides up to four squares straight, but into no wood and onto no rough ground. She never fights: nobles yield to her, and a Footman takes her captive.",
    ),
    (Kind::Knight, "Rides as the Lady does, and fights."),
    (
        Kind::Footman,
        "Walks as the Warlord does, through woods and over rough ground. He yields to nobody.",
    ),
    (
        Kind::Sergeant,
        "With a switch: a Footman who walks up to two squares diagonally, or one straight.",
    ),
    (
        Kind::Bowman,
        "With a switch: shoots two or three squares far instead of moving. A fighter who reaches him captures him.",
    ),
    (
        Kind::Bishop,
        "With a switch: blesses graves and destroys undead.",
    ),
];

fn units(canvas: &mut Canvas, ui: &mut Ui) {
    card(ui, |ui| {
        for (kind, about) in KINDS {
            ui.horizontal(|ui| {
                for side in [WHITE, BLACK] {
                    unit_chip(ui, canvas, Unit::new(side, kind), 40.0);
                }
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.strong(kind.name());
                    note(ui, about);
                });
            });
        }
        section(ui, "Marks");
        for (mark, about) in [
            (badge::WOUND, "wounded: one more wound fells"),
            (badge::LYING, "lies on the ground"),
            (badge::UNDEAD, "raised from a grave"),
        ] {
            ui.horizontal(|ui| {
                badge_chip(ui, canvas, mark, 26.0);
                ui.label(about);
            });
        }
        note(
            ui,
            "Stars count the fights won, and a shield holds the strength of an army, each with its switch.",
        );
    });
}

fn duels(canvas: &mut Canvas, ui: &mut Ui) {
    card(ui, |ui| {
        ui.label("In each round both sides choose a card in secret and open them together. A card is a blow and a parry at two different places, so that it leaves the third line open. A blow lands only at the place that the other leaves open: anywhere else it is parried, or the two blades meet.");
        ui.label("A High blow that lands kills. A Middle or Low one wounds, and a second wound kills. Both blows count at once, so that both fighters can fall.");
        ui.horizontal_wrapped(|ui| {
            for card in Card::ALL {
                let name = card_name(card);
                badge_chip(ui, canvas, badge::card(card.number()), 76.0).on_hover_text(name);
            }
        });
        note(
            ui,
            "The red blade is the blow, the blue shield the parry, and the broken frame the open line.",
        );
        section(ui, "Several fighters");
        ui.label("A fighter has a card for each opponent, and every pair is compared by itself. The keys 1 to 6 choose the cards of one pair after the other.");
        section(ui, "Afterwards");
        ui.label("The winner says of each man felled whether he is captured or slain. Felled men of the winning side get up again. If nobody stands, all who were felled are dead, unless a switch lets them lie.");
    });
}

fn ladies(canvas: &mut Canvas, ui: &mut Ui) {
    card(ui, |ui| {
        ui.horizontal(|ui| {
            badge_chip(ui, canvas, badge::ROSE, 34.0);
            ui.label(RichText::new("A Lady").size(size::TITLE));
        });
        ui.label("captures one Knight or Warlord by moving onto his square. She captures no Footman: if no fighter of hers is there, he captures her. If she moves onto a friend, you may have him sent home to the Castle instead.");
        ui.horizontal(|ui| {
            badge_chip(ui, canvas, badge::DUNGEON, 30.0);
            ui.label(RichText::new("A Dungeon").size(size::TITLE));
        });
        ui.label("lies under each Castle. In each of your turns every unit of yours on the enemy's Green frees one of your units from it, before any fight. Only a Lady frees a Warlord. Whoever is freed stands in your Castle, or waits there behind the others.");
        ui.horizontal(|ui| {
            badge_chip(ui, canvas, badge::CASTLE, 30.0);
            ui.label(RichText::new("A Castle").size(size::TITLE));
        });
        ui.label("has one occupant, who defends it and may leave it. All others inside wait in a queue. Whoever storms it meets them one after the other; once nobody defends it, it falls.");
        section(ui, "If a Warlord is slain");
        ui.label("his Knight may become Warlord, or else a Footman. If neither is free, his Lady may return to the Castle, surrender, become Warlord herself, or give her life for his.");
    });
}

fn ends(library: &[Scenario], ui: &mut Ui) {
    for scenario in library {
        if Content::of(scenario).is_none() {
            continue;
        }
        let Ok(AnyPosition::Tourney(start)) = scenario.start(&[]) else {
            continue;
        };
        card(ui, |ui| {
            ui.label(RichText::new(scenario.title()).size(size::TITLE));
            for line in Tourney::endings(&start) {
                note(ui, line);
            }
        });
        ui.add_space(8.0);
    }
}
