//! The form of trees and changes on disk.
//!
//! ```text
//! file     magic "scenewright" and a letter: t for a tree, c for changes; the version; the body; 16 bytes hash of all that
//! number   little-endian base 128, as in a varint
//! bytes    their number, and they themselves
//! stat     mode uid gid links size modified_ns changed_ns device inode, each a number (times as zigzag)
//! entry    u8 kind, what belongs to it, stat, the number of attributes, and the name and value of each
//! ```

use std::collections::BTreeMap;

use super::attributes::Attributes;
use super::tree::{Change, Entry, FileStat, Listing, Node, NotCovered, Spot, Tree};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::ContentHash;

const TREE: &[u8; 13] = b"scenewright\0t";
const CHANGES: &[u8; 13] = b"scenewright\0c";
/// The form of the trees and of the store, whose contents a tree relies on.
const VERSION: u64 = 3;
const HASH_BYTES: usize = 16;

pub(crate) fn encode_tree(tree: &Tree) -> Vec<u8> {
    let mut writer = Writer::new(TREE);
    writer.bytes(tree.note.as_bytes());
    writer.number(tree.roots.len() as u64);
    tree.roots.iter().for_each(|entry| writer.entry(entry));
    writer.number(tree.folders.len() as u64);
    for (folder, entries) in &tree.folders {
        writer.spot(folder);
        writer.number(entries.len() as u64);
        for (name, entry) in entries.iter() {
            writer.bytes(name);
            writer.entry(entry);
        }
    }
    writer.signed(tree.begun_ns);
    writer.finish()
}

pub(crate) fn decode_tree(bytes: &[u8]) -> Result<Tree> {
    let mut reader = Reader::new(bytes, TREE)?;
    let note = String::from_utf8_lossy(reader.bytes()?).into_owned();
    let roots = (0..reader.number()?).map(|_| reader.entry()).collect::<Result<_>>()?;
    let mut folders = BTreeMap::new();
    for _ in 0..reader.number()? {
        let spot = reader.spot()?;
        let count = reader.number()?;
        let mut entries = Vec::with_capacity(usize::try_from(count).unwrap_or(0).min(reader.rest.len()));
        for _ in 0..count {
            entries.push((reader.bytes()?.to_vec(), reader.entry()?));
        }
        folders.insert(spot, Listing::new(entries));
    }
    // Trees that were kept before it was recorded end here.
    let begun_ns = if reader.rest.is_empty() { 0 } else { reader.signed()? };
    Ok(Tree { roots, folders, note, begun_ns })
}

pub(crate) fn encode_changes(changes: &[Change]) -> Vec<u8> {
    let mut writer = Writer::new(CHANGES);
    writer.number(changes.len() as u64);
    for change in changes {
        writer.spot(&change.spot);
        for side in [&change.before, &change.after] {
            writer.out.push(u8::from(side.is_some()));
            if let Some(entry) = side {
                writer.entry(entry);
            }
        }
    }
    writer.finish()
}

pub(crate) fn decode_changes(bytes: &[u8]) -> Result<Vec<Change>> {
    let mut reader = Reader::new(bytes, CHANGES)?;
    let count = reader.number()?;
    let mut changes = Vec::new();
    for _ in 0..count {
        let spot = reader.spot()?;
        let mut side = || -> Result<Option<Entry>> {
            match reader.byte()? {
                0 => Ok(None),
                _ => reader.entry().map(Some),
            }
        };
        let before = side()?;
        let after = side()?;
        changes.push(Change { spot, before, after });
    }
    Ok(changes)
}

struct Writer {
    out: Vec<u8>,
}

impl Writer {
    fn new(magic: &[u8]) -> Writer {
        let mut writer = Writer { out: Vec::with_capacity(1 << 16) };
        writer.out.extend_from_slice(magic);
        writer.number(VERSION);
        writer
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
    }

    fn signed(&mut self, number: i64) {
        self.number((number.wrapping_shl(1) ^ (number >> 63)) as u64);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.out.extend_from_slice(bytes);
    }

    fn spot(&mut self, spot: &Spot) {
        self.number(spot.root as u64);
        self.bytes(&spot.path);
    }

