//! [`IpcFile`]: an Arrow file or stream that is read, a batch after the other.
//!
//! Both are messages, each of metadata and a body. A file has a list of them at its end; in a
//! stream one leads to the next. Messages are read into memory one by one; a dictionary is kept.

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{
    Block, CompressionType, Endianness, Footer, Message, MessageHeader, MetadataVersion,
    RecordBatch as Header, Schema as IpcSchema, convert, root_as_footer, root_as_message,
};
use arrow_schema::SchemaRef;
use varvel::{Error, ErrorKind, Result};

use super::about::{ColumnAbout, PartAbout, leaves, type_name};
use super::guard::{damaged, failed, guarded, inside};
use super::input::Input;
use super::{FileAbout, FileLimits};
use crate::Projection;

/// The most rows of a batch that is given away.
const ROWS: usize = 8192;

/// A batch or a dictionary may unpack to so many bytes, however small it is.
const FREE: u64 = 64 << 20;

/// The marker before the size of metadata. Old files do not have it.
const CONTINUATION: [u8; 4] = [0xFF; 4];

/// The first bytes of a file, and its last.
const MAGIC: &[u8] = b"ARROW1";

/// A message with values.
#[derive(Clone, Copy, Debug)]
struct Part {
    block: Block,
    /// The number of rows; `None` in a dictionary.
    rows: Option<u64>,
    /// How it is compressed.
    codec: Option<&'static str>,
}

/// An Arrow file or stream.
pub(super) struct IpcFile {
    input: Input,
    is_stream: bool,
    limits: FileLimits,
    decoder: FileDecoder,
    version: MetadataVersion,
    /// The schema of the file, and that of the batches.
    full: SchemaRef,
    schema: SchemaRef,
    /// The columns that are read.
    columns: Option<Vec<usize>>,
    parts: Vec<Part>,
    /// The next message.
    next: usize,
    /// The rows that are left of the last batch.
    left: Option<RecordBatch>,
    /// How many rows of the next batch are skipped.
    skipped: u64,
}

impl IpcFile {
    pub fn open(input: Input, is_stream: bool, limits: FileLimits) -> Result<Self> {
        let (schema, version, parts) = match is_stream {
            true => stream(&input)?,
            false => file(&input)?,
        };
        Ok(Self {
            input,
            is_stream,
            limits,
            decoder: FileDecoder::new(schema.clone(), version),
            version,
            full: schema.clone(),
            schema,
            columns: None,
            parts,
            next: 0,
            left: None,
            skipped: 0,
        })
    }

    pub fn is_stream(&self) -> bool {
        self.is_stream
    }

    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub fn about(&self) -> FileAbout {
        let parts = self.parts.iter().filter_map(|part| {
            let (_, bytes) = span(&part.block);
            Some(PartAbout {
                rows: part.rows?,
                bytes,
                codecs: part.codec.map(str::to_owned).into_iter().collect(),
                ..PartAbout::default()
            })
        });
        let mut columns = Vec::new();
        leaves(&self.full, &mut |path, field| {
            columns.push(ColumnAbout {
                path: path.to_owned(),
                ty: type_name(field),
                ..ColumnAbout::default()
            });
        });
        let mut metadata: Vec<_> = self.full.metadata().keys().cloned().collect();
        metadata.sort();
        FileAbout {
            created_by: None,
            metadata,
            parts: parts.collect(),
            columns,
        }
    }

    pub fn rows(&self) -> u64 {
        let rows = self.parts.iter().filter_map(|part| part.rows);
        rows.fold(0, u64::saturating_add)
    }

    pub fn project(&mut self, wanted: &Projection) -> Result {
        wanted.check(&self.full)?;
        let fields = self.full.fields().iter().enumerate();
        let wanted =
            fields.filter(|(_, field)| wanted.inner(wanted.root(), field.name()).is_some());
        let columns: Vec<usize> = wanted.map(|(index, _)| index).collect();
        let schema = self.full.project(&columns);
        self.schema = schema.map_err(failed)?.into();
        self.columns = Some(columns);
        self.rewind();
        Ok(())
    }

    /// Goes back to the beginning.
    fn rewind(&mut self) {
        let decoder = FileDecoder::new(self.full.clone(), self.version);
        self.decoder = match &self.columns {
            Some(columns) => decoder.with_projection(columns.clone()),
            None => decoder,
        };
        self.next = 0;
        self.left = None;
        self.skipped = 0;
    }

