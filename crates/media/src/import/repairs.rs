//! Repairs of a foreign file that need no decision: doubles and things without a size are dropped, small gaps closed, and
//! texts outlined. Everything else keeps its bytes.

use scenewright_error::Result;
use scenewright_lint::{Plan, Report};

use super::drawing::Drawing;
use super::fixes::{Fixed, Purpose};
use super::{dxf, svg};

impl Drawing {
    /// Repairs the file that this drawing was read from, where the findings allow it. The report is one of the plan.
    pub fn fixed(&self, bytes: &[u8], plan: &Plan, report: &Report) -> Result<Fixed> {
        self.repaired(bytes, plan, report, Purpose::File)
    }

    /// Returns for each finding in order if [`fixed`](Drawing::fixed) would repair it.
    pub fn fixable(&self, bytes: &[u8], plan: &Plan, report: &Report) -> Result<Vec<bool>> {
        Ok(self.repaired(bytes, plan, report, Purpose::Offers)?.is_repaired)
    }

    fn repaired(&self, bytes: &[u8], plan: &Plan, report: &Report, purpose: Purpose) -> Result<Fixed> {
        match self.flip {
            Some(_) => svg::fixed(self, bytes, plan, report, purpose),
            None => dxf::fixed(self, bytes, plan, report, purpose),
        }
    }
}
