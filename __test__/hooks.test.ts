// Functions of the host that a call asks: what they see, what they may answer, and what their failures do.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type {
  CallRecord,
  ConfirmAnswer,
  ConfirmRequest,
  CorrectRequest,
  OldAndNewText,
  FileToolAnswer,
  PermissionRequest,
  WorkspaceOptions,
} from '../index.js'
import { atEnd, CANCELLED_WITHIN_MS, eventually, HELD_TO_A_DEADLINE, sleep } from './support.js'
import { open as openBench, reopen, tree, type Bench } from './workspace-support.js'

const TEXT = 'one\ntwo\nthree\n'
const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: ['1'], outputs: [], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
})
const BROKEN = 'the host is broken'
const broken = (): never => {
  throw new Error(BROKEN)
}

/** `a.txt` and `n.ipynb`, which count as read. */
async function open(options: Partial<WorkspaceOptions>): Promise<Bench> {
  return openBench({ 'a.txt': TEXT, 'n.ipynb': NOTEBOOK }, { durability: 'fast', readFirst: 'off', ...options })
}

const edit = (old_string = 'two', new_string = '2', file_path = 'a.txt') => ({ file_path, old_string, new_string })

/** One call of every tool that changes files. */
const CHANGES: Readonly<Record<string, { readonly args: object; readonly file: string }>> = {
  Edit: { args: edit(), file: 'a.txt' },
  MultiEdit: { args: { file_path: 'a.txt', edits: [{ old_string: 'two', new_string: '2' }] }, file: 'a.txt' },
  Write: { args: { file_path: 'a.txt', content: 'one\n2\nthree\n' }, file: 'a.txt' },
  NotebookEdit: { args: { notebook_path: 'n.ipynb', cell_number: 0, new_source: '2' }, file: 'n.ipynb' },
}
/** And of every other. */
const READS: Readonly<Record<string, object>> = {
  Read: { file_path: 'a.txt' },
  Glob: { pattern: '*.txt' },
  Grep: { pattern: 'two' },
  LS: { path: '.' },
}

/** Refuses, in these words, and has changed nothing. */
function refused(answer: FileToolAnswer, kind: string, ...says: string[]): void {
  expect(answer).toMatchObject({ result: false, behavior: 'ask', kind })
  for (const part of says) expect(answer.message).toContain(part)
}

