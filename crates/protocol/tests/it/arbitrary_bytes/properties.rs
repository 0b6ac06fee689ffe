//! Properties that hold for any bytes, for tests and fuzz targets.

use protocol::codec::encode;
use protocol::judge::{Verdict, judge};
use protocol::record::OrdersBody;
use protocol::testing::{Pair, Puppet};
use protocol::{Fault, Kind, Offer, Seat};

/// A hostile seat signs that body of ORDERS in the first turn, which is the host's. The orders are carried out, or the position stays and the
/// body convicts its signer, here and in the judge; a frame over its bounds ends the line.
pub(crate) fn check_orders(offer: Offer, orders: Vec<Vec<u8>>) {
    // a lot may give the first turn to the guest
    let mut pairs = (1..u8::MAX).map(|seed| Pair::agreed(offer.clone(), seed));
    let first = pairs.find(|pair| pair.to_decide() == Some(Seat(0)));
    let mut pair = first.expect("one lot of two");
    let agreed = pair.session(Seat(1)).history().expect("a match");
    let before = agreed.steps().len();
    let mut puppet = Puppet::instead_of(Seat(0), &mut pair);
    let record = puppet.record(Kind::Orders, encode(&OrdersBody(orders)));
    puppet.send(&mut pair, &record);
    let history = pair.session(Seat(1)).history().expect("a match");
    let steps = history.steps().len() - before;
    let report = judge(&[&pair.disks[1].public]);
    match puppet.fault {
        None => assert_eq!((steps, report.verdict), (1, Verdict::Open)),
        Some(Fault::Proved(_)) => {
            assert_eq!(
                (steps, report.verdict, report.seat),
                (0, Verdict::Proved, Some(Seat(0)))
            );
        }
        Some(Fault::Malformed(_)) => assert_eq!((steps, report.verdict), (0, Verdict::Open)),
        other => panic!("{other:?}"),
    }
}
