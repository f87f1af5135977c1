/** The most characters of one event on stderr. */
const MAX_LINE_LENGTH = 2_000

/** Says something on stderr: one event is one line, whatever it quotes. */
export function report(text: string): void {
  process.stderr.write(`scenewright: ${oneLine(text)}\n`)
}

/** A text on one line that no terminal takes for more than text. */
export function oneLine(text: string): string {
  const shown = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text
  return shown
    .trimEnd()
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, '\\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '\uFFFD')
}
