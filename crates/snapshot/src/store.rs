//! The contents of snapshots, each stored once by its hash.
//!
//! Small files go into blocks, which are compressed as one, because what is next to each other in a folder is alike; and the
//! blocks go one after the other into a pack, so that a first snapshot makes one file and not as many as the tree has.
//! A large file has a file of its own: a clone of its blocks where the file system shares them, otherwise a zstd stream.
//! There are no hard links to the files of the tree, because a program may write them in place.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, ContentHasher, new_commit_id};

/// Files of this size and above have a file of their own in the store: a pack stays small enough to be written again.
pub(crate) const LARGE_BYTES: u64 = 4 << 20;

/// The fastest level that makes source text about a third.
const LEVEL: i32 = 1;

/// The bytes that are read or written at once.
const PIECE: usize = 1 << 20;

/// The unit in which holes are made: no file system has smaller blocks that matter.
const BLOCK: usize = 4096;

/// The bytes that are compressed as one: enough for files to share what they have in common, and few enough that reading one of
/// them takes a fraction of a millisecond.
const BLOCK_BYTES: usize = 256 << 10;

/// The blocks that are kept as they were read last: files of one folder are in the same one.
const KEPT_BLOCKS: usize = 8;

/// A record of an index: the hash; the offset of the block, its stored and its raw bytes; the offset of the file in the block
/// and its bytes.
const INDEX_RECORD: usize = 16 + 8 + 4 + 4 + 4 + 4;

/// The names of the files that are known to be there.
const FILES: &str = "files";

/// The store of one workspace. Its files are written under the lock of the area.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    inner: Mutex<Inner>,
    /// The blocks that were read last, the latest at the end.
    recent: Mutex<Vec<RecentBlock>>,
    /// True until the file system was seen to share no blocks.
    may_clone: AtomicBool,
}

/// The offset of a block, the path of its pack, and the bytes.
type RecentBlock = (u64, PathBuf, Arc<Vec<u8>>);

#[derive(Debug, Default)]
struct Inner {
    /// The index of the contents; `None` before it was read.
    places: Option<HashMap<ContentHash, Place>>,
    /// The paths of the packs by number.
    packs: Vec<PathBuf>,
    blocks: Vec<Block>,
    writer: Option<PackWriter>,
    /// The block that each thread fills: so what is next to each other in a block is next to each other in a folder.
    pending: HashMap<ThreadId, PendingBlock>,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    /// A part of a block, which is given by its number.
    Block {
        block: usize,
        offset: u32,
        length: u32,
    },
    Large,
    Clone,
}

/// A block of a pack. One that is not written yet has no stored bytes.
#[derive(Clone, Copy, Debug)]
struct Block {
    pack: usize,
    at: u64,
    stored: u32,
    raw: u32,
}

#[derive(Debug)]
struct PendingBlock {
    number: usize,
    bytes: Vec<u8>,
    /// The hash of each file, its offset and length.
    members: Vec<(ContentHash, u32, u32)>,
}

#[derive(Debug)]
struct PackWriter {
    id: String,
    pack: usize,
    file: BufWriter<File>,
    at: u64,
    index: Vec<u8>,
}

impl Store {
    /// Opens the store in a folder, which must exist.
    pub fn open(dir: PathBuf) -> Store {
        Store { dir, inner: Mutex::default(), recent: Mutex::default(), may_clone: AtomicBool::new(true) }
    }

    /// Returns true if contents are kept.
    pub fn holds(&self, content: ContentHash) -> Result<bool> {
        let mut inner = self.inner();
        Ok(self.places(&mut inner)?.contains_key(&content))
    }

