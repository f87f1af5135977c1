//! Tests of the detected types of files, and of the preparation of pictures.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;
use scenewright_error::Kind;

#[test]
fn file_type_is_detected_by_content_before_name() {
    use FileType::{Binary, Image, Notebook, Pdf, Text};
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR";
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let mut bitmap = b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0".to_vec();
    bitmap.extend(40_u32.to_le_bytes());
    let cases: Vec<(&[u8], &str, FileType)> = vec![
        (b"", "a.txt", Text),
        (b"", "a", Text),
        (b"", "a.png", Image(ImageType::Png)),
        (b"", "a.ipynb", Text),
        (b"fn main() {}\n", "main.rs", Text),
        (b"\xEF\xBB\xBFa", "a.txt", Text),
        (b"\xFF\xFEa\0\n\0", "a.txt", Text),
        (b"\xFE\xFF\0a", "a.txt", Text),
        (b"\xFF\xFE\0\0a\0\0\0", "a.txt", Text),
        (b"caf\xE9 \xE0 la carte", "a.txt", Text),
        ("naïve".as_bytes(), "a.txt", Text),
        (&"é".as_bytes()[..1], "a.txt", Text),
        (b"\x1B[31mred\x1B[0m\n", "log", Text),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg", Text),
        (b"no picture", "a.png", Text),
        (b"GIF89a is a format", "notes.txt", Text),
        (b"BM is short for benchmark", "notes.txt", Text),
        (b"MZ is the initials of Mark", "notes.txt", Text),
        (b"OTTO and others, FORM and ID3", "notes.txt", Text),
        (b"{\"cells\": []}", "a.ipynb", Notebook),
        (b"{}", "A.IPYNB", Notebook),
        (b"{}", "dir.ipynb/file", Text),
        (b"a\0b", "a.ipynb", Binary("a binary file")),
        (png, "a.png", Image(ImageType::Png)),
        (png, "a.txt", Image(ImageType::Png)),
        (png, "a.ipynb", Image(ImageType::Png)),
        (b"\x89PNG", "a.png", Image(ImageType::Png)),
        (b"\x89PNG", "a.PNG", Image(ImageType::Png)),
        (b"\x01\x02\x03\0", "dir/a.webp", Image(ImageType::WebP)),
        (b"GIF89a", "a.gif", Image(ImageType::Gif)),
        (b"GIF87a\x01\0\x01\0", "a", Image(ImageType::Gif)),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", "a", Image(ImageType::Jpeg)),
        (b"RIFF\x20\0\0\0WEBPVP8L", "a", Image(ImageType::WebP)),
        (&bitmap, "a", Image(ImageType::Bmp)),
        (b"RIFF\x20\0\0\0WAVEfmt ", "a", Binary("a WAVE recording")),
        (b"%PDF-1.7\n1 0 obj", "a.txt", Pdf),
        (b"PK\x03\x04", "a.zip", Binary("a ZIP archive")),
        (b"PK\x03\x04\x14\0", "a.docx", Binary("a Word document")),
        (b"PK\x03\x04\x14\0[Content_Types].xml xl/workbook.xml", "a", Binary("an Excel workbook")),
        (b"PK\x03\x04\x14\0mimetypeapplication/epub+zip", "a", Binary("an EPUB book")),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a.xls", Binary("an Excel workbook")),
        (b"\x7FELF\x02\x01\x01\0", "a", Binary("an ELF executable")),
        (b"MZ\x90\0\x03\0", "a.dat", Binary("a Windows executable")),
        (b"\xCA\xFE\xBA\xBE\0\0\0\x34", "A.class", Binary("a Java class")),
        (b"\xCA\xFE\xBA\xBE\0\0\0\x02", "a", Binary("a Mach-O executable")),
        (b"\xCF\xFA\xED\xFE\x07\0", "a", Binary("a Mach-O executable")),
        (b"\0asm\x01\0\0\0", "a.wasm", Binary("a WebAssembly module")),
        (b"SQLite format 3\0", "a.png", Binary("a SQLite database")),
        (b"\x1F\x8B\x08", "a.gz", Binary("a gzip archive")),
        (b"\x28\xB5\x2F\xFD\x04\0", "a", Binary("a Zstandard archive")),
        (b"7z\xBC\xAF\x27\x1C", "a", Binary("a 7-Zip archive")),
        (&tar, "a", Binary("a tar archive")),
        (b"wOF2\0\x01\0\0", "a", Binary("a font")),
        (b"\0\x01\0\0\0\x0C", "a.ttf", Binary("a font")),
        (b"ID3\x03\0", "a", Binary("an MP3 recording")),
        (b"\0\0\0\x20ftypisom", "a", Binary("an MPEG-4 video")),
        (b"\0\0\0\x20ftypavif", "a.png", Binary("an AVIF picture")),
        (b"II*\0\x08\0", "a.tif", Binary("a TIFF picture")),
        (b"\0\0\x01\0\x01\0", "a.ico", Binary("an icon")),
        (b"\xA7\r\r\n\0\0\0\0", "a.pyc", Binary("compiled Python")),
        (b"\0\x01\x02\x03", "a", Binary("a binary file")),
    ];
    for (head, name, expected) in cases {
        assert_eq!(sniff(head, name), expected, "{name}: {:?}", String::from_utf8_lossy(head));
    }
}

