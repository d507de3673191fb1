//! Deflate (RFC 1951), as used in gzip and zip.

use std::io;

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::{Decoded, Step, step};
use crate::peek_reader::PeekReader;

/// Decodes one deflate stream after another, with the CRC-32 of the text of each.
pub(crate) struct Inflate {
    decoder: Decompress,
    crc: Crc,
}

impl Inflate {
    pub(crate) fn new() -> Self {
        Self {
            decoder: Decompress::new(false),
            crc: Crc::new(),
        }
    }

    /// Begins another stream.
    pub(crate) fn restart(&mut self) {
        self.decoder.reset(false);
        self.crc.reset();
    }

    /// CRC-32 of the text so far.
    pub(crate) fn checksum(&self) -> u32 {
        self.crc.sum()
    }

    /// Length of the text so far, in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.decoder.total_out()
    }

    /// Decodes some of the bytes in the window of the reader.
    pub(crate) fn step(
        &mut self,
        peek_reader: &mut PeekReader,
        out: &mut [u8],
    ) -> io::Result<Step> {
        let Self { decoder, crc } = self;
        step(peek_reader, out, |input, out| {
            let (read, written) = (decoder.total_in(), decoder.total_out());
            let status = decoder.decompress(input, out, FlushDecompress::None);
            let written = (decoder.total_out() - written) as usize;
            crc.update(out.get(..written).unwrap_or_default());
            Decoded {
                read: (decoder.total_in() - read) as usize,
                written,
                finished: status
                    .map(|status| status == Status::StreamEnd)
                    .map_err(|error| error.to_string()),
            }
        })
    }
}
