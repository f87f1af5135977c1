//! Generated files, compared with those that are checked in, or written with `UPDATE_GENERATED=1`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use super::repository;

/// The tolerated difference of a pixel's channel, and the number of pixels in a thousand that may exceed it.
const TOLERATED: u8 = 24;
const TOLERATED_PIXELS_PER_THOUSAND: usize = 1;

const HOW: &str = "run `npm run generate reference`, look at what changed, and commit it";

fn is_update() -> bool {
    std::env::var_os("UPDATE_GENERATED").is_some()
}

pub(super) fn check_text(path: &str, current: &str) {
    let file = repository(path);
    if is_update() {
        fs::write(&file, current).expect("a generated file can be written");
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), current, "{path}: {HOW}");
}

/// The pictures of one folder. Those that were not checked when it is finished have no reason to be there.
pub(super) struct Pictures {
    folder: &'static str,
    checked: BTreeSet<String>,
    wrong: Vec<String>,
}

impl Pictures {
    pub(super) fn of(folder: &'static str) -> Self {
        Pictures { folder, checked: BTreeSet::new(), wrong: Vec::new() }
    }

    pub(super) fn check(&mut self, name: &str, current: &[u8]) {
        let file = self.path(name);
        self.checked.insert(format!("{name}.png"));
        let stored = fs::read(&file).unwrap_or_default();
        if let Err(difference) = compare(&stored, current) {
            if is_update() {
                fs::create_dir_all(repository(self.folder)).expect("a folder can be made");
                fs::write(&file, compact(current)).expect("a picture can be written");
            } else {
                self.wrong.push(format!("{}/{name}.png: {difference}", self.folder));
            }
        }
    }

    pub(super) fn finish(self) {
        let entries = fs::read_dir(repository(self.folder)).expect("the folder of the pictures is there");
        let mut wrong = self.wrong;
        for entry in entries {
            let entry = entry.expect("a folder can be listed");
            if self.checked.contains(&*entry.file_name().to_string_lossy()) {
                continue;
            }
            if is_update() {
                fs::remove_file(entry.path()).expect("a picture can be removed");
            } else {
                wrong.push(format!("{}: nothing makes it any more", entry.path().display()));
            }
        }
        assert!(wrong.is_empty(), "{}\n{HOW}", wrong.join("\n"));
    }

    fn path(&self, name: &str) -> PathBuf {
        repository(self.folder).join(format!("{name}.png"))
    }
}

/// Returns the difference of two pictures, when they differ more than rasterizers do.
fn compare(stored: &[u8], current: &[u8]) -> Result<(), String> {
    if stored.is_empty() {
        return Err("it is not there".to_owned());
    }
    let (stored, current) = (pixels(stored)?, pixels(current)?);
    if stored.size != current.size {
        return Err(format!("its size is {:?} and not {:?}", stored.size, current.size));
    }
    let count = stored.rgb.chunks(3).count();
    let pairs = stored.rgb.chunks(3).zip(current.rgb.chunks(3));
    let off = pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERATED)).count();
    if off * 1000 > count * TOLERATED_PIXELS_PER_THOUSAND {
        return Err(format!("{off} of {count} pixels are off by more than {TOLERATED} of 255"));
    }
    Ok(())
}

/// Compresses the same picture into fewer bytes; the export is made to be fast.
fn compact(file: &[u8]) -> Vec<u8> {
    let picture = pixels(file).expect("the export makes pictures");
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.size.0, picture.size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a header can be written");
    writer.write_image_data(&picture.rgb).expect("pixels can be written");
    writer.finish().expect("a picture can be ended");
    out
}

struct Pixels {
    size: (u32, u32),
    rgb: Vec<u8>,
}

/// Returns the pixels of a PNG file with three channels, as the export makes them.
fn pixels(file: &[u8]) -> Result<Pixels, String> {
    let message = |error: png::DecodingError| format!("it is not a picture: {error}");
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().map_err(message)?;
    let mut rgb = vec![0; reader.output_buffer_size().unwrap_or_default()];
    let info = reader.next_frame(&mut rgb).map_err(message)?;
    if info.color_type != png::ColorType::Rgb {
        return Err(format!("its colours are {:?} and not RGB", info.color_type));
    }
    Ok(Pixels { size: (info.width, info.height), rgb })
}

#[test]
fn stored_pictures_tolerate_only_rasterizer_differences() {
    let picture = |grey: u8, marked: usize| {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 100, 50);
        encoder.set_color(png::ColorType::Rgb);
        let pixels: Vec<u8> = (0..15_000).map(|at| if at < marked * 3 { grey + 25 } else { grey }).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        file
    };
    assert_eq!(compare(&picture(100, 0), &picture(124, 0)), Ok(()));
    assert_eq!(compare(&picture(100, 0), &picture(100, 5)), Ok(()));
    assert!(compare(&picture(100, 0), &picture(100, 6)).is_err());
    assert!(compare(&picture(100, 0), &picture(125, 0)).is_err());
    assert!(compare(&[], &picture(100, 0)).is_err());
    assert!(compare(b"no picture", &picture(100, 0)).is_err());
}
