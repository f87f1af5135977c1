//! The chapters of the vocabulary.

/// A chapter of the vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    Shapes,
    Transforms,
    Groups,
    Style,
    Order,
    Queries,
    Regions,
    Scene,
    Blocks,
    Corners,
    Making,
}

impl Domain {
    pub const ALL: [Domain; 11] = [
        Domain::Shapes,
        Domain::Transforms,
        Domain::Groups,
        Domain::Style,
        Domain::Order,
        Domain::Queries,
        Domain::Regions,
        Domain::Scene,
        Domain::Blocks,
        Domain::Corners,
        Domain::Making,
    ];

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
            Domain::Blocks => "blocks",
            Domain::Corners => "corners",
            Domain::Making => "making",
        }
    }

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
            Domain::Blocks => "blocks and arrays: one geometry in many places",
            Domain::Corners => "corners, walls, trims, and figures with round parts",
            Domain::Making => "arrange, nest, connect, and what a workshop needs",
        }
    }
}
