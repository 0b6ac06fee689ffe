//! The list of tables that a program hears of.

use std::time::Duration;

use protocol::hash::table_id;
use protocol::proposal::{Body, Envelope, Listing, REFUSED_FOR, Subject};

use super::room::{Room, ident, key, start};

fn shown(nonce: u8, counter: u64) -> Vec<u8> {
    let room = Room::star(2);
    let seating = room.tables[0].seating().expect("shown").clone();
    let id = table_id(&key(0).0, &[nonce; 32]);
    Envelope::write(&ident(0), id, counter, &Body::Table(seating))
}

fn tables(listing: &Listing) -> Vec<[u8; 32]> {
    listing.tables().map(|(.., listed)| listed.table).collect()
}

const CODE: Subject = Subject::Code([1; 32]);

#[test]
fn a_host_has_one_table_for_each_code_and_the_one_it_shows_itself_is_the_newer() {
    let mut listing = Listing::default();
    let now = start();
    let [one, two, three] = [1, 2, 3].map(|nonce| table_id(&key(0).0, &[nonce; 32]));
    for (nonce, counter, is_direct, expected) in [
        (1, 100, false, one),
        (2, 90, false, one),
        (2, 101, false, two),
        (3, 5, true, three),
        (2, 200, false, three),
        (3, 6, true, three),
    ] {
        let bytes = shown(nonce, counter);
        listing.handle(now, CODE, is_direct, &bytes).expect("sound");
        assert_eq!(tables(&listing), [expected], "{nonce} {counter}");
    }
    let other = Subject::Match([1; 32]);
    listing
        .handle(now, other, false, &shown(1, 9))
        .expect("sound");
    assert_eq!(tables(&listing).len(), 2);
    let closed = Envelope::write(&ident(0), three, 300, &Body::Closed);
    assert_eq!(listing.handle(now, CODE, false, &closed), Ok(true));
    assert_eq!(tables(&listing), [one]);
}

#[test]
fn a_host_that_was_refused_is_not_shown_again_for_ten_minutes() {
    let mut listing = Listing::default();
    let mut now = start();
    listing
        .handle(now, CODE, true, &shown(1, 5))
        .expect("sound");
    listing.refuse(now, key(0));
    assert!(tables(&listing).is_empty());
    now.clock += REFUSED_FOR - Duration::from_secs(1);
    assert_eq!(listing.handle(now, CODE, true, &shown(2, 9)), Ok(false));
    now.clock += Duration::from_secs(1);
    assert_eq!(listing.handle(now, CODE, true, &shown(2, 9)), Ok(true));
}
