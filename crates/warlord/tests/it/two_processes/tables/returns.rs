//! Members that go and come back: killed programs, the host's among them.

use super::{Homes, assert_all_complete, computers};
use crate::two_processes::program::{Program, resumed};

#[test]
fn a_killed_member_and_the_killed_host_come_back_and_the_match_is_complete() {
    let homes = Homes::new();
    let [ann_file, cid_file] = ["ann", "cid"].map(|name| homes.file(name));
    let game = ["--scenario", "clash-of-arms", "--max-turns", "40"];
    let programs = computers(&homes, 3, &game, &[]);
    let [host, ben, cid] = programs
        .try_into()
        .unwrap_or_else(|_| unreachable!("three"));
    cid.wait_for_turn(6);
    cid.kill();
    let cid = resumed(&homes.of("cid"), &cid_file);
    ben.wait_for_turn(12);
    host.kill();
    let host = resumed(&homes.of("ann"), &ann_file);
    ben.wait_for_turn(18);
    // everybody is gone, and comes back in another order
    let gone: Vec<Program> = vec![host, ben, cid];
    gone.into_iter().for_each(Program::kill);
    let cid = resumed(&homes.of("cid"), &cid_file);
    let ben = resumed(&homes.of("ben"), &homes.file("ben"));
    let host = resumed(&homes.of("ann"), &ann_file);
    assert_all_complete(vec![host, ben, cid]);
}
