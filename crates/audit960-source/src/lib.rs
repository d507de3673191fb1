//! Opens, decompresses and cuts chess archives into spans.
