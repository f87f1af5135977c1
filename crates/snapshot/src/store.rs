//! The contents of snapshots, each stored once by its hash.
//!
//! Small files go one after the other into a pack, so that a first snapshot creates one file and not as many as the tree
//! has. A large file has a file of its own: a clone of its blocks where the file system shares them, otherwise a zstd
//! stream. There are no hard links to the files of the tree, because a program may write them in place.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// A record of an index: hash, offset, stored bytes, raw bytes.
const INDEX_RECORD: usize = 16 + 8 + 4 + 4;

/// The store of one workspace. Its files are written under the lock of the area.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    inner: Mutex<Inner>,
    /// True until the file system was seen to share no blocks.
    may_clone: AtomicBool,
}

#[derive(Debug, Default)]
struct Inner {
    /// The index of the contents; `None` before it was read.
    places: Option<HashMap<ContentHash, Place>>,
    /// The paths of the packs by number.
    packs: Vec<PathBuf>,
    writer: Option<PackWriter>,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Pack { pack: usize, at: u64, stored: u32, raw: u32 },
    Large,
    Clone,
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
        Store { dir, inner: Mutex::default(), may_clone: AtomicBool::new(true) }
    }

    /// Returns true if contents are kept.
    pub fn holds(&self, content: ContentHash) -> Result<bool> {
        let mut inner = self.inner();
        Ok(self.places(&mut inner)?.contains_key(&content))
    }

    /// Keeps bytes that are in memory. Nothing is durable before [`finish`](Store::finish).
    pub fn keep(&self, content: ContentHash, bytes: &[u8]) -> Result<()> {
        if self.holds(content)? {
            return Ok(());
        }
        let packed = zstd::bulk::compress(bytes, LEVEL).map_err(|cause| self.failed("write", &cause))?;
        let (Ok(stored), Ok(raw)) = (u32::try_from(packed.len()), u32::try_from(bytes.len())) else {
            return Err(Error::new(Kind::TooLarge, "A file is too large for a pack."));
        };
        let mut inner = self.inner();
        self.places(&mut inner)?;
        let is_known = inner.places.as_ref().is_some_and(|places| places.contains_key(&content));
        if is_known {
            return Ok(());
        }
        if inner.writer.is_none() {
            let id = new_commit_id();
            let path = self.dir.join(format!("pack-{id}.part"));
            let file = create_private(&path).map_err(|cause| self.failed("write", &cause))?;
            let pack = inner.packs.len();
            inner.packs.push(path);
            let file = BufWriter::with_capacity(PIECE, file);
            inner.writer = Some(PackWriter { id, pack, file, at: 0, index: Vec::new() });
        }
        let Some(writer) = inner.writer.as_mut() else { return Ok(()) };
        writer.file.write_all(&packed).map_err(|cause| self.failed("write", &cause))?;
        let place = Place::Pack { pack: writer.pack, at: writer.at, stored, raw };
        writer.index.extend_from_slice(content.as_bytes());
        writer.index.extend_from_slice(&writer.at.to_le_bytes());
        writer.index.extend_from_slice(&stored.to_le_bytes());
        writer.index.extend_from_slice(&raw.to_le_bytes());
        writer.at += u64::from(stored);
        if let Some(places) = inner.places.as_mut() {
            places.insert(content, place);
        }
        Ok(())
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
        let failed = |cause: io::Error| self.failed("read", &cause);
        let mut writer = HolesWriter { target, at: 0, is_sparse };
        let mut hasher = ContentHasher::default();
        match place {
            Place::Pack { at, stored, raw, .. } => {
                let bytes = read_packed(&path, at, stored, raw).map_err(failed)?;
                hasher.update(&bytes);
                writer.write(&bytes).map_err(failed)?;
            }
            Place::Clone => {
                let from = File::open(&path).map_err(failed)?;
                if self.clone_blocks(&from, target) {
                    // The blocks are those that were hashed when they were cloned.
                    return Ok(true);
                }
                copy(from, &mut hasher, &mut writer).map_err(failed)?;
            }
            Place::Large => {
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
            Place::Pack { raw, .. } if u64::from(raw) > max_bytes => return Ok(None),
            Place::Pack { at, stored, raw, .. } => {
                bytes = read_packed(&path, at, stored, raw).map_err(failed)?;
            }
            Place::Large | Place::Clone => {
                let from = File::open(&path).map_err(failed)?;
                let mut from: Box<dyn Read> = match place {
                    Place::Clone => Box::new(from),
                    _ => Box::new(zstd::stream::read::Decoder::new(from).map_err(failed)?),
                };
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
        let part = self.dir.join(format!("pack-{id}.idx.part"));
        let mut written = create_private(&part).map_err(failed)?;
        written.write_all(&index).map_err(failed)?;
        written.write_all(ContentHash::of(&index).as_bytes()).map_err(failed)?;
        if sync {
            written.sync_data().map_err(failed)?;
        }
        fs::rename(&part, self.dir.join(format!("pack-{id}.idx"))).map_err(failed)?;
        if sync {
            File::open(&self.dir).and_then(|dir| dir.sync_all()).map_err(failed)?;
        }
        Ok(())
    }

    /// Returns the bytes on disk.
    pub fn size(&self) -> u64 {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).map(|it| it.len()).sum()
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
        let packs = inner.packs.clone();
        *inner = Inner::default();
        drop(inner);
        let mut by_pack: Vec<(u64, u64)> = vec![(0, 0); packs.len()];
        for (content, place) in &places {
            match place {
                Place::Pack { pack, stored, .. } => {
                    let (live, all) = &mut by_pack[*pack];
                    *all += u64::from(*stored);
                    if wanted.contains(content) {
                        *live += u64::from(*stored);
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
            Place::Pack { pack, at, stored, raw } if wanted.contains(content) => {
                going.contains(&packs[*pack]).then_some((*content, packs[*pack].clone(), *at, *stored, *raw))
            }
            _ => None,
        });
        let survivors: Vec<_> = survivors.collect();
        {
            // They are known under their old places, so the new ones are made without asking.
            let mut inner = self.inner();
            let mut without: HashMap<ContentHash, Place> = HashMap::new();
            for (content, place) in &places {
                if !matches!(place, Place::Pack { pack, .. } if going.contains(&packs[*pack])) {
                    without.insert(*content, *place);
                }
            }
            *inner = Inner { places: Some(without), packs: packs.clone(), writer: None };
        }
        for (content, path, at, stored, raw) in survivors {
            let bytes = read_packed(&path, at, stored, raw).map_err(failed)?;
            self.keep(content, &bytes)?;
        }
        self.finish(true)?;
        for path in going {
            fs::remove_file(path.with_extension("idx")).map_err(failed)?;
            fs::remove_file(&path).map_err(failed)?;
        }
        *self.inner() = Inner::default();
        Ok(())
    }

    /// Removes half-written files of dead processes. Only under the lock of the area.
    pub(crate) fn remove_leftovers(&self) {
        let names: Vec<_> =
            fs::read_dir(&self.dir).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        for path in names {
            let ending = path.extension().and_then(|it| it.to_str());
            let is_orphan = ending == Some("pack") && !path.with_extension("idx").exists();
            if ending == Some("part") || is_orphan {
                let _ = fs::remove_file(path);
            }
        }
    }

    fn place(&self, content: ContentHash) -> Result<Option<(Place, PathBuf)>> {
        let mut inner = self.inner();
        // Pending contents can only be read back from the file.
        if let Some(writer) = inner.writer.as_mut() {
            writer.file.flush().map_err(|cause| self.failed("write", &cause))?;
        }
        let Some(place) = self.places(&mut inner)?.get(&content).copied() else { return Ok(None) };
        let path = match place {
            Place::Pack { pack, .. } => inner.packs[pack].clone(),
            Place::Large => self.dir.join(format!("{content}.z")),
            Place::Clone => self.dir.join(format!("{content}.raw")),
        };
        Ok(Some((place, path)))
    }

    /// Reads the indexes, the first time.
    fn places<'a>(&self, inner: &'a mut Inner) -> Result<&'a HashMap<ContentHash, Place>> {
        if inner.places.is_none() {
            let mut places = HashMap::new();
            for entry in fs::read_dir(&self.dir).map_err(|cause| self.failed("list", &cause))?.flatten() {
                let path = entry.path();
                let stem = path.file_stem().and_then(|it| it.to_str()).unwrap_or_default();
                match path.extension().and_then(|it| it.to_str()) {
                    Some("idx") => self.read_index(&path, &mut inner.packs, &mut places)?,
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
        packs: &mut Vec<PathBuf>,
        places: &mut HashMap<ContentHash, Place>,
    ) -> Result<()> {
        let bytes = fs::read(path).map_err(|cause| self.failed("read", &cause))?;
        let (records, hash) = bytes.split_at(bytes.len().saturating_sub(16));
        if ContentHash::of(records).as_bytes() != hash {
            // Its contents are missing then, and every use of them says so.
            return Ok(());
        }
        let pack = packs.len();
        packs.push(path.with_extension("pack"));
        for record in records.chunks_exact(INDEX_RECORD) {
            let (mut content, mut at, mut stored, mut raw) = ([0; 16], [0; 8], [0; 4], [0; 4]);
            content.copy_from_slice(&record[..16]);
            at.copy_from_slice(&record[16..24]);
            stored.copy_from_slice(&record[24..28]);
            raw.copy_from_slice(&record[28..]);
            let place = Place::Pack {
                pack,
                at: u64::from_le_bytes(at),
                stored: u32::from_le_bytes(stored),
                raw: u32::from_le_bytes(raw),
            };
            places.insert(ContentHash::from_bytes(content), place);
        }
        Ok(())
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, action: &str, cause: &io::Error) -> Error {
        Error::io(&format!("{action} the store of old contents"), self.dir.display(), cause)
    }
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

pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    // The contents may be private to their owner.
    OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)
}