    /// Keeps bytes that are in memory. Nothing is durable before [`finish`](Store::finish).
    pub fn keep(&self, content: ContentHash, bytes: &[u8]) -> Result<()> {
        let Ok(length) = u32::try_from(bytes.len()) else {
            return Err(Error::new(Kind::TooLarge, "A file is too large for a pack."));
        };
        let mut guard = self.inner();
        if self.places(&mut guard)?.contains_key(&content) {
            return Ok(());
        }
        let inner = &mut *guard;
        let thread = thread::current().id();
        let pending = inner.pending.entry(thread).or_insert_with(|| {
            // The number is given away at once, so that others who find the content know its block; where it is
            // follows when it is written.
            inner.blocks.push(Block { pack: 0, at: 0, stored: 0, raw: 0 });
            let bytes = Vec::with_capacity(BLOCK_BYTES + bytes.len());
            PendingBlock { number: inner.blocks.len() - 1, bytes, members: Vec::new() }
        });
        // Files are smaller than `LARGE_BYTES`, so a block is too.
        let offset = pending.bytes.len() as u32;
        pending.bytes.extend_from_slice(bytes);
        pending.members.push((content, offset, length));
        let place = Place::Block { block: pending.number, offset, length };
        let is_full = pending.bytes.len() >= BLOCK_BYTES;
        // Known from here on, before it is written: another thread with the same content need not keep it again.
        if let Some(places) = inner.places.as_mut() {
            places.insert(content, place);
        }
        let full = is_full.then(|| inner.pending.remove(&thread)).flatten();
        drop(guard);
        match full {
            // The other threads continue meanwhile.
            Some(full) => self.write_block(&full),
            None => Ok(()),
        }
    }

    /// Compresses a block and appends it to the pack.
    fn write_block(&self, pending: &PendingBlock) -> Result<()> {
        let failed = |cause: io::Error| self.failed("write", &cause);
        let packed = zstd::bulk::compress(&pending.bytes, LEVEL).map_err(failed)?;
        let (Ok(stored), Ok(raw)) = (u32::try_from(packed.len()), u32::try_from(pending.bytes.len())) else {
            return Err(Error::new(Kind::TooLarge, "A file is too large for a pack."));
        };
        let mut inner = self.inner();
        if inner.writer.is_none() {
            let id = new_commit_id();
            let path = self.dir.join(format!("pack-{id}.part"));
            let file = create_private(&path).map_err(failed)?;
            let pack = inner.packs.len();
            inner.packs.push(path);
            let file = BufWriter::with_capacity(PIECE, file);
            inner.writer = Some(PackWriter { id, pack, file, at: 0, index: Vec::new() });
        }
        let Some(writer) = inner.writer.as_mut() else { return Ok(()) };
        writer.file.write_all(&packed).map_err(failed)?;
        let block = Block { pack: writer.pack, at: writer.at, stored, raw };
        for (content, offset, length) in &pending.members {
            // In memory: the index is written once the pack is complete, and a pack without an index does not count.
            writer.index.extend_from_slice(content.as_bytes());
            writer.index.extend_from_slice(&writer.at.to_le_bytes());
            for number in [stored, raw, *offset, *length] {
                writer.index.extend_from_slice(&number.to_le_bytes());
            }
        }
        writer.at += u64::from(stored);
        inner.blocks[pending.number] = block;
        Ok(())
    }

    /// Writes the blocks that are not full.
    fn write_pending(&self) -> Result<()> {
        let mut pending: Vec<PendingBlock> = self.inner().pending.drain().map(|it| it.1).collect();
        // By number, as a map has no order: the pack of a tree does not depend on chance.
        pending.sort_by_key(|block| block.number);
        pending.iter().try_for_each(|block| self.write_block(block))
    }

    /// Keeps the contents of an open file of any size, and returns their hash and the number of bytes.
    pub(crate) fn keep_file(&self, file: &mut File) -> io::Result<(ContentHash, u64)> {
        let name = format!("new-{}.part", new_commit_id());
        let path = self.dir.join(&name);
        let kept = self.write_large(file, &path);
        let (content, bytes, ending, is_known) = match kept {
            Ok(kept) => kept,
            Err(cause) => {
                let _ = fs::remove_file(&path);
                return Err(cause);
            }
        };
        if is_known {
            fs::remove_file(&path)?;
        } else {
            fs::rename(&path, self.dir.join(format!("{content}.{ending}")))?;
            if let Some(places) = self.inner().places.as_mut() {
                places.insert(content, if ending == "raw" { Place::Clone } else { Place::Large });
            }
        }
        Ok((content, bytes))
    }

