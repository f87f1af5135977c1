// A loop has all the labels before it, and continue goes on with its next value (LabelledEvaluation, LoopContinues).
first: second: for (const row of [[1, 2], [3, 4], [5]]) {
  for (const cell of row) {
    if (cell === 1) continue first
    if (cell === 3) continue second
    console.log(`cell ${cell}`)
  }
  console.log(`row ${row}`)
}