fn gradient(width: u32, height: u32) -> RgbImage {
    let shade = |at: u32, of: u32| u8::try_from(at * 255 / of.max(1)).unwrap();
    RgbImage::from_fn(width, height, |x, y| Rgb([shade(x, width), shade(y, height), 80]))
}

fn noise(width: u32, height: u32) -> RgbImage {
    let mut random = fastrand::Rng::with_seed(7);
    RgbImage::from_fn(width, height, |_, _| Rgb([random.u8(..), random.u8(..), random.u8(..)]))
}

fn file(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.into().write_to(&mut Cursor::new(&mut bytes), format).unwrap();
    bytes
}

fn moving_gif() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    for shade in [0, 128, 255] {
        encoder.encode_frame(Frame::new(RgbaImage::from_pixel(6, 5, Rgba([shade, 0, 0, 255])))).unwrap();
    }
    drop(encoder);
    bytes
}

/// Makes a JPEG file whose left half is black and whose EXIF data ask for this orientation.
fn turned_jpeg(width: u32, height: u32, orientation: u8) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, _| Rgb([if x < width / 2 { 0 } else { 255 }; 3]));
    let plain = file(image, ImageFormat::Jpeg);
    let exif = [
        b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".as_slice(),
        &[orientation],
        b"\0\0\0\0\0\0",
    ]
    .concat();
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], b"\xFF\xE1", &length, &exif, &plain[2..]].concat()
}

fn small_files() -> Vec<(&'static str, Vec<u8>)> {
    let image = gradient(9, 7);
    vec![
        ("image/png", file(image.clone(), ImageFormat::Png)),
        ("image/png", file(DynamicImage::ImageRgb8(image.clone()).into_rgba16(), ImageFormat::Png)),
        ("image/jpeg", file(image.clone(), ImageFormat::Jpeg)),
        ("image/jpeg", turned_jpeg(9, 7, 6)),
        ("image/gif", moving_gif()),
        ("image/bmp", file(image.clone(), ImageFormat::Bmp)),
        ("image/webp", file(image, ImageFormat::WebP)),
    ]
}

#[test]
fn fitting_picture_is_passed_on_unchanged() {
    let mut files = small_files();
    files.push(("image/png", file(gradient(2_000, 2_000), ImageFormat::Png)));
    files.push(("image/png", file(gradient(1, 1), ImageFormat::Png)));
    for (media_type, bytes) in files {
        let picture = prepare_picture("a", bytes.clone()).unwrap();
        assert_eq!(picture.bytes, bytes);
        assert_eq!(picture.media_type, media_type);
        assert_eq!(picture.change, PictureChange::Unchanged);
        assert_eq!((picture.width, picture.height), (picture.original_width, picture.original_height));
    }
}

#[test]
fn large_picture_is_scaled_into_box() {
    // (size, format, size afterwards, media type afterwards)
    let cases = [
        ((2_001, 100), ImageFormat::Png, (2_000, 100), "image/png"),
        ((100, 4_000), ImageFormat::Png, (50, 2_000), "image/png"),
        ((3_000, 200), ImageFormat::Jpeg, (2_000, 133), "image/jpeg"),
        ((240, 2_400), ImageFormat::Bmp, (200, 2_000), "image/png"),
        ((2_500, 10), ImageFormat::WebP, (2_000, 8), "image/png"),
        ((4_000, 10), ImageFormat::Gif, (2_000, 5), "image/png"),
        ((9_000, 1), ImageFormat::Png, (2_000, 1), "image/png"),
        ((8_800, 88), ImageFormat::Png, (2_000, 20), "image/png"),
    ];
    for (size, format, expected, media_type) in cases {
        let picture = prepare_picture("a", file(gradient(size.0, size.1), format)).unwrap();
        assert_eq!((picture.width, picture.height), expected, "{size:?}");
        assert_eq!((picture.original_width, picture.original_height), size);
        assert_eq!((picture.media_type, picture.change), (media_type, PictureChange::Scaled));
        let image = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!(image.dimensions(), expected);
        let corner = image.get_pixel(expected.0 - 1, 0).0;
        assert!(corner[0] > 240 && corner[1] < 15, "{corner:?}");
    }
}

#[test]
fn heavy_picture_is_reencoded_as_jpeg() {
    // (picture, size afterwards)
    for (image, expected) in [(noise(1_350, 1_350), (1_350, 1_350)), (noise(2_100, 2_100), (2_000, 2_000))] {
        let bytes = file(image, ImageFormat::Png);
        assert!(bytes.len() > 5 << 20);
        let picture = prepare_picture("a", bytes).unwrap();
        assert!(picture.bytes.len() <= 5 << 20);
        assert_eq!((picture.width, picture.height), expected);
        assert_eq!((picture.media_type, picture.change), ("image/jpeg", PictureChange::Reencoded));
        assert_eq!(image::load_from_memory(&picture.bytes).unwrap().dimensions(), expected);
    }
}