    fn write_large(
        &self,
        file: &mut File,
        path: &Path,
    ) -> io::Result<(ContentHash, u64, &'static str, bool)> {
        let target = create_private(path)?;
        let mut hasher = ContentHasher::default();
        let mut piece = vec![0; PIECE];
        let (mut bytes, mut known) = (0, false);
        let is_clone = self.clone_blocks(file, &target);
        let ending = if is_clone { "raw" } else { "z" };
        let mut encoder = match is_clone {
            true => None,
            false => Some(zstd::stream::write::Encoder::new(BufWriter::new(&target), LEVEL)?),
        };
        // A clone is read from the copy: the file itself may be changed meanwhile.
        let mut source = if is_clone { target.try_clone()? } else { file.try_clone()? };
        source.seek(SeekFrom::Start(0))?;
        loop {
            let count = match source.read(&mut piece) {
                Ok(0) => break,
                Ok(count) => count,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
                Err(cause) => return Err(cause),
            };
            hasher.update(&piece[..count]);
            if let Some(encoder) = encoder.as_mut() {
                encoder.write_all(&piece[..count])?;
            }
            bytes += count as u64;
        }
        if let Some(encoder) = encoder {
            encoder.finish()?.flush()?;
        }
        let content = hasher.finish();
        if let Ok(found) = self.holds(content) {
            known = found;
        }
        Ok((content, bytes, ending, known))
    }

    #[cfg(target_os = "linux")]
    fn clone_blocks(&self, from: &File, to: &File) -> bool {
        if !self.may_clone.load(Ordering::Relaxed) {
            return false;
        }
        let cloned = rustix::fs::ioctl_ficlone(to, from).is_ok();
        if !cloned {
            // Another file system, or one that shares no blocks: asking for every file would cost a call each.
            self.may_clone.store(false, Ordering::Relaxed);
        }
        cloned
    }

    #[cfg(not(target_os = "linux"))]
    fn clone_blocks(&self, _: &File, _: &File) -> bool {
        self.may_clone.store(false, Ordering::Relaxed);
        false
    }

    /// Writes contents into an open, empty file; with holes where `is_sparse`. Returns false where they are not kept.
    pub fn write_to(&self, content: ContentHash, target: &File, is_sparse: bool) -> Result<bool> {
        let Some((place, path)) = self.place(content)? else { return Ok(false) };
        let failed = |cause: io::Error| self.failed("copy from", &cause);
        let mut writer = HolesWriter { target, at: 0, is_sparse };
        let mut hasher = ContentHasher::default();
        match place {
            Found::Block { block, offset, length } => {
                let block = self.block(&path, block).map_err(failed)?;
                let bytes = part_of(&block, offset, length).map_err(failed)?;
                hasher.update(bytes);
                writer.write(bytes).map_err(failed)?;
            }
            Found::Clone => {
                let from = File::open(&path).map_err(failed)?;
                if self.clone_blocks(&from, target) {
                    // The blocks are those that were hashed when they were cloned.
                    return Ok(true);
                }
                copy(from, &mut hasher, &mut writer).map_err(failed)?;
            }
            Found::Large => {
                let from = File::open(&path).map_err(failed)?;
                let from = zstd::stream::read::Decoder::new(from).map_err(failed)?;
                copy(from, &mut hasher, &mut writer).map_err(failed)?;
            }
        }
        if hasher.finish() != content {
            return Err(Error::new(
                Kind::Io,
                format!("The store of old contents is damaged: {content} is not what was kept."),
            ));
        }
        target.set_len(writer.at).map_err(failed)?;
        Ok(true)
    }