    pub fn seek(&mut self, row: u64) -> Result<bool> {
        self.rewind();
        let mut row = row;
        while let Some(part) = self.parts.get(self.next).copied() {
            match part.rows {
                None => self.read_dictionary(part)?,
                Some(rows) if row < rows => {
                    self.skipped = row;
                    return Ok(true);
                }
                Some(rows) => row -= rows,
            }
            self.next += 1;
        }
        Ok(false)
    }

    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        loop {
            if let Some(batch) = self.left.take().filter(|batch| batch.num_rows() > 0) {
                let rows = batch.num_rows().min(ROWS);
                self.left = Some(batch.slice(rows, batch.num_rows() - rows));
                return Ok(Some(batch.slice(0, rows)));
            }
            let Some(part) = self.parts.get(self.next).copied() else {
                return Ok(None);
            };
            let number = self.next;
            self.next += 1;
            let read = match part.rows {
                None => self.read_dictionary(part),
                Some(_) => self.read_batch(part),
            };
            read.map_err(|error| inside(error, format_args!("message {number}")))?;
        }
    }

    fn read_batch(&mut self, part: Part) -> Result {
        let bytes = self.bytes(part)?;
        let decoder = &self.decoder;
        let batch = guarded(|| {
            let batch = decoder.read_record_batch(&part.block, &bytes);
            batch.map_err(failed)
        })?;
        let skipped = usize::try_from(std::mem::take(&mut self.skipped)).unwrap_or(usize::MAX);
        self.left = batch.map(|batch| {
            let skipped = skipped.min(batch.num_rows());
            batch.slice(skipped, batch.num_rows() - skipped)
        });
        Ok(())
    }

    fn read_dictionary(&mut self, part: Part) -> Result {
        let bytes = self.bytes(part)?;
        let decoder = &mut self.decoder;
        guarded(|| {
            let read = decoder.read_dictionary(&part.block, &bytes);
            read.map_err(failed)
        })
    }

    /// Reads a message, and checks to how many bytes it unpacks.
    fn bytes(&self, Part { block, .. }: Part) -> Result<Buffer> {
        let (start, len) = span(&block);
        let bytes = self.input.bytes(start, len)?;
        let (metadata, body) = bytes.split_at(block.metaDataLength() as usize);
        guarded(|| {
            let message = message(metadata)?;
            let header = match message.header_type() {
                MessageHeader::RecordBatch => message.header_as_record_batch(),
                _ => message
                    .header_as_dictionary_batch()
                    .and_then(|dictionary| dictionary.data()),
            };
            match header {
                Some(header) => check_unpacked(&header, body, &self.limits),
                None => Err(damaged("a batch in a message")),
            }
        })?;
        Ok(Buffer::from_vec(bytes))
    }
}

/// Checks to how many bytes the buffers of a batch unpack: each begins with the number.
fn check_unpacked(header: &Header<'_>, body: &[u8], limits: &FileLimits) -> Result {
    let (Some(_), Some(buffers)) = (header.compression(), header.buffers()) else {
        return Ok(());
    };
    let mut unpacked: u64 = 0;
    for buffer in buffers {
        let at = usize::try_from(buffer.offset()).unwrap_or(usize::MAX);
        let size = body.get(at..).and_then(<[u8]>::first_chunk);
        // Buffers that are not compressed have -1, and empty ones may have nothing.
        let size = size.map_or(0, |size| i64::from_le_bytes(*size));
        unpacked = unpacked.saturating_add(u64::try_from(size).unwrap_or(0));
    }
    limits.check_unpacked(body.len() as u64, unpacked, FREE)
}

/// Returns where a message is, and its length. Its numbers were checked.
fn span(block: &Block) -> (u64, u64) {
    let len = u64::from(block.metaDataLength().unsigned_abs());
    let len = len.saturating_add(block.bodyLength().unsigned_abs());
    (block.offset().unsigned_abs(), len)
}

/// Reads the metadata of a message, which begins with its size.
fn message(metadata: &[u8]) -> Result<Message<'_>> {
    let skipped = match metadata.starts_with(&CONTINUATION) {
        true => 8,
        false => 4,
    };
    let metadata = metadata.get(skipped..);
    let metadata = metadata.ok_or_else(|| damaged("the metadata of a message"))?;
    root_as_message(metadata).map_err(failed)
}

/// Returns a message with values; `None` if it has others.
fn part(message: &Message<'_>, block: Block) -> Result<Option<Part>> {
    let rows = match message.header_type() {
        MessageHeader::DictionaryBatch => None,
        MessageHeader::RecordBatch => {
            let header = message.header_as_record_batch();
            let rows = header.map_or(-1, |header| header.length());
            let rows = u64::try_from(rows);
            let rows = rows.map_err(|_| damaged("a batch with a number of rows"))?;
            check_rows(rows)?;
            Some(rows)
        }
        _ => return Ok(None),
    };
    let header = message.header_as_record_batch();
    let codec = header.and_then(|header| header.compression());
    let codec = codec.map(|codec| match codec.codec() {
        CompressionType::ZSTD => "zstd",
        _ => "lz4",
    });
    Ok(Some(Part { block, rows, codec }))
}

