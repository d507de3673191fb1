//! Inputs in object stores: `s3://`, `gs://`, `az://` and `https://`, read in ranges.
//!
//! Credentials and addresses come from the environment, under the names that the stores' own tools use
//! (`AWS_ACCESS_KEY_ID`, `AWS_REGION`, `AWS_ENDPOINT`, `GOOGLE_APPLICATION_CREDENTIALS`,
//! `AZURE_STORAGE_ACCOUNT_NAME` and the like). Requests that fail temporarily are repeated. An object that
//! changed after it was opened is an error; two versions are never mixed. A URI that ends in `/` names the
//! objects below it.
//!
//! A text at an address that grows, such as the games of a broadcast, is requested again and again, and sent only if it
//! changed.
//!
//! Only with feature `cloud`: without it, the program opens no connection.

mod object;
mod polled;

pub use object::{list, open};
pub use polled::PolledText;
