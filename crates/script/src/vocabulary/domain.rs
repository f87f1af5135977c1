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
    Drafting,
}

impl Domain {
    pub const ALL: [Domain; 9] = [
        Domain::Shapes,
        Domain::Transforms,
        Domain::Groups,
        Domain::Style,
        Domain::Order,
        Domain::Queries,
        Domain::Regions,
        Domain::Scene,
        Domain::Drafting,
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
            Domain::Drafting => "drafting",
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
            Domain::Drafting => "page, dimensions, notes and hatches; sizes are millimetres on paper",
        }
    }
}