describe('confirm', () => {
  for (const [tool, { args, file }] of Object.entries(CHANGES)) {
    test(`sees a change of ${tool} before anything is written`, async () => {
      const seen: ConfirmRequest[] = []
      let onDisk = ''
      const { workspace, path, text } = await open({
        confirm: (request) => {
          seen.push(request)
          onDisk = readFileSync(request.path, 'utf8')
          return 'proceed'
        },
      })
      const before = text(file)
      const answer = await workspace.callTool(tool, args)
      expect(answer).toMatchObject({ result: true })
      expect(answer).not.toHaveProperty('modifiedByUser')
      expect(seen).toEqual([
        {
          tool,
          path: path(file),
          oldText: before,
          newText: text(file),
          diff: expect.stringMatching(/^--- .*\n\+\+\+ .*\n@@ /),
          addedLines: answer['added'],
          removedLines: answer['removed'],
        },
      ])
      expect(onDisk).toBe(before)
      expect(text(file)).not.toBe(before)
    })

    for (const [name, word] of Object.entries({ "'cancel'": 'cancel', false: false } as const)) {
      test(`stops ${tool} by ${name}`, async () => {
        const { workspace, root, historyDir } = await open({ confirm: () => word })
        const before = tree(root)
        refused(await workspace.callTool(tool, args), 'cancelled', 'Nothing was changed')
        expect(tree(root)).toEqual(before)
        expect(existsSync(historyDir)).toBe(false)
      })
    }

    test(`refuses ${tool} when it throws`, async () => {
      const { workspace, root } = await open({ confirm: broken })
      const before = tree(root)
      refused(await workspace.callTool(tool, args), 'hook_failed', 'confirm', BROKEN)
      expect(tree(root)).toEqual(before)
    })
  }

  const yes: readonly ConfirmAnswer[] = ['proceed', true]
  test.each(yes)('continues by %s', async (word) => {
    const { workspace, text } = await open({ confirm: () => word })
    expect(await workspace.callTool('Edit', edit())).toMatchObject({ result: true })
    expect(text('a.txt')).toBe('one\n2\nthree\n')
  })

  test.each([undefined, null, '', 'yes', 0, 1, [], {}, { newText: 7 }, () => true, Symbol('x'), 10n])(
    'refuses what makes no sense: %s',
    async (nonsense) => {
      const { workspace, root } = await open({ confirm: () => nonsense as ConfirmAnswer })
      const before = tree(root)
      refused(await workspace.callTool('Edit', edit()), 'hook_failed', 'confirm')
      expect(tree(root)).toEqual(before)
    },
  )

  test('refuses when its promise is rejected', async () => {
    const { workspace, text } = await open({ confirm: () => Promise.reject(new Error(BROKEN)) })
    refused(await workspace.callTool('Edit', edit()), 'hook_failed', BROKEN)
    expect(text('a.txt')).toBe(TEXT)
  })

  test('sees a new file as missing before', async () => {
    const seen: ConfirmRequest[] = []
    const { workspace, path } = await open({
      confirm: (request) => {
        seen.push(request)
        return !existsSync(request.path)
      },
    })
    const args = { file_path: 'x/new.txt', content: 'a\nb\n' }
    expect(await workspace.callTool('Write', args)).toMatchObject({ result: true, type: 'create' })
    expect(seen).toMatchObject([
      { path: path('x/new.txt'), oldText: null, newText: 'a\nb\n', addedLines: 2, removedLines: 0 },
    ])
  })

  test('leaves no folders behind when it stops a new file', async () => {
    const { workspace, root } = await open({ confirm: () => 'cancel' })
    const before = tree(root)
    refused(await workspace.callTool('Write', { file_path: 'x/y/new.txt', content: 'a' }), 'cancelled')
    expect(tree(root)).toEqual(before)
  })

  for (const [tool, { args }] of Object.entries(CHANGES).filter(([, { file }]) => file === 'a.txt')) {
    test(`puts another text in place of that of ${tool}, and the answer is about it`, async () => {
      const { workspace, path, text } = await open({ confirm: () => ({ newText: 'ONE\n2\nthree\nfour\n' }) })
      writeFileSync(path('a.txt'), TEXT.replaceAll('\n', '\r\n'))
      const answer = await workspace.callTool(tool, args)
      expect(answer).toMatchObject({ result: true, modifiedByUser: true, added: 3, removed: 2 })
      expect(answer['diff']).toContain('+four')
      expect(answer['snippet']).toContain('ONE')
      expect(answer.assistant).toContain('four')
      expect(text('a.txt')).toBe('ONE\r\n2\r\nthree\r\nfour\r\n')
      expect(await workspace.checkFreshness('a.txt')).toMatchObject({ state: 'fresh' })
    })
  }

  test('has its own text checked again', async () => {
    let text = ''
    const { workspace, root, path } = await open({
      confirm: () => ({ newText: text }),
      limits: { fileBytes: 1_000 },
    })
    writeFileSync(path('latin.txt'), Buffer.from('Größe naïve Straße two\n', 'latin1'))
    const before = tree(root)
    text = 'x'.repeat(1_001)
    refused(await workspace.callTool('Edit', edit()), 'too_large')
    text = 'a\0b'
    refused(await workspace.callTool('Edit', edit()), 'invalid_input', 'NUL')
    text = 'Größe 漢字'
    refused(await workspace.callTool('Edit', edit('two', '2', 'latin.txt')), 'unsupported_encoding')
    text = TEXT
    refused(await workspace.callTool('Edit', edit()), 'no_change')
    expect(tree(root)).toEqual(before)
  })

  test('is not asked in a dry run, nor when a check refuses', async () => {
    let asked = 0
    const confirm = (): ConfirmAnswer => {
      asked++
      return 'proceed'
    }
    const { workspace } = await open({ confirm, readFirst: 'require' })
    await workspace.callTool('Edit', edit())
    await workspace.callTool('Read', { file_path: 'a.txt' })
    await workspace.callTool('Edit', edit('none'))
    await workspace.callTool('Edit', { ...edit(), dry_run: true })
    expect(asked).toBe(0)
    await workspace.callTool('Edit', edit())
    expect(asked).toBe(1)
  })

  test('may take its time', async () => {
    const { workspace, text } = await open({ confirm: () => sleep(300).then(() => 'proceed' as const) })
    expect(await workspace.callTool('Edit', edit())).toMatchObject({ result: true })
    expect(text('a.txt')).toBe('one\n2\nthree\n')
  })

  test('is not waited for once the call was cancelled', HELD_TO_A_DEADLINE, async () => {
    let answerIt: (answer: ConfirmAnswer) => void = () => {}
    let asked = false
    const { workspace, text } = await open({
      confirm: () => {
        asked = true
        return new Promise((resolve) => (answerIt = resolve))
      },
    })
    const controller = new AbortController()
    const calling = workspace.callTool('Edit', edit(), { signal: controller.signal })
    await eventually('it was asked', () => asked)
    const cancelledAt = performance.now()
    controller.abort()
    refused(await calling, 'cancelled')
    expect(performance.now() - cancelledAt).toBeLessThan(5 * CANCELLED_WITHIN_MS)
    answerIt('proceed')
    await sleep(50)
    expect(text('a.txt')).toBe(TEXT)
  })

  test('that never answers does not keep other calls or the end of the session', async () => {
    const { workspace, text } = await open({ confirm: () => new Promise<never>(() => {}) })
    const calling = workspace.callTool('Edit', edit())
    expect(await workspace.callTool('Read', { file_path: 'a.txt' })).toMatchObject({ result: true })
    await workspace.close()
    refused(await calling, 'closed')
    expect(text('a.txt')).toBe(TEXT)
  })

  test('has the file compared again after it', async () => {
    const { workspace, path, text } = await open({
      readFirst: 'require',
      confirm: ({ path: filePath }) => {
        writeFileSync(filePath, 'theirs two\n')
        return 'proceed'
      },
    })
    await workspace.callTool('Read', { file_path: 'a.txt' })
    refused(await workspace.callTool('Edit', edit()), 'stale_read')
    expect(text('a.txt')).toBe('theirs two\n')
    expect(existsSync(path('a.txt'))).toBe(true)
  })

  for (const [tool, { args }] of Object.entries(CHANGES)) {
    test(`cannot change files by ${tool} through the session that asks it, and does not hang`, async () => {
      let inner: FileToolAnswer | undefined
      const bench: Bench = await open({
        confirm: async () => {
          inner = await bench.workspace.callTool(tool, args)
          return true
        },
      })
      expect(await bench.workspace.callTool('Edit', edit('one', '1'))).toMatchObject({ result: true })
      expect(inner).toMatchObject({ result: false, kind: 'invalid_input' })
      expect(bench.text('a.txt')).toBe('1\ntwo\nthree\n')
    })
  }

  test('may start a change without waiting for it, which is made afterwards', async () => {
    let later: Promise<FileToolAnswer> | undefined
    const bench: Bench = await open({
      confirm: () => {
        later ??= sleep(200).then(() => bench.workspace.callTool('Edit', edit('one', '1')))
        return true
      },
    })
    expect(await bench.workspace.callTool('Edit', edit())).toMatchObject({ result: true })
    expect(await later).toMatchObject({ result: true })
    expect(bench.text('a.txt')).toBe('1\n2\nthree\n')
  })

  const others: Record<string, (bench: Bench) => Promise<unknown>> = {
    'a transaction': ({ workspace }) => workspace.transaction((tx) => tx.write({ path: 'b.txt', text: 'b' })),
    'an undo': ({ workspace }) => workspace.undo(),
    'a reset': ({ workspace }) => workspace.reset(),
    'a watch': ({ workspace }) => workspace.watch('a.txt'),
  }
  for (const [name, act] of Object.entries(others)) {
    test(`does not hang on ${name}`, async () => {
      let asked = 0
      const bench: Bench = await open({
        confirm: async () => {
          // Neither a refusal nor an error of it is of interest here.
          if ((asked += 1) > 1) await act(bench).catch(() => {})
          return true
        },
      })
      expect(await bench.workspace.callTool('Edit', edit('one', '1'))).toMatchObject({ result: true })
      const answer = await bench.workspace.callTool('Edit', edit())
      expect(bench.text('a.txt').includes('2')).toBe(answer.result)
    })
  }

  test('may read through the session that asks it', async () => {
    let inner: FileToolAnswer | undefined
    const bench: Bench = await open({
      confirm: async () => {
        inner = await bench.workspace.callTool('Read', { file_path: 'a.txt' })
        return true
      },
    })
    expect(await bench.workspace.callTool('Edit', edit())).toMatchObject({ result: true })
    expect(inner).toMatchObject({ result: true, content: TEXT })
  })

  test('of many calls at once are asked one after the other', async () => {
    let [open_, most] = [0, 0]
    const { workspace, text } = await open({
      confirm: async () => {
        most = Math.max(most, (open_ += 1))
        await sleep(5)
        open_ -= 1
        return true
      },
    })
    await workspace.callTool('Write', { file_path: 'a.txt', content: 'n0 n1 n2 n3 n4 n5 n6 n7 n8 n9' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => workspace.callTool('Edit', edit(`n${index}`, `m${index}`))),
    )
    expect(answers.map((answer) => answer.result)).toEqual(answers.map(() => true))
    expect(text('a.txt')).toBe('m0 m1 m2 m3 m4 m5 m6 m7 m8 m9')
    expect(most).toBe(1)
  })
})

