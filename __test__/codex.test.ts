// apply_patch: patches in the form of Codex and unified diffs, all files or none.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { applyChunks, parsePatch } from '../ts/names/patch.js'
import { serve } from './family-support.js'

const codex = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

/** All files of a folder, each with its text. */
function contents(root: string): string {
  const names = (readdirSync(root, { recursive: true }) as string[]).sort()
  const files = names.filter((name) => !name.startsWith('.') && statSync(join(root, name)).isFile())
  return files.map((name) => `${name}=${readFileSync(join(root, name), 'utf8').trim()}`).join(' ')
}

/** The contents of a file after a patch. */
function patched(content: string, patch: string): string {
  const [file] = parsePatch(patch)
  if (file?.kind !== 'update') throw new Error('no update')
  return applyChunks(file.path, content, file.chunks)
}

const update = (...lines: string[]) => codex('*** Update File: a.ts', ...lines)

describe('a patch', () => {
  test.each<[string, string, string, string]>([
    ['replaces a line between context', 'a\nb\nc\n', update('@@', ' a', '-b', '+B', ' c'), 'a\nB\nc\n'],
    ['has several chunks', 'a\nb\nc\nd\n', update('@@', '-a', '+A', '@@', '-d', '+D'), 'A\nb\nc\nD\n'],
    ['needs no @@ for the first chunk', 'a\nb\n', update(' a', '-b', '+B'), 'a\nB\n'],
    [
      'finds its place beneath a header',
      'class A\n  x\nclass B\n  x\n',
      update('@@ class B', '-  x', '+  y'),
      'class A\n  x\nclass B\n  y\n',
    ],
    [
      'finds its place beneath several headers',
      'class A\n  f\n    x\nclass B\n  f\n    x\n',
      update('@@ class B', '@@   f', '-    x', '+    y'),
      'class A\n  f\n    x\nclass B\n  f\n    y\n',
    ],
    [
      'has two chunks beneath one header',
      'class A {\n  f() {\n    1\n  }\n  g() {\n    2\n  }\n}\n',
      update('@@ class A {', '   f() {', '-    1', '+    3', '@@ class A {', '   g() {', '-    2', '+    4'),
      'class A {\n  f() {\n    3\n  }\n  g() {\n    4\n  }\n}\n',
    ],
    ['adds lines after its header', 'f() {\n}\n', update('@@ f() {', '+  x'), 'f() {\n  x\n}\n'],
    ['adds lines at the end', 'a\n', update('@@', '+b', '*** End of File'), 'a\nb\n'],
    ['must reach to the end', 'x\na\nx\n', update('@@', '-x', '+y', '*** End of File'), 'x\na\ny\n'],
    ['fills an empty file', '', update('@@', '+a'), 'a\n'],
    ['empties a file', 'a\n', update('@@', '-a'), ''],
    ['keeps a missing last line end', 'a\nb', update('@@', '-a', '+A'), 'A\nb'],
    ['takes an empty line for context', 'a\n\nb\n', update('@@', ' a', '', '-b', '+c'), 'a\n\nc\n'],
    ['is text to the letter', 'a\n', update('@@', '-a', '+$& \\n $1'), '$& \\n $1\n'],
    ['is a unified diff', 'a\nb\nc\n', '--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n', 'a\nB\nc\n'],
    ['is a unified diff whose line chooses', 'x\nx\nx\n', '--- a/a.ts\n+++ b/a.ts\n@@ -2 +2 @@\n-x\n+y\n', 'x\ny\nx\n'],
    ['is a unified diff that only adds', 'a\nb\n', '--- a/a.ts\n+++ b/a.ts\n@@ -1,0 +2,1 @@\n+x\n', 'a\nx\nb\n'],
    [
      'keeps what its numbers leave out',
      'a\nb\nc\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n a\n-b\n+B\n c\n',
      'a\nB\nc\n',
    ],
    ['takes away a line of dashes', 'a\n-- b\n', '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1 @@\n a\n--- b\n', 'a\n'],
    [
      'is a unified diff whose lines have moved',
      'new\nnew\na\nb\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@ f()\n a\n-b\n+B\n',
      'new\nnew\na\nB\n',
    ],
    ['is beneath one of two headers alone', 'f\n  x\nf\n  y\n', update('@@ f', '-  y', '+  z'), 'f\n  x\nf\n  z\n'],
    [
      'has the mark at the beginning of a file',
      'a\nb\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n-\uFEFFa\n+\uFEFFA\n b\n',
      'A\nb\n',
    ],
    [
      'is a unified diff of a test of patches',
      'x\n*** Begin Patch\ny\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n x\n *** Begin Patch\n-y\n+z\n',
      'x\n*** Begin Patch\nz\n',
    ],
    ['is a unified diff without numbers', 'a\nb\n', '--- a/a.ts\n+++ b/a.ts\n@@ ... @@\n a\n-b\n+B\n', 'a\nB\n'],
    ['has dots for a header', 'a\nb\n', update('@@ ... @@', ' a', '-b', '+B'), 'a\nB\n'],
    ['takes away an empty line alone', 'a\n\nb\n', '--- a/a.ts\n+++ b/a.ts\n@@ -2 +1,0 @@\n-\n', 'a\nb\n'],
    ['adds an empty line alone', 'a\nb\n', '--- a/a.ts\n+++ b/a.ts\n@@ -1,0 +2 @@\n+\n', 'a\n\nb\n'],
    [
      'is a unified diff of a last line without line end',
      'a\nb',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n',
      'a\nc\n',
    ],
  ])('%s', (_, before, patch, after) => {
    expect(patched(before, patch)).toBe(after)
  })

  test.each<[string, string, string, RegExp]>([
    ['context that differs', 'a\nb\n', update('@@', ' a ', '-b', '+B'), /chunk 1: its lines are not in the file/],
    ['a place that is not the only one', 'x\na\nx\n', update('@@', '-x', '+y'), /2 times in the file, on lines 1, 3/],
    ['additions without a place', 'a\n', update('@@', '+b'), /only adds lines, and does not say where/],
    [
      'a header that stands twice, with the lines beneath both',
      'class A\n  f\n    x\nclass B\n  f\n    x\n',
      update('@@   f', '-    x', '+    y'),
      /its lines, and the line of its @@, stand 2 times in the file, on lines 3, 6/,
    ],
    ['a header that is not there', 'a\n', update('@@ class B', '-a', '+b'), /no line `class B`.* are on line 1/],
    ['a header below its lines', 'a\nf\n', update('@@ f', '-a', '+b'), /in the file on line 1, above line 2/],
    [
      'chunks out of order',
      'a\nb\n',
      update('@@', '-b', '+B', '@@', '-a', '+A'),
      /chunk 2: .* on line 1, before line 2/,
    ],
    [
      'additions whose number counts other lines',
      'a\nb\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n+x\n@@ -2 +2 @@\n-b\n+B\n',
      /there are 0 and 1\. Give the lines that are missing\.$/,
    ],
    [
      'a number alone where the other numbers do not fit',
      'new\na\nb\nc\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+A\n@@ -2,0 +3 @@\n+x\n',
      /chunk 2: nothing but the line number.*chunk 1 begin on line 2, and its @@ says 1/,
    ],
    [
      'an end that is not the end',
      'a\nb\n',
      update('@@', '-a', '+A', '*** End of File'),
      /in the file on line 1, and the file goes on after them: leave out "\*\*\* End of File"/,
    ],
    [
      'a last line end that is there',
      'a\nb\n',
      '--- a/a.ts\n+++ b/a.ts\n@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+B\n',
      /in the file on line 2, and the last line of the file has a line end: leave out "\\ No newline/,
    ],
    ['context of an empty file', '', update('@@', ' ', '+b'), /the file is empty: give only lines with "\+"/],
    [
      'an empty line before its lines',
      'x\none\ntwo\n',
      update('@@', ' ', ' one', '-two', '+TWO'),
      /begins with an empty line, which the file does not have there: leave it out.*from line 2 on/,
    ],
    [
      'a part of a line',
      'const one\ntwo\n',
      update('@@', ' one', '-two', '+TWO'),
      /line 1 .*`const one`.*Give the whole/,
    ],
    [
      'an item of a list in place of context',
      '# T\n- one\n- two\n',
      update('@@', ' # T', '- one', '-- two', '+- 2'),
      /`- one` is one with its sign: as a line of context it has a space before it/,
    ],
  ])('is refused for %s', (_, before, patch, message) => {
    expect(() => patched(before, patch)).toThrow(message)
  })

  test.each<[string, string, RegExp]>([
    ['nothing', '', /names no file/],
    ['no end', '*** Begin Patch\n*** Update File: a\n@@\n-a\n+b', /does not end/],
    ['a line without a sign', update('@@', 'a', '-b'), /Line 4 of the patch begins with none of/],
    ['a new file with a line without +', codex('*** Add File: b', 'x'), /does not begin with "\+"/],
    ['a file twice', codex('*** Delete File: b', '*** Delete File: b'), /names b twice/],
    ['no change', update(' a'), /changes nothing in a\.ts/],
    ['no change of a unified diff', '--- a/a.ts\n+++ b/a.ts\n a\n', /changes nothing in a\.ts/],
    ['line ends that are written out', '*** Begin Patch\\n*** End Patch', /give real line ends/],
    ['a chunk of no file', '@@ -1 +1 @@\n-a\n+b\n', /begins a chunk and no lines/],
    ['a mode', 'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n', /changes the mode of a file \(x\)/],
    [
      'a symbolic link',
      'diff --git a/x b/x\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n\\ No newline at end of file\n',
      /is about a symbolic link \(x\), which cannot be done here/,
    ],
    [
      'a changed symbolic link',
      'diff --git a/x b/x\nindex 1..2 120000\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-y\n+z\n',
      /is about a symbolic link/,
    ],
    ['a copy', 'diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n', /copies a file/],
    ['bytes', 'diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n', /is not text/],
    [
      'half a chunk',
      '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@ f()\n a\n+b\n',
      /middle of a chunk: by line 3 .* 3 old and 4 new lines, and there are 1 and 2\..*begin the chunk with: @@ -1,1 \+1,2 @@ f\(\)/,
    ],
    ['the same lines on both sides', update('@@', '-a', '+a'), /its lines with "\+" are the same as those with "-"/],
  ])('is no patch with %s', (_, patch, message) => {
    expect(() => parsePatch(patch)).toThrow(message)
  })
})

