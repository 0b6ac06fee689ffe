//! The orders of a side as a line of the record.

use kit::model::notation::letters;
use protocol::Done;
use rules::Family;

/// The orders of one side in letters, in one line; `pass` if there is none.
pub(crate) fn line(family: Family, orders: &[Done]) -> String {
    let first = families::preliminaries(family, orders.iter().map(|done| &done.order));
    let mut words: Vec<String> = Vec::new();
    if first.count > 0 {
        words.push(first.short);
    }
    let orders = orders.iter().skip(first.count);
    words.extend(orders.map(|done| letters(&families::notation(done))));
    match words.is_empty() {
        true => "pass".to_owned(),
        false => words.join(family.separator()),
    }
}
