//! The options of War Lord Tourney. Rules: tourney 3.10, 5.18

use rules::tourney::{Game, Options, Several, Switch};

use super::layout::{Layout, misplaced};
use crate::option::{OptionError, OptionInfo, set_each};
use crate::table::{Table, either};

const SEVERAL: &str = "several";
const SEATS: &str = "seats";

/// The effect of a switch, in one sentence.
const fn meaning(switch: Switch) -> &'static str {
    match switch {
        Switch::Wounds => "Wounds last until the Castle or the unit's own Lady heals them.",
        Switch::Healing => {
            "After a double kill both men lie until a Lady heals her own, who may then slay or capture the other."
        }
        Switch::Finishing => {
            "After a double kill both men lie until an enemy fighter comes and slays one."
        }
        Switch::Wizard => {
            "A third seat: the Wizard of the Woods raises slain fighters from their graves and commands them."
        }
        Switch::Bishop => {
            "A Bishop for each Castle blesses graves and destroys undead; only with the Wizard."
        }
        Switch::Sergeants => {
            "Two Sergeants for each side, who go up to two squares diagonally or one orthogonally."
        }
        Switch::Teams => "South and North play against East and West; only with four seats.",
        Switch::Bowmen => "A Bowman for each side, who shoots two or three squares far.",
        Switch::Strategic => {
            "Units are armies with a strength, which blows reduce and the Castle restores; it replaces wounds."
        }
        Switch::Enchanted => {
            "Who starts a move in a wood announces one or two steps and goes where the lot leads."
        }
        Switch::Veterans => "A Footman or Sergeant becomes a Knight after three fights won.",
        Switch::Grand => "Two Knights and four Footmen for each side.",
        Switch::Muster => "Each side places its units unseen on its own three ranks.",
        Switch::Chivalry => "A Knight or Warlord who moves onto an enemy Lady alone yields to her.",
        Switch::WindingKnights => {
            "Knights and Ladies go up to four single steps and may turn corners, on a board of 13 by 13."
        }
    }
}

/// Why a switch is of no use on a layout, as the end of a sentence; `None` for a switch that is.
fn idle(layout: &Layout, switch: Switch) -> Option<&'static str> {
    let has_wood = layout.wood.is_some();
    let plays = |seats: u8| layout.seats_allowed().contains(&seats);
    match switch {
        Switch::Wizard | Switch::Bishop if !plays(2) => Some("the Wizard joins two players only"),
        Switch::Wizard | Switch::Bishop if !has_wood => Some("the board has no wood"),
        Switch::Enchanted if !has_wood && !layout.is_large => Some("the board has no wood"),
        Switch::Teams if !plays(4) => Some("teams are two and two, and there are no four seats"),
        Switch::WindingKnights if !plays(2) => Some("it is for two players"),
        Switch::WindingKnights if !layout.has_room_for_winding() && !layout.is_large => {
            Some("Knights that turn corners need a board of 13 by 13")
        }
        Switch::Sergeants | Switch::Bowmen | Switch::Bishop | Switch::Grand => {
            // alone, beside no other option: whether several have room together is checked once they are chosen
            let mut options = least(layout).with(switch);
            if switch == Switch::Bishop {
                options = options.with(Switch::Wizard);
            }
            no_room(layout, options).then_some("its units have no room around the Castles")
        }
        _ => None,
    }
}

/// The switches that are of no use on a layout.
pub(super) fn idle_ones(layout: &Layout) -> impl Iterator<Item = Switch> {
    let switches = Switch::ALL.into_iter();
    switches.filter(|switch| idle(layout, *switch).is_some())
}

/// The base game on a layout.
fn least(layout: &Layout) -> Options {
    let mut options = Options::BASE;
    options.seats = layout.seats();
    options
}

/// True if the units that the options bring cannot stand where the rules place them.
// by laying the game out: only the rules know where the units go
fn no_room(layout: &Layout, options: Options) -> bool {
    let game = layout.game(options);
    !layout.has_all_units(&game, options) || !misplaced(&game).is_empty()
}

/// The table [options]: each option that the file sets, in the order of the reader.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Set {
    // kept apart from the layout: what the file leaves out depends on the number of Castles
    switches: [Option<bool>; Switch::ALL.len()],
    several: Option<Several>,
    seats: Option<u8>,
}

pub(super) fn read(table: &Table<'_>) -> Option<Set> {
    let mut set = Set::default();
    // the order of `ALL` and of the places in `Set` is one, which `zip` holds together
    for (switch, value) in Switch::ALL.into_iter().zip(&mut set.switches) {
        *value = table.switch(switch.key());
    }
    let words = Several::ALL.map(Several::word);
    set.several = table.word(SEVERAL, &words).and_then(Several::from_word);
    let seats = table.number(SEATS, 2..=4);
    set.seats = seats.and_then(|(_, seats)| u8::try_from(seats).ok());
    table.finish();
    Some(set)
}

