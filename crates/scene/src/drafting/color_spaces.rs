//! The colour spaces of CSS: from each to sRGB and back, and mixtures in them.
//!
//! The numbers are those of CSS Color 4. Colours outside of sRGB are cut off at its edges, as browsers draw them.

use std::f64::consts::PI;

/// A space that a colour is written or mixed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColorSpace {
    Srgb,
    SrgbLinear,
    DisplayP3,
    A98Rgb,
    ProphotoRgb,
    Rec2020,
    XyzD50,
    XyzD65,
    Hsl,
    Hwb,
    Lab,
    Lch,
    Oklab,
    Oklch,
}

type Parts = [f64; 3];
type Matrix = [Parts; 3];

/// Linear light of the spaces with red, green and blue to XYZ: with the white point D50 for the last one, and D65 for the others.
const SRGB: Matrix = [
    [506752.0 / 1228815.0, 87881.0 / 245763.0, 12673.0 / 70218.0],
    [87098.0 / 409605.0, 175762.0 / 245763.0, 12673.0 / 175545.0],
    [7918.0 / 409605.0, 87881.0 / 737289.0, 1001167.0 / 1053270.0],
];
const DISPLAY_P3: Matrix = [
    [608311.0 / 1250200.0, 189793.0 / 714400.0, 198249.0 / 1000160.0],
    [35783.0 / 156275.0, 247089.0 / 357200.0, 198249.0 / 2500400.0],
    [0.0, 32229.0 / 714400.0, 5220557.0 / 5000800.0],
];
const A98_RGB: Matrix = [
    [573536.0 / 994567.0, 263643.0 / 1420810.0, 187206.0 / 994567.0],
    [591459.0 / 1989134.0, 6239551.0 / 9945670.0, 374412.0 / 4972835.0],
    [53769.0 / 1989134.0, 351524.0 / 4972835.0, 4929758.0 / 4972835.0],
];
const REC2020: Matrix = [
    [63426534.0 / 99577255.0, 20160776.0 / 139408157.0, 47086771.0 / 278816314.0],
    [26158966.0 / 99577255.0, 472592308.0 / 697040785.0, 8267143.0 / 139408157.0],
    [0.0, 19567812.0 / 697040785.0, 295819943.0 / 278816314.0],
];
const PROPHOTO_RGB: Matrix = [
    [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
    [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
    [0.0, 0.0, 0.8251046025104602],
];

/// XYZ with the white point D50 to XYZ with the white point D65.
const TO_D65: Matrix = [
    [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
    [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
    [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
];

/// XYZ to the cones of the eye, and the cube roots of these to Oklab.
const TO_CONES: Matrix = [
    [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
    [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
    [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
];
const TO_OKLAB: Matrix = [
    [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
    [1.9779985324311684, -2.42859224204858, 0.450593709617411],
    [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
];

/// The white of D50 in XYZ, and where the curve of Lab begins to be a line.
const WHITE_D50: Parts = [0.3457 / 0.3585, 1.0, (1.0 - 0.3457 - 0.3585) / 0.3585];
const LAB_EPSILON: f64 = 216.0 / 24389.0;
const LAB_KAPPA: f64 = 24389.0 / 27.0;

/// The chroma, as a share of what usual colours have, from which a colour has a hue.
const HUELESS: f64 = 1e-4;

impl ColorSpace {
    /// Returns the space of a name in `color()` or after `in`.
    pub(super) fn named(name: &str) -> Option<ColorSpace> {
        Some(match name {
            "srgb" => ColorSpace::Srgb,
            "srgb-linear" => ColorSpace::SrgbLinear,
            "display-p3" => ColorSpace::DisplayP3,
            "a98-rgb" => ColorSpace::A98Rgb,
            "prophoto-rgb" => ColorSpace::ProphotoRgb,
            "rec2020" => ColorSpace::Rec2020,
            "xyz-d50" => ColorSpace::XyzD50,
            "xyz" | "xyz-d65" => ColorSpace::XyzD65,
            "hsl" => ColorSpace::Hsl,
            "hwb" => ColorSpace::Hwb,
            "lab" => ColorSpace::Lab,
            "lch" => ColorSpace::Lch,
            "oklab" => ColorSpace::Oklab,
            "oklch" => ColorSpace::Oklch,
            _ => return None,
        })
    }

    /// Returns true for a space that `color()` is written in.
    pub(super) fn is_of_color_function(self) -> bool {
        use ColorSpace::{Hsl, Hwb, Lab, Lch, Oklab, Oklch};
        !matches!(self, Hsl | Hwb | Lab | Lch | Oklab | Oklch)
    }

    /// Returns which of the three parts is an angle in degrees.
    pub(super) fn hue(self) -> Option<usize> {
        match self {
            ColorSpace::Hsl | ColorSpace::Hwb => Some(0),
            ColorSpace::Lch | ColorSpace::Oklch => Some(2),
            _ => None,
        }
    }

    /// Returns what 100 % of each part are.
    pub(super) fn wholes(self) -> Parts {
        match self {
            ColorSpace::Lab => [100.0, 125.0, 125.0],
            ColorSpace::Lch => [100.0, 150.0, 360.0],
            ColorSpace::Oklab => [1.0, 0.4, 0.4],
            ColorSpace::Oklch => [1.0, 0.4, 360.0],
            ColorSpace::Hsl | ColorSpace::Hwb => [360.0, 1.0, 1.0],
            _ => [1.0; 3],
        }
    }

    /// Returns a colour of this space in sRGB, where its parts may be below 0 or above 1.
    pub(super) fn to_srgb(self, parts: Parts) -> Parts {
        match self {
            ColorSpace::Srgb => parts,
            ColorSpace::Hsl => of_hsl(parts),
            ColorSpace::Hwb => of_hwb(parts),
            _ => applied(&inverse(&SRGB), self.to_xyz(parts)).map(encoded),
        }
    }

    /// Returns a colour of sRGB in this space.
    pub(super) fn of_srgb(self, parts: Parts) -> Parts {
        match self {
            ColorSpace::Srgb => parts,
            ColorSpace::Hsl => to_hsl(parts),
            ColorSpace::Hwb => {
                let [hue, ..] = to_hsl(parts);
                let white = parts.into_iter().fold(f64::INFINITY, f64::min);
                [hue, white, 1.0 - parts.into_iter().fold(f64::NEG_INFINITY, f64::max)]
            }
            _ => self.of_xyz(applied(&SRGB, parts.map(decoded))),
        }
    }

    /// Returns true for a grey of this space, white among them: it has no hue to mix.
    fn is_hueless(self, parts: Parts) -> bool {
        match self {
            ColorSpace::Hsl => parts[1] < HUELESS,
            ColorSpace::Hwb => parts[1] + parts[2] > 1.0 - HUELESS,
            ColorSpace::Lch | ColorSpace::Oklch => parts[1] < HUELESS * self.wholes()[1],
            _ => false,
        }
    }

    fn to_xyz(self, parts: Parts) -> Parts {
        match self {
            ColorSpace::Srgb | ColorSpace::Hsl | ColorSpace::Hwb => {
                applied(&SRGB, self.to_srgb(parts).map(decoded))
            }
            ColorSpace::SrgbLinear => applied(&SRGB, parts),
            ColorSpace::DisplayP3 => applied(&DISPLAY_P3, parts.map(decoded)),
            ColorSpace::A98Rgb => applied(&A98_RGB, parts.map(|it| signed_power(it, 563.0 / 256.0))),
            ColorSpace::ProphotoRgb => applied(&TO_D65, applied(&PROPHOTO_RGB, parts.map(decoded_prophoto))),
            ColorSpace::Rec2020 => applied(&REC2020, parts.map(decoded_rec2020)),
            ColorSpace::XyzD50 => applied(&TO_D65, parts),
            ColorSpace::XyzD65 => parts,
            ColorSpace::Lab => applied(&TO_D65, lab_to_d50(parts)),
            ColorSpace::Lch => ColorSpace::Lab.to_xyz(of_polar(parts)),
            ColorSpace::Oklab => {
                let cones = applied(&inverse(&TO_OKLAB), parts).map(|it| it * it * it);
                applied(&inverse(&TO_CONES), cones)
            }
            ColorSpace::Oklch => ColorSpace::Oklab.to_xyz(of_polar(parts)),
        }
    }

    fn of_xyz(self, xyz: Parts) -> Parts {
        let linear = |matrix: &Matrix| applied(&inverse(matrix), xyz);
        let in_d50 = || applied(&inverse(&TO_D65), xyz);
        match self {
            ColorSpace::Srgb | ColorSpace::Hsl | ColorSpace::Hwb => self.of_srgb(linear(&SRGB).map(encoded)),
            ColorSpace::SrgbLinear => linear(&SRGB),
            ColorSpace::DisplayP3 => linear(&DISPLAY_P3).map(encoded),
            ColorSpace::A98Rgb => linear(&A98_RGB).map(|it| signed_power(it, 256.0 / 563.0)),
            ColorSpace::ProphotoRgb => applied(&inverse(&PROPHOTO_RGB), in_d50()).map(encoded_prophoto),
            ColorSpace::Rec2020 => linear(&REC2020).map(encoded_rec2020),
            ColorSpace::XyzD50 => in_d50(),
            ColorSpace::XyzD65 => xyz,
            ColorSpace::Lab => d50_to_lab(in_d50()),
            ColorSpace::Lch => to_polar(ColorSpace::Lab.of_xyz(xyz)),
            ColorSpace::Oklab => applied(&TO_OKLAB, applied(&TO_CONES, xyz).map(f64::cbrt)),
            ColorSpace::Oklch => to_polar(ColorSpace::Oklab.of_xyz(xyz)),
        }
    }
}

/// Mixes two colours of sRGB with their opacities, in a space: `share` of the second one.
pub(super) fn mixed(space: ColorSpace, colors: [(Parts, f64); 2], share: f64) -> (Parts, f64) {
    let mut parts = colors.map(|(parts, _)| space.of_srgb(parts));
    if let Some(hue) = space.hue() {
        let are_hueless = parts.map(|own| space.is_hueless(own));
        for (index, other) in [(0, 1), (1, 0)] {
            if are_hueless[index] {
                parts[index][hue] = parts[other][hue];
            }
        }
        // The shorter way around.
        let way = (parts[1][hue] - parts[0][hue] + 180.0).rem_euclid(360.0) - 180.0;
        parts[1][hue] = parts[0][hue] + way;
    }
    let weights = [1.0 - share, share];
    let alpha = weights[0] * colors[0].1 + weights[1] * colors[1].1;
    let own = [0, 1, 2].map(|index| {
        // A colour that is seen through has a lesser share of the mixture; angles have no opacity.
        let weighted =
            |at: usize| if space.hue() == Some(index) { weights[at] } else { weights[at] * colors[at].1 };
        let whole = weighted(0) + weighted(1);
        if whole > 0.0 {
            (weighted(0) * parts[0][index] + weighted(1) * parts[1][index]) / whole
        } else {
            0.0
        }
    });
    (space.to_srgb(own), alpha)
}

fn applied(matrix: &Matrix, parts: Parts) -> Parts {
    matrix.map(|row| row[0] * parts[0] + row[1] * parts[1] + row[2] * parts[2])
}

fn inverse(m: &Matrix) -> Matrix {
    let minor = |row: usize, column: usize| {
        let ([r, s], [c, d]) = ([(row + 1) % 3, (row + 2) % 3], [(column + 1) % 3, (column + 2) % 3]);
        m[r][c] * m[s][d] - m[r][d] * m[s][c]
    };
    let determinant = (0..3).map(|column| m[0][column] * minor(0, column)).sum::<f64>();
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| minor(column, row) / determinant))
}

fn signed_power(part: f64, exponent: f64) -> f64 {
    part.abs().powf(exponent).copysign(part)
}

/// Returns the linear light of a part of sRGB.
fn decoded(part: f64) -> f64 {
    let size = part.abs();
    let light = if size <= 0.04045 { size / 12.92 } else { ((size + 0.055) / 1.055).powf(2.4) };
    light.copysign(part)
}

fn encoded(light: f64) -> f64 {
    let size = light.abs();
    let part = if size <= 0.0031308 { size * 12.92 } else { 1.055 * size.powf(1.0 / 2.4) - 0.055 };
    part.copysign(light)
}

fn decoded_prophoto(part: f64) -> f64 {
    if part.abs() <= 16.0 / 512.0 { part / 16.0 } else { signed_power(part, 1.8) }
}

fn encoded_prophoto(light: f64) -> f64 {
    if light.abs() < 1.0 / 512.0 { light * 16.0 } else { signed_power(light, 1.0 / 1.8) }
}

/// The numbers of the curve of ITU-R BT.2020.
const REC2020_ALPHA: f64 = 1.09929682680944;
const REC2020_BETA: f64 = 0.018053968510807;

fn decoded_rec2020(part: f64) -> f64 {
    let size = part.abs();
    if size < REC2020_BETA * 4.5 {
        return part / 4.5;
    }
    ((size + REC2020_ALPHA - 1.0) / REC2020_ALPHA).powf(1.0 / 0.45).copysign(part)
}

fn encoded_rec2020(light: f64) -> f64 {
    let size = light.abs();
    if size < REC2020_BETA {
        return light * 4.5;
    }
    (REC2020_ALPHA * size.powf(0.45) - (REC2020_ALPHA - 1.0)).copysign(light)
}

fn lab_to_d50([lightness, a, b]: Parts) -> Parts {
    let middle = (lightness + 16.0) / 116.0;
    let cubed = |it: f64| it * it * it;
    let part = |it: f64| if cubed(it) > LAB_EPSILON { cubed(it) } else { (116.0 * it - 16.0) / LAB_KAPPA };
    let y = if lightness > LAB_KAPPA * LAB_EPSILON { cubed(middle) } else { lightness / LAB_KAPPA };
    let [x, z] = [part(middle + a / 500.0), part(middle - b / 200.0)];
    [x * WHITE_D50[0], y * WHITE_D50[1], z * WHITE_D50[2]]
}

fn d50_to_lab(xyz: Parts) -> Parts {
    let part = |index: usize| {
        let share = xyz[index] / WHITE_D50[index];
        if share > LAB_EPSILON { share.cbrt() } else { (LAB_KAPPA * share + 16.0) / 116.0 }
    };
    let [x, y, z] = [part(0), part(1), part(2)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns lightness, chroma and hue as lightness and two axes.
fn of_polar([lightness, chroma, hue]: Parts) -> Parts {
    let (sin, cos) = (hue * PI / 180.0).sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

fn to_polar([lightness, a, b]: Parts) -> Parts {
    [lightness, a.hypot(b), b.atan2(a).to_degrees().rem_euclid(360.0)]
}

/// Returns the sRGB of hue in degrees, saturation and lightness.
pub(super) fn of_hsl([hue, saturation, lightness]: Parts) -> Parts {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + hue / 30.0).rem_euclid(12.0);
        (lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)).clamp(0.0, 1.0)
    })
}

fn to_hsl(parts: Parts) -> Parts {
    let [r, g, b] = parts;
    let least = parts.into_iter().fold(f64::INFINITY, f64::min);
    let most = parts.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let (reach, lightness) = (most - least, (most + least) * 0.5);
    if reach <= 0.0 {
        return [0.0, 0.0, lightness];
    }
    let sector = if most == r {
        (g - b) / reach
    } else if most == g {
        (b - r) / reach + 2.0
    } else {
        (r - g) / reach + 4.0
    };
    let saturation = (most - lightness) / lightness.min(1.0 - lightness);
    [(60.0 * sector).rem_euclid(360.0), saturation, lightness]
}

fn of_hwb([hue, white, black]: Parts) -> Parts {
    if white + black >= 1.0 {
        return [white / (white + black); 3];
    }
    of_hsl([hue, 1.0, 0.5]).map(|part| part * (1.0 - white - black) + white)
}
