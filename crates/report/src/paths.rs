//! The way of the tool: the length of its work, the number of beginnings, and the ways between.

use scenewright_geometry::Point;

use super::gather::Gathered;
use super::settings::Role;

/// The processes in the order of the work, as `cutOrder` has them.
pub(crate) const PROCESSES: [Role; 3] = [Role::Engrave, Role::Score, Role::Cut];

/// The lines of one layer, as a tool follows them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Way {
    pub paths: usize,
    pub length: f64,
    pub pierces: usize,
    pub rapid: f64,
}

/// Follows all lines in the order of the processes, and within one in the order of the drawing, which an exported file keeps.
/// Returns the way by layer. A line that continues where the previous one ended, by either of its ends, needs no new beginning.
pub(crate) fn ways(drawing: &Gathered, start: Point, touching: f64) -> Vec<Way> {
    let mut ways = vec![Way::default(); drawing.layers.len()];
    let mut at = start;
    for process in PROCESSES {
        // The tool is lifted between processes: a line of the next one needs a new beginning even where it meets
        // the last.
        let mut is_working = false;
        for line in drawing.lines.iter().filter(|line| drawing.layers[line.layer].role == process) {
            let (from, to) = (line.wire.start(), line.wire.reversed().start());
            let (from, to) = if line.wire.is_closed() { (from, from) } else { (from, to) };
            let way = &mut ways[line.layer];
            way.paths += 1;
            way.length += line.wire.length();
            if is_working && at.distance_to(from) <= touching {
                at = to;
            // A machine follows a line from either end.
            } else if is_working && at.distance_to(to) <= touching {
                at = from;
            } else {
                way.rapid += at.distance_to(from);
                way.pierces += 1;
                at = to;
            }
            is_working = true;
        }
    }
    // A line that no machine follows has a length, but no beginnings and no ways.
    for line in drawing.lines.iter().filter(|line| drawing.layers[line.layer].role == Role::Nothing) {
        let way = &mut ways[line.layer];
        way.paths += 1;
        way.length += line.wire.length();
    }
    ways
}
