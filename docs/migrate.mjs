// Rewrites programs from the names of scenewright 0.1 to the names of 0.2, as docs/migrating.md lists them.
//
//   node node_modules/scenewright/docs/migrate.mjs src/*.ts
//
// Needs `typescript` 5 or 6 in the project, as later versions have no API for programs. It changes what the text of a file shows to be
// ours: calls of variables that `Project.open` or `Workspace.open` gave, or that have one of these types, and what was made of their
// results. The type checker finds the rest.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ts = createRequire(join(process.cwd(), 'package.json'))('typescript')
if (!ts.ScriptTarget) {
  const version = ts.version ?? 'that is installed'
  throw new Error(`TypeScript ${version} has no API for programs: npm install --no-save typescript@5, and run this again`)
}

const TEXTS = { oldCode: 'oldText', newCode: 'newText', oldString: 'oldText', newString: 'newText' }
const FILE = { filePath: 'path', notebookPath: 'path', content: 'text', ...TEXTS }
const LINES = { added: 'addedLines', removed: 'removedLines' }
const STATE = { transactionId: 'sceneId', bytes: 'byteLength' }

/** New names of options of `open`. */
const OPTIONS = { dir: 'root', policy: 'readFirst', state: 'session', stateDir: 'historyDir' }

/** New names of methods, and of their arguments, by the class. A list of changes has the names of its call. */
const CLASSES = {
  Project: {
    methods: { glob: 'files', scene: 'summary', describe: 'reference', exportState: 'exportSession' },
    args: {
      ...Object.fromEntries(['edit', 'multiEdit', 'apply', 'check'].map((name) => [name, { ...TEXTS, code: 'text' }])),
      write: { code: 'text' },
      ...Object.fromEntries(['undo', 'redo', 'history'].map((name) => [name, { id: 'commitId' }])),
      ...Object.fromEntries(['render', 'inspect'].map((name) => [name, { at: 'commit' }])),
      export: { at: 'commit', to: 'toFile', path: 'toExports' },
    },
    events: { disk: 'externalEdit', stale: 'broken' },
    results: {
      read: { text: 'modelText', code: 'text', numLines: 'lineCount' },
      grep: { text: 'modelText' },
      run: STATE,
      render: STATE,
      export: { ...STATE, content: 'text' },
      scene: STATE,
    },
  },
  Workspace: {
    methods: { ls: 'tree', exportState: 'exportSession' },
    args: {
      ...Object.fromEntries(['read', 'write', 'edit', 'multiEdit', 'notebookEdit'].map((name) => [name, FILE])),
      ...Object.fromEntries(['undo', 'redo', 'history'].map((name) => [name, { id: 'commitId', file: 'path' }])),
      grep: { headLimit: 'limit' },
      delete: { filePath: 'path' },
    },
    events: Object.fromEntries(
      [
        ['read', 'read'],
        ['edited', 'edit'],
        ['conflict', 'conflict'],
        ['modified', 'externalEdit'],
        ['changed', 'change'],
      ].map(([from, to]) => [`file:${from}`, to]),
    ),
    results: {
      read: { content: 'text', numLines: 'lineCount' },
      glob: { filenames: 'paths', numFiles: 'count', totalFiles: 'total' },
      grep: {
        ...{ filenames: 'paths', numFiles: 'count', totalFiles: 'total', numMatches: 'matchCount' },
        mode: 'outputMode',
      },
      ...Object.fromEntries(['edit', 'multiEdit', 'write', 'notebookEdit'].map((name) => [name, LINES])),
      ls: { numEntries: 'count' },
    },
  },
}

/** New names of what every result has. */
const RESULT = { transactionId: 'commitId', assistant: 'modelText', display: 'terminalText', stale: 'broken', errorInfo: 'error' }
const ERROR = { kind: 'code', errorCode: 'wireCode', whatToDo: 'hint', meta: 'details' }
const SUCCEEDED = new Set(['committed', 'applied', 'created', 'updated', 'ok'])

/** New names of what is imported. */
const IMPORTED = {
  ...{ orThrow: 'unwrap', ErrorDetails: 'SceneFailure', FileError: 'FileFailure', ErrorKind: 'SceneErrorCode' },
  ...{ McpServer: 'EmbeddedMcpServer', Answer: 'SceneAnswer', Bytes: 'SceneBytes', Point: 'ScenePoint' },
  ...{ Limits: 'SceneLimits', Shown: 'FileTexts', GlobResult: 'FilesResult', SceneResult: 'SummaryResult' },
  ...{ DescribeResult: 'ReferenceResult', FileListResult: 'FileTreeResult', TakenBack: 'Restored' },
  ...{ Page: 'ResultPage', Signal: 'CallSignal', Permission: 'PermissionAnswer', Correction: 'CorrectAnswer' },
  ...{ steadyAnswers: 'createStabilizer' },
}

/** The calls whose options stay an argument of their own. */
const WITH_OPTIONS = new Set(['callTool', 'transaction', 'guard', 'on', 'off'])

