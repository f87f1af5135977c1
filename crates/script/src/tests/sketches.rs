//! Sketches in scripts: what they draw, what they answer, and what is refused in which words.

use super::*;

const BOX: &str = "const answer = sketch('plate', (s) => {\n\
                   \x20 const [a, b, c, d] = [s.point(0, 0, { name: 'origin' }), s.point(70, 5), s.point(80, 40), s.point(0, 50)]\n\
                   \x20 const [base, right, top, left] = [s.line(a, b), s.line(b, c, { name: 'right' }), s.line(c, d), s.line(d, a)]\n\
                   \x20 s.fixed(a)\n\
                   \x20 s.horizontal(base)\n\
                   \x20 s.horizontal(top)\n\
                   \x20 s.vertical(left)\n\
                   \x20 s.vertical(right)\n";

#[test]
fn sketch_draws_entities_like_others() {
    let code = format!(
        "{BOX}  s.distance(a, b, 80, {{ show: true }})\n  s.distance(right, 45)\n\
         \x20 const hole = s.circle(s.point(30, 20), 9)\n  s.diameter(hole, 16, {{ show: true }})\n\
         \x20 s.line(a, c, {{ construction: true, name: 'diagonal' }})\n\
         \x20 s.fixed(s.point(40, 22), 40, 22.5)\n  s.concentric(hole, s.circle([40, 22], 3, {{ construction: true }}))\n\
         \x20 const middle = s.point(41, 21)\n  s.midpoint(middle, s.line(a, c, {{ construction: true }}))\n\
         }})\nconsole.log(listEntities({{ group: 'plate' }}).join(' '))\n\
         console.log(JSON.stringify(getWorldBounds('plate_right')), exists('plate_dimension1'), exists('plate_dimension2'))\n"
    );
    let outcome = outcome(&[("main", &code)]);
    assert_eq!(outcome.logs[0].text, "plate_line1 plate_right plate_line2 plate_line3 plate_circle1");
    assert_eq!(outcome.logs[1].text, "{\"min\":[80,0],\"max\":[80,45]} true true");
    assert_eq!(outcome.scene.world_bounds("plate_circle1").map(|it| it.width()), Some(16.0));
}

#[test]
fn answer_names_free_parts_and_redundant_constraints() {
    let code = format!("{BOX}  s.parallel(base, top)\n}})\nconsole.log(JSON.stringify(answer))\n");
    let outcome = outcome(&[("main", &code)]);
    assert_eq!(
        outcome.logs[0].text,
        "{\"degreesOfFreedom\":2,\"free\":[\
         {\"name\":\"point2\",\"x\":true,\"y\":false,\"size\":false,\"file\":\"main\",\"line\":2},\
         {\"name\":\"point3\",\"x\":true,\"y\":true,\"size\":false,\"file\":\"main\",\"line\":2},\
         {\"name\":\"point4\",\"x\":false,\"y\":true,\"size\":false,\"file\":\"main\",\"line\":2}],\
         \"redundant\":[{\"constraint\":\"parallel line1 line2\",\"file\":\"main\",\"line\":9}]}"
    );
    assert_eq!(
        outcome.warnings,
        [
            "[sketch] The sketch \"plate\" has 2 degrees of freedom left: point2 (main:2) along x, point3 (main:2), point4 \
             (main:2) along y can move",
            "[sketch] Constraints of the sketch \"plate\" say nothing new: parallel line1 line2 (main:9)",
        ]
    );
}

#[test]
fn sketch_far_from_its_solution_is_solved() {
    for body in [
        "const c = s.circle([26.176, 14.743], 8.995)\n s.coincident(s.point(-58.75, 52.008), c)",
        "const [p, q, r] = [s.point(70, -58), s.point(51, -28), s.point(-80, -72)]\n\
         const [t, u] = [s.point(-64, -41), s.point(-12, 71)]\n\
         const [first, second, third] = [s.line(p, q), s.line(q, r), s.line(t, u)]\n\
         s.angle(second, third, 2.331)\n s.distance(t, first, 157)",
    ] {
        outcome(&[("main", &format!("sketch('k', (s) => {{\n{body}\n}})\n"))]);
    }
}

