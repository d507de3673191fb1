//! Replays games into facts, in parallel.
