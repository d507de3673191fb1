//! Objects of stores, on local test servers.

mod listing;
mod polling;
mod reading;
mod server;
