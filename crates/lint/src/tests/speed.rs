use std::time::Instant;

use super::*;

/// Prints how long a check of 10,000 entities takes: `cargo nextest run -p scenewright-lint speed --no-capture`.
#[test]
fn ten_thousand_entities_are_checked_and_clean() {
    let mut items = vec![item("sheet", "sheet", rect(1000.0, 1000.0, 2400.0, 2400.0))];
    for index in 0..5_000 {
        let (x, y) = (f64::from(index % 71) * 26.0, f64::from(index / 71) * 26.0);
        items.push(item(&format!("part{index}"), "cut", rect(x, y, 20.0, 20.0)));
        items.push(item(&format!("hole{index}"), "cut", circle(x, y, 4.0)));
    }
    let plan = plan(items);
    let begin = Instant::now();
    let report = check(&plan, &Settings::new(Profile::Laser));
    println!("10,000 entities: {:.1} ms", begin.elapsed().as_secs_f64() * 1e3);
    assert_eq!(report.findings, []);
}
