//! Repeated appending in linear time.
//!
//! `s += x` in a loop makes a string out of the one before and a little more. Copying the whole each time is
//! quadratic. Here the second such step copies the string into a buffer with spare room, and the result is a slice of
//! its beginning; the next step writes behind the end of that slice, and its result is a longer slice of the same
//! buffer. Strings stay immutable and flat: what a slice shows is never written again, because only the slice that ends
//! where the buffer is filled to can be appended to in place.
//!
//! Buffers belong to the slices of them. The table of buffers that can be appended to, one a thread, holds none alive:
//! a buffer that is dropped takes itself out.
use super::sequence::seq_drop;
use super::{JsStringVTable, SequenceString, SliceString};
use crate::r#type::{InternalStringType, Latin1, Utf16};
use crate::{JsStr, JsStrVariant, JsString};
use std::cell::Cell;
use std::ptr::{self, NonNull};

/// The length from which appending is done in place. Copying less is cheaper than keeping account.
const MIN_LEN: usize = 256;

/// The number of strings that can grow at the same time.
const MAX_GROWING: usize = 8;

/// The length from which a buffer gets less room to spare.
const LARGE_LEN: usize = 1 << 24;

/// A buffer that is filled up to some point.
#[derive(Clone, Copy)]
struct Buffer {
    /// The buffer as a string of its whole capacity, which nobody but the slices of it ever see.
    string: NonNull<JsStringVTable>,
    data: NonNull<u8>,
    /// Characters written so far, and the most that can be.
    used: usize,
    capacity: usize,
    is_latin1: bool,
}

thread_local! {
    static BUFFERS: Cell<[Option<Buffer>; MAX_GROWING]> = const { Cell::new([None; MAX_GROWING]) };
    /// The buffer to give up next.
    static NEXT: Cell<usize> = const { Cell::new(0) };
    /// Data and lengths of the latest strings that were made by copying. Only compared, never read.
    static LATEST: Cell<[(usize, usize); MAX_GROWING]> = const { Cell::new([(0, 0); MAX_GROWING]) };
    static NEXT_LATEST: Cell<usize> = const { Cell::new(0) };
}

fn address(string: JsStr<'_>) -> usize {
    match string.variant() {
        JsStrVariant::Latin1(data) => data.as_ptr().addr(),
        JsStrVariant::Utf16(data) => data.as_ptr().addr(),
    }
}

/// Remembers a string that was made by concatenation, in case that it is appended to.
#[inline]
pub(crate) fn note_concatenation(string: JsStr<'_>) {
    if string.len() < MIN_LEN {
        return;
    }
    let next = NEXT_LATEST.get();
    NEXT_LATEST.set((next + 1) % MAX_GROWING);
    let mut latest = LATEST.get();
    latest[next] = (address(string), string.len());
    LATEST.set(latest);
}

/// Concatenates strings by appending to the first, when it is one that was itself made by appending. Returns [`None`]
/// when the strings should be copied as usual.
///
/// `len` must be the length of all strings together, and `latin1` true if all are Latin1.
#[inline]
pub(crate) fn append(strings: &[JsStr<'_>], len: usize, latin1: bool) -> Option<JsString> {
    if len < MIN_LEN {
        return None;
    }
    let start = strings.iter().position(|it| !it.is_empty())?;
    let (first, rest) = strings[start..].split_first()?;
    if first.len() < MIN_LEN || len - first.len() > first.len() / 4 || len == first.len() {
        return None;
    }
    append_long(*first, rest, len, latin1)
}

fn append_long(first: JsStr<'_>, rest: &[JsStr<'_>], len: usize, latin1: bool) -> Option<JsString> {
    let end = (address(first), first.len());
    let buffers = BUFFERS.get();
    let found = buffers.iter().position(|it| {
        it.is_some_and(|it| {
            (it.data.as_ptr().addr(), it.used) == end && it.is_latin1 == first.is_latin1()
        })
    });
    if let Some(index) = found
        && let Some(buffer) = buffers[index]
    {
        if buffer.is_latin1 == latin1 && len <= buffer.capacity {
            return Some(write(index, buffer, rest, len));
        }
    } else if !LATEST.get().contains(&end) {
        return None;
    }
    let index = found.unwrap_or_else(|| {
        let next = NEXT.get();
        NEXT.set((next + 1) % MAX_GROWING);
        next
    });
    let spare = if len < LARGE_LEN { len / 2 } else { len / 8 };
    let capacity = len.checked_add(spare)?;
    let buffer = if latin1 {
        allocate::<Latin1>(capacity)
    } else {
        allocate::<Utf16>(capacity)
    };
    // The one reference that the allocation made passes on to the slice.
    let whole = [&[first][..], rest].concat();
    Some(fill(index, buffer, &whole, len))
}