#[test]
fn transparent_pixels_become_white() {
    let mut random = fastrand::Rng::with_seed(1);
    let image = RgbaImage::from_fn(1_300, 1_300, |x, _| {
        Rgba([random.u8(..), random.u8(..), random.u8(..), if x < 650 { 0 } else { 255 }])
    });
    let bytes = file(image, ImageFormat::Png);
    assert!(bytes.len() > 5 << 20);
    let picture = prepare_picture("a", bytes).unwrap();
    assert_eq!(picture.media_type, "image/jpeg");
    let image = image::load_from_memory(&picture.bytes).unwrap();
    assert!(image.get_pixel(300, 600).0.iter().all(|value| *value > 250));
    // A picture that is scaled and stays a PNG keeps its transparency.
    let clear = RgbaImage::from_pixel(2_100, 10, Rgba([255, 0, 0, 0]));
    let picture = prepare_picture("a", file(clear, ImageFormat::Png)).unwrap();
    assert_eq!(image::load_from_memory(&picture.bytes).unwrap().get_pixel(5, 5).0[3], 0);
}

#[test]
fn a_turned_photograph_is_shown_upright() {
    // (orientation, size afterwards, a place that is black, one that is white)
    let cases = [
        (1, (2_000, 200), (10, 10), (1_990, 10)),
        (3, (2_000, 200), (1_990, 10), (10, 10)),
        (6, (200, 2_000), (10, 10), (10, 1_990)),
        (8, (200, 2_000), (10, 1_990), (10, 10)),
    ];
    for (orientation, size, black, white) in cases {
        let picture = prepare_picture("a", turned_jpeg(2_200, 220, orientation)).unwrap();
        assert_eq!((picture.width, picture.height), size, "{orientation}");
        let original = (picture.original_width, picture.original_height);
        assert_eq!(original, if size.0 > size.1 { (2_200, 220) } else { (220, 2_200) });
        let image = image::load_from_memory(&picture.bytes).unwrap();
        assert!(image.get_pixel(black.0, black.1).0[0] < 20, "{orientation}");
        assert!(image.get_pixel(white.0, white.1).0[0] > 235, "{orientation}");
    }
}

#[test]
fn empty_broken_and_overlarge_pictures_are_refused() {
    let png = file(gradient(50, 50), ImageFormat::Png);
    let jpeg = file(gradient(50, 50), ImageFormat::Jpeg);
    let mut bomb = file(gradient(1, 1), ImageFormat::Bmp);
    bomb[18..22].copy_from_slice(&60_000_u32.to_le_bytes());
    bomb[22..26].copy_from_slice(&60_000_u32.to_le_bytes());
    let with_film = [&jpeg[..], b"mdat\xFF\xDA\x00\x01"].concat();
    assert!(prepare_picture("pic", with_film).is_ok());
    // (bytes, kind, part of the message)
    let cases: [(Vec<u8>, Kind, &str); 9] = [
        (Vec::new(), Kind::BinaryFile, "The image pic is empty"),
        (b"hello".to_vec(), Kind::BinaryFile, "The image pic is broken"),
        (png[..8].to_vec(), Kind::BinaryFile, "The image pic is broken"),
        (png[..png.len() / 2].to_vec(), Kind::BinaryFile, "The image pic is broken"),
        (jpeg[..jpeg.len() / 2].to_vec(), Kind::BinaryFile, "The image pic is broken"),
        (turned_jpeg(50, 50, 6)[..300].to_vec(), Kind::BinaryFile, "The image pic is broken"),
        (jpeg[..jpeg.len() - 20].to_vec(), Kind::BinaryFile, "ends in the midst"),
        (b"RIFF\x04\0\0\0WEBP".to_vec(), Kind::BinaryFile, "The image pic is broken"),
        (bomb, Kind::TooLarge, "60000×60000 pixels"),
    ];
    for (bytes, kind, part) in cases {
        let error = prepare_picture("pic", bytes).unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.message.contains(part), "{error}");
        assert!(error.hint.is_some());
    }
}

#[test]
fn prepare_picture_never_panics() {
    let mut random = fastrand::Rng::with_seed(3);
    for (media_type, bytes) in small_files() {
        for length in 0..bytes.len() {
            let _ = sniff(&bytes[..length], "a.png");
            let _ = prepare_picture("a", bytes[..length].to_vec());
        }
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..damaged.len());
                damaged[at] = random.u8(..);
            }
            match prepare_picture("a", damaged) {
                Ok(picture) => assert!(picture.width <= 2_000 && picture.height <= 2_000),
                Err(error) => {
                    assert!(matches!(error.kind, Kind::BinaryFile | Kind::TooLarge), "{media_type}: {error}");
                }
            }
        }
    }
}
