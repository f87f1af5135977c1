// Sines and cosines of numbers from 2 ** 20 on, to the last bit.
for (const x of [48526773, -7.518185333637321e208, 3720014, 64581566874460, 2980327.6372794183, 6381956970095103 * 2 ** 797, 2 ** 1023, 1e22]) {
  console.log(Math.sin(x), Math.cos(x))
}
console.log(Math.sin(Infinity), Math.cos(-Infinity))
