// Makes programs and says what Node prints for them, as the test in `tests/engine.rs` asks: a line of JSON in, a line of JSON out.
//
//   { "program": 17 }        the program of that number
//   { "smaller": "source" }  programs of fewer lines
//   { "own": "source" }      this program, after what every generated one begins with
//
// Each answer is { "programs": [{ "source", "lines" }] }; `lines` is absent for a program that Node refuses or does not end.
import { createInterface } from 'node:readline'

import { evaluate, smaller } from './evaluate.mjs'
import { PRELUDE } from './prelude.mjs'
import { program } from './programs.mjs'

/** Programs that are tried at once to make one smaller. */
const MAX_SMALLER = 400

function sources(request) {
  if (typeof request.program === 'number') return [program(request.program)]
  if (typeof request.own === 'string') return [`${PRELUDE}\n${request.own}`]
  return [...smaller(request.smaller)].slice(0, MAX_SMALLER)
}

for await (const line of createInterface({ input: process.stdin })) {
  const programs = sources(JSON.parse(line)).map((source) => ({ source, lines: evaluate(source) }))
  process.stdout.write(`${JSON.stringify({ programs })}\n`)
}
