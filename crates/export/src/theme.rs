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

    /// Returns a colour of the drawing as it is shown. On a dark ground greys change places, black with white,
    /// so that a black line is seen and a white area still hides what is behind it; colours stay.
    pub(super) fn adapt(self, color: Color) -> Color {
        let (least, most) = (color.r.min(color.g).min(color.b), color.r.max(color.g).max(color.b));
        if self == Theme::Light || most - least > 0.08 {
            return color;
        }
        // Only the brightness changes places: a bluish grey whose parts did would turn brown.
        let (ground, mean) = (self.background(), (color.r + color.g + color.b) / 3.0);
        let mix =
            |from: f64, value: f64| (from + (0.95 - from) * (1.0 - mean) + value - mean).clamp(0.0, 1.0);
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
}