/// Makes a buffer without contents.
fn allocate<T: InternalStringType>(capacity: usize) -> Buffer {
    let string = SequenceString::<T>::allocate(capacity);
    // SAFETY: It was just allocated, and nothing else points to it. Its data is `capacity` characters long; zeros are
    // characters, so that it never holds anything uninitialised.
    let data = unsafe {
        (*string.as_ptr()).vtable.drop = drop_buffer::<T>;
        let data = string.as_ptr().cast::<u8>().add(T::DATA_OFFSET);
        ptr::write_bytes(data, 0, capacity * size_of::<T::Byte>());
        NonNull::new_unchecked(data)
    };
    Buffer {
        string: string.cast(),
        data,
        used: 0,
        capacity,
        is_latin1: T::KIND == Latin1::KIND,
    }
}

/// Appends to a buffer with room enough that other slices hold.
fn write(index: usize, buffer: Buffer, strings: &[JsStr<'_>], len: usize) -> JsString {
    // SAFETY: A buffer is in the table only as long as it is alive. The clone is the new slice's reference.
    let reference = unsafe { (buffer.string.as_ref().clone)(buffer.string) };
    std::mem::forget(reference);
    fill(index, buffer, strings, len)
}

/// Appends to a buffer with room enough, up to `len` characters, and enters it into the table. The slice that is
/// returned takes over one reference to the buffer.
fn fill(index: usize, buffer: Buffer, strings: &[JsStr<'_>], len: usize) -> JsString {
    let mut used = buffer.used;
    for string in strings {
        // SAFETY: The lengths add up to `len`, which is not above the capacity. Nothing that a slice shows lies behind
        // `used`, so the strings, which may be slices of this very buffer, do not overlap with what is written.
        unsafe {
            match (buffer.is_latin1, string.variant()) {
                (true, JsStrVariant::Latin1(s)) => {
                    ptr::copy_nonoverlapping(s.as_ptr(), buffer.data.as_ptr().add(used), s.len());
                }
                (false, JsStrVariant::Latin1(s)) => {
                    let data = utf16_data(buffer).add(used);
                    for (at, byte) in s.iter().enumerate() {
                        *data.add(at) = u16::from(*byte);
                    }
                }
                (false, JsStrVariant::Utf16(s)) => {
                    ptr::copy_nonoverlapping(s.as_ptr(), utf16_data(buffer).add(used), s.len());
                }
                (true, JsStrVariant::Utf16(_)) => {
                    unreachable!("the encoding was chosen for all strings")
                }
            }
        }
        used += string.len();
    }
    debug_assert_eq!(used, len);
    let mut buffers = BUFFERS.get();
    buffers[index] = Some(Buffer { used, ..buffer });
    BUFFERS.set(buffers);
    // SAFETY: The first `used` characters are written and will not be written again. They live as long as the buffer,
    // to which the slice holds the reference.
    let slice = unsafe {
        let inner = if buffer.is_latin1 {
            JsStr::latin1(std::slice::from_raw_parts(buffer.data.as_ptr(), used))
        } else {
            JsStr::utf16(std::slice::from_raw_parts(utf16_data(buffer), used))
        };
        SliceString::of_buffer(JsString::from_ptr(buffer.string), inner)
    };
    // SAFETY: A box is not null.
    unsafe { JsString::from_ptr(NonNull::new_unchecked(Box::into_raw(Box::new(slice))).cast()) }
}

#[allow(clippy::cast_ptr_alignment)]
fn utf16_data(buffer: Buffer) -> *mut u16 {
    // The data of a UTF-16 sequence is aligned for it.
    buffer.data.as_ptr().cast()
}

/// Drops a reference to a buffer, and takes it out of the table with the last.
fn drop_buffer<T: InternalStringType>(vtable: NonNull<JsStringVTable>) {
    // SAFETY: The buffer is alive until the end of this function.
    let count = unsafe { (vtable.as_ref().refcount)(vtable) };
    if count == Some(1) {
        let mut buffers = BUFFERS.get();
        for buffer in &mut buffers {
            if buffer.is_some_and(|it| it.string == vtable) {
                *buffer = None;
            }
        }
        BUFFERS.set(buffers);
    }
    seq_drop::<T>(vtable);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concat(a: &JsString, b: &str) -> JsString {
        JsString::concat(a.as_str(), JsString::from(b).as_str())
    }

    fn growing() -> usize {
        BUFFERS.get().iter().flatten().count()
    }

    #[test]
    fn appending_copies_rarely() {
        let mut string = JsString::from("");
        let mut places = Vec::new();
        for _ in 0..10_000 {
            string = concat(&string, "x");
            places.push(address(string.as_str()));
        }
        places.drain(..MIN_LEN + 2);
        places.dedup();
        assert!(places.len() < 20, "{} copies", places.len());
        assert_eq!(string.len(), 10_000);
        assert!(string.iter().all(|it| it == u16::from(b'x')));
        drop(string);
        assert_eq!(growing(), 0);
    }

    #[test]
    fn strings_stay_as_they_were() {
        let start = JsString::from("a".repeat(300).as_str());
        let base = concat(&concat(&start, "b"), "c");
        let (one, two) = (concat(&base, "1"), concat(&base, "2"));
        let three = concat(&one, "3");
        let expected = |end: &str| format!("{}{end}", "a".repeat(300));
        assert_eq!(base.to_std_string().unwrap(), expected("bc"));
        assert_eq!(one.to_std_string().unwrap(), expected("bc1"));
        assert_eq!(two.to_std_string().unwrap(), expected("bc2"));
        assert_eq!(three.to_std_string().unwrap(), expected("bc13"));
        drop((base, one));
        assert_eq!(
            concat(&three, "4").to_std_string().unwrap(),
            expected("bc134")
        );
    }

    #[test]
    fn encoding_widens_in_the_middle() {
        let mut string = JsString::from("é".repeat(300).as_str());
        let mut expected = "é".repeat(300);
        for part in ["a", "b", "c", "漢", "d", "é", "😀", "e"].repeat(50) {
            string = concat(&string, part);
            expected.push_str(part);
        }
        assert_eq!(string.to_std_string().unwrap(), expected);
        assert_eq!(string.len(), expected.encode_utf16().count());
    }

    #[test]
    fn a_string_is_appended_to_itself() {
        let mut string = concat(
            &concat(&JsString::from("ab".repeat(200).as_str()), "c"),
            "d",
        );
        let part = string.get(0..50).unwrap();
        string = JsString::concat(string.as_str(), part.as_str());
        let expected = format!("{}cd{}", "ab".repeat(200), "ab".repeat(25));
        assert_eq!(string.to_std_string().unwrap(), expected);
    }

    #[test]
    fn many_strings_grow_at_once() {
        let mut strings = vec![JsString::from("s".repeat(300).as_str()); 20];
        for round in 0..100 {
            for string in &mut strings {
                *string = concat(string, if round % 2 == 0 { "x" } else { "y" });
            }
        }
        let expected = format!("{}{}", "s".repeat(300), "xy".repeat(50));
        assert!(
            strings
                .iter()
                .all(|it| it.to_std_string().unwrap() == expected)
        );
        drop(strings);
        assert_eq!(growing(), 0);
    }
}
