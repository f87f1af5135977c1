//! Colours by index, and as one number.

use scenewright_scene::Color;

/// The shades of a hue: five darker and darker ones, each with a paler one beside it.
const VALUES: [f64; 5] = [255.0, 189.0, 129.0, 104.0, 79.0];

const FIRST: [u32; 10] =
    [0, 0xff0000, 0xffff00, 0x00ff00, 0x00ffff, 0x0000ff, 0xff00ff, 0x000000, 0x414141, 0x808080];
const GREYS: [u32; 6] = [0x333333, 0x505050, 0x696969, 0x828282, 0xbebebe, 0xffffff];

/// Returns the colour of an index from 1 to 255. Index 7 is black, as on paper.
pub(super) fn indexed(index: i64) -> Option<Color> {
    match index {
        1..=9 => Some(rgb(FIRST[index as usize])),
        10..=249 => {
            let hue = (index / 10 - 1) as f64 * 0.25;
            let value = VALUES[(index % 10 / 2) as usize];
            let pale = index % 2 == 1;
            let part = |shift: f64| {
                let full = (((hue + shift) % 6.0 - 3.0).abs() - 1.0).clamp(0.0, 1.0);
                let share = if pale { (2.0 + full) / 3.0 } else { full };
                (value * share).floor() / 255.0
            };
            Some(Color { r: part(0.0), g: part(4.0), b: part(2.0), a: 1.0 })
        }
        250..=255 => Some(rgb(GREYS[(index - 250) as usize])),
        _ => None,
    }
}

/// Returns the colour that is written as one number.
pub(super) fn true_color(number: i64) -> Color {
    rgb((number & 0xff_ffff) as u32)
}

fn rgb(number: u32) -> Color {
    let part = |shift: u32| f64::from((number >> shift) & 0xff) / 255.0;
    Color { r: part(16), g: part(8), b: part(0), a: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexed_colors_equal_the_palette() {
        for (index, expected) in [
            (1, [255, 0, 0]),
            (7, [0, 0, 0]),
            (10, [255, 0, 0]),
            (11, [255, 170, 170]),
            (12, [189, 0, 0]),
            (20, [255, 63, 0]),
            (50, [255, 255, 0]),
            (94, [0, 129, 0]),
            (140, [0, 191, 255]),
            (181, [191, 170, 255]),
            (210, [255, 0, 255]),
            (249, [79, 53, 59]),
            (254, [190, 190, 190]),
        ] {
            let Color { r, g, b, .. } = indexed(index).unwrap();
            let shown = [r, g, b].map(|part| (part * 255.0).round() as i32);
            assert!(shown.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1), "{index}: {shown:?}");
        }
        assert_eq!(indexed(0).or(indexed(256)), None);
    }
}
