//! The players of this machine at a table, and who decides for them.

use protocol::Seat;
use protocol::frame::{Decider as Shown, MAX_DECIDER};

use crate::decider::{Decider, DeciderChoice, DeciderError, Lines, Settings};
use crate::sitting::Deciders;

/// The bytes of an engine's name that are shown: with `engine ` before it and a number behind it, it fits a frame.
const ENGINE_NAME: usize = MAX_DECIDER - "engine ".len() - " 9".len();

/// Who decides at this machine: the machine's own player, and the engines of others. Computers and people need nothing
/// until the match begins.
pub(super) struct Seated {
    own: Decider,
    settings: Settings,
    /// Each under the name that the table shows.
    engines: Vec<(String, Decider)>,
}

/// A player of this machine as everybody at the table is shown it: the computer's level or the engine's name; none for a
/// person.
pub(crate) fn shown_as(choice: &DeciderChoice) -> Option<String> {
    match choice {
        DeciderChoice::Person => None,
        DeciderChoice::Computer { level } => Some(level.name().to_owned()),
        DeciderChoice::Engine(command) => {
            // neither the folders of this machine nor the arguments are anybody's business
            let words = command.split_whitespace();
            let words = words.map(|word| word.trim_matches(['"', '\'']));
            let mut names = words.filter_map(|word| word.rsplit(['/', '\\']).next());
            let interpreter = names.clone().next().unwrap_or_default();
            let script = names.find(|name| name.contains('.') && !name.starts_with('-'));
            let name = protocol::plain_text(script.unwrap_or(interpreter));
            let name = &name[..name.floor_char_boundary(ENGINE_NAME)];
            Some(format!("engine {}", name.trim()))
        }
    }
}

impl Seated {
    pub(super) const fn new(own: Decider, settings: Settings) -> Self {
        Self {
            own,
            settings,
            engines: Vec::new(),
        }
    }

    /// The machine's own player.
    pub(super) const fn own(&mut self) -> &mut Decider {
        &mut self.own
    }

    /// Starts the player of a seat, as far as it can fail to; as the table shows it.
    pub(super) fn start(&mut self, choice: &DeciderChoice) -> Result<Option<String>, DeciderError> {
        let mut shown = shown_as(choice);
        if let (DeciderChoice::Engine(_), Some(name)) = (choice, &mut shown) {
            // two engines of one name are told apart when the match begins
            let namesakes = self.engines.iter();
            let namesakes = namesakes.filter(|(of, _)| of.starts_with(name.as_str()));
            let number = namesakes.count();
            if number > 0 {
                name.push_str(&format!(" {}", number + 1));
            }
            self.engines
                .push((name.clone(), choice.start(self.settings)?));
        }
        Ok(shown)
    }

    /// The players of a match that begins, the machine's own first; `lines` are those of standard input, if that player
    /// does not read it.
    pub(super) fn at(
        self,
        seats: &[(Seat, Shown)],
        lines: Option<Lines>,
    ) -> Result<Deciders, DeciderError> {
        let Self {
            own,
            settings,
            mut engines,
        } = self;
        let own_seat = seats.first().map_or(Seat(0), |(seat, _)| *seat);
        let mut table = vec![(own, vec![own_seat])];
        let mut lines = lines;
        for (seat, shown) in seats.iter().skip(1) {
            let settings = Settings {
                seed: settings.seed ^ u64::from(seat.0),
                ..settings
            };
            let decider = match shown {
                Shown::Person => {
                    // people share one keyboard
                    let people = table.iter_mut().find(|(it, _)| it.reads_lines());
                    if let Some((_, of)) = people {
                        of.push(*seat);
                        continue;
                    }
                    Decider::person(lines.take().unwrap_or_else(Lines::stdin), settings)
                }
                Shown::Computer(level) => match engines.iter().position(|(of, _)| of == level) {
                    Some(place) => engines.swap_remove(place).1,
                    None => {
                        let level = level.parse().unwrap_or(crate::decider::USUAL_LEVEL);
                        DeciderChoice::Computer { level }.start(settings)?
                    }
                },
            };
            table.push((decider, vec![*seat]));
        }
        Ok(Deciders::of_table(table))
    }
}
