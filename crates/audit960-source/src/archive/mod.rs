//! Zip archives: each member with games is a source.

mod directory;
mod member;
mod salvage;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use self::member::MemberStream;
use crate::bounded::Bounded;
use crate::chunk::{Damage, DamageKind};
use crate::cutter::Cutter;
use crate::discover::is_archive_name;
use crate::expansion::Expansion;
use crate::limits::Limits;
use crate::options::ReaderOptions;
use crate::peek_reader::{BrokenStream, PeekReader};
use crate::stream::{Compression, StreamReader};

const ENCRYPTED: &str = "the member is encrypted";
const NESTED: &str = "the member is a zip archive itself; unpack it first";

/// The folder of macOS resource forks: its entries have the names of the files, but not their content.
const RESOURCE_FORKS: &str = "__MACOSX/";

/// An archive, read member by member in the order of its directory.
pub(crate) struct Archive {
    file: File,
    members: std::vec::IntoIter<Member>,
    lost: Option<Damage>,
    skipped: Vec<String>,
    limits: Limits,
    expansion: Arc<Expansion>,
    position: Arc<AtomicU64>,
}

/// An entry that is not a directory.
struct Member {
    name: String,
    /// Its stored bytes, or why it cannot be read.
    extent: Result<Extent, Damage>,
}

/// A member's stored bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    /// Offset of its own header, which is before its data.
    header: u64,
    start: u64,
    stored_size: u64,
    method: Method,
    /// CRC-32 of the text, if it is known.
    checksum: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Stored,
    Deflated,
}

/// A source in an archive.
pub(crate) struct MemberSource {
    /// The name of the member; `None` for damage of the archive as a whole.
    pub(crate) name: Option<String>,
    pub(crate) cutter: Cutter,
}

impl Archive {
    /// Reads the directory; if it cannot be read, searches the file for members.
    pub(crate) fn open(mut file: File, limits: Limits) -> io::Result<Self> {
        let (mut members, lost) = match directory::list(&file) {
            Ok(listed) => (listed, None),
            Err(reason) => salvage::list(&mut file, &reason)?,
        };
        refuse_overlaps(&mut members);
        Ok(Self {
            file,
            limits,
            expansion: Expansion::new(limits.expansion),
            members: members.into_iter(),
            lost,
            skipped: Vec::new(),
            position: Arc::default(),
        })
    }

    /// The next member with games. Damage of the archive itself comes last, as an empty source.
    pub(crate) fn next_source(
        &mut self,
        options: ReaderOptions,
    ) -> io::Result<Option<MemberSource>> {
        while let Some(Member { name, extent }) = self.members.next() {
            // Archives in archives are expected to be read, too: that they are not is damage.
            let expected = is_archive_name(Path::new(&name)) && !name.starts_with(RESOURCE_FORKS);
            let opened = match extent {
                Ok(extent) => self.stream(extent)?.ok_or_else(|| {
                    let end = extent.start.saturating_add(extent.stored_size);
                    unreadable(extent.start..end, NESTED.to_owned())
                }),
                Err(damage) => Err(damage),
            };
            let cutter = match opened {
                Ok(stream) => Some(Cutter::open(stream, options)?),
                Err(damage) if expected => Some(lost_source(damage, options)?),
                Err(_) => None,
            };
            match cutter {
                Some(cutter) if expected || cutter.sniffed().is_some() => {
                    return Ok(Some(MemberSource {
                        name: Some(name),
                        cutter,
                    }));
                }
                _ => self.skipped.push(name),
            }
        }
        let Some(damage) = self.lost.take() else {
            return Ok(None);
        };
        Ok(Some(MemberSource {
            name: None,
            cutter: lost_source(damage, options)?,
        }))
    }

    /// The offset up to which the archive was read.
    pub(crate) fn position(&self) -> u64 {
        self.position.load(Ordering::Relaxed)
    }

    /// Names of the members without games.
    pub(crate) fn into_skipped(self) -> Vec<String> {
        self.skipped
    }

    /// The text of a member; `None` if it is an archive itself.
    fn stream(&self, extent: Extent) -> io::Result<Option<Box<dyn crate::stream::Stream>>> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(extent.start))?;
        let stored = Stored {
            file,
            position: Arc::clone(&self.position),
            expansion: Arc::clone(&self.expansion),
        }
        .take(extent.stored_size);
        let stored = PeekReader::new(Box::new(stored), extent.start, None);
        let member = Bounded::over(Box::new(MemberStream::new(stored, extent)), &self.expansion);
        let mut text = PeekReader::new(Box::new(StreamReader::new(member)), 0, None);
        let compression = Compression::detect(text.peek(Compression::HEAD)?);
        if matches!(compression, Compression::Zip) {
            return Ok(None);
        }
        // A compressed file in a member expands twice; both expansions count.
        let stream = compression.open(text, self.limits, &self.expansion)?;
        Ok(Some(stream))
    }
}

/// The archive's file, which records how far it was read.
struct Stored {
    file: File,
    position: Arc<AtomicU64>,
    expansion: Arc<Expansion>,
}

impl Read for Stored {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        self.expansion.add_stored(count as u64);
        self.position
            .store(self.file.stream_position()?, Ordering::Relaxed);
        Ok(count)
    }
}

/// Refuses members that begin within the stored bytes of another. No archiver writes them, but a zip bomb
/// shares a few kilobytes between thousands of members.
fn refuse_overlaps(members: &mut [Member]) {
    let mut order: Vec<(u64, usize)> = members
        .iter()
        .enumerate()
        .filter_map(|(index, member)| Some((member.extent.as_ref().ok()?.start, index)))
        .collect();
    order.sort_unstable();
    let mut read_to = 0;
    for (start, index) in order {
        let Some(member) = members.get_mut(index) else {
            continue;
        };
        let Ok(extent) = &member.extent else { continue };
        let end = start.saturating_add(extent.stored_size);
        // The header of a member is before its data.
        if extent.header < read_to {
            let message = "the member overlaps another".to_owned();
            member.extent = Err(unreadable(start..end, message));
        } else {
            read_to = end;
        }
    }
}

/// The damage of a member that cannot be read.
fn unreadable(stored: Range<u64>, message: String) -> Damage {
    Damage {
        kind: DamageKind::Corrupt,
        stored_from: stored.start,
        stored_to: stored.end,
        message,
    }
}

fn other_method(method: impl Display) -> String {
    format!("the member uses a compression method that is not supported: {method}")
}

/// A source that has damage and no text.
fn lost_source(damage: Damage, options: ReaderOptions) -> io::Result<Cutter> {
    struct Lost(Option<Damage>);

    impl Read for Lost {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            match self.0.take() {
                Some(damage) => Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    BrokenStream(damage),
                )),
                None => Ok(0),
            }
        }
    }

    let peek_reader = PeekReader::new(Box::new(Lost(Some(damage))), 0, None);
    Cutter::open(
        Compression::Plain.open(peek_reader, options.limits, &Arc::default())?,
        options,
    )
}
