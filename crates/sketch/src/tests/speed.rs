use std::time::Instant;

use super::super::Constraint::*;
use super::*;

/// A chain of links that are drawn askew: each is parallel to the one before, and has one length.
pub(crate) fn chain(links: usize) -> Sketch {
    let mut sketch = Sketch::new();
    let points: Vec<PointId> =
        (0..=links).map(|at| sketch.point(at as f64 * 10.7, if at % 2 == 1 { 3.1 } else { 0.0 })).collect();
    let lines: Vec<CurveId> = points.windows(2).map(|pair| sketch.line(pair[0], pair[1])).collect();
    add(&mut sketch, &[Fixed(points[0]), Horizontal(lines[0])]);
    for (at, line) in lines.iter().enumerate() {
        add(&mut sketch, &[Length(*line, 10.0)]);
        if at > 0 {
            add(&mut sketch, &[Parallel(lines[at - 1], *line)]);
        }
    }
    sketch
}

/// Prints how long 200 constraints take: `cargo nextest run -p scenewright-sketch speed --no-capture`.
#[test]
fn two_hundred_constraints_are_solved_along_a_chain() {
    let sketch = chain(100);
    let begin = Instant::now();
    let solved = solution(&sketch);
    println!("200 constraints: {:.2} ms", begin.elapsed().as_secs_f64() * 1e3);
    assert_at(&solved, PointId(100), [1000.0, 0.0]);
    assert_eq!((solved.freedom, solved.redundant.len()), (0, 0));
}