#[test]
fn conflict_is_refused_with_the_fewest_constraints_and_their_lines() {
    let code = format!("{BOX}  s.distance(a, b, 80)\n  s.distance(b, c, 45)\n  s.distance(base, 90)\n}})\n");
    let error = failure(&[("main", &code)]);
    assert_eq!(error.kind, Kind::Scene);
    assert_eq!(
        error.message,
        "SceneError: sketch: 2 constraints of \"plate\" contradict each other: distance origin point2 80 (main:9), distance \
         line1 90 (main:11); without any one of them the others can be kept"
    );
    assert_eq!((error.file.as_deref(), error.line), (Some("main"), Some(1)));
}

#[test]
fn sets_of_conflicts_are_whole_in_a_message_however_long_they_are() {
    // A chain whose lengths along x do not add up, in two ways.
    let points: String = (0..9).map(|at| format!("  const p{at} = s.point({}, 0)\n", 10 * at)).collect();
    let steps: String =
        (0..8).map(|at| format!("  s.horizontalDistance(p{at}, p{}, 10)\n", at + 1)).collect();
    let code = format!(
        "sketch('chain', (s) => {{\n{points}{steps}  s.horizontalDistance(p0, p8, 90)\n  s.horizontalDistance(p0, p7, 60)\n}})\n"
    );
    let message = failure(&[("main", &code)]).message;
    let (first, second) = message.split_once("; and ").unwrap();
    for line in (11..=18).chain([19]) {
        assert!(first.contains(&format!("main:{line}")), "{message}");
    }
    assert_eq!(
        second,
        "8 constraints (main:11, main:12, main:13, main:14, main:15, main:16, main:17, main:20)"
    );
}

#[test]
fn parameter_moves_the_sketch_and_keeps_its_sides() {
    let code = "const height = param('height', 30)\n\
                sketch('roof', (s) => {\n\
                \x20 const [a, b, tip] = [s.point(-50, 0), s.point(50, 0), s.point(10, 25)]\n\
                \x20 const base = s.line(a, b)\n\
                \x20 s.fixed(base)\n\
                \x20 s.equal(s.line(a, tip), s.line(b, tip))\n\
                \x20 s.distance(tip, base, height)\n\
                })\n\
                const { max } = getWorldBounds('roof')\n\
                console.log(Math.round(max[1] * 1e9) / 1e9)\n";
    for height in [0.5, 30.0, 300.0] {
        assert_eq!(logs(&[("main", &code.replace(", 30)", &format!(", {height})")))]), [height.to_string()]);
    }
}

#[test]
fn points_have_their_solved_places_after_the_sketch() {
    let code = "let tip\n\
                sketch('a', (s) => {\n\
                \x20 const a = s.point(0, 0)\n\
                \x20 tip = s.point(3, 1)\n\
                \x20 s.line(a, tip)\n\
                \x20 s.fixed(a)\n\
                \x20 s.horizontal(a, tip)\n\
                \x20 s.distance(a, tip, 12)\n\
                })\n\
                console.log(Math.round(tip.x), tip.y === 0)\n";
    assert_eq!(logs(&[("main", code)]), ["12 true"]);
}

#[test]
fn arcs_circles_and_ellipses_are_drawn() {
    let code = "sketch('slot', (s) => {\n\
                \x20 const [l, r] = [s.point(-10, 0), s.point(10, 0)]\n\
                \x20 const p = [[-10, -3], [10, -3], [10, 3], [-10, 3]].map(([x, y]) => s.point(x, y))\n\
                \x20 const [low, high] = [s.line(p[0], p[1]), s.line(p[2], p[3])]\n\
                \x20 const [end, begin] = [s.arc(r, p[1], p[2], { name: 'end' }), s.arc(l, p[3], p[0])]\n\
                \x20 s.fixed(l)\n\
                \x20 s.horizontal(l, r)\n\
                \x20 s.horizontalDistance(l, r, 24)\n\
                \x20 for (const line of [low, high]) for (const arc of [end, begin]) s.tangent(line, arc)\n\
                \x20 s.radius(end, 4)\n\
                \x20 s.equal(end, begin)\n\
                \x20 const e = s.ellipse([0, 40], 8, 5)\n\
                \x20 s.radius(e, 9, 4)\n\
                })\n\
                const { paths } = join(listEntities({ group: 'slot', type: 'line' }).concat(listEntities({ group: 'slot', type: 'arc' })), 'outline')\n\
                console.log(paths[0].closed, Math.round(getArea('outline') * 1e6) / 1e6, JSON.stringify(getWorldBounds('slot_ellipse1')))\n";
    let area = (24.0 * 8.0 + std::f64::consts::PI * 16.0) * 1e6;
    let expected = format!("true {} {{\"min\":[-9,36],\"max\":[9,44]}}", area.round() / 1e6);
    assert_eq!(logs(&[("main", code)]), [expected]);
}

