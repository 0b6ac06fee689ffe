//! How fast the Warlord rules are.

fn main() {
    divan::main();
}
