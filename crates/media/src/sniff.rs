//! The kind of a file, recognised by its first bytes; the name decides only where the bytes leave it open.
//!
//! This module is our own because `infer` and its like ask the first bytes alone: here a text may begin as a picture
//! or an archive does, and the answer is in words for people.

/// The number of bytes at a file's beginning that are enough to detect its type.
pub const SNIFFED_BYTES: usize = 8_192;

/// The type of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// Text, or bytes that may be text in some encoding. An empty file is text, unless it has the name of a
    /// picture.
    Text,
    /// A notebook by name, and text by content.
    Notebook,
    /// A picture by content. By name only where the content is neither text nor anything known: a broken picture.
    Image(ImageType),
    /// A PDF document by content.
    Pdf,
    /// Anything else, with words for people: "a gzip archive".
    Binary(&'static str),
}

/// The pictures that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageType {
    /// PNG, animated or not.
    Png,
    /// JPEG.
    Jpeg,
    /// GIF, animated or not.
    Gif,
    /// A Windows bitmap.
    Bmp,
    /// WebP, animated or not.
    WebP,
}

impl ImageType {
    /// Returns the media type, such as `image/png`.
    pub fn media_type(self) -> &'static str {
        match self {
            ImageType::Png => "image/png",
            ImageType::Jpeg => "image/jpeg",
            ImageType::Gif => "image/gif",
            ImageType::Bmp => "image/bmp",
            ImageType::WebP => "image/webp",
        }
    }

    fn of_ending(ending: &str) -> Option<ImageType> {
        Some(match ending {
            "png" => ImageType::Png,
            "jpg" | "jpeg" => ImageType::Jpeg,
            "gif" => ImageType::Gif,
            "bmp" => ImageType::Bmp,
            "webp" => ImageType::WebP,
            _ => return None,
        })
    }

    /// Returns the type that the bytes claim by their first few.
    pub(super) fn of_head(head: &[u8]) -> Option<ImageType> {
        Some(match head {
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => ImageType::Png,
            [0xFF, 0xD8, 0xFF, ..] => ImageType::Jpeg,
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => ImageType::Gif,
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => ImageType::WebP,
            [b'B', b'M', ..] if has_bitmap_header(head) => ImageType::Bmp,
            _ => return None,
        })
    }
}

/// Detects the type of a file from its first bytes ([`SNIFFED_BYTES`] are enough) and its name.
pub fn sniff(head: &[u8], name: &str) -> FileType {
    let ending = ending_of(name);
    let image_by_name = ImageType::of_ending(&ending);
    if head.is_empty() {
        return image_by_name.map_or(FileType::Text, FileType::Image);
    }
    let is_text = is_unicode_text(head) || (image_by_name.is_none() && may_be_legacy_text(head));
    if let Some(image) = ImageType::of_head(head)
        && (image != ImageType::Gif || !is_text || image_by_name == Some(image))
    {
        return FileType::Image(image);
    }
    if head.starts_with(b"%PDF-") {
        return FileType::Pdf;
    }
    if let Some(what) = binary_by_content(head, &ending, is_text) {
        return FileType::Binary(what);
    }
    match (is_text, image_by_name) {
        (true, _) if ending == "ipynb" => FileType::Notebook,
        (true, _) => FileType::Text,
        (false, Some(image)) => FileType::Image(image),
        (false, None) => FileType::Binary("a binary file"),
    }
}

fn ending_of(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}

/// Returns true if a bitmap header follows: "BM" begins words too, so the size of the second
/// header has to be one that exists.
fn has_bitmap_header(head: &[u8]) -> bool {
    let size = head.get(14..18).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
    matches!(size, Some(12 | 16 | 40 | 52 | 56 | 64 | 108 | 124))
}

/// Returns true if the bytes begin a text in UTF-8, or have the mark of another Unicode form. They may end in the
/// middle of a character.
fn is_unicode_text(head: &[u8]) -> bool {
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") || head.starts_with(b"\0\0\xFE\xFF") {
        return true;
    }
    let is_utf8 = std::str::from_utf8(head).map_or_else(|cause| cause.error_len().is_none(), |_| true);
    is_utf8 && !head.contains(&0)
}

