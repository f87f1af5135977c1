//! Numbers that carry their derivatives, so that an equation is written once.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The most variables of one equation: two ellipses and a point have twelve.
pub(crate) const MAX_LOCALS: usize = 12;

/// Below this a length has no direction of its own.
const NO_LENGTH: f64 = 1e-300;

/// A value with its derivatives by the variables of its equation.
///
/// Only operations that IEEE 754 rounds in one way, and functions of `libm`, take part: the same equations give the same bits
/// on every platform.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jet {
    pub value: f64,
    pub slopes: [f64; MAX_LOCALS],
}

impl Jet {
    pub(crate) fn constant(value: f64) -> Jet {
        Jet { value, slopes: [0.0; MAX_LOCALS] }
    }

    /// Makes the variable with that place in its equation.
    pub(crate) fn variable(value: f64, place: usize) -> Jet {
        let mut jet = Jet::constant(value);
        jet.slopes[place] = 1.0;
        jet
    }

    /// Applies a function with this value and slope.
    fn chained(self, value: f64, slope: f64) -> Jet {
        Jet { value, slopes: self.slopes.map(|own| own * slope) }
    }

    pub(crate) fn scaled(self, factor: f64) -> Jet {
        self.chained(self.value * factor, factor)
    }

    pub(crate) fn sqrt(self) -> Jet {
        let root = self.value.sqrt();
        self.chained(root, 0.5 / root.max(NO_LENGTH))
    }

    pub(crate) fn sin(self) -> Jet {
        self.chained(libm::sin(self.value), libm::cos(self.value))
    }

    pub(crate) fn cos(self) -> Jet {
        self.chained(libm::cos(self.value), -libm::sin(self.value))
    }
}

impl Add for Jet {
    type Output = Jet;

    fn add(self, other: Jet) -> Jet {
        let mut slopes = self.slopes;
        slopes.iter_mut().zip(other.slopes).for_each(|(own, other)| *own += other);
        Jet { value: self.value + other.value, slopes }
    }
}

impl Sub for Jet {
    type Output = Jet;

    fn sub(self, other: Jet) -> Jet {
        self + -other
    }
}

impl Neg for Jet {
    type Output = Jet;

    fn neg(self) -> Jet {
        self.scaled(-1.0)
    }
}

impl Mul for Jet {
    type Output = Jet;

    fn mul(self, other: Jet) -> Jet {
        let mut slopes = [0.0; MAX_LOCALS];
        for (at, slope) in slopes.iter_mut().enumerate() {
            *slope = self.slopes[at] * other.value + self.value * other.slopes[at];
        }
        Jet { value: self.value * other.value, slopes }
    }
}

impl Div for Jet {
    type Output = Jet;

    fn div(self, other: Jet) -> Jet {
        // Dividing by the least length keeps the value and its slopes numbers, however large.
        let divisor = if other.value == 0.0 { NO_LENGTH } else { other.value };
        let value = self.value / divisor;
        let mut slopes = [0.0; MAX_LOCALS];
        for (at, slope) in slopes.iter_mut().enumerate() {
            *slope = (self.slopes[at] - value * other.slopes[at]) / divisor;
        }
        Jet { value, slopes }
    }
}

/// A vector of two such numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector {
    pub x: Jet,
    pub y: Jet,
}

impl Vector {
    pub(crate) fn minus(self, other: Vector) -> Vector {
        Vector { x: self.x - other.x, y: self.y - other.y }
    }

    pub(crate) fn plus(self, other: Vector) -> Vector {
        Vector { x: self.x + other.x, y: self.y + other.y }
    }

    pub(crate) fn dot(self, other: Vector) -> Jet {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn cross(self, other: Vector) -> Jet {
        self.x * other.y - self.y * other.x
    }

    /// Returns the length. A vector without one gets longer along x: somewhere it has to begin.
    pub(crate) fn length(self) -> Jet {
        let size = (self.x.value * self.x.value + self.y.value * self.y.value).sqrt();
        if size <= NO_LENGTH {
            return self.x;
        }
        // The slope of a length is the direction of the vector.
        let (x, y) = (self.x.value / size, self.y.value / size);
        let mut slopes = [0.0; MAX_LOCALS];
        for (at, slope) in slopes.iter_mut().enumerate() {
            *slope = x * self.x.slopes[at] + y * self.y.slopes[at];
        }
        Jet { value: size, slopes }
    }

    /// Returns the angle from this vector to another one, counter-clockwise, in -π to π.
    pub(crate) fn angle_to(self, other: Vector) -> Jet {
        let (across, along) = (self.cross(other), self.dot(other));
        let size = (across.value * across.value + along.value * along.value).max(NO_LENGTH);
        let mut slopes = [0.0; MAX_LOCALS];
        for (at, slope) in slopes.iter_mut().enumerate() {
            *slope = (along.value * across.slopes[at] - across.value * along.slopes[at]) / size;
        }
        Jet { value: libm::atan2(across.value, along.value), slopes }
    }
}