describe('correct', () => {
  const wrong = edit('TWO', '2')

  test('repairs an edit, and the answer says so with both forms', async () => {
    const seen: CorrectRequest[] = []
    const { workspace, path, text } = await open({
      correct: (request) => {
        seen.push(request)
        return { oldText: 'two', newText: 'zwei' }
      },
    })
    expect(await workspace.callTool('Edit', wrong)).toMatchObject({
      result: true,
      replacements: 1,
      corrected: true,
      correction: {
        given: { oldString: 'TWO', newString: '2' },
        used: { oldString: 'two', newString: 'zwei' },
      },
    })
    expect(text('a.txt')).toBe('one\nzwei\nthree\n')
    expect(seen).toEqual([
      {
        tool: 'Edit',
        path: path('a.txt'),
        oldText: 'TWO',
        newText: '2',
        text: TEXT,
        diagnosis: expect.stringContaining('letter case'),
        editNumber: null,
        replaceAll: false,
        expectedReplacements: null,
      },
    ])
  })

  test('repairs one edit of several, on the text as those before have left it', async () => {
    const seen: CorrectRequest[] = []
    const { workspace, text } = await open({
      correct: (request) => {
        seen.push(request)
        return { oldText: 'two', newText: '2' }
      },
    })
    const edits = [edit('one', '1'), edit('TWO', '2'), edit('three', '3')].map(({ file_path: _, ...texts }) => texts)
    expect(await workspace.callTool('MultiEdit', { file_path: 'a.txt', edits })).toMatchObject({
      result: true,
      edits: [{ replacements: 1 }, { corrected: true }, { replacements: 1 }],
    })
    expect(seen).toMatchObject([{ tool: 'MultiEdit', editNumber: 2, text: '1\ntwo\nthree\n' }])
    expect(text('a.txt')).toBe('1\n2\n3\n')
  })

  const declines: readonly (null | undefined | false)[] = [null, undefined, false]
  test.each(declines)('declines by %s', async (nothing) => {
    const { workspace, text } = await open({ correct: () => nothing as null })
    const answer = await workspace.callTool('Edit', wrong)
    refused(answer, 'no_match', 'String: TWO', 'letter case')
    expect(answer.errorCode).toBe(8)
    expect(text('a.txt')).toBe(TEXT)
  })

  const useless: Record<string, OldAndNewText> = {
    'is wrong again': { oldText: 'Two', newText: '2' },
    'occurs more than once': { oldText: 'e', newText: 'E' },
    'is empty': { oldText: '', newText: 'x' },
    'changes nothing': { oldText: 'two', newText: 'two' },
    'matches flexibly only': { oldText: 'two  ', newText: '2' },
  }
  for (const [name, texts] of Object.entries(useless)) {
    test(`is asked once, and what ${name} is refused`, async () => {
      let asked = 0
      const { workspace, text } = await open({
        correct: () => {
          asked++
          return texts
        },
      })
      const answer = await workspace.callTool('Edit', { ...wrong, match: 'flexible' })
      refused(answer, 'no_match', 'String: TWO')
      expect(asked).toBe(1)
      expect(text('a.txt')).toBe(TEXT)
    })
  }

  test('refuses when it throws', async () => {
    const { workspace, text } = await open({ correct: broken })
    refused(await workspace.callTool('Edit', wrong), 'hook_failed', 'correct', BROKEN)
    expect(text('a.txt')).toBe(TEXT)
  })

  test.each(['two', 7, true, {}, { oldText: 'two' }, { oldText: 1, newText: 2 }, []])(
    'refuses what makes no sense: %s',
    async (nonsense) => {
      const { workspace, text } = await open({ correct: () => nonsense as unknown as null })
      refused(await workspace.callTool('Edit', wrong), 'hook_failed', 'correct')
      expect(text('a.txt')).toBe(TEXT)
    },
  )

  test('is not asked when the text has a place, two places, or a tolerant one', async () => {
    let asked = 0
    const correct = (): null => {
      asked++
      return null
    }
    const { workspace } = await open({ correct })
    await workspace.callTool('Edit', edit())
    await workspace.callTool('Edit', edit('e', 'E'))
    await workspace.callTool('Edit', { ...edit('three  \n', '3\n'), match: 'flexible' })
    expect(asked).toBe(0)
  })

  test('has what it repaired confirmed', async () => {
    const seen: string[] = []
    const { workspace, text } = await open({
      correct: () => ({ oldText: 'two', newText: '2' }),
      confirm: ({ newText: newContent }) => {
        seen.push(newContent)
        return 'cancel'
      },
    })
    refused(await workspace.callTool('Edit', wrong), 'cancelled')
    expect(seen).toEqual(['one\n2\nthree\n'])
    expect(text('a.txt')).toBe(TEXT)
  })
})

