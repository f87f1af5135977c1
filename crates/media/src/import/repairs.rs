//! Repairs of a foreign file that need no decision: doubles and things without a size are dropped, small gaps closed, and
//! texts outlined. Everything else keeps its bytes.

use scenewright_error::Result;
use scenewright_lint::{Plan, Report};

use super::drawing::Drawing;
use super::fixes::Fixed;
use super::{dxf, svg};

impl Drawing {
    /// Repairs the file that this drawing was read from, where the findings allow it. The report is one of the plan.
    pub fn fixed(&self, bytes: &[u8], plan: &Plan, report: &Report) -> Result<Fixed> {
        match self.is_flipped {
            true => svg::fixed(self, bytes, plan, report),
            false => dxf::fixed(self, bytes, plan, report),
        }
    }
}
