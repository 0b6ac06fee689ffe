//! A table in the place of a match: those who stay keep their seats and compare everything with their own files; somebody
//! else, or who was left out, comes to the others.

mod course;
mod lying_host;
mod moved;
mod refused;
mod signing_off;