describe('permission', () => {
  for (const [tool, args] of [
    ...Object.entries(CHANGES).map(([name, it]) => [name, it.args] as const),
    ...Object.entries(READS),
  ]) {
    const access = tool in READS ? 'read' : 'write'

    test(`is asked before ${tool} touches a path`, async () => {
      const seen: PermissionRequest[] = []
      const { workspace, root, path } = await open({
        permission: (request) => {
          seen.push(request)
          return true
        },
      })
      expect(await workspace.callTool(tool, args)).toMatchObject({ result: true })
      const target = CHANGES[tool]?.file ?? (tool === 'Read' ? 'a.txt' : '')
      const expected = target === '' ? root : path(target)
      const asked = seen.map((request) => ({ ...request, path: request.path.replace(/[/]$/, '') }))
      expect(asked[0]).toEqual({ tool, path: expected, access })
      // Searches go on to ask for each file that they show.
      for (const { path: shown } of asked.slice(1)) expect([target, shown]).toEqual(['', expect.stringContaining(root)])
    })

    test(`refuses ${tool}, with a reason`, async () => {
      let answer: false | { reason: string } = false
      const { workspace, root } = await open({ permission: () => answer })
      const before = tree(root)
      refused(await workspace.callTool(tool, args), 'not_permitted', tool, access)
      answer = { reason: 'Ask Kim first.' }
      refused(await workspace.callTool(tool, args), 'not_permitted', 'Ask Kim first.')
      expect(tree(root)).toEqual(before)
    })

    test(`refuses ${tool} when it throws`, async () => {
      const { workspace, root } = await open({ permission: () => Promise.reject(new Error(BROKEN)) })
      const before = tree(root)
      refused(await workspace.callTool(tool, args), 'hook_failed', 'permission', BROKEN)
      expect(tree(root)).toEqual(before)
    })
  }

  test.each([undefined, null, 'no', 0, 1, {}, []])('takes what makes no sense for a failure: %s', async (nonsense) => {
    const { workspace, text } = await open({ permission: () => nonsense as unknown as boolean })
    refused(await workspace.callTool('Edit', edit()), 'hook_failed', 'permission')
    expect(text('a.txt')).toBe(TEXT)
  })

  test('is asked about the file that a link leads to', async () => {
    const seen: string[] = []
    const { workspace, path } = await open({
      permission: (request) => {
        seen.push(request.path)
        return false
      },
    })
    mkdirSync(path('real'))
    writeFileSync(path('real/x.txt'), 'x')
    symlinkSync('real', path('folder'))
    await workspace.callTool('Read', { file_path: 'folder/x.txt' })
    expect(seen).toEqual([path('real/x.txt')])
  })

  test('is not asked about what leads out', async () => {
    let asked = 0
    const { workspace } = await open({ permission: () => (asked += 1) > 0 })
    refused(await workspace.callTool('Read', { file_path: '../x' }), 'outside_workspace')
    expect(asked).toBe(0)
  })

  test('a file that may not be read is not counted as read', async () => {
    let may = false
    const { workspace } = await open({ readFirst: 'require', permission: () => may })
    refused(await workspace.callTool('Read', { file_path: 'a.txt' }), 'not_permitted')
    may = true
    refused(await workspace.callTool('Edit', edit()), 'not_read')
  })
})