/// Returns true if the bytes can be text of an older encoding: no NUL and hardly any control characters.
fn may_be_legacy_text(head: &[u8]) -> bool {
    !head.contains(&0) && head.iter().filter(|byte| is_control(**byte)).count() * 50 <= head.len()
}

/// Returns true for a control character that texts have no use for.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 11 | 14..=26 | 28..=31 | 127)
}

/// The beginnings of files of each kind. Where all bytes are printable, a text may begin so too.
const BEGINNINGS: &[(&[u8], &str)] = &[
    (b"\x7FELF", "an ELF executable"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xFD7zXZ\0", "an xz archive"),
    (b"\x28\xB5\x2F\xFD", "a Zstandard archive"),
    (b"\x04\x22\x4D\x18", "an LZ4 archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"MSCF\0\0\0\0", "a Windows cabinet"),
    (b"!<arch>\n", "a library or package (ar archive)"),
    (b"\xED\xAB\xEE\xDB", "an RPM package"),
    (b"\xFE\xED\xFA\xCE", "a Mach-O executable"),
    (b"\xFE\xED\xFA\xCF", "a Mach-O executable"),
    (b"\xCE\xFA\xED\xFE", "a Mach-O executable"),
    (b"\xCF\xFA\xED\xFE", "a Mach-O executable"),
    (b"dex\n035\0", "an Android executable"),
    (b"BC\xC0\xDE", "LLVM bitcode"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OTTO", "a font"),
    (b"ttcf", "a font"),
    (b"\0\x01\0\0\0", "a font"),
    (b"true\0", "a font"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\0\0\x01\0", "an icon"),
    (b"\0\0\x02\0", "a mouse pointer"),
    (b"8BPS\0", "a Photoshop picture"),
    (b"\x00\x00\x00\x0CJXL ", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0CjP  ", "a JPEG 2000 picture"),
    (b"\xFF\x0A", "a JPEG XL picture"),
    (b"qoif", "a QOI picture"),
    (b"AC10", "a DWG drawing"),
    (b"ID3", "an MP3 recording"),
    (b"\xFF\xFB", "an MP3 recording"),
    (b"\xFF\xF3", "an MP3 recording"),
    (b"\xFF\xF2", "an MP3 recording"),
    (b"\xFF\xF1", "an AAC recording"),
    (b"fLaC", "a FLAC recording"),
    (b"OggS", "an Ogg recording"),
    (b"MThd\0\0\0\x06", "a MIDI file"),
    (b"FORM", "an AIFF recording"),
    (b"FLV\x01", "a Flash video"),
    (b"\0\0\x01\xBA", "an MPEG video"),
    (b"\0\0\x01\xB3", "an MPEG video"),
    (b"\x30\x26\xB2\x75\x8E\x66\xCF\x11", "a Windows Media file"),
    (b"\xD4\xC3\xB2\xA1", "a network capture"),
    (b"\xA1\xB2\xC3\xD4", "a network capture"),
    (b"\x0A\x0D\x0D\x0A", "a network capture"),
    (b"\x89HDF\r\n\x1A\n", "an HDF5 file"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1\0", "an Arrow file"),
    (b"Obj\x01", "an Avro file"),
    (b"bplist00", "a binary property list"),
    (b"\xDE\x12\x04\x95", "a compiled translation catalogue"),
    (b"\x95\x04\x12\xDE", "a compiled translation catalogue"),
    (b"LUKS\xBA\xBE", "an encrypted disk"),
    (b"DIRC\0", "a Git index"),
    (b"PACK\0\0\0", "a Git pack"),
    (b"glTF\x02\0\0\0", "a glTF model"),
];

/// Kinds of file that are recognised by these bytes even where all of them could be read as text.
const EVEN_READABLE: &[&str] = &["a library or package (ar archive)"];

fn binary_by_content(head: &[u8], ending: &str, is_text: bool) -> Option<&'static str> {
    let is_sure = |beginning: &[u8], what: &&str| {
        !is_text
            || beginning.iter().any(|byte| is_control(*byte) || !byte.is_ascii())
            || EVEN_READABLE.contains(what)
    };
    let known =
        BEGINNINGS.iter().find(|(beginning, what)| head.starts_with(beginning) && is_sure(beginning, what));
    if let Some((_, what)) = known {
        return Some(what);
    }
    if let [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] = head {
        return Some(zip(head, ending));
    }
    if is_text {
        return None;
    }
    match head {
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, ..] => Some(compound_file(ending)),
        [0xCA, 0xFE, 0xBA, 0xBE, _, _, _, version, ..] => {
            // A universal binary counts its few architectures where a class file has its version, 45 or above.
            Some(if *version < 43 { "a Mach-O executable" } else { "a Java class" })
        }
        [b'M', b'Z', ..] => Some("a Windows executable"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'A', b'V', b'E', ..] => Some("a WAVE recording"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', b' ', ..] => Some("an AVI video"),
        [0x1A, 0x45, 0xDF, 0xA3, ..] => Some("a Matroska or WebM video"),
        [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..] => Some(iso_media(brand)),
        _ if head.get(257..262) == Some(b"ustar") => Some("a tar archive"),
        _ if head.get(4..8) == Some(b"moov") || head.get(4..8) == Some(b"mdat") => Some("a QuickTime video"),
        _ => by_ending(ending),
    }
}

fn zip(head: &[u8], ending: &str) -> &'static str {
    let holds = |part: &[u8]| head.windows(part.len()).any(|window| window == part);
    match ending {
        "docx" | "docm" | "dotx" => "a Word document",
        "xlsx" | "xlsm" | "xltx" => "an Excel workbook",
        "pptx" | "pptm" | "potx" => "a PowerPoint presentation",
        "odt" | "ods" | "odp" | "odg" => "an OpenDocument file",
        "epub" => "an EPUB book",
        "jar" | "war" | "ear" => "a Java archive",
        "apk" | "aab" => "an Android package",
        "ipa" => "an iOS package",
        "whl" => "a Python package",
        "nupkg" | "vsix" => "a package (ZIP archive)",
        "npz" => "a NumPy archive",
        _ if holds(b"mimetypeapplication/epub+zip") => "an EPUB book",
        _ if holds(b"mimetypeapplication/vnd.oasis.opendocument") => "an OpenDocument file",
        _ if holds(b"word/") && holds(b"[Content_Types].xml") => "a Word document",
        _ if holds(b"xl/") && holds(b"[Content_Types].xml") => "an Excel workbook",
        _ if holds(b"ppt/") && holds(b"[Content_Types].xml") => "a PowerPoint presentation",
        _ if holds(b"META-INF/MANIFEST.MF") => "a Java archive",
        _ => "a ZIP archive",
    }
}

/// Returns the kind of a compound file, as old Office files and Windows installers are.
fn compound_file(ending: &str) -> &'static str {
    match ending {
        "doc" | "dot" => "a Word document",
        "xls" | "xlt" => "an Excel workbook",
        "ppt" | "pot" => "a PowerPoint presentation",
        "msi" => "a Windows installer",
        "msg" => "an Outlook message",
        _ => "an Office document",
    }
}

/// Returns the kind of MP4 and its relatives, distinguished by the brand that follows `ftyp`.
fn iso_media(brand: &[u8]) -> &'static str {
    match brand.get(..4) {
        Some(b"avif" | b"avis") => "an AVIF picture",
        Some(b"heic" | b"heix" | b"hevc" | b"mif1" | b"msf1") => "a HEIC picture",
        Some(b"M4A " | b"M4B ") => "an MPEG-4 recording",
        Some(b"qt  ") => "a QuickTime video",
        _ => "an MPEG-4 video",
    }
}

/// Returns the kind that a name suggests for binary content without a mark of its own.
fn by_ending(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "pyc" | "pyo" => "compiled Python",
        "pkl" | "pickle" => "a Python pickle",
        "o" | "obj" => "an object file",
        "a" | "lib" => "a library",
        "so" | "dll" | "dylib" => "a shared library",
        "exe" | "com" => "an executable",
        "mp3" | "aac" => "an audio recording",
        "mpg" | "mpeg" | "ts" | "m2ts" => "an MPEG video",
        "tga" => "a Targa picture",
        "db" | "mdb" => "a database",
        "dat" | "bin" => "a binary file",
        "tar" => "a tar archive",
        "br" => "a Brotli archive",
        "lzma" => "an LZMA archive",
        "dwg" => "a DWG drawing",
        "stl" => "an STL model",
        _ => return None,
    })
}