    /// Returns contents of at most `max_bytes`; `None` if they are missing or larger.
    pub fn read(&self, content: ContentHash, max_bytes: u64) -> Result<Option<Vec<u8>>> {
        let Some((place, path)) = self.place(content)? else { return Ok(None) };
        let failed = |cause: io::Error| self.failed("read", &cause);
        let mut bytes = Vec::new();
        match place {
            Found::Block { length, .. } if u64::from(length) > max_bytes => return Ok(None),
            Found::Block { block, offset, length } => {
                let block = self.block(&path, block).map_err(failed)?;
                bytes.extend_from_slice(part_of(&block, offset, length).map_err(failed)?);
            }
            Found::Large | Found::Clone => {
                let from = File::open(&path).map_err(failed)?;
                let mut from: Box<dyn Read> = match place {
                    Found::Clone => Box::new(from),
                    _ => Box::new(zstd::stream::read::Decoder::new(from).map_err(failed)?),
                };
                // One byte more than allowed distinguishes a larger file from one of exactly that size.
                from.by_ref().take(max_bytes + 1).read_to_end(&mut bytes).map_err(failed)?;
                if bytes.len() as u64 > max_bytes {
                    return Ok(None);
                }
            }
        }
        match ContentHash::of(&bytes) == content {
            true => Ok(Some(bytes)),
            false => Err(Error::new(Kind::Io, "The store of old contents is damaged.")),
        }
    }

    /// Ends the pack that is being written. With `sync` it survives a power cut.
    pub fn finish(&self, sync: bool) -> Result<()> {
        self.write_pending()?;
        let mut inner = self.inner();
        let Some(writer) = inner.writer.take() else { return Ok(()) };
        let PackWriter { id, pack, file, index, .. } = writer;
        let failed = |cause: io::Error| self.failed("write", &cause);
        let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
        if sync {
            file.sync_data().map_err(failed)?;
        }
        let path = self.dir.join(format!("pack-{id}.pack"));
        fs::rename(&inner.packs[pack], &path).map_err(failed)?;
        inner.packs[pack] = path;
        let part = self.dir.join(format!("pack-{id}.index.part"));
        let mut written = create_private(&part).map_err(failed)?;
        written.write_all(&index).map_err(failed)?;
        written.write_all(ContentHash::of(&index).as_bytes()).map_err(failed)?;
        fs::rename(&part, self.dir.join(format!("pack-{id}.index"))).map_err(failed)?;
        if sync {
            // An index that a power cut leaves without its bytes counts for nothing.
            sync_with_name(&written, &self.dir).map_err(failed)?;
        }
        Ok(())
    }

