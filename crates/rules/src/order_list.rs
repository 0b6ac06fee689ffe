//! Several orders in one text, as rows of studies, `info` lines and people write them.

use crate::{Rules, Side};

/// Orders in one line, separated as the family separates them ([`crate::Family::separator`]).
pub fn order_list<'o, P: Rules>(
    position: &P,
    side: Side,
    orders: impl IntoIterator<Item = &'o P::Order>,
) -> String
where
    P::Order: 'o,
{
    let orders = orders.into_iter();
    let texts: Vec<String> = orders
        .map(|order| position.order_text(side, order))
        .collect();
    texts.join(position.family().separator())
}

/// The texts of the orders in one line. They are separated by `;`. Between two of these, text that is no order is taken
/// apart at blanks, as families without blanks in their orders write a list.
pub fn split_orders<'t, P: Rules>(position: &P, side: Side, text: &'t str) -> Vec<&'t str> {
    let parts = text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let mut texts = Vec::new();
    for part in parts {
        // an order with a blank in it must not be torn up
        match position.parse_order(side, part) {
            Ok(_) => texts.push(part),
            Err(_) => texts.extend(part.split_whitespace()),
        }
    }
    texts
}
