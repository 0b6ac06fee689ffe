use rules::AnyEvent;
use rules::testing::toy::Position;

use crate::shell::model::table::{Reader, Told};
use crate::shell::model::words::capital;

/// The events of a step as the family writes them.
pub(crate) fn told(
    events: &[(usize, &AnyEvent)],
    _: &Position,
    _: &Position,
    _: Reader<'_>,
) -> Vec<Told> {
    let told = events.iter().map(|(orders, event)| Told {
        orders: *orders,
        ..Told::new(capital(&event.to_string()))
    });
    told.collect()
}
