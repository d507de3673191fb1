//! Opens inputs and registers their sources.

use std::fs::File;
use std::io::Write as _;
use std::sync::Arc;

use crate::records::ColumnForm;

use super::{ARCHIVE_STEP, ChunkReader, OpenArchive, OpenInput, Opening, Source, index};
use crate::archive::Archive;
use crate::chunk::{Chunk, InputProblem};
use crate::cutter::Cutter;
use crate::error::SourceError;
use crate::expansion::Expansion;
use crate::file_cutter::FileCutter;
use crate::input::{Input, Opened};
use crate::peek_reader::{Meter, PeekReader};
use crate::stream::Compression;

impl ChunkReader {
    /// Opens an input, or fills `chunk` with the reason why it cannot be read.
    pub(super) fn begin(
        &mut self,
        input: Input,
        chunk: &mut Chunk,
    ) -> Result<Opening, SourceError> {
        let first = input.first_name().map(str::to_owned);
        let mut closed = OpenInput {
            name: input.name().to_owned(),
            first_source: self.sources.len(),
            ..OpenInput::default()
        };
        if let Some(first) = first {
            if !self.keep_going {
                return Ok(Opening::Nothing);
            }
            self.without_text(
                &mut closed,
                Some(InputProblem::Repeated(first.clone())),
                chunk,
            );
            self.report(closed, None);
            if let Some(report) = self.reports.last_mut() {
                report.repeats = Some(first);
            }
            return Ok(Opening::InputProblem);
        }
        match self.open(input) {
            Ok(input) => Ok(Opening::Input(Box::new(input))),
            // A temporary file that cannot be written is not a problem of the input.
            Err(error @ SourceError::Spool { .. }) => Err(error),
            Err(error) if self.keep_going => {
                self.fail(closed, &error, chunk);
                Ok(Opening::InputProblem)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) fn open(&mut self, input: Input) -> Result<OpenInput, SourceError> {
        let name = input.name().to_owned();
        let opened = input.open().map_err(SourceError::open(&name))?;
        let Opened {
            reader,
            seekable,
            stamp,
        } = opened;
        let limits = self.options.limits;
        let expansion = Expansion::new(limits.expansion);
        let meter = Meter::new(Arc::clone(&self.progress), Arc::clone(&expansion));
        let mut stored = PeekReader::new(reader, 0, Some(meter));
        let failed = SourceError::read(&name);
        let head = stored.peek(Compression::HEAD).map_err(failed)?;
        let compression = Compression::detect(head);
        let first_source = self.sources.len();
        let (mut source, mut archive) = (None, None);
        if compression == Compression::Zip {
            stored.widen(ARCHIVE_STEP);
            let file = match seekable {
                Some(path) => File::open(path).map_err(SourceError::open(&name))?,
                None => spool(&mut stored, &name)?,
            };
            let opened = Archive::open(file, limits).map_err(failed)?;
            archive = Some(OpenArchive {
                archive: opened,
                stored,
            });
        } else {
            if let Some(path) = &seekable
                && compression == Compression::Plain
                && ColumnForm::detect(stored.peek(Compression::HEAD).map_err(failed)?).is_some()
            {
                let file = File::open(path).map_err(SourceError::open(&name))?;
                stored.set_file(file);
            }
            let stream = compression
                .open(stored, limits, &expansion)
                .map_err(failed)?;
            let mut cutter = Cutter::open(stream, self.options).map_err(failed)?;
            let mut file = None;
            if let Some(path) = seekable
                && compression == Compression::Plain
                && cutter.is_as_stored()
                && let Some(meter) = cutter.peek_reader().meter()
            {
                let opened = File::open(path).map_err(SourceError::open(&name))?;
                let (format, options) = (cutter.format(), &self.options);
                file = Some(FileCutter::new(opened, meter, format, options));
            }
            source = Some(Source {
                file,
                ..self.register(&name, cutter)
            });
        }
        Ok(OpenInput {
            name,
            compression,
            first_source,
            source,
            archive,
            stamp,
            ..OpenInput::default()
        })
    }

    /// Registers a source.
    pub(super) fn register(&mut self, name: &str, cutter: Cutter) -> Source {
        let (index, name) = self.enter(name);
        Source {
            index,
            name,
            cutter,
            file: None,
            begun: false,
        }
    }

    /// Adds a source to the list, with a unique name: members of an archive may share theirs.
    pub(super) fn enter(&mut self, name: &str) -> (u32, Arc<str>) {
        let name: Arc<str> = self.names.unique(name).into();
        let number = index(self.sources.len());
        self.sources.push(Arc::clone(&name));
        (number, name)
    }
}

/// Copies the rest of a reader to an anonymous temporary file.
fn spool(stored: &mut PeekReader, name: &str) -> Result<File, SourceError> {
    let failed = |source| SourceError::Spool {
        path: name.to_owned(),
        source,
    };
    let mut file = tempfile::tempfile().map_err(failed)?;
    loop {
        let bytes = stored.peek(ARCHIVE_STEP).map_err(SourceError::read(name))?;
        if bytes.is_empty() {
            return Ok(file);
        }
        file.write_all(bytes).map_err(failed)?;
        let count = bytes.len();
        stored.consume(count);
    }
}