    /// Returns the bytes on disk.
    pub fn size(&self) -> u64 {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).map(|it| it.len()).sum()
    }

    /// Writes down the names of the files of the store, by which it is noticed later that some are missing.
    pub fn note_files(&self) -> Result<()> {
        let mut names = self.names();
        names.sort();
        let part = self.dir.join(format!("{FILES}.part"));
        let written =
            fs::write(&part, names.join("\n")).and_then(|()| fs::rename(&part, self.dir.join(FILES)));
        written.map_err(|cause| self.failed("write", &cause))
    }

    /// Returns true where files of the store are gone that were there when they were written down, or may be.
    pub fn has_lost_files(&self) -> bool {
        let Ok(noted) = fs::read_to_string(self.dir.join(FILES)) else { return true };
        let names: HashSet<String> = self.names().into_iter().collect();
        !noted.lines().all(|name| names.contains(name))
    }

    /// Returns those of the contents that are no longer kept.
    pub fn missing(&self, contents: impl Iterator<Item = ContentHash>) -> Result<HashSet<ContentHash>> {
        for name in self.names() {
            let path = self.dir.join(&name);
            if path.extension().is_some_and(|it| it == "index") && !path.with_extension("pack").exists() {
                fs::remove_file(&path).map_err(|cause| self.failed("write", &cause))?;
            }
        }
        let mut inner = self.inner();
        *inner = Inner::default();
        let places = self.places(&mut inner)?;
        Ok(contents.filter(|content| !places.contains_key(content)).collect())
    }

    /// Returns the names of the files that hold contents.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let is_of_contents = |name: &String| {
            let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
            ["index", "pack", "z", "raw"].contains(&ending)
        };
        names.filter(is_of_contents).collect()
    }

    /// Returns about how many bytes contents take on disk: their share of a block. Contents that are not kept take none.
    pub fn stored_size(&self, contents: impl Iterator<Item = ContentHash>) -> Result<u64> {
        let mut inner = self.inner();
        let places = self.places(&mut inner)?.clone();
        let blocks = inner.blocks.clone();
        drop(inner);
        let large = |content: ContentHash, ending: &str| {
            fs::metadata(self.dir.join(format!("{content}.{ending}"))).map_or(0, |it| it.len())
        };
        let contents: HashSet<ContentHash> = contents.collect();
        let sizes = contents.into_iter().filter_map(|content| {
            Some(match *places.get(&content)? {
                Place::Block { block, length, .. } => {
                    let Block { stored, raw, .. } = blocks[block];
                    u64::from(stored) * u64::from(length) / u64::from(raw.max(1))
                }
                Place::Large => large(content, "z"),
                Place::Clone => large(content, "raw"),
            })
        });
        Ok(sizes.sum())
    }

    /// Removes unwanted contents. Packs of which less than half is wanted are written again without the rest; with
    /// `thorough` every pack that holds anything unwanted is.
    pub fn collect(&self, wanted: &HashSet<ContentHash>, thorough: bool) -> Result<()> {
        self.finish(false)?;
        let failed = |cause: io::Error| self.failed("write", &cause);
        let mut inner = self.inner();
        // Contents that other processes wrote meanwhile count too.
        *inner = Inner::default();
        let places = self.places(&mut inner)?.clone();
        let (packs, blocks) = (inner.packs.clone(), inner.blocks.clone());
        *inner = Inner::default();
        drop(inner);
        let mut by_pack: Vec<(u64, u64)> = vec![(0, 0); packs.len()];
        for (content, place) in &places {
            match place {
                Place::Block { block, length, .. } => {
                    let (live, all) = &mut by_pack[blocks[*block].pack];
                    // An empty file counts too.
                    let bytes = u64::from(*length) + 1;
                    *all += bytes;
                    if wanted.contains(content) {
                        *live += bytes;
                    }
                }
                Place::Large | Place::Clone if !wanted.contains(content) => {
                    let ending = if matches!(place, Place::Clone) { "raw" } else { "z" };
                    fs::remove_file(self.dir.join(format!("{content}.{ending}"))).map_err(failed)?;
                }
                Place::Large | Place::Clone => {}
            }
        }
        let is_going = |(live, all): (u64, u64)| live == 0 || live * 2 < all || (thorough && live < all);
        let mut going: HashSet<PathBuf> = HashSet::new();
        for (number, counts) in by_pack.iter().enumerate() {
            if is_going(*counts) {
                going.insert(packs[number].clone());
            }
        }
        if going.is_empty() {
            return Ok(());
        }
        // The survivors are copied and durable before their packs go.
        let survivors = places.iter().filter_map(|(content, place)| match place {
            Place::Block { block, offset, length } if wanted.contains(content) => {
                let block = blocks[*block];
                let path = &packs[block.pack];
                going.contains(path).then(|| (path.clone(), block.at, *offset, *length, block, *content))
            }
            _ => None,
        });
        let mut survivors: Vec<_> = survivors.collect();
        // In the order in which they are stored, so that each block is read once.
        survivors.sort_by(|left, right| (&left.0, left.1, left.2).cmp(&(&right.0, right.1, right.2)));
        {
            // They are known under their old places, so the new ones are made without asking.
            let mut inner = self.inner();
            let is_staying = |place: &Place| !matches!(place, Place::Block { block, .. } if going.contains(&packs[blocks[*block].pack]));
            let without = places.iter().filter(|(_, place)| is_staying(place));
            let without = without.map(|(content, place)| (*content, *place)).collect();
            *inner = Inner {
                places: Some(without),
                packs: packs.clone(),
                blocks: blocks.clone(),
                ..Inner::default()
            };
        }
        for (path, _, offset, length, block, content) in survivors {
            let block = self.block(&path, block).map_err(failed)?;
            self.keep(content, part_of(&block, offset, length).map_err(failed)?)?;
        }
        self.finish(true)?;
        for path in going {
            fs::remove_file(path.with_extension("index")).map_err(failed)?;
            fs::remove_file(&path).map_err(failed)?;
        }
        *self.inner() = Inner::default();
        self.recent().clear();
        self.note_files()
    }

    /// Removes half-written files of dead processes. Only under the lock of the area.
    pub(crate) fn remove_leftovers(&self) {
        let names: Vec<_> =
            fs::read_dir(&self.dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        for path in names {
            let ending = path.extension().and_then(|it| it.to_str());
            let is_orphan = ending == Some("pack") && !path.with_extension("index").exists();
            // Indexes of this ending were those of an earlier form.
            if matches!(ending, Some("part" | "idx")) || is_orphan {
                let _ = fs::remove_file(path);
            }
        }
    }

    fn place(&self, content: ContentHash) -> Result<Option<(Found, PathBuf)>> {
        // Pending contents can only be read back from the file.
        self.write_pending()?;
        let mut inner = self.inner();
        if let Some(writer) = inner.writer.as_mut() {
            writer.file.flush().map_err(|cause| self.failed("write", &cause))?;
        }
        let Some(place) = self.places(&mut inner)?.get(&content).copied() else { return Ok(None) };
        Ok(Some(match place {
            Place::Block { block, offset, length } => {
                let block = inner.blocks[block];
                (Found::Block { block, offset, length }, inner.packs[block.pack].clone())
            }
            Place::Large => (Found::Large, self.dir.join(format!("{content}.z"))),
            Place::Clone => (Found::Clone, self.dir.join(format!("{content}.raw"))),
        }))
    }

    /// Reads a block, or returns it as it was read before.
    fn block(&self, path: &Path, block: Block) -> io::Result<Arc<Vec<u8>>> {
        let is_it = |it: &RecentBlock| it.0 == block.at && it.1 == path;
        if let Some(found) = self.recent().iter().rev().find(|it| is_it(it)) {
            return Ok(Arc::clone(&found.2));
        }
        let bytes = Arc::new(read_packed(path, block.at, block.stored, block.raw)?);
        let mut recent = self.recent();
        if recent.len() >= KEPT_BLOCKS {
            recent.remove(0);
        }
        recent.push((block.at, path.to_owned(), Arc::clone(&bytes)));
        Ok(bytes)
    }

    /// Reads the indexes, the first time.
    fn places<'a>(&self, inner: &'a mut Inner) -> Result<&'a HashMap<ContentHash, Place>> {
        if inner.places.is_none() {
            let mut places = HashMap::new();
            for entry in fs::read_dir(&self.dir).map_err(|cause| self.failed("list", &cause))?.flatten() {
                let path = entry.path();
                let stem = path.file_stem().and_then(|it| it.to_str()).unwrap_or_default();
                match path.extension().and_then(|it| it.to_str()) {
                    Some("index") => self.read_index(&path, inner, &mut places)?,
                    Some("z") => drop(stem.parse().map(|hash| places.insert(hash, Place::Large))),
                    Some("raw") => drop(stem.parse().map(|hash| places.insert(hash, Place::Clone))),
                    _ => {}
                }
            }
            inner.places = Some(places);
        }
        inner.places.as_ref().ok_or_else(|| Error::new(Kind::Internal, "The index was just read."))
    }

    fn read_index(
        &self,
        path: &Path,
        inner: &mut Inner,
        places: &mut HashMap<ContentHash, Place>,
    ) -> Result<()> {
        let bytes = fs::read(path).map_err(|cause| self.failed("read", &cause))?;
        let (records, hash) = bytes.split_at(bytes.len().saturating_sub(16));
        if ContentHash::of(records).as_bytes() != hash {
            // Its contents are missing then, and every use of them says so.
            return Ok(());
        }
        let pack = inner.packs.len();
        inner.packs.push(path.with_extension("pack"));
        places.reserve(records.len() / INDEX_RECORD);
        let mut last = None;
        for record in records.chunks_exact(INDEX_RECORD) {
            let (content, rest) = record.split_at(16);
            let (at, numbers) = rest.split_at(8);
            let at = u64::from_le_bytes(at.try_into().unwrap_or_default());
            let mut numbers =
                numbers.chunks_exact(4).map(|it| u32::from_le_bytes(it.try_into().unwrap_or_default()));
            let mut next = || numbers.next().unwrap_or_default();
            let (stored, raw, offset, length) = (next(), next(), next(), next());
            // The files of one block are next to each other.
            if last != Some(at) {
                inner.blocks.push(Block { pack, at, stored, raw });
                last = Some(at);
            }
            let place = Place::Block { block: inner.blocks.len() - 1, offset, length };
            places.insert(ContentHash::from_bytes(content.try_into().unwrap_or_default()), place);
        }
        Ok(())
    }

    fn recent(&self) -> MutexGuard<'_, Vec<RecentBlock>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, action: &str, cause: &io::Error) -> Error {
        Error::io(&format!("{action} the store of old contents"), self.dir.display(), cause)
    }
}