describe('--names codex', () => {
  test('has the headers of git', () => {
    const files = parsePatch(
      [
        'diff --git a/old.ts b/new.ts\nsimilarity index 100%\nrename from old.ts\nrename to new.ts',
        'diff --git a/empty.ts b/empty.ts\nnew file mode 100644\nindex 0000000..e69de29',
        'diff --git a/gone.ts b/gone.ts\ndeleted file mode 100644\nindex e69de29..0000000',
        'diff --git "a/\\355\\225\\234.ts" "b/\\355\\225\\234.ts"\nindex 1..2 100644',
        '--- "a/\\355\\225\\234.ts"\n+++ "b/\\355\\225\\234.ts"\n@@ -1 +1 @@\n-a\n+b',
        'diff --git a/x.ts b/y.ts\nsimilarity index 50%\nrename from x.ts\nrename to y.ts\nindex 1..2 100644',
        '--- a/x.ts\n+++ b/y.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c',
        '-- \n2.43.0\n',
      ].join('\n'),
    )
    expect(files.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'update old.ts',
      'add empty.ts',
      'delete gone.ts',
      'update 한.ts',
      'update x.ts',
    ])
    expect(files[0]).toMatchObject({ moveTo: 'new.ts', chunks: [] })
    expect(files[4]).toMatchObject({ moveTo: 'y.ts', chunks: [{ old: ['a', 'b'], new: ['a', 'c'] }] })
  })

  test.each<[string, string, string]>([
    ['no prefixes', 'diff --git a/b.ts a/b.ts\n--- a/b.ts\n+++ a/b.ts\n@@ -1 +1 @@\n-a\n+b\n', 'update a/b.ts'],
    ['other letters', 'diff --git i/x.ts w/x.ts\n--- i/x.ts\n+++ w/x.ts\n@@ -1 +1 @@\n-a\n+b\n', 'update x.ts'],
    ['a folder of one letter', '--- a/c/x.ts\n+++ b/c/x.ts\n@@ -1 +1 @@\n-a\n+b\n', 'update c/x.ts'],
    ['the time 0', '--- a/x.ts\t1970-01-01 00:00:00.0 +0000\n+++ b/x.ts\t2026-01-01\n@@ -0,0 +1 @@\n+a\n', 'add x.ts'],
    [
      'no lines before in a file that git knows',
      'diff --git a/x.ts b/x.ts\nindex 1f2e..3a4b 100644\n--- a/x.ts\n+++ b/x.ts\n@@ -0,0 +1 @@\n+a\n',
      'update x.ts',
    ],
    ['no lines before', '--- a/x.ts\n+++ b/x.ts\n@@ -0,0 +1 @@\n+a\n', 'add x.ts'],
  ])('reads names with %s', (_, patch, expected) => {
    const [file] = parsePatch(patch)
    expect(`${file?.kind} ${file?.path}`).toBe(expected)
    expect(file).not.toHaveProperty('moveTo')
  })

  test('a new file of one empty line has it', () => {
    const [file] = parsePatch('--- /dev/null\n+++ b/x.ts\n@@ -0,0 +1 @@\n+\n')
    expect(file).toMatchObject({ kind: 'add', content: '\n' })
  })

  test('changes, adds, moves and deletes files in one step', async () => {
    const { good, text, path } = await serve('codex', { 'a.ts': 'one\r\ntwo\r\n', 'b.ts': 'b\n', 'c.ts': 'c\n' })
    const answer = await good('apply_patch', {
      input: codex(
        '*** Update File: a.ts',
        '@@',
        ' one',
        '-two',
        '+TWO',
        '*** Update File: b.ts',
        '*** Move to: sub/b.ts',
        '@@',
        '-b',
        '+B',
        '*** Add File: d.ts',
        '+new',
        '*** Delete File: c.ts',
      ),
    })
    expect(answer).toBe('Success. Updated the following files:\nM a.ts\nM sub/b.ts\nA d.ts\nD c.ts')
    expect([text('a.ts'), text('sub/b.ts'), text('d.ts')]).toEqual(['one\r\nTWO\r\n', 'B\n', 'new\n'])
    expect(() => text('c.ts')).toThrow()
    expect(() => text('b.ts')).toThrow()
    expect(path('a.ts')).toContain('a.ts')
  })

  test('keeps the byte order mark of new files, and gives one to a file that gets it', async () => {
    const { good, bad, text } = await serve('codex', { 'a.cs': 'using A;\nb\n', 'c.cs': '\uFEFFc\nd\n' })
    const unified = (...lines: string[]) => `${lines.join('\n')}\n`
    const added = ['--- /dev/null', '+++ b/new.cs', '@@ -0,0 +1,2 @@', '+\uFEFFusing B;', '+x']
    const marked = ['--- a/a.cs', '+++ b/a.cs', '@@ -1,2 +1,2 @@', '-using A;', '+\uFEFFusing A;', ' b']
    const retyped = ['--- a/c.cs', '+++ b/c.cs', '@@ -1,2 +1,2 @@', '-\uFEFFc', '+C', ' d']
    await good('apply_patch', { input: unified(...added, ...marked, ...retyped) })
    expect(text('new.cs')).toBe('\uFEFFusing B;\nx\n')
    expect(text('a.cs')).toBe('\uFEFFusing A;\nb\n')
    expect(text('c.cs')).toBe('\uFEFFC\nd\n')
    const removed = ['--- a/c.cs', '+++ b/c.cs', '@@ -1,2 +1,2 @@', '-\uFEFFC', '+C', ' d']
    expect(await bad('apply_patch', { input: unified(...removed) })).toContain(
      'c.cs: the patch removes the byte order mark of the file, which cannot be done here.',
    )
  })

  test('gives new files the line ends of the files beside them, and adds lines before the first', async () => {
    const files = { 'src/one.cs': 'a\r\nb\r\n', 'src/two.cs': 'a\r\n', 'log.txt': 'old\n' }
    const { good, text } = await serve('codex', files)
    const added = ['--- /dev/null', '+++ b/src/new.cs', '@@ -0,0 +1,2 @@', '+x\r', '+y\r']
    const header = ['diff --git a/log.txt b/log.txt', 'index 3367afd..a1b2c3d 100644']
    const first = ['--- a/log.txt', '+++ b/log.txt', '@@ -0,0 +1 @@', '+new', '']
    await good('apply_patch', { input: [...added, ...header, ...first].join('\n') })
    expect(text('src/new.cs')).toBe('x\r\ny\r\n')
    expect(text('log.txt')).toBe('new\nold\n')
    await good('apply_patch', { input: codex('*** Add File: src/other.cs', '+x') })
    expect(text('src/other.cs')).toBe('x\r\n')
  })

  test('says that a new file is not executable where its mode in git says so', async () => {
    const { good, text } = await serve('codex', {})
    const header = 'diff --git a/run.sh b/run.sh\nnew file mode 100755\nindex 0000000..1111111'
    const input = `${header}\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+#!/bin/sh\n`
    expect(await good('apply_patch', { input })).toBe(
      'Success. Updated the following files:\nA run.sh\nNote: run.sh is not executable yet, as no mode is set here: chmod +x it.',
    )
    expect(text('run.sh')).toBe('#!/bin/sh\n')
  })

  test('exchanges names, and gives those of removed files away', async () => {
    const files = { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'old.ts': 'old\n', 'e.ts': 'e\n' }
    const { good, text } = await serve('codex', files)
    const move = (from: string, to: string) => [`*** Update File: ${from}`, `*** Move to: ${to}`]
    await good('apply_patch', {
      input: codex(
        ...[...move('a.ts', 'b.ts'), '@@', '-a', '+A', ...move('b.ts', 'c.ts'), ...move('c.ts', 'a.ts')],
        ...['*** Add File: old.ts', '+new', ...move('old.ts', 'older.ts')],
        ...['*** Delete File: e.ts', '*** Add File: e.ts', '+E'],
      ),
    })
    const names = ['a.ts', 'b.ts', 'c.ts', 'old.ts', 'older.ts', 'e.ts']
    expect(names.map((name) => text(name).trim())).toEqual(['c', 'A', 'b', 'new', 'old', 'E'])
  })

  test('changes no file when one does not fit, and shows the nearest place', async () => {
    const { bad, text } = await serve('codex', { 'a.ts': 'a\n', 'b.ts': 'let sum = 0\nsum += 1\nreturn sum\n' })
    const answer = await bad('apply_patch', {
      input: codex(
        '*** Update File: a.ts',
        '@@',
        '-a',
        '+A',
        '*** Update File: b.ts',
        '@@',
        ' let sum = 0',
        '-return sum',
        '+x',
      ),
    })
    expect(answer).toMatch(
      /^b\.ts: chunk 1: its lines are not in the file\.[\s\S]*lines 1 to 3[\s\S]*line 2[\s\S]*Nothing was changed\./,
    )
    expect([text('a.ts'), text('b.ts')]).toEqual(['a\n', 'let sum = 0\nsum += 1\nreturn sum\n'])
  })

  test('says what differs where nothing but quotes does, and what is there already', async () => {
    const { bad, text } = await serve('codex', { 'a.ts': "say('one')\nold()\n" })
    const quotes = codex('*** Update File: a.ts', '@@', ' say(‘one’)', '-old()', '+new()')
    expect(await bad('apply_patch', { input: quotes })).toContain(
      'On lines 1 to 2 nothing differs but typographic quotes.',
    )
    expect(await bad('apply_patch', { input: quotes })).toContain(
      "The text as it should be, between the fences:\n```\nsay('one')\nold()\n```",
    )
    const both = codex('*** Update File: a.ts', '@@', '-say(‘one’)', '+say(‘two’)')
    expect(await bad('apply_patch', { input: both })).toContain('The new lines have such quotes too')
    const done = codex('*** Update File: a.ts', '@@', "-say('two')", '-former()', "+say('one')", '+old()')
    expect(await bad('apply_patch', { input: done })).toContain('already in the file')
    expect(text('a.ts')).toBe("say('one')\nold()\n")
  })

  test('advises nothing that a patch cannot say, and remarks on placeholders', async () => {
    const { bad, good, text } = await serve('codex', { 'a.py': 'if x:\n        f(1)\n        g(2)\n' })
    const tabs = codex('*** Update File: a.py', '@@', '-\tf(1)', '-\tg(2)', '+\tf(3)', '+\tg(2)')
    const refused = await bad('apply_patch', { input: tabs })
    expect(refused).toContain('Only indentation differs. Give it as the file has it.')
    expect(refused).not.toContain('flexible')
    expect(await bad('apply_patch', { input: codex('*** Add File: "c.ts"', '+1') })).toContain('Give the path alone')
    const added = codex('*** Add File: n.js', '+// ... rest of the code ...', '+f()')
    expect(await good('apply_patch', { input: added })).toMatch(/the patch of n\.js adds the line.*placeholder/)
    expect(text('n.js')).toBe('// ... rest of the code ...\nf()\n')
  })

  test('adds no file over another, and moves none there', async () => {
    const { bad, text } = await serve('codex', { 'a.ts': 'a\n', 'b.ts': 'b\n' })
    expect(await bad('apply_patch', { input: codex('*** Add File: a.ts', '+x') })).toContain('exists already')
    const move = codex('*** Update File: a.ts', '*** Move to: b.ts')
    expect(await bad('apply_patch', { input: move })).toContain('Nothing was changed')
    expect([text('a.ts'), text('b.ts')]).toEqual(['a\n', 'b\n'])
  })

  test('names the file of every refusal', async () => {
    const { bad, text } = await serve('codex', { a: 'a\n', 'src/area.ts': 'x\n' })
    const edit = codex('*** Update File: a', '@@', '-a', '+A', '*** Update File: src/aera.ts', '@@', '-x', '+y')
    expect(await bad('apply_patch', { input: edit })).toContain(
      'src/aera.ts: File does not exist. Did you mean src/area.ts?',
    )
    expect(text('a')).toBe('a\n')
  })

  test.each<[string, readonly string[], string]>([
    ['a file is deleted', ['*** Delete File: a', '*** Add File: a/b', '+x'], 'a/b=x f/c=c f/d/e=e'],
    ['the order is the other one', ['*** Add File: a/b', '+x', '*** Delete File: a'], 'a/b=x f/c=c f/d/e=e'],
    ['a file moves into a folder of its name', ['*** Update File: a', '*** Move to: a/b/c'], 'a/b/c=a f/c=c f/d/e=e'],
    ['a folder is emptied', ['*** Delete File: f/c', '*** Delete File: f/d/e', '*** Add File: f', '+x'], 'a=a f=x'],
    ['a file takes the place of its folder', ['*** Update File: f/d/e', '*** Move to: f/d'], 'a=a f/c=c f/d=e'],
    [
      'a file takes the place before the others have left',
      ['*** Update File: f/d/e', '*** Move to: f', '*** Update File: f/c', '*** Move to: g'],
      'a=a f=e g=c',
    ],
    [
      'a file and a folder exchange names',
      ['*** Update File: a', '*** Move to: f', '*** Update File: f/c', '*** Move to: a/c', '*** Delete File: f/d/e'],
      'a/c=c f=a',
    ],
  ])('makes a folder of a file and a file of a folder: %s', async (_, lines, after) => {
    const { good, cli, root } = await serve('codex', { a: 'a\n', 'f/c': 'c\n', 'f/d/e': 'e\n' })
    const before = contents(root)
    await good('apply_patch', { input: codex(...lines) })
    expect(contents(root)).toBe(after)
    cli('undo')
    expect(contents(root)).toBe(before)
    cli('redo')
    expect(contents(root)).toBe(after)
  })

  test('moves many files at once, whose names begin alike and are taken by each other', async () => {
    const names = ['f', 'f-1', 'f.b/c', 'f.b/c.d', 'f0', ...Array.from({ length: 60 }, (_, number) => `g/${number}`)]
    const { good, cli, root } = await serve('codex', Object.fromEntries(names.map((name) => [name, `${name}\n`])))
    const before = contents(root)
    const next = (index: number): string => names[(index + 1) % names.length] ?? ''
    const turn = names.flatMap((name, index) => [`*** Update File: ${name}`, `*** Move to: ${next(index)}`])
    await good('apply_patch', { input: codex(...turn) })
    expect(contents(root).split(' ').sort()).toEqual(names.map((name, index) => `${next(index)}=${name}`).sort())
    cli('undo')
    expect(contents(root)).toBe(before)
    const nest = names.flatMap((name) => [`*** Update File: ${name}`, `*** Move to: ${name}/f/${name}`])
    await good('apply_patch', { input: codex(...nest) })
    expect(contents(root).split(' ').sort()).toEqual(names.map((name) => `${name}/f/${name}=${name}`).sort())
    cli('undo')
    expect(contents(root)).toBe(before)
  })

  test('leaves a folder that holds more, and names what it holds', async () => {
    const { bad, text } = await serve('codex', { 'f/c': 'c\n', 'f/kept': 'kept\n' })
    const input = codex('*** Update File: f/c', '*** Move to: f')
    expect(await bad('apply_patch', { input })).toContain('f is a folder, and it holds f/kept, which stays.')
    expect(text('f/c')).toBe('c\n')
  })

  const added = codex('*** Add File: new.txt', '+$HOME `x` "q"')
  const heredoc = `apply_patch <<'EOF'\n${added}\nEOF`
  test.each<[string, unknown, string]>([
    ['as a command line', { command: ['apply_patch', added] }, 'new.txt'],
    ['as a command line in input', { input: ['apply_patch', added] }, 'new.txt'],
    ['through a shell', { command: ['bash', '-lc', heredoc], timeout_ms: 1000 }, 'new.txt'],
    ['in a heredoc', { input: heredoc }, 'new.txt'],
    ['in a heredoc without its name', { input: `<<EOF\n${added}\nEOF` }, 'new.txt'],
    ['in a heredoc after a folder', { cmd: `cd sub && ${heredoc}\n` }, 'sub/new.txt'],
    ['from a folder of the host', { command: ['apply_patch', added], workdir: 'sub' }, 'sub/new.txt'],
    ['in quotes', { command: `apply_patch '${added}'` }, 'new.txt'],
    ['line by line', { input: added.split('\n') }, 'new.txt'],
    ['as JSON', { input: JSON.stringify({ input: added }) }, 'new.txt'],
    ['under another name', { patchText: added }, 'new.txt'],
    ['in a fence', { patch: `\`\`\`diff\n${added}\n\`\`\`` }, 'new.txt'],
  ])('takes a patch %s', async (_, args, name) => {
    const { good, text } = await serve('codex', { 'sub/old.txt': 'old\n' })
    await good('apply_patch', args as object)
    expect(text(name)).toBe('$HOME `x` "q"\n')
  })

  test('runs no command, and takes no two patches', async () => {
    const { bad, path } = await serve('codex', { a: 'a\n' })
    expect(await bad('apply_patch', { command: ['bash', '-lc', 'rm a'] })).toContain('The patch names no file.')
    expect(await bad('apply_patch', { input: `${heredoc}\nnpm test` })).toContain(
      'The text after the patch is a command, and none is run here: npm test',
    )
    expect(await bad('apply_patch', { input: added, patch: added })).toContain('there is no argument patch')
    expect([existsSync(path('a')), existsSync(path('new.txt'))]).toEqual([true, false])
  })

  test('helps with a chunk of which the answer quotes the beginning alone, and with lines in a fence', async () => {
    const lines = Array.from({ length: 12 }, (_, at) => `const value${at} = compute(${at}, 'a rather long argument')`)
    const { bad } = await serve('codex', { 'a.ts': `${lines.join('\n')}\n` })
    const fenced = codex('*** Update File: a.ts', '@@', ' ```', ...lines.slice(0, 9).map((it) => ` ${it}`), '+x')
    expect(await bad('apply_patch', { input: fenced })).toMatch(/lines 1 to 9[\s\S]*fence[\s\S]*as it should be/)
  })

  test('writes the line ends of the file, and does not remark on them', async () => {
    const { good, text } = await serve('codex', { 'a.ts': 'a\r\nb\r\n' })
    const input = codex('*** Update File: a.ts', '@@', ' a', '-b', '+B', '+C')
    expect(await good('apply_patch', { input })).toBe('Success. Updated the following files:\nM a.ts')
    expect(text('a.ts')).toBe('a\r\nB\r\nC\r\n')
  })

  test('leaves alone what the ignore rules do, unless it was allowed', async () => {
    const files = { '.gitignore': 'made/\nnotes/\n', 'made/a.js': 'a\n', 'notes/b.md': 'b\n' }
    const { call, text } = await serve('codex', files, ['--allow-ignored', 'notes/'])
    const refused = await call('apply_patch', {
      input: codex('*** Update File: notes/b.md', '@@', '-b', '+B', '*** Update File: made/a.js', '@@', '-a', '+A'),
    })
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(/made.* is in a folder that is ignored.*--allow-ignored made\//s)
    expect([text('notes/b.md'), text('made/a.js')]).toEqual(['b\n', 'a\n'])
    const done = await call('apply_patch', { input: codex('*** Update File: notes/b.md', '@@', '-b', '+B') })
    expect(done.text).toContain('M notes/b.md')
    expect(text('notes/b.md')).toBe('B\n')
  })

  test('reads, lists and searches', async () => {
    const { good, bad, path } = await serve('codex', { 'a.ts': 'one\ntwo\n', 'sub/b.ts': 'two\n' })
    expect(await good('read_file', { file_path: 'a.ts', offset: 2 })).toBe('L2: two')
    const around = { mode: 'indentation', indentation: { anchor_line: 2, max_levels: 1, include_siblings: true } }
    expect(await good('read_file', { file_path: 'a.ts', ...around })).toBe('L2: two')
    expect(await good('list_dir', { dir_path: '.' })).toMatch(
      /^Absolute path: .*\n(a\.ts\nsub\/\n {2}b\.ts|sub\/\n {2}b\.ts\na\.ts)$/,
    )
    expect((await good('grep_files', { pattern: 'two' })).split('\n').sort()).toEqual(
      [path('a.ts'), path('sub/b.ts')].sort(),
    )
    expect(await bad('apply_patch', { input: 'hello' })).toContain('names no file')
  })
})