describe('onCall', () => {
  test('receives every outcome', async () => {
    const records: CallRecord[] = []
    let word: ConfirmAnswer = 'proceed'
    const { workspace } = await open({ onCall: (record) => void records.push(record), confirm: () => word })
    await workspace.read({ path: 'a.txt' })
    await workspace.callTool('Edit', edit('two', '2\nzwei'))
    await workspace.callTool('Edit', { ...edit('one', '1'), dry_run: true })
    await workspace.multiEdit({ path: 'a.txt', edits: [{ oldText: 'one', newText: '1' }] })
    await workspace.write({ path: 'new.txt', text: 'a\nb\n' })
    await workspace.write({ path: 'new.txt', text: 'c\n' })
    await workspace.callTool('NotebookEdit', CHANGES['NotebookEdit']?.args)
    for (const [tool, args] of Object.entries(READS)) await workspace.callTool(tool, args)
    await workspace.callTool('Edit', edit('none', 'x'))
    await workspace.callTool('Edit', { file_path: 'a.txt' })
    await workspace.callTool('Read', { file_path: 'none' })
    word = 'cancel'
    await workspace.callTool('Edit', edit('three', '3'))
    await workspace.callTool('Read', { file_path: 'a.txt' }, { signal: AbortSignal.abort() })
    const [ok, applied, refusal] = [
      { ok: true, status: 'ok' },
      { ok: true, status: 'committed', change: 'updated' },
      { ok: false, status: 'refused', byteLength: 0, addedLines: 0, removedLines: 0 },
    ]
    expect(records).toMatchObject([
      { tool: 'Read', ...ok, byteLength: TEXT.length, addedLines: 0, removedLines: 0 },
      { tool: 'Edit', ...applied, byteLength: 'one\n2\nzwei\nthree\n'.length, addedLines: 2, removedLines: 1 },
      { tool: 'Edit', status: 'ok', change: 'updated', addedLines: 1, removedLines: 1 },
      { tool: 'MultiEdit', ...applied, addedLines: 1, removedLines: 1 },
      { tool: 'Write', status: 'committed', change: 'created', byteLength: 4, addedLines: 2, removedLines: 0 },
      { tool: 'Write', status: 'committed', change: 'updated', byteLength: 2, addedLines: 1, removedLines: 2 },
      { tool: 'NotebookEdit', ...applied },
      { tool: 'Read', ...ok },
      { tool: 'Glob', ...ok },
      { tool: 'Grep', ...ok },
      { tool: 'LS', ...ok },
      { tool: 'Edit', ...refusal, code: 'no_match' },
      { tool: 'Edit', ...refusal, code: 'invalid_input' },
      { tool: 'Read', ...refusal, code: 'not_found' },
      { tool: 'Edit', ...refusal, code: 'cancelled' },
      { tool: 'Read', ...refusal, code: 'cancelled' },
    ])
    for (const { durationMs, status, code } of records) {
      expect(durationMs).toBeGreaterThanOrEqual(0)
      expect(durationMs).toBeLessThan(30_000)
      expect(code === undefined).toBe(status !== 'refused')
    }
  })

  const throwing: Record<string, () => void | Promise<void>> = {
    'that throws': broken,
    'whose promise is rejected': () => Promise.reject(new Error(BROKEN)),
  }
  for (const [name, onCall] of Object.entries(throwing)) {
    test(`${name} is a warning of the process, and the call goes well`, async () => {
      const warnings: string[] = []
      const note = (warning: Error): void => void warnings.push(warning.message)
      process.on('warning', note)
      atEnd(() => void process.off('warning', note))
      const { workspace, text } = await open({ onCall })
      expect(await workspace.callTool('Edit', edit())).toMatchObject({ result: true })
      expect(text('a.txt')).toBe('one\n2\nthree\n')
      await eventually('it is a warning', () => warnings.some((message) => message.includes(BROKEN)))
    })
  }
})

