//! Statistics over the dataset.
