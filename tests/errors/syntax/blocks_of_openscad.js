difference() {
  square(20);
  circle(5);
}