#[test]
fn wrong_calls_of_a_sketch_are_errors_at_their_line() {
    use Kind::*;
    let cases: &[(&str, Kind, &str)] = &[
        (
            "s.line(s.point(0, 0), 5)",
            Type,
            "TypeError: sketch: s.line: end must be a point of this sketch, got the number 5",
        ),
        ("s.point('a')", Type, "TypeError: sketch: s.point: x must be a number, got the string \"a\""),
        ("s.circle([0, 0], 0)", Range, "RangeError: sketch: s.circle: radius must be greater than 0, got 0"),
        (
            "s.radius(s.line([0, 0], [1, 1]), 4)",
            Range,
            "RangeError: sketch: s.radius: radius takes a circle or an arc here",
        ),
        (
            "s.pointOn(s.point(0, 0))",
            Type,
            "TypeError: sketch: s.pointOn is not a function. Did you mean s.pointOnCurve?",
        ),
        (
            "s.line([0, 0], [1, 1], { nmae: 'a' })",
            Type,
            "TypeError: sketch: s.line: there is no option nmae. Did you mean name?",
        ),
        ("sketch('b', () => {})", Scene, "SceneError: sketch: a sketch cannot be drawn within another"),
    ];
    for (code, kind, message) in cases {
        let error = failure(&[("main", &format!("sketch('a', (s) => {{\n  {code}\n}})"))]);
        assert_eq!((error.kind, error.message.as_str()), (*kind, *message), "{code}");
        assert_eq!(error.line, Some(2), "{code}");
    }
    let late = failure(&[(
        "main",
        "let s\nsketch('a', (it) => { s = it; it.line([0, 0], [1, 1]) })\ns.point(1, 2)",
    )]);
    assert_eq!(late.message, "SceneError: sketch: s.point is called outside of the function of its sketch");
    let caught = failure(&[("main", "sketch('a', async (s) => { s.line([0, 0], [1, 1]) })")]);
    assert!(caught.message.contains("draw must not be async"), "{}", caught.message);
    // An exception of the function ends its sketch: the next one begins from nothing.
    let next = "try { sketch('a', () => { throw new Error('no') }) } catch {}\n\
                sketch('b', (s) => { s.fixed(s.line([0, 0], [5, 0])) })\nconsole.log(exists('b_line1'))";
    assert_eq!(logs(&[("main", next)]), ["true"]);
}

#[test]
fn sketch_replaces_what_it_drew_before_and_nothing_else() {
    let twice =
        "for (const size of [10, 20]) sketch('k', (s) => s.fixed(s.line(s.point(0, 0), s.point(size, 0))))";
    let drawn = outcome(&[("main", twice)]);
    assert_eq!(drawn.scene.world_bounds("k").unwrap().width(), 20.0);
    let error = failure(&[("main", &format!("drawRect('k_line1', 0, 0, 1, 1)\n{twice}"))]);
    assert!(
        error.message.contains("\"k_line1\" exists already, and the parts of \"k\" would replace it"),
        "{}",
        error.message
    );
}

#[test]
fn angle_in_degrees_is_remarked_on() {
    let code = |angle: &str| {
        format!(
            "sketch('k', (s) => {{\n\
             const [a, b, c] = [s.point(0, 0), s.point(10, 0), s.point(0, 8)]\n\
             const [base, side] = [s.line(a, b), s.line(a, c)]\n\
             s.fixed(base)\n\
             s.angle(base, side, {angle})\n\
             s.distance(a, c, 8)\n\
             }})"
        )
    };
    let warnings = |angle: &str| outcome(&[("main", &code(angle))]).warnings;
    assert_eq!(
        warnings("90"),
        [
            "sketch: the angle of \"k\" is in radians, and 90 is more than a full turn. Did you mean 90 * Math.PI / 180?"
        ]
    );
    assert_eq!(warnings("Math.PI / 2"), [""; 0]);
}
