//! Chess960 position, legality and start-position numberings.
