//! Summaries and findings for people.
