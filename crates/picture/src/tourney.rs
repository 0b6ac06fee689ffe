//! How War Lord Tourney looks.

pub mod badge;
pub fn tmp() { for n in 0..badge::COUNT { println!("{}", badge::body(crate::Badge(n))); } }