/** The text of a program with the new names. */
export function migrated(text, name = 'program.ts') {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  /** @type {[from: number, to: number, by: string][]} */
  const edits = []
  const [renamed, objects, results] = [new Map(), new Map(), new Map()]
  const replace = (node, by) => edits.push([node.getStart(), node.getEnd(), by])
  const unwrapped = (node) =>
    node && (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) ? unwrapped(node.expression) : node

  /** The class of an object, and the method of a call of it. */
  function callOf(node) {
    const call = unwrapped(node)
    if (!call || !ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined
    const { expression: object, name: method } = call.expression
    const known = ts.isIdentifier(object) ? objects.get(object.text) : undefined
    return known && { call, method, named: CLASSES[known] }
  }

  function learn(node) {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
      const opened = /^(Project|Workspace)\.open\b/.exec(unwrapped(node.initializer)?.getText() ?? '')?.[1]
      const typed = /^(?:scenewright\.)?(Project|Workspace)(?:Transaction)?$/.exec(node.type?.getText() ?? '')?.[1]
      if (opened ?? typed) objects.set(node.name.text, opened ?? typed)
      const made = callOf(node.initializer)
      if (made) results.set(node.name.text, made.named.results[made.method.text] ?? {})
      // The draft that the body of a transaction gets.
      const owner = ts.isParameter(node) && callOf(node.parent.parent)
      if (owner && owner.method.text === 'transaction') objects.set(node.name.text, 'Workspace')
    }
    ts.forEachChild(node, learn)
  }

  function renameKeys(object, names) {
    for (const property of object.properties) {
      const to = property.name && Object.hasOwn(names, property.name.text) ? names[property.name.text] : undefined
      const isShort = ts.isShorthandPropertyAssignment(property)
      if (to !== undefined && to !== property.name.text) replace(property.name, isShort ? `${to}: ${property.name.text}` : to)
      const list = ts.isPropertyAssignment(property) && ts.isArrayLiteralExpression(property.initializer)
      for (const entry of list ? property.initializer.elements : []) {
        if (!ts.isObjectLiteralExpression(entry)) continue
        const isRename = entry.properties.some(({ name: key }) => key?.text === 'to')
        renameKeys(entry, isRename ? { ...names, file: 'from' } : names)
      }
    }
  }

  function visit(node) {
    if (ts.isImportDeclaration(node) && /^scenewright(\/|$)/.test(node.moduleSpecifier.text)) {
      for (const { name: local, propertyName } of node.importClause?.namedBindings?.elements ?? []) {
        const imported = propertyName ?? local
        if (!Object.hasOwn(IMPORTED, imported.text)) continue
        if (propertyName === undefined) renamed.set(local.text, IMPORTED[imported.text])
        else replace(imported, IMPORTED[imported.text])
      }
    }
    if (ts.isCallExpression(node) && /^(Project|Workspace)\.open$/.test(node.expression.getText())) {
      const [options] = node.arguments
      if (options && ts.isObjectLiteralExpression(options)) renameKeys(options, OPTIONS)
    }
    const made = ts.isCallExpression(node) ? callOf(node) : undefined
    if (made) {
      const { method, named } = made
      const [first, second] = node.arguments
      if (Object.hasOwn(named.methods, method.text)) replace(method, named.methods[method.text])
      if (first && ts.isObjectLiteralExpression(first)) renameKeys(first, named.args[method.text] ?? {})
      if ((method.text === 'on' || method.text === 'off') && first && ts.isStringLiteral(first)) {
        const event = named.events[first.text]
        if (event !== undefined) replace(first, `'${event}'`)
      }
      if (second && !WITH_OPTIONS.has(method.text) && ts.isObjectLiteralExpression(second) && ts.isObjectLiteralExpression(first)) {
        const options = second.getText().slice(1, -1).trim()
        const last = first.properties.at(-1)
        edits.push([last ? last.getEnd() : first.getStart() + 1, last ? last.getEnd() : first.getStart() + 1, `${last ? ', ' : ' '}${options}`])
        edits.push([first.getEnd(), second.getEnd(), ''])
      }
    }
    if (ts.isBinaryExpression(node) && ts.isPropertyAccessExpression(node.left) && ts.isStringLiteral(node.right)) {
      const isResult = ts.isIdentifier(node.left.expression) && results.has(node.left.expression.text)
      if (isResult && node.left.name.text === 'status' && SUCCEEDED.has(node.right.text)) {
        const isNot = node.operatorToken.getText().startsWith('!')
        replace(node, `${isNot ? '!' : ''}${node.left.expression.text}.ok`)
        return
      }
    }
    if (ts.isPropertyAccessExpression(node)) {
      const object = node.expression
      const own = ts.isIdentifier(object) ? results.get(object.text) : undefined
      const isError = ts.isPropertyAccessExpression(object) && /^error(Info)?$/.test(object.name.text)
      const ofResult = isError && ts.isIdentifier(object.expression) && results.has(object.expression.text)
      const names = own ? { ...RESULT, ...own } : ofResult ? ERROR : undefined
      if (names && Object.hasOwn(names, node.name.text)) replace(node.name, names[node.name.text])
      if (ts.isIdentifier(object) && objects.get(object.text) === 'Project' && node.name.text === 'dir') replace(node.name, 'root')
    }
    ts.forEachChild(node, visit)
  }

  learn(source)
  visit(source)
  const rename = (node) => {
    const isName = ts.isIdentifier(node) && renamed.has(node.text) && node.parent.name !== node
    if (isName || (ts.isIdentifier(node) && renamed.has(node.text) && ts.isImportSpecifier(node.parent))) replace(node, renamed.get(node.text))
    ts.forEachChild(node, rename)
  }
  rename(source)
  edits.sort(([a, x], [b, y]) => b - a || y - x)
  return edits.reduce((all, [from, to, by]) => all.slice(0, from) + by + all.slice(to), text)
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
for (const path of isProgram ? process.argv.slice(2) : []) {
  const text = readFileSync(path, 'utf8')
  const made = migrated(text, path)
  if (made !== text) writeFileSync(path, made)
  console.log(`${made === text ? 'as it was' : 'changed'}  ${path}`)
}
