//! Preparation of pictures for a model: checked, scaled into a box, kept under a size.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::FilterType as Resampling;
use image::metadata::Orientation;
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageReader,
    ImageResult, Limits, RgbImage,
};

use super::sniff::ImageType;
use scenewright_error::{Error, Kind, Result, panic_message, quote_name};

/// A picture as a model receives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The bytes of the file to hand on.
    pub bytes: Vec<u8>,
    /// The media type of those bytes, such as `image/png`.
    pub media_type: &'static str,
    /// The width in pixels, as the picture is shown: turned as its EXIF data say.
    pub width: u32,
    /// The height in pixels, as the picture is shown.
    pub height: u32,
    /// The width before scaling, in pixels, turned likewise.
    pub original_width: u32,
    /// The height before scaling, in pixels, turned likewise.
    pub original_height: u32,
    /// The change that made these bytes of the file's.
    pub change: PictureChange,
}

/// The change made to a picture's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureChange {
    /// No change: the bytes are the file's.
    Unchanged,
    /// Scaled into the box of 2000 × 2000 pixels: a JPEG file as JPEG, any other as PNG.
    Scaled,
    /// Written as JPEG of quality 80 because it was over 5 MiB; scaled as well where the sizes differ.
    Reencoded,
}

/// The longest side that is not scaled down, in pixels.
const MAX_SIDE: u32 = 2_000;

/// The largest file that is not re-encoded.
const MAX_BYTES: usize = 5 << 20;

/// The most pixels and bytes of memory of a picture: a small file can claim any size. Beyond these
/// limits decoding is not even tried.
const MAX_PIXELS: u64 = 100_000_000;
const MAX_MEMORY: u64 = 512 << 20;

/// The quality of JPEG: after scaling, letters must stay legible; a picture that was only too many bytes must lose some.
const SCALED_QUALITY: u8 = 90;
const REENCODED_QUALITY: u8 = 80;

/// Makes a picture fit for a model: at most 2000 × 2000 pixels, its ratio kept, and at most 5 MiB. One that fits
/// already is passed on byte for byte, animated or not; an animated one that does not fit is reduced to its first
/// frame.
///
/// The picture is decoded in any case, so that one that is empty or broken is refused (`binary_file`). One that would
/// take too much memory is refused by its header (`too_large`).
pub fn prepare_picture(name: &str, bytes: Vec<u8>) -> Result<Picture> {
    if bytes.is_empty() {
        return Err(Error::new(
            Kind::BinaryFile,
            format!("The image {} is empty: the file has no bytes.", quote_name(name)),
        )
        .with_hint("Create the picture again, or restore it from a copy."));
    }
    let Some(image_type) = ImageType::of_head(&bytes) else {
        return Err(broken(name, "it does not begin as a PNG, JPEG, GIF, BMP or WebP file does"));
    };
    // The decoders are not ours: one that panics on hostile bytes has found them broken.
    let decoded = catch_unwind(AssertUnwindSafe(|| decode(name, &bytes, image_type)))
        .unwrap_or_else(|panic| Err(broken(name, panic_message(panic.as_ref()))))?;
    let Decoded { image, orientation } = decoded;
    let (original_width, original_height) = match turns_on_its_side(orientation) {
        true => (image.height(), image.width()),
        false => (image.width(), image.height()),
    };
    let original = (original_width, original_height);
    let make = |bytes, media_type, (width, height), change| Picture {
        bytes,
        media_type,
        width,
        height,
        original_width,
        original_height,
        change,
    };
    let target = fit(original, MAX_SIDE);
    if target == original && bytes.len() <= MAX_BYTES {
        return Ok(make(bytes, image_type.media_type(), original, PictureChange::Unchanged));
    }
    drop(bytes);
    let failed = |cause: ImageError| {
        Error::new(
            Kind::Internal,
            format!("Could not write the image {} in a smaller form: {cause}.", quote_name(name)),
        )
    };
    let mut image = in_eight_bits(image);
    if target != original {
        image = scale(image, swapped_if(turns_on_its_side(orientation), target));
    }
    image.apply_orientation(orientation);
    if target != original {
        let (bytes, media_type) = match image_type {
            ImageType::Jpeg => (jpeg(&on_white(&image), SCALED_QUALITY).map_err(failed)?, ImageType::Jpeg),
            _ => (png(&image).map_err(failed)?, ImageType::Png),
        };
        if bytes.len() <= MAX_BYTES {
            return Ok(make(bytes, media_type.media_type(), target, PictureChange::Scaled));
        }
    }
    let mut image = DynamicImage::ImageRgb8(on_white(&image));
    loop {
        let bytes = jpeg(&on_white(&image), REENCODED_QUALITY).map_err(failed)?;
        let size = (image.width(), image.height());
        let smaller = fit(size, size.0.max(size.1) * 3 / 4);
        if bytes.len() <= MAX_BYTES || smaller == size {
            return Ok(make(bytes, ImageType::Jpeg.media_type(), size, PictureChange::Reencoded));
        }
        image = scale(image, smaller);
    }
}

