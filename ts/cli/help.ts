import { FAMILIES } from '../names/family.js'
import { SERVING_HELP } from './serving.js'

/** The help of one command: what it does, how it is called, and the flags that most calls need. */
interface CommandHelp {
  readonly summary: string
  readonly usage: readonly string[]
  /** More sentences, if the summary does not cover everything. */
  readonly details?: string
  readonly flags?: readonly (readonly [flag: string, what: string])[]
  /** Topics with flags that few calls need. */
  readonly topics?: readonly Topic[]
  /** True where DIR is the folder of a project. */
  readonly takesProject?: boolean
}

type Topic = 'picture' | 'scripts' | 'file-flags' | 'serving'

const DIR =
  'DIR is the project folder. Without it: SCENEWRIGHT_DIR, else the current folder if it has a scene.code.js, else\n' +
  '~/.ai-native-cad.'

const PARAM = [
  '--param NAME=VALUE',
  'a value for param(NAME, …) in place of the one in the code; may be repeated',
] as const

const SET_NAME = [
  '--set-name NAME',
  'a set of values of parameter-sets.json; --param takes the place of its values',
] as const

const COMMANDS: { readonly [name: string]: CommandHelp } = {
  demo: {
    summary: 'Opens an example in the browser, in a temporary folder.',
    usage: ['scenewright demo [--example NAME]'],
    flags: [
      ['--example NAME', 'another example: scenewright init --help lists them'],
      ['--port N', 'the port of the page (default: a free one)'],
      ['--no-open', 'print the address and open nothing'],
    ],
  },
  init: {
    summary: 'Makes a small project: scene.code.js, its modules, and jsconfig.json for an editor.',
    usage: ['scenewright init [DIR] [--example NAME]'],
    details: 'DIR is the folder to put it in (default: the current one). Nothing in it is overwritten.',
    flags: [['--example NAME', 'one of the examples listed below (default starter)']],
  },
  setup: {
    summary: 'Connects a client to a project, starts the server as the client would, and tests it.',
    usage: ['scenewright setup CLIENT [DIR] [--print]'],
    flags: [['--print', 'print the configuration and write no file']],
    takesProject: true,
  },
  run: {
    summary: 'Runs the project and commits its scene.',
    usage: ['scenewright run [DIR] [--param NAME=VALUE …] [--set-name NAME]'],
    flags: [['--param NAME=VALUE', 'a value for param(NAME, …), kept until the next run; may be repeated'], SET_NAME],
    topics: ['scripts'],
    takesProject: true,
  },
  view: {
    summary: 'Shows the scene in the browser while it is made, on this machine only.',
    details:
      'If the page of the project is already running, the command prints its address and exits. Where another\n' +
      'command shows a project, this one joins its page, which has a switch between all of them.',
    usage: ['scenewright view [DIR …] [--port N] [--open] [--read-only]'],
    flags: [
      ['--port N', 'a page of its own on this port; 0 for any (default: the page that runs, or a free port)'],
      ['--open', 'open the page in the browser'],
      ['--read-only', 'a page that shows and exports, and changes nothing'],
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  render: {
    summary: 'Draws the scene as a PNG picture.',
    usage: ['scenewright render [DIR] -o FILE.png [flags]'],
    details: 'FILE may be - for stdout.',
    flags: [
      ['--width PX, --height PX', '16 to 4096 (default 1600 × 1000)'],
      ['--fit NAME', 'the entity that fills the picture, or a pattern; may be repeated'],
      ['--theme light|dark', 'default light'],
      PARAM,
      SET_NAME,
    ],
    topics: ['picture', 'scripts'],
    takesProject: true,
  },
  export: {
    summary: 'Writes the scene as SVG, PNG, DXF, PDF or JSON.',
    usage: ['scenewright export [DIR] -o FILE [--format svg|png|dxf|pdf|json]'],
    details:
      'The ending of FILE is the format, unless --format names one. FILE may be - for stdout, which needs --format.',
    flags: [
      ['--text text', 'in a DXF, text that can be edited in place of outlines'],
      ['--no-fills', 'in a DXF, outlines only, as for a laser cutter'],
      ['--dedupe', 'in a DXF or SVG, leave out outlines that lie on others'],
      ['--sheet NAME', 'this sheet alone of a drawing with several'],
      PARAM,
      SET_NAME,
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  lint: {
    summary: 'Checks the scene, or a DXF or SVG file, for faults that a workshop would send back.',
    usage: ['scenewright lint [DIR|FILE.dxf|FILE.svg] [--profile laser|cnc|print|drawing] [flags]'],
    details:
      'Exit code 0: no errors, 1: errors, 2: it could not be checked. Limits and the meaning of layers\n' +
      'may stand in lint.json, in the project or beside the file.',
    flags: [
      ['--profile NAME', 'the use of the drawing (default: from lint.json, or by its layers)'],
      ['--format FORMAT', 'text, json, or sarif for code hosts (default text)'],
      ['--set NAME=MM', 'a limit, as in --set kerf=0.2; may be repeated'],
      ['--fix', 'repair what needs no decision: in a change of the project, or a new file'],
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  report: {
    summary: 'Reports parts, cut lengths, times, areas, masses, the use of sheets and costs.',
    usage: ['scenewright report [DIR] [--format json|csv|table|html] [-o FILE] [flags]'],
    details:
      'Material and thickness are read from report.json of the project, speeds and prices from rates.json. What is\n' +
      'needed and given nowhere is listed as missing.',
    flags: [
      ['--format FORMAT', 'json, csv, table or html (default table)'],
      ['-o FILE', 'write it to a file; - is stdout (default)'],
      ['--rates FILE.json', 'another rate file than rates.json of the project'],
      ['--material NAME', 'the material, in place of that in report.json'],
      ['--thickness N', 'the thickness in the unit of the drawing, in place of that in report.json'],
      PARAM,
      SET_NAME,
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  sweep: {
    summary: 'Runs the project with many values of its parameters, on all cores.',
    usage: [
      'scenewright sweep [DIR] --set NAME=FROM..TO/STEP --set NAME=A,B,C [--out FILE.ndjson] [flags]',
      'scenewright sweep [DIR] --csv FILE.csv [--out FILE.ndjson] [flags]',
    ],
    details:
      'Each variant is one line of JSON: parameters, measures, violations of rules, counts of the lint. A variant that\n' +
      'fails is a line with its error. The same command again continues where FILE.ndjson ends. Nothing is committed.',
    flags: [
      [
        '--set NAME=VALUES',
        'values of a parameter, as 100..200/10 or 3,4,5; may be repeated, every combination counts',
      ],
      ['--csv FILE', 'variants as a table: names of parameters in the first line; - is stdin'],
      ['--out FILE', 'the file of the results (default: stdout)'],
      ['--share N/OF, --jobs N', 'one of several shares, as in 3/16; how many variants at once (default: all cores)'],
      ['--pictures DIR', 'a PNG of each variant, DIR/INDEX.png; --size WxH (default 1600x1000)'],
      ['--profile NAME, --rates FILE.json', 'as for scenewright lint and scenewright report'],
      PARAM,
      SET_NAME,
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  apply: {
    summary: 'Makes changes to any number of files as one: all or none.',
    usage: ['scenewright apply [DIR] --changes FILE.json [--message TEXT]'],
    details:
      'FILE.json holds an array of changes, or an object with changes and message; - is stdin. For example:\n' +
      '  [{ "type": "edit", "file": "main", "old_code": "6", "new_code": "10" }]\n' +
      'main is the file scene.code.js; any other name is a file of modules/. type is edit, write, delete or rename.',
    flags: [['--message TEXT', 'the line of the history']],
    topics: ['scripts'],
    takesProject: true,
  },
  check: {
    summary: 'Shows what changes would do to the drawing, and saves nothing.',
    usage: ['scenewright check [DIR] --changes FILE.json [-o FILE.png]'],
    details: 'FILE.json is as for scenewright apply; - is stdin.',
    flags: [['-o FILE.png', 'a picture of the scene with the changes'], PARAM, SET_NAME],
    topics: ['scripts'],
    takesProject: true,
  },
  history: {
    summary: 'Lists the commits: what changed in the drawing, in which files, and who made it.',
    usage: [
      'scenewright history [DIR] [--limit N]',
      'scenewright history [DIR] --id ID        shows one commit as a diff that git apply takes',
      'scenewright history [DIR] --purge        deletes the history, with all old contents, for good',
    ],
    flags: [
      ['--limit N', 'rows, 1 to 1000 (default 20)'],
      ['--root DIR', 'the history of the file tools on a folder, in place of a project; may be repeated'],
    ],
    takesProject: true,
  },
  guard: {
    summary: 'Runs a command as one commit of the history of a folder: whatever it changed can be undone.',
    usage: ['scenewright guard [DIR] [flags] -- COMMAND [ARGUMENT …]'],
    details:
      'DIR is the folder that is guarded (default: the current one). A COMMAND alone is a line for the shell:\n' +
      "  scenewright guard . -- 'npm install && npm run format'\n" +
      'scenewright undo --root DIR puts everything back; scenewright history --root DIR lists the commands.\n' +
      'COMMAND runs in the current folder, whatever DIR is.\n' +
      "Exit code: the command's; 1 if it ended with 0 and the check fails; 125 if the guard itself fails.",
    flags: [
      ['--check COMMAND', 'revert everything unless this command ends with 0'],
      ['--overlay', 'change nothing in the folder before the command has ended (Linux)'],
      ['--include-ignored', 'also cover ignored folders, such as node_modules'],
      ['--message TEXT', 'the line of the history (default: the command)'],
      ['--max-file-bytes N', 'the largest file that is covered (default 256 MiB)'],
      ['--max-bytes N', 'the largest size of the store of old contents (default 2 GiB)'],
    ],
  },
  snapshot: {
    summary: 'Takes a snapshot of a folder, for scenewright adopt after something that you run yourself.',
    usage: ['scenewright snapshot [DIR] [--key NAME]', 'scenewright snapshot --hook      as a hook of a coding agent'],
    details: 'Prints the id of the snapshot. With --hook the call of the tool is read from stdin.',
    flags: [
      ['--key NAME', 'a name by which adopt finds the snapshot'],
      ['--message TEXT', 'the line of the history'],
      ['--include-ignored', 'also cover ignored folders, such as node_modules'],
      ['--max-file-bytes N', 'the largest file that is covered (default 256 MiB)'],
      ['--max-bytes N', 'the largest size of the store of old contents (default 2 GiB)'],
    ],
  },
  adopt: {
    summary: 'Commits what changed in a folder since a snapshot.',
    usage: [
      'scenewright adopt [DIR] [--id ID | --key NAME]',
      'scenewright adopt --hook         as a hook of a coding agent',
    ],
    flags: [
      ['--id ID, --key NAME', 'the snapshot (default: the oldest that was not adopted)'],
      ['--message TEXT', 'the line of the history'],
      ['--exit-code N', 'the exit code of the command, for the history'],
    ],
  },
  fork: {
    summary: 'Copies a folder as it is, to try something in the copy; merge or discard ends it.',
    usage: ['scenewright fork NAME [--root DIR] [flags]'],
    details:
      'Prints the folder of the fork. A project can be forked as well:\n' +
      '  scenewright view "$(scenewright fork round --root town)"\n' +
      'Ignored folders, such as node_modules, are not copied unless --include-ignored is given.',
    flags: [
      ['--root DIR', 'the folder that is copied (default: the current one)'],
      ['--dir DIR', 'where the copy goes (default: beside the history of commands)'],
      ['--message TEXT', 'what the fork is for'],
      ['--include-ignored', 'also copy ignored folders, and merge their changes'],
      ['--max-file-bytes N', 'the largest file that is copied (default 256 MiB)'],
    ],
  },
  forks: {
    summary: 'Lists the forks of a folder.',
    usage: ['scenewright forks [DIR]'],
    flags: [],
  },
  merge: {
    summary: 'Brings what a fork changed to its folder, as one commit; on conflicts nothing is written.',
    usage: ['scenewright merge NAME [--root DIR] [flags]'],
    details:
      'What both sides changed is merged by hunks. scenewright undo --root DIR reverses the merge.\n' +
      'Strategies: hunks (default), first (refuse if the folder changed at all since the fork was made),\n' +
      'fork and workspace (by hunks; where both changed the same lines, that side wins).',
    flags: [
      ['--root DIR', 'the folder that was forked (default: the current one)'],
      ['--strategy NAME', 'hunks, first, fork or workspace'],
      ['--dry-run', 'show the diff and the conflicts, and write nothing'],
      ['--check COMMAND', 'revert the merge unless this command ends with 0'],
      ['--discard', 'discard the fork when it is merged; --discard-all discards all forks'],
      ['--message TEXT', 'the line of the history'],
    ],
  },
  discard: {
    summary: 'Removes a fork with its files and its history.',
    usage: ['scenewright discard NAME [--root DIR] [--force]'],
    flags: [
      ['--root DIR', 'the folder that was forked (default: the current one)'],
      ['--force', 'also while a command is guarded in the fork'],
    ],
  },
  undo: {
    summary: 'Undoes the latest commit, or the one with an id; files and scene go back together.',
    usage: [
      'scenewright undo [DIR] [--id ID] [--force]',
      'scenewright undo --root DIR --to ID             everything after a commit',
      'scenewright undo --root DIR --id ID --file FILE one file of a commit',
    ],
    flags: [
      ['--id ID', 'a commit of scenewright history'],
      ['--to ID', 'with --root: undo everything after this commit'],
      ['--file FILE', 'with --root: only this file or folder of the commit'],
      ['--force', 'also undo where the files were changed since; the changed contents stay in the history'],
      ['--root DIR', 'the history of the file tools on a folder, in place of a project; may be repeated'],
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  redo: {
    summary: 'Redoes the commit that was undone last, or the one with an id.',
    usage: ['scenewright redo [DIR] [--id ID] [--force]'],
    flags: [
      ['--id ID', 'a commit of scenewright history'],
      ['--force', 'also redo where the files were changed since; the changed contents stay in the history'],
      ['--root DIR', 'the history of the file tools on a folder, in place of a project; may be repeated'],
    ],
    topics: ['scripts'],
    takesProject: true,
  },
  mcp: {
    summary: 'Serves the tools for drawings to an MCP client, on stdin and stdout or by HTTP.',
    usage: [
      'scenewright mcp [DIR]',
      'scenewright mcp --dir NAME=DIR --dir NAME=DIR …    several projects',
      'scenewright mcp [DIR] --http                       by Streamable HTTP, on port 7391',
    ],
    details: 'scenewright setup CLIENT writes the configuration of a client. DIR need not exist yet.',
    flags: [['--read-only', 'offer no tool that changes anything']],
    topics: ['serving', 'scripts'],
    takesProject: true,
  },
  files: {
    summary: 'Serves the safe file tools for any folder to an MCP client, on stdin and stdout or by HTTP.',
    usage: ['scenewright files [--root DIR …]'],
    details: 'Without --root they work in the roots that the client names, else in the current folder.',
    flags: [
      ['--root DIR', 'a folder to work in; relative paths are below the first; may be repeated'],
      ['--read-only', 'change nothing, except what --allow-write names'],
      ['--policy require|warn|off', 'files that were not read first, or changed since (default require)'],
    ],
    topics: ['file-flags', 'serving'],
  },
  doctor: {
    summary: 'Checks the installation: the platform, the binaries, and what protects this machine from scripts.',
    usage: ['scenewright doctor [--json]'],
    details: 'With the flags of scenewright files it also shows the rules that they set.',
  },
}

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS)

const GROUPS: readonly (readonly [title: string, names: readonly string[]])[] = [
  ['Start', ['demo', 'init', 'setup', 'doctor']],
  ['Draw', ['run', 'view', 'render', 'export', 'report', 'lint', 'sweep']],
  ['Change', ['check', 'apply', 'history', 'undo', 'redo', 'guard', 'snapshot', 'adopt']],
  ['Try', ['fork', 'forks', 'merge', 'discard']],
  ['Serve', ['mcp', 'files']],
]

export const HELP = `scenewright: 2D CAD and safe file editing for AI agents

Usage: scenewright COMMAND [DIR] [flags]

${GROUPS.map(([title, names]) => [title, ...names.map((name) => row(name, COMMANDS[name]?.summary ?? ''))].join('\n')).join('\n\n')}

${DIR}
scenewright COMMAND --help explains a command. scenewright help picture, scripts, file-flags or serving
lists further flags.
Exit codes: 0 done, 1 the project or the machine refused, 2 the command line was not understood.
`

const TOPICS: { readonly [Name in Topic]: string } = {
  picture: `Flags for pictures (render):
  --width PX, --height PX      16 to 4096 (default 1600 × 1000)
  --fit NAME                   the entity that fills the picture, or a pattern; may be repeated; last_change for what the
                               last commit changed
  --box=X,Y,X,Y                the part of the scene that fills the picture: smallest, then largest x and y
  --theme light|dark           default light
  --background COLOR           a CSS colour, or transparent (default: that of the theme)
  --highlight last_change      colour what the last commit changed
  --before                     the scene before the last commit beside it
  --grid, --grid-step LENGTH   grid lines, at a distance that suits or at this one
  --rulers                     rulers along the edges
  --labels, --label NAME       names beside the outermost entities, or beside these (may be repeated)
  --layer NAME                 only this layer; may be repeated
  --hairlines                  all lines one pixel wide
  --sheet NAME                 this sheet of a drawing with several`,
  scripts: `Flags for running scripts (mcp, run, view, apply, check, render, export, undo, redo):
  --time-ms MS                 wall time of one run (default 5000)
  --memory-mb MB               memory of the child process (default 512)
  --entities N                 entities in a scene (default 200000)
  --modules N                  modules of one run (default 256)
  --output-bytes N             console output of one run (default 65536)
  --source-bytes N             source of one file (default 1048576)
  --seed N                     seed of Math.random
  --clock frozen|real          what Date says (default frozen)
  --fonts DIR                  a folder of fonts besides the machine's; fontPath reads from it; may be repeated
  --policy require|warn|off    edits of files that were not read first (default warn)
  --durability fsync|fast      whether a commit waits for the disk (default fsync)

Each limit has an environment variable, used where its flag is absent: SCENEWRIGHT_TIME_MS, _MEMORY_BYTES, _ENTITIES,
_MODULES, _OUTPUT_BYTES, _SOURCE_BYTES.`,
  'file-flags': `Flags for the file tools (files, doctor):
  --root DIR                   a folder to work in; relative paths are below the first; may be repeated
  --names ${FAMILIES.join('|')}
                               the same tools under the names and with the arguments of Gemini CLI, of Kode, or of
                               @modelcontextprotocol/server-filesystem (folders may be given without --root)
  --policy require|warn|off    files that were not read first, or changed since (default require; off with --names gemini
                               and mcp-filesystem, whose tools require no reading)
  --ignore PATTERN             leave alone what matches, as in .gitignore; may be repeated
  --deny PATTERN               never read, list, search or change what matches; may be repeated
  --read-only                  change nothing, except what --allow-write names
  --anchors                                show an anchor before each line, and let edits take it in place of old_string
  --allow-ignored PATTERN                  change what fits although .gitignore names it (may be repeated)
  --allow-write PATTERN        also write what matches in .git and .scenewright; may be repeated
  --no-gitignore               ignore the .gitignore files of the folders
  --global-gitignore           also use the excludes of your git configuration
  --durability fsync|fast      whether a commit waits for the disk (default fsync)`,
  serving: SERVING_HELP,
}

/** The whole help, or the help of a command or a topic. `examples` and `clients` are the possible arguments of `init` and `setup`. */
export function helpOf(
  name: string | undefined,
  lists: { readonly examples?: readonly string[]; readonly clients?: readonly string[] } = {},
): string {
  const topic = Object.entries(TOPICS).find(([title]) => title === name)
  if (topic) return `${topic[1]}\n`
  const help = name === undefined ? undefined : COMMANDS[name]
  if (!help) return HELP
  const { summary, usage, details, flags = [], topics = [], takesProject = false } = help
  const listed = name === 'init' || name === 'demo' ? lists.examples : name === 'setup' ? lists.clients : undefined
  const parts = [
    summary,
    `Usage:\n${usage.map((line) => `  ${line}`).join('\n')}`,
    details,
    flags.length > 0 ? `Flags:\n${flags.map(([flag, what]) => row(flag, what)).join('\n')}` : undefined,
    listed && `${name === 'setup' ? 'CLIENT is one of' : 'Examples'}:\n${wrapped(listed)}`,
    takesProject ? DIR : undefined,
    topics.length > 0 ? `More flags: ${topics.map((title) => `scenewright help ${title}`).join(', ')}` : undefined,
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function row(left: string, right: string): string {
  return left.length > 26 ? `  ${left}\n${' '.repeat(31)}${right}` : `  ${left.padEnd(28)} ${right}`
}

/** Names, wrapped to a width that every terminal has. */
function wrapped(names: readonly string[]): string {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length < 90) lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(`  ${name}`)
  }
  return lines.join(',\n')
}