test('a hook that is no function is refused when the workspace is opened', async () => {
  const { root, historyDir } = await open({})
  for (const name of ['confirm', 'correct', 'permission', 'onCall']) {
    await expect(reopen({ root, historyDir, [name]: 'yes' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(name),
    })
  }
})

describe('no other function that a call asks can hang it by a change', () => {
  const asking: Record<string, (act: () => Promise<unknown>) => Partial<WorkspaceOptions>> = {
    permission: (act) => ({ permission: () => act().then(() => true) }),
    correct: (act) => ({ correct: () => act().then(() => null) }),
    onCall: (act) => ({ onCall: () => act().then(() => undefined) }),
  }
  for (const [name, options] of Object.entries(asking)) {
    test(name, async () => {
      let asked = 0
      let inner: Promise<FileToolAnswer> | undefined
      const act = (): Promise<unknown> => {
        if ((asked += 1) > 1) return Promise.resolve()
        return (inner = bench.workspace.callTool('Edit', edit('one', '1')))
      }
      const bench: Bench = await open(options(act))
      expect(await bench.workspace.callTool('Edit', edit('TWO', '2'))).toMatchObject({ kind: 'no_match' })
      const made = (await inner)?.result
      expect(made).toBe(name === 'onCall')
      expect(bench.text('a.txt')).toBe(made ? '1\ntwo\nthree\n' : TEXT)
    })
  }

  test('a listener', async () => {
    const { workspace, text } = await open({})
    let inner: Promise<FileToolAnswer> | undefined
    workspace.on('edit', () => {
      inner ??= workspace.callTool('Edit', edit('one', '1'))
    })
    expect(await workspace.callTool('Edit', edit())).toMatchObject({ result: true })
    await eventually('it was called', () => inner !== undefined)
    expect(await inner).toMatchObject({ result: true })
    expect(text('a.txt')).toBe('1\n2\nthree\n')
  })
})

describe('a transaction', () => {
  test('whose verify starts a change without waiting makes it afterwards', async () => {
    const { workspace, text } = await open({})
    let later: Promise<FileToolAnswer> | undefined
    const result = await workspace.transaction((tx) => tx.write({ path: 'b.txt', text: 'b' }), {
      verify: () => {
        later = sleep(200).then(() => workspace.callTool('Edit', edit()))
        return true
      },
    })
    expect(result).toMatchObject({ status: 'committed' })
    expect(await later).toMatchObject({ result: true })
    expect(text('a.txt')).toBe('one\n2\nthree\n')
  })

  test('whose verify changes a file through the same session is not hung, and the change is refused', async () => {
    const { workspace, path, text } = await open({})
    let inner: FileToolAnswer | undefined
    const result = await workspace.transaction((tx) => tx.write({ path: 'b.txt', text: 'b' }), {
      verify: async () => {
        inner = await workspace.callTool('Edit', edit())
        return true
      },
    })
    expect(result).toMatchObject({ status: 'committed' })
    expect(inner).toMatchObject({ result: false })
    expect(text('a.txt')).toBe(TEXT)
    expect(existsSync(path('b.txt'))).toBe(true)
  })

  test('whose verify reads sees the new files', async () => {
    const { workspace } = await open({})
    let inner: FileToolAnswer | undefined
    const result = await workspace.transaction((tx) => tx.write({ path: 'a.txt', text: 'new\n' }), {
      verify: async () => {
        inner = await workspace.callTool('Read', { file_path: 'a.txt' })
        return false
      },
    })
    expect(result).toMatchObject({ status: 'reverted' })
    expect(inner).toMatchObject({ result: true, content: 'new\n' })
    expect(readFileSync(join(workspace.roots[0] ?? '', 'a.txt'), 'utf8')).toBe(TEXT)
  })
})