    fn entry(&mut self, entry: &Entry) {
        match &entry.node {
            // The first byte is odd for all other kinds, so that the bits of a file, the commonest kind, fit in it.
            Node::File { content, is_sparse, is_racy } => {
                self.out.push(u8::from(*is_sparse) << 1 | u8::from(*is_racy) << 2);
                self.out.extend_from_slice(content.as_bytes());
            }
            Node::Folder => self.out.push(1),
            Node::Link(target) => {
                self.out.push(3);
                self.bytes(target);
            }
            Node::Fifo => self.out.push(5),
            Node::LeftOut(digest) => {
                self.out.push(7);
                self.out.extend_from_slice(&digest.to_le_bytes());
            }
            Node::NotCovered(reason) => {
                self.out.push(9);
                self.out.push(*reason as u8);
            }
        }
        let FileStat { mode, uid, gid, links, size, modified_ns, changed_ns, device, inode } = entry.stat;
        for number in [mode, uid, gid, links] {
            self.number(number.into());
        }
        self.number(size);
        self.signed(modified_ns);
        self.signed(changed_ns);
        self.number(device);
        self.number(inode);
        let attributes = entry.attributes.pairs();
        self.number(attributes.len() as u64);
        for (name, value) in attributes {
            self.bytes(name);
            self.bytes(value);
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let hash = ContentHash::of(&self.out);
        self.out.extend_from_slice(hash.as_bytes());
        self.out
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], magic: &[u8]) -> Result<Reader<'a>> {
        let (body, hash) = bytes.split_at(bytes.len().saturating_sub(HASH_BYTES));
        if ContentHash::of(body).as_bytes() != hash {
            return Err(damaged());
        }
        let mut reader = Reader { rest: body.strip_prefix(magic).ok_or_else(damaged)? };
        match reader.number()? {
            VERSION => Ok(reader),
            _ => Err(damaged()),
        }
    }

    fn byte(&mut self) -> Result<u8> {
        let (first, rest) = self.rest.split_first().ok_or_else(damaged)?;
        self.rest = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u64> {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift).ok_or_else(damaged)?;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
    }

    fn signed(&mut self) -> Result<i64> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    fn taken(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.taken(N)?.try_into().map_err(|_| damaged())
    }

    fn bytes(&mut self) -> Result<&'a [u8]> {
        let count = usize::try_from(self.number()?).map_err(|_| damaged())?;
        self.taken(count)
    }

    fn spot(&mut self) -> Result<Spot> {
        let root = usize::try_from(self.number()?).map_err(|_| damaged())?;
        Ok(Spot { root, path: self.bytes()?.to_vec() })
    }

    fn entry(&mut self) -> Result<Entry> {
        let node = match self.byte()? {
            bits if bits & 1 == 0 => Node::File {
                content: ContentHash::from_bytes(self.array()?),
                is_sparse: bits & 2 != 0,
                is_racy: bits & 4 != 0,
            },
            1 => Node::Folder,
            3 => Node::Link(self.bytes()?.to_vec()),
            5 => Node::Fifo,
            7 => Node::LeftOut(u64::from_le_bytes(self.array()?)),
            9 => {
                let reason = self.byte()?;
                let reasons = [
                    NotCovered::Socket,
                    NotCovered::Device,
                    NotCovered::TooLarge,
                    NotCovered::Unreadable,
                    NotCovered::OtherDevice,
                ];
                let found = reasons.into_iter().find(|it| *it as u8 == reason);
                Node::NotCovered(found.ok_or_else(damaged)?)
            }
            _ => return Err(damaged()),
        };
        let mut small = || -> Result<u32> { u32::try_from(self.number()?).map_err(|_| damaged()) };
        let (mode, uid, gid, links) = (small()?, small()?, small()?, small()?);
        let stat = FileStat {
            mode,
            uid,
            gid,
            links,
            size: self.number()?,
            modified_ns: self.signed()?,
            changed_ns: self.signed()?,
            device: self.number()?,
            inode: self.number()?,
        };
        let count = self.number()?;
        let attributes = (0..count)
            .map(|_| Ok((self.bytes()?.to_vec(), self.bytes()?.to_vec())))
            .collect::<Result<_>>()?;
        Ok(Entry { node, stat, attributes: Attributes::new(attributes) })
    }
}

fn damaged() -> Error {
    Error::new(Kind::Io, "A record of the snapshots is damaged.")
}