/// The most rows of a batch. The specification asks implementations for no more, and rows may take
/// no bytes: nulls, or lists and structures without items.
const MOST_ROWS: u64 = i32::MAX as u64;

fn check_rows(rows: u64) -> Result {
    if rows <= MOST_ROWS {
        return Ok(());
    }
    let expected = format!("a batch of at most {MOST_ROWS} rows");
    Err(Error::expected(ErrorKind::SizeLimit, expected).with_content(rows))
}

type Found = (SchemaRef, MetadataVersion, Vec<Part>);

/// Reads the list of messages at the end of a file.
fn file(input: &Input) -> Result<Found> {
    const TAIL: u64 = 10;
    let len = input.len();
    if len < TAIL {
        return Err(damaged("an Arrow file of at least 10 bytes"));
    }
    let tail = input.bytes(len - TAIL, TAIL)?;
    let (size, magic) = tail.split_at(4);
    if magic != MAGIC {
        let error = damaged("`ARROW1` at the end");
        return Err(error.with_hint("the end of the file is missing"));
    }
    let footer = input.footer(size, TAIL)?;
    guarded(|| {
        let footer = root_as_footer(&footer).map_err(failed)?;
        let schema = schema_of(footer.schema())?;
        let parts = blocks(&footer)
            .map(|block| {
                let (at, len) = span(&block);
                let metadata = u64::try_from(block.metaDataLength());
                let metadata = metadata.ok().filter(|&metadata| metadata <= len);
                let inside = at.checked_add(len).is_some_and(|end| end <= input.len());
                let numbers = [block.offset(), block.bodyLength()];
                let (Some(metadata), true) = (metadata, inside && numbers >= [0, 0]) else {
                    return Err(damaged("a message inside of the file"));
                };
                let metadata = input.bytes(at, metadata)?;
                part(&message(&metadata)?, block)
            })
            .filter_map(Result::transpose);
        Ok((schema, footer.version(), parts.collect::<Result<_>>()?))
    })
}

/// Returns the places of the dictionaries in a file, and then those of the batches.
fn blocks<'f>(footer: &Footer<'f>) -> impl Iterator<Item = Block> + use<'f> {
    let dictionaries = footer.dictionaries().into_iter().flatten();
    let batches = footer.recordBatches().into_iter().flatten();
    dictionaries.chain(batches).copied()
}

/// Walks through the messages of a stream.
fn stream(input: &Input) -> Result<Found> {
    let mut found: Option<Found> = None;
    let mut at = 0;
    while let Some((metadata, len)) = stream_message(input, at)? {
        let next = guarded(|| {
            let message = message(&metadata)?;
            let body = message.bodyLength();
            let block = Block::new(at as i64, len as i32, body);
            let (_, whole) = span(&block);
            let next = at.checked_add(whole).filter(|&next| next <= input.len());
            let next = next.filter(|_| body >= 0);
            let next = next.ok_or_else(|| {
                let error = damaged("the whole of a message");
                error.with_hint("the end of the stream is missing")
            })?;
            match &mut found {
                Some((_, _, parts)) => parts.extend(part(&message, block)?),
                none => {
                    let schema = schema_of(message.header_as_schema())?;
                    *none = Some((schema, message.version(), Vec::new()));
                }
            }
            Ok(next)
        })?;
        at = next;
    }
    found.ok_or_else(|| damaged("a stream that begins with a schema"))
}

/// Reads the metadata of the message at an offset, with its size before it. Also returns how many
/// bytes that are. `None` at the end of the stream.
fn stream_message(input: &Input, at: u64) -> Result<Option<(Vec<u8>, u64)>> {
    if at == input.len() {
        return Ok(None);
    }
    let size_at = |at: u64| -> Result<[u8; 4]> {
        let bytes = input.bytes(at, 4)?;
        Ok(bytes.first_chunk().copied().unwrap_or_default())
    };
    let (mut size, mut len) = (size_at(at)?, 4);
    if size == CONTINUATION {
        size = size_at(at + 4)?;
        len = 8;
    }
    match i32::from_le_bytes(size) {
        0 => Ok(None),
        size @ 1.. if size < i32::MAX - 8 => {
            len += u64::from(size.unsigned_abs());
            Ok(Some((input.bytes(at, len)?, len)))
        }
        _ => Err(damaged("the size of a message")),
    }
}

fn schema_of(schema: Option<IpcSchema<'_>>) -> Result<SchemaRef> {
    let schema = schema.ok_or_else(|| damaged("a schema"))?;
    if schema.endianness() != Endianness::Little {
        let expected = "numbers that are little-endian";
        let error = Error::expected(ErrorKind::UnsupportedVersion, expected);
        return Err(error.with_found("big-endian ones"));
    }
    let schema = convert::try_fb_to_schema(schema).map_err(failed)?;
    Ok(schema.into())
}
