//! The places of the numbers of arrows.

use board::Cell;

use crate::{Arrow, Point};

/// Places on an arrow, in hundredths of the way, the best first.
// not in the middle: crossing arrows often meet there
const PLACES: [i32; 3] = [42, 66, 18];

/// The distance of each arrow's number from the start of the arrow, on a board whose cells are `side` wide with their
/// middles at `middle`. If two numbers would overlap, the later one moves along its arrow.
pub(crate) fn number_places(
    arrows: &[Arrow],
    middle: impl Fn(Cell) -> Point,
    side: i32,
) -> Vec<i32> {
    let mut taken: Vec<Point> = Vec::with_capacity(arrows.len());
    let place = |arrow: &Arrow| {
        let (from, to) = (middle(arrow.from), middle(arrow.to));
        let way = (to.0 - from.0, to.1 - from.1);
        // at least 1, since the way is divided by it: an order may end where it began
        let length = (way.0 * way.0 + way.1 * way.1).isqrt().max(1);
        let places = PLACES.map(|share| {
            // the arrow's head stays free
            let along = (length * share / 100).min(length - side / 2).max(0);
            let at = (
                from.0 + way.0 * along / length,
                from.1 + way.1 * along / length,
            );
            (along, at)
        });
        let is_free = |at: Point| {
            // squared, without roots: whole numbers are the same everywhere
            let mut others = taken.iter();
            let apart = side * 2 / 5;
            others.all(|other| (other.0 - at.0).pow(2) + (other.1 - at.1).pow(2) >= apart.pow(2))
        };
        let free = places.iter().find(|(_, at)| is_free(*at));
        // with every place taken the usual one is still the easiest to find
        let (along, at) = *free.unwrap_or(&places[0]);
        taken.push(at);
        along
    };
    arrows.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(from: &str, to: &str) -> Arrow {
        Arrow {
            from: from.parse().expect("a cell"),
            to: to.parse().expect("a cell"),
            number: 1,
            captures: false,
            fires: false,
        }
    }

    fn places(arrows: &[Arrow]) -> Vec<i32> {
        let middle = |cell: Cell| {
            let (file, rank) = (i32::from(cell.file()), i32::from(cell.rank()));
            (100 * file, 100 * rank)
        };
        number_places(arrows, middle, 100)
    }

    #[test]
    fn numbers_of_arrows_that_cross_lie_apart() {
        let crossing = [arrow("h12", "i10"), arrow("i12", "h10")];
        assert_eq!(places(&crossing), [93, 147]);
        // a third on the same way as the first finds the place behind
        let three = [crossing[0], crossing[1], crossing[0]];
        assert_eq!(places(&three), [93, 147, 40]);
    }

    #[test]
    fn arrows_apart_have_their_numbers_in_the_usual_place() {
        assert_eq!(places(&[arrow("a1", "a4"), arrow("c1", "d1")]), [126, 42]);
    }
}
