//! Members that go and come back: killed programs, the host's among them.

use super::{Homes, assert_all_complete};
use crate::program::{Program, resumed};

#[test]
fn a_killed_member_and_the_killed_host_come_back_and_the_match_is_complete() {
    let homes = Homes::new();
    let file = |name: &str| {
        homes
            .of(name)
            .join("match.fpm")
            .to_string_lossy()
            .into_owned()
    };
    let [ann_file, ben_file, cid_file] = ["ann", "ben", "cid"].map(file);
    let host = homes.host(&[
        "--seats",
        "3",
        "--scenario",
        "clash-of-arms",
        "--max-turns",
        "40",
        "--record",
        &ann_file,
    ]);
    let code = host.code();
    let ben = homes.guest("ben", &code, &["--record", &ben_file]);
    let cid = homes.guest("cid", &code, &["--record", &cid_file]);
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
    let ben = resumed(&homes.of("ben"), &ben_file);
    let host = resumed(&homes.of("ann"), &ann_file);
    assert_all_complete(vec![host, ben, cid]);
}
