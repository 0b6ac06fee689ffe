//! Properties that hold for any bytes, for tests and fuzz targets.

use protocol::codec::encode;
use protocol::judge::{Verdict, judge};
use protocol::record::OrdersBody;
use protocol::testing::{Pair, Puppet};
use protocol::{Fault, Kind, Offer, Seat};

/// A hostile seat signs that body of ORDERS in the first turn. The orders are carried out, or the position stays and the
/// body convicts its signer, here and in the judge; a frame over its bounds ends the line.
pub(crate) fn check_orders(offer: Offer, orders: Vec<Vec<u8>>) {
    let mut pair = Pair::agreed(offer, 1);
    let mut puppet = Puppet::instead_of(Seat(0), &mut pair);
    let record = puppet.record(Kind::Orders, encode(&OrdersBody(orders)));
    puppet.send(&mut pair, &record);
    let history = pair.session(Seat(1)).history().expect("a match");
    let steps = history.steps().len();
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
