//! The chapters of the vocabulary.

/// A chapter of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Functions that draw: circles, rectangles, lines, paths, texts and other shapes.
    Shapes,
    /// Functions that move, turn and scale entities, and set the point that these go by.
    Transforms,
    /// Functions that group, copy, mirror and remove entities.
    Groups,
    /// Functions for fills, strokes and layers.
    Style,
    /// Functions that set and return what lies in front of what.
    Order,
    /// Functions that read the scene and change nothing.
    Queries,
    /// Functions that combine and offset closed areas.
    Regions,
    /// Functions for the settings of the whole scene: unit, scale of the drawing, tolerance.
    Scene,
    /// Functions that declare parameters and rules.
    Rules,
    /// Functions that read files of the project's folder `assets/`.
    Assets,
    /// Functions that define and place blocks, and that repeat an entity in arrays.
    Blocks,
    /// Functions for the page, dimensions, notes and hatches.
    Drafting,
    /// Functions for corners, walls, trims, splines and figures with round parts.
    Corners,
    /// Functions that arrange, nest and connect entities, and prepare them for a workshop.
    Making,
}

impl Domain {
    /// All chapters, in the order of the documentation.
    pub const ALL: [Domain; 14] = [
        Domain::Shapes,
        Domain::Transforms,
        Domain::Groups,
        Domain::Style,
        Domain::Order,
        Domain::Queries,
        Domain::Regions,
        Domain::Scene,
        Domain::Rules,
        Domain::Assets,
        Domain::Blocks,
        Domain::Drafting,
        Domain::Corners,
        Domain::Making,
    ];

    /// Returns the name of the chapter, such as `shapes`, which `describe` takes.
    pub fn as_str(self) -> &'static str {
        match self {
            Domain::Shapes => "shapes",
            Domain::Transforms => "transforms",
            Domain::Groups => "groups",
            Domain::Style => "style",
            Domain::Order => "order",
            Domain::Queries => "queries",
            Domain::Regions => "regions",
            Domain::Scene => "scene",
            Domain::Rules => "rules",
            Domain::Assets => "assets",
            Domain::Blocks => "blocks",
            Domain::Drafting => "drafting",
            Domain::Corners => "corners",
            Domain::Making => "making",
        }
    }

    /// Returns a line about the chapter for the overview, in lower case and without a full stop.
    pub fn title(self) -> &'static str {
        match self {
            Domain::Shapes => "draw things; drawing a name that exists replaces that entity",
            Domain::Transforms => "move, turn and size; they add up over calls",
            Domain::Groups => "groups, copies and removal",
            Domain::Style => "fill, stroke and layers",
            Domain::Order => "what lies in front of what",
            Domain::Queries => "questions to the scene",
            Domain::Regions => "areas: join, cut, grow and shrink closed shapes and groups of them",
            Domain::Scene => "settings of the whole scene",
            Domain::Rules => "parameters that a host may set, and rules that the finished scene must keep",
            Domain::Assets => "drawings and tables of other programs, from the project's folder assets/",
            Domain::Blocks => "blocks and arrays: one geometry in many places",
            Domain::Drafting => "page, dimensions, notes and hatches; sizes are millimetres on paper",
            Domain::Corners => "corners, walls, trims, and figures with round parts",
            Domain::Making => "arrange, nest, connect, and what a workshop needs",
        }
    }
}
