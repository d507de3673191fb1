//! Objects of stores, on local test servers.

mod listing;
mod reading;
mod server;
