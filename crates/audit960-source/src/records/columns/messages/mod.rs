//! Arrow IPC: files and streams. Their messages are listed first, and each is examined before the engine reads it,
//! because the engine allocates what a message announces, and an allocation that fails ends the program.

mod examine;
mod listing;

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::ops::Range;

use arrow_array::RecordBatch;
use arrow_buffer::{Buffer, MutableBuffer};
use arrow_ipc::reader::FileDecoder;
use arrow_schema::Schema;

use self::examine::{Kind, MAX_MESSAGE, examine};
use self::listing::{Listing, Message};
use super::files::{Part, guarded};

/// Dictionaries of a file in bytes, together, as they announce themselves.
const MAX_DICTIONARIES: u64 = 1 << 30;

/// The batches of a file or stream.
pub(super) struct Messages {
    file: File,
    decoder: FileDecoder,
    listing: Listing,
    /// The number of the next message.
    next: usize,
    /// The number of its first row.
    row: u64,
    /// What begins elsewhere in the file is left out, but for dictionaries.
    range: Range<u64>,
    /// Bytes of the dictionaries that were read.
    dictionaries: u64,
}

/// A file or stream whose messages are listed.
pub(super) struct Listed {
    file: File,
    listing: Listing,
}

impl Listed {
    /// Lists the messages that the footer of a file names.
    pub(super) fn file(file: File) -> Result<Self, String> {
        let listing = Listing::of_file(&file)?;
        Ok(Self { file, listing })
    }

    /// Lists the messages of a stream.
    pub(super) fn stream(file: File) -> Result<Self, String> {
        let listing = Listing::of_stream(&file)?;
        Ok(Self { file, listing })
    }

    /// The columns.
    pub(super) fn schema(&self) -> &Schema {
        &self.listing.schema
    }

    /// Chooses columns, by ascending index.
    pub(super) fn project(self, indices: Vec<usize>) -> Messages {
        let Self { file, listing } = self;
        let decoder = FileDecoder::new(listing.schema.clone(), listing.version);
        Messages {
            file,
            decoder: decoder.with_projection(indices),
            listing,
            next: 0,
            row: 0,
            range: 0..u64::MAX,
            dictionaries: 0,
        }
    }
}

impl Messages {
    /// Leaves out the messages of rows that do not begin in a range of the stored bytes.
    pub(super) fn restrict(&mut self, range: &Range<u64>) {
        self.range = range.clone();
        let listing = &mut self.listing;
        let mut messages = listing.messages.iter();
        let last = messages.rposition(|message| range.contains(&message.extent().0));
        listing.messages.truncate(last.map_or(0, |last| last + 1));
        listing.broken = listing.broken.take().filter(|(at, _)| range.contains(at));
    }

    /// The rows of the next batch; `None` at the end. A batch that cannot be read costs its rows, a dictionary
    /// everything after it.
    ///
    /// # Errors
    /// Why the file cannot be read on.
    pub(super) fn next(&mut self) -> Result<Option<Part>, String> {
        while let Some(message) = self.listing.messages.get(self.next).copied() {
            self.next += 1;
            let (number, first) = (self.next, self.row);
            let is_here = self.range.contains(&message.extent().0);
            self.row = self.row.saturating_add(message.rows);
            if message.kind == Kind::Rows && !is_here {
                continue;
            }
            match (guarded(|| self.read(message)), message.kind) {
                (Ok(None), _) => {}
                (Ok(Some(batch)), _) => return Ok(Some(Part::Rows { first, batch })),
                // It has no rows to lose.
                (Err(_), Kind::Rows) if message.rows == 0 => {}
                (Err(reason), Kind::Rows) => {
                    return Ok(Some(Part::Lost {
                        first,
                        rows: message.rows,
                        rows_known: message.rows_known,
                        reason: format!("message {number}: {reason}"),
                    }));
                }
                (Err(reason), Kind::Dictionary) => {
                    self.next = self.listing.messages.len();
                    self.listing.broken = None;
                    // The range in which it begins says so.
                    return match is_here {
                        true => Err(format!(
                            "message {number}, which all rows after it need: {reason}"
                        )),
                        false => Ok(None),
                    };
                }
            }
        }
        self.listing
            .broken
            .take()
            .map_or(Ok(None), |(_, reason)| Err(reason))
    }

    /// Reads a message; the rows, if it has some.
    fn read(&mut self, message: Message) -> Result<Option<RecordBatch>, String> {
        let bytes = self.load(message)?;
        let examined = examine(&bytes, message.block)?;
        if examined.kind != message.kind {
            return Err("it is not what the footer says".to_owned());
        }
        if message.kind == Kind::Rows {
            let read = self.decoder.read_record_batch(&message.block, &bytes);
            return read.map_err(|error| error.to_string());
        }
        self.dictionaries = self.dictionaries.saturating_add(examined.bytes);
        if self.dictionaries > MAX_DICTIONARIES {
            let limit = MAX_DICTIONARIES >> 30;
            return Err(format!("the dictionaries are larger than {limit} GiB"));
        }
        let read = self.decoder.read_dictionary(&message.block, &bytes);
        read.map(|()| None).map_err(|error| error.to_string())
    }

    /// Metadata and body of a message, which are in the file: that was seen when it was listed.
    fn load(&mut self, message: Message) -> Result<Buffer, String> {
        let (at, length) = message.extent();
        if length > MAX_MESSAGE {
            return Err(format!("it is larger than {} GiB", MAX_MESSAGE >> 30));
        }
        let length = usize::try_from(length).map_err(|error| error.to_string())?;
        let mut bytes =
            MutableBuffer::try_from_len_zeroed(length).map_err(|error| error.to_string())?;
        self.file
            .seek(SeekFrom::Start(at))
            .and_then(|_| self.file.read_exact(&mut bytes))
            .map_err(|error| error.to_string())?;
        Ok(bytes.into())
    }
}
