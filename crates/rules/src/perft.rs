//! Counting legal sequences of orders.
