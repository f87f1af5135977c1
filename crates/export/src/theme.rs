//! The colours of a picture around the drawing's own.

use scenewright_scene::Color;

/// The background of a picture and the colours that go with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// White, with the colours of the drawing as they are.
    #[default]
    Light,
    /// Nearly black, with the greys of the drawing reversed.
    Dark,
}

pub(super) const ADDED: Color = opaque(0.09, 0.64, 0.29);
pub(super) const CHANGED: Color = opaque(0.95, 0.52, 0.05);
pub(super) const REMOVED: Color = opaque(0.86, 0.15, 0.15);

impl Theme {
    /// Parses `light` or `dark`.
    pub fn parse(text: &str) -> Option<Theme> {
        match text {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            _ => None,
        }
    }

    pub(super) fn background(self) -> Color {
        match self {
            Theme::Light => opaque(1.0, 1.0, 1.0),
            Theme::Dark => opaque(0.11, 0.12, 0.14),
        }
    }

    /// Returns the colour of the scale bar and the legend.
    pub(super) fn annotation(self) -> Color {
        match self {
            Theme::Light => opaque(0.25, 0.27, 0.3),
            Theme::Dark => opaque(0.75, 0.77, 0.8),
        }
    }

    /// Returns the colour of names beside what they name, which no drawing uses much.
    pub(super) fn label(self) -> Color {
        match self {
            Theme::Light => opaque(0.1, 0.25, 0.65),
            Theme::Dark => opaque(0.6, 0.75, 1.0),
        }
    }

    /// Returns a colour of the drawing as it is shown. On a dark ground greys and pale colours change places, black with white,
    /// so that a black line is seen, on a pale area too, and a white area still hides what is behind it; strong colours stay.
    pub(super) fn adapt(self, color: Color) -> Color {
        let (least, most) = (color.r.min(color.g).min(color.b), color.r.max(color.g).max(color.b));
        // A colour with more than half of white in it is pale, one whose parts differ by a twelfth is a grey to the eye.
        // Between these and strong colours the change is gradual, so that shades of one colour keep their order.
        let paleness = (least - 0.4) / 0.2;
        let greyness = 1.0 - (most - least - 0.08) / 0.12;
        let share = paleness.max(greyness).clamp(0.0, 1.0);
        if self == Theme::Light || share == 0.0 {
            return color;
        }
        // Only the brightness changes places: a bluish grey whose parts did would turn brown.
        let (ground, mean) = (self.background(), (color.r + color.g + color.b) / 3.0);
        let mix = |from: f64, value: f64| {
            let mirrored = from + (0.95 - from) * (1.0 - mean) + value - mean;
            (value + (mirrored - value) * share).clamp(0.0, 1.0)
        };
        Color { r: mix(ground.r, color.r), g: mix(ground.g, color.g), b: mix(ground.b, color.b), a: color.a }
    }
}

/// Blends the colour with the ground by the given share; its alpha is left alone.
pub(super) fn towards(ground: Color, color: Color, share: f64) -> Color {
    let mix = |ground: f64, color: f64| ground + (color - ground) * share;
    Color { r: mix(ground.r, color.r), g: mix(ground.g, color.g), b: mix(ground.b, color.b), a: color.a }
}

const fn opaque(r: f64, g: f64, b: f64) -> Color {
    Color { r, g, b, a: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greys_change_places_on_dark_ground_and_keep_their_tint() {
        let shown = |r, g, b| {
            let color = Theme::Dark.adapt(opaque(r, g, b));
            [color.r, color.g, color.b].map(|part| (part * 255.0).round())
        };
        assert_eq!(shown(0.0, 0.0, 0.0), [242.0; 3]);
        assert_eq!(shown(1.0, 1.0, 1.0), [28.0, 31.0, 36.0]);
        let [red, green, blue] = shown(0.23, 0.25, 0.28);
        assert!(red < green && green < blue, "a bluish grey stays bluish");
        assert_eq!(shown(1.0, 0.0, 0.0), [255.0, 0.0, 0.0]);
    }

    #[test]
    fn pale_colors_turn_dark_and_strong_ones_stay() {
        let dark = |r: u8, g: u8, b: u8| {
            let color =
                Theme::Dark.adapt(opaque(f64::from(r) / 255.0, f64::from(g) / 255.0, f64::from(b) / 255.0));
            [color.r, color.g, color.b].map(|part| (part * 255.0).round() as u8)
        };
        for pale in [[255, 243, 191], [187, 222, 251], [200, 230, 201], [255, 205, 210], [225, 190, 231]] {
            let [r, g, b] = pale;
            let shown = dark(r, g, b);
            assert!(shown.iter().all(|part| *part < 140), "{pale:?} is shown as {shown:?}");
            let order = |parts: [u8; 3]| (parts[0].cmp(&parts[1]), parts[1].cmp(&parts[2]));
            assert_eq!(order(shown), order(pale), "{pale:?} keeps its hue");
        }
        for strong in [[230, 60, 40], [255, 204, 0], [30, 90, 200], [0, 128, 0], [255, 165, 0]] {
            let [r, g, b] = strong;
            assert_eq!(dark(r, g, b), strong);
        }
    }
}
