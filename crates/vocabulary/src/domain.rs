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
    Rules,
    Assets,
    Blocks,
    Drafting,
    Corners,
    Making,
}

impl Domain {
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