/// The place of contents in the store.
#[derive(Clone, Copy)]
enum Found {
    Block { block: Block, offset: u32, length: u32 },
    Large,
    Clone,
}

/// Returns a file of a block.
fn part_of(block: &[u8], offset: u32, length: u32) -> io::Result<&[u8]> {
    let start = offset as usize;
    block
        .get(start..start + length as usize)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a block is shorter than its index says"))
}

/// A writer that leaves out blocks of zeros.
struct HolesWriter<'a> {
    target: &'a File,
    at: u64,
    is_sparse: bool,
}

impl HolesWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.is_sparse {
            self.target.write_all_at(bytes, self.at)?;
            self.at += bytes.len() as u64;
            return Ok(());
        }
        for block in bytes.chunks(BLOCK) {
            if block.iter().any(|byte| *byte != 0) {
                self.target.write_all_at(block, self.at)?;
            }
            self.at += block.len() as u64;
        }
        Ok(())
    }
}

fn copy(mut from: impl Read, hasher: &mut ContentHasher, writer: &mut HolesWriter<'_>) -> io::Result<()> {
    let mut piece = Vec::with_capacity(PIECE);
    loop {
        // Whole pieces, so that blocks of zeros stay whole.
        piece.clear();
        from.by_ref().take(PIECE as u64).read_to_end(&mut piece)?;
        if piece.is_empty() {
            return Ok(());
        }
        hasher.update(&piece);
        writer.write(&piece)?;
    }
}

fn read_packed(path: &Path, at: u64, stored: u32, raw: u32) -> io::Result<Vec<u8>> {
    let mut packed = vec![0; stored as usize];
    File::open(path)?.read_exact_at(&mut packed, at)?;
    zstd::bulk::decompress(&packed, raw as usize)
}

/// Makes a new file and its name durable. Both at once: the file system then writes them together, which takes half the time.
pub(crate) fn sync_with_name(file: &File, folder: &Path) -> io::Result<()> {
    let folder = File::open(folder)?;
    thread::scope(|scope| {
        let name = thread::Builder::new().spawn_scoped(scope, || folder.sync_all());
        let contents = file.sync_data();
        let name = match name {
            Ok(name) => name.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked"))),
            // Where no thread can be had, one after the other.
            Err(_) => folder.sync_all(),
        };
        contents.and(name)
    })
}

pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    // The contents may be private to their owner.
    OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)
}