impl Set {
    /// The options; those that the file leaves out are as in the base game with that number of Castles.
    pub(super) fn options(&self, seats: u8) -> Options {
        let mut options = Options::BASE;
        options.several = self.several.unwrap_or_default();
        options.seats = self.seats.unwrap_or(seats);
        for (switch, value) in Switch::ALL.into_iter().zip(self.switches) {
            if value == Some(true) {
                options = options.with(switch);
            }
        }
        options
    }
}

/// Refuses options of a file that the layout has no use for, or that do not agree.
pub(super) fn check(root: &Table<'_>, layout: &Layout) {
    let options = layout.options;
    let source = root.source();
    for switch in options.iter() {
        if let Some(why) = idle(layout, switch) {
            source.report(
                root.line_of("options", switch.key()),
                format!("`{}` switched on", switch.key()),
                format!("false or nothing, since the option has no use here: {why}"),
            );
        }
    }
    if options.iter().any(|switch| idle(layout, switch).is_some()) {
        return;
    }
    let allowed = layout.seats_allowed();
    if !allowed.contains(&options.seats) {
        source.report(
            root.line_of("options", SEATS),
            format!("{} seats", options.seats),
            format!("{}, as many as the board can have", numbers(allowed)),
        );
    } else if let Some(conflict) = options.conflict() {
        let (what, mend) = conflict.split_once(": ").unwrap_or((conflict, ""));
        // a conflict is of several options, and the line of the last one is as good as any
        let line = options.iter().last();
        let line = line.map_or(1, |switch| root.line_of("options", switch.key()));
        source.report_with(
            line,
            format!("options that do not go together: {what}"),
            "options that do",
            (!mend.is_empty()).then(|| mend.to_owned()),
        );
    } else if !source.has_mistakes() && no_room(layout, options) {
        source.report(
            root.line_of("options", Switch::Grand.key()),
            "units of several options that have no room together",
            "one of the options less, or a board with room around the Castles",
        );
    }
}

fn numbers(numbers: &[u8]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    either(&numbers)
}

/// The options that are of use on a layout, with their defaults.
pub(super) fn infos(layout: &Layout) -> Vec<OptionInfo> {
    let word = |is_on| if is_on { "on" } else { "off" };
    let switches = Switch::ALL.into_iter();
    let switches = switches.filter(|switch| idle(layout, *switch).is_none());
    let mut infos: Vec<OptionInfo> = switches
        .map(|switch| OptionInfo {
            key: switch.key(),
            default: word(layout.options.is_set(switch)).to_owned(),
            allowed: "on or off".to_owned(),
            meaning: meaning(switch),
        })
        .collect();
    infos.push(OptionInfo {
        key: SEVERAL,
        default: layout.options.several.word().to_owned(),
        allowed: either(&Several::ALL.map(Several::word)),
        meaning: "A turn moves up to two units, or every unit once, in place of one.",
    });
    let seats = layout.seats_allowed();
    if seats.len() > 1 {
        infos.push(OptionInfo {
            key: SEATS,
            default: layout.options.seats.to_string(),
            allowed: numbers(seats),
            meaning: "Three or four players, each with a Castle, on a board of 13 by 13.",
        });
    }
    infos
}

/// The game after the given `key=value` pairs.
pub(super) fn choose(layout: &Layout, chosen: &[(String, String)]) -> Result<Game, OptionError> {
    // before `set_each`, which would call a switch without use unknown instead of saying why it has none
    for (key, _) in chosen {
        if let Some(switch) = Switch::from_key(key)
            && let Some(why) = idle(layout, switch)
        {
            let key = switch.key();
            return Err(OptionError::Idle { key, why });
        }
    }
    let mut options = layout.options;
    set_each(&infos(layout), chosen, |key, value| {
        match (Switch::from_key(key), value) {
            (Some(switch), "on") => options = options.with(switch),
            (Some(switch), "off") => options = options.without(switch),
            (Some(_), _) => return false,
            (None, _) if key == SEVERAL => match Several::from_word(value) {
                Some(several) => options.several = several,
                None => return false,
            },
            (None, _) => match value.parse() {
                Ok(seats) if layout.seats_allowed().contains(&seats) => options.seats = seats,
                _ => return false,
            },
        }
        true
    })?;
    if let Some(conflict) = options.conflict() {
        let (what, mend) = conflict.split_once(": ").unwrap_or((conflict, conflict));
        return Err(OptionError::Conflict { what, mend });
    }
    if no_room(layout, options) {
        return Err(OptionError::Conflict {
            what: "the units of these options have no room together around the Castles",
            mend: "leave one of them out",
        });
    }
    Ok(layout.game(options))
}