struct Decoded {
    image: DynamicImage,
    orientation: Orientation,
}

fn decode(name: &str, bytes: &[u8], image_type: ImageType) -> Result<Decoded> {
    let failed = |cause: ImageError| match cause {
        ImageError::Limits(_) => too_large(name, "it would take too much memory"),
        cause => broken(name, &cause.to_string()),
    };
    let format = match image_type {
        ImageType::Png => ImageFormat::Png,
        ImageType::Jpeg => ImageFormat::Jpeg,
        ImageType::Gif => ImageFormat::Gif,
        ImageType::Bmp => ImageFormat::Bmp,
        ImageType::WebP => ImageFormat::WebP,
    };
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(failed)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(broken(name, &format!("its header says that it has {width}×{height} pixels")));
    }
    if u64::from(width) * u64::from(height) > MAX_PIXELS || decoder.total_bytes() > MAX_MEMORY {
        return Err(too_large(name, &format!("it has {width}×{height} pixels")));
    }
    if image_type == ImageType::Jpeg && !jpeg_has_an_end(bytes) {
        return Err(broken(name, "it ends in the midst of the picture"));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(failed)?;
    Ok(Decoded { image, orientation })
}

/// Returns true if a JPEG file has its end mark. The decoder fills the missing part of a truncated file with grey,
/// so the mark is looked for here: segment by segment, because pictures inside the segments have end marks too,
/// and cameras write films after the last one.
fn jpeg_has_an_end(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(offset) = rest.iter().position(|byte| *byte == 0xFF) {
        rest = &rest[offset + 1..];
        match rest {
            [0xD9, ..] => return true,
            // Fill bytes, what stands for a plain 0xFF in a scan, and marks without a segment.
            [0xFF, ..] | [] => {}
            [0 | 1 | 0xD0..=0xD8, ..] => rest = &rest[1..],
            [_, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([*high, *low]));
                rest = rest.get(1 + length..).unwrap_or_default();
            }
            _ => return false,
        }
    }
    false
}

fn turns_on_its_side(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

fn swapped_if(is_swapped: bool, (width, height): (u32, u32)) -> (u32, u32) {
    if is_swapped { (height, width) } else { (width, height) }
}

/// Returns the size that has the same ratio and no side longer than this, a side never less than one pixel.
fn fit((width, height): (u32, u32), longest: u32) -> (u32, u32) {
    let side = width.max(height);
    if side <= longest {
        return (width, height);
    }
    let scaled = |length: u32| {
        let rounded = (u64::from(length) * u64::from(longest) + u64::from(side) / 2) / u64::from(side);
        u32::try_from(rounded).unwrap_or(longest).max(1)
    };
    (scaled(width), scaled(height))
}

/// Scales down. A picture far larger than its target is averaged first, which takes a fraction of the memory.
fn scale(image: DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    let is_far_larger = image.width() / 4 >= width.max(1) && image.height() / 4 >= height.max(1);
    let image = if is_far_larger { image.thumbnail_exact(2 * width, 2 * height) } else { image };
    image.resize_exact(width, height, Resampling::Lanczos3)
}

fn in_eight_bits(image: DynamicImage) -> DynamicImage {
    let color = image.color();
    match (color.has_color(), color.has_alpha()) {
        (false, false) => DynamicImage::ImageLuma8(image.into_luma8()),
        (false, true) => DynamicImage::ImageLumaA8(image.into_luma_alpha8()),
        (true, false) => DynamicImage::ImageRgb8(image.into_rgb8()),
        (true, true) => DynamicImage::ImageRgba8(image.into_rgba8()),
    }
}

/// Returns the picture without transparency, as it looks on white paper.
fn on_white(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let source = image.to_rgba8();
    let mut flat = RgbImage::new(source.width(), source.height());
    for (target, pixel) in flat.pixels_mut().zip(source.pixels()) {
        let [red, green, blue, alpha] = pixel.0.map(u32::from);
        let mix = |value: u32| u8::try_from((value * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(255);
        target.0 = [mix(red), mix(green), mix(blue)];
    }
    flat
}

fn jpeg(image: &RgbImage, quality: u8) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).write_image(
        image.as_raw(),
        image.width(),
        image.height(),
        ExtendedColorType::Rgb8,
    )?;
    Ok(bytes)
}

/// Encodes as PNG, with fast compression: a file a few hundredths larger in a twentieth of the time.
fn png(image: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    image.write_with_encoder(PngEncoder::new_with_quality(
        &mut bytes,
        CompressionType::Fast,
        FilterType::Adaptive,
    ))?;
    Ok(bytes)
}

fn broken(name: &str, why: &str) -> Error {
    Error::new(Kind::BinaryFile, format!("The image {} is broken: {why}.", quote_name(name)))
        .with_hint("Create the picture again, or restore it from a copy.")
}

fn too_large(name: &str, why: &str) -> Error {
    Error::new(Kind::TooLarge, format!("The image {} is too large to be shown: {why}.", quote_name(name)))
        .with_hint("Make a smaller copy of it, of at most 100 megapixels, and read that.")
}
