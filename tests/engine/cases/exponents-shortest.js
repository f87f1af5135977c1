// `toExponential()` has the digits of the shortest text, the even one of two that are equally near.
for (const x of [630138470791280.2, -630138470791280.2, 0, -0, 1, 10, 123456, 1e21, 1e-7, 0.00123, 5e-324, 1.7976931348623157e308, 0.1, 99.99, 4503599627370497.5]) {
  console.log(x.toExponential(), x.toExponential(undefined))
}
