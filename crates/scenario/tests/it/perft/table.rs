//! The numbers counted, and the positions that the counts start from.

use rules::testing::warlord;
use rules::warlord::Position;
use rules::{Lots, Rules, ToAct};

/// Every scenario's key and its counts to depth 1, 2 and so on: to 3, and to 4 if the fast position takes less than a
/// minute.
#[rustfmt::skip]
pub(crate) const TABLE: [(&str, &[u64]); 17] = [
    ("clash-of-arms", &[165, 25_473, 3_596_470, 450_337_230]),
    ("battle-line", &[149, 19_645, 2_205_850, 199_411_372]),
    ("civil-war", &[133, 17_341, 1_988_736, 190_625_510]),
    ("river", &[121, 13_865, 1_496_494, 151_187_130]),
    ("lakes", &[129, 15_557, 1_760_482, 187_276_940]),
    ("lakes-2", &[105, 10_571, 1_020_984, 94_731_888]),
    ("chieftain", &[131, 16_551, 1_732_772, 122_672_558]),
    ("warlord", &[169, 27_477, 4_284_088, 627_869_308]),
    ("warlord-2.0", &[171, 27_929, 4_251_296, 571_554_682]),
    ("warlord-ii", &[405, 161_209, 62_998_880, 24_112_272_308]),
    ("test-of-wills", &[202, 39_541, 7_495_507, 1_375_015_286]),
    ("border-war", &[92, 8_757, 856_708, 85_725_455]),
    ("march", &[200, 36_538, 6_061_571, 906_671_950]),
    ("valley-war", &[97, 9_223, 806_140, 64_935_808]),
    ("two-countries", &[644, 396_912, 233_883_125]),
    ("two-countries-secret", &[637, 385_316, 221_010_847]),
    ("continent", &[6_674, 44_449_887, 295_429_545_725]),
];

/// The first position in which a side may give orders. Hidden set-ups are the first book's, all lots 0.
pub(crate) fn start(key: &str) -> Position {
    let scenario = scenario::load(key).expect("built in").expect("right");
    let mut position = scenario.start(&[]).expect("default options");
    loop {
        match position.to_act() {
            ToAct::Secretly(sides) => {
                let side = sides.iter().next().expect("a side to act");
                let book = position.legal_orders(side)[0].clone();
                position.apply(side, &book).expect("a book set-up");
            }
            ToAct::Lots(_) => {
                position.resolve(Lots(0)).expect("lots are awaited");
            }
            ToAct::One(_) | ToAct::Nobody(_) => {
                return warlord(&position).clone();
            }
        }
    }
}
