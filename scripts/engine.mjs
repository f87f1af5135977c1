// The script engine: crates of Boa as they are published, with our changes. `patches/boa/` holds the changes, `vendor/boa/` what
// the build compiles; Git ignores the latter. docs/engine.md describes how to change a patch and how to move to a newer Boa.
//
//   node scripts/engine.mjs            makes vendor/boa, unless it is there and made of these patches
//   node scripts/engine.mjs save       writes patches/boa from the commits of vendor/boa
//   node scripts/engine.mjs rebase     moves the commits of vendor/boa to the versions that patches/boa/Cargo.toml names now
//   node scripts/engine.mjs test [...] runs Boa's own tests on the patched crates; arguments go to `cargo test`
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { isProgram, main, ROOT, run, printStep, StepError } from './support.mjs'

const PATCHES = join(ROOT, 'patches', 'boa')
const VENDOR = join(ROOT, 'vendor', 'boa')

/** All patches in one text: what `vendor/boa` was made of. `crates/script/build.rs` compares the same text. */
const STAMP = 'applied.patches'

/** Tag of the commit that holds the crates as they are published; each patch is one commit after it. */
const PUBLISHED = 'published'
/** Tag of the commit of the last patch. Commits after it are not saved yet. */
const SAVED = 'saved'

/** Files that a registry adds to a package, or that only it needs. */
const NOT_SOURCE = new Set(['.cargo-ok', '.cargo_vcs_info.json', 'Cargo.lock', 'Cargo.toml.orig'])

/** Upstream's format, to which `cargo fmt` holds these crates too: Cargo counts them to the checkout. */
const RUSTFMT = 'max_width = 100\nuse_small_heuristics = "Default"\n'

/** Settings that make commits the same on every machine, whatever its owner has set. */
const GIT_SETTINGS = {
  'user.name': 'scenewright contributors',
  'user.email': 'contributors@scenewright.invalid',
  'core.autocrlf': 'false',
  'core.hooksPath': '/dev/null',
  'commit.gpgSign': 'false',
}

/** Makes `vendor/boa` if it is missing or was made of other patches. */
export async function prepareEngine() {
  const wanted = patchText()
  if (existsSync(join(VENDOR, STAMP)) && readFileSync(join(VENDOR, STAMP), 'utf8') === wanted) return
  refuseToLoseWork()
  printStep('patching the script engine')
  const folder = `${VENDOR}.${process.pid}.tmp`
  try {
    await writePublished(folder)
    for (const file of patchFiles()) applyPatch(folder, file)
    git(folder, ['tag', SAVED])
    writeFileSync(join(folder, STAMP), wanted)
    rmSync(VENDOR, { recursive: true, force: true })
    renameSync(folder, VENDOR)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes a repository in `folder` whose one commit holds the crates as they are published, and a workspace in which their tests run. */
async function writePublished(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const crates = await publishedCrates()
  for (const [name, source] of crates) {
    cpSync(source, join(folder, name), { recursive: true, filter: (path) => !NOT_SOURCE.has(basename(path)) })
  }
  writeFileSync(join(folder, 'Cargo.toml'), workspaceManifest(crates))
  writeFileSync(join(folder, 'rustfmt.toml'), RUSTFMT)
  writeFileSync(join(folder, '.gitignore'), `/${STAMP}\n/Cargo.lock\n/target\n`)
  git(folder, ['init', '--quiet', '--initial-branch=main'])
  for (const [name, value] of Object.entries(GIT_SETTINGS)) git(folder, ['config', name, value])
  git(folder, ['add', '--all', '--force', '.'])
  const versions = crates.map(([name, , version]) => `${name} ${version}`).join(', ')
  git(folder, ['commit', '--quiet', '--message', `Crates as published: ${versions}`])
  git(folder, ['tag', PUBLISHED])
}

function patchFiles() {
  return readdirSync(PATCHES)
    .filter((name) => name.endsWith('.patch'))
    .sort()
}

/** Names and contents of the patches and of the lock file that names the crates. A checkout of Windows may have other line ends. */
function patchText() {
  const files = ['Cargo.lock', ...patchFiles()]
  return files.map((name) => `${name}\n${readFileSync(join(PATCHES, name), 'utf8').replaceAll('\r\n', '\n')}`).join('')
}

/** Commits and edits in `vendor/boa` that no patch holds may be work that would be lost. */
function refuseToLoseWork() {
  if (!existsSync(join(VENDOR, '.git'))) return
  const unsaved =
    git(VENDOR, ['status', '--porcelain']) !== '' || git(VENDOR, ['log', '--oneline', `${SAVED}..HEAD`]) !== ''
  if (unsaved) {
    throw new StepError(
      'vendor/boa has changes that patches/boa does not have, and patches/boa has changed as well.\n' +
        'Save yours with `node scripts/engine.mjs save` on the commit that they were made for, or remove vendor/boa.',
    )
  }
}

/**
 * Where Cargo keeps each crate that `patches/boa/Cargo.toml` depends on, as [name, folder, version]. Cargo downloads what is
 * missing and compares it with the checksums in `patches/boa/Cargo.lock`.
 */
async function publishedCrates() {
  const manifest = join(PATCHES, 'Cargo.toml')
  const { stdout } = await run('cargo', ['metadata', '--format-version=1', '--locked', `--manifest-path=${manifest}`], {
    quiet: true,
    capture: true,
  })
  const { packages } = JSON.parse(stdout)
  const { dependencies } = packages.find((one) => one.source === null)
  return dependencies.map(({ name }) => {
    const { manifest_path, version } = packages.find((one) => one.name === name)
    return [name, join(manifest_path, '..'), version]
  })
}

/** A workspace of the crates, in which Boa's own tests run. */
function workspaceManifest(crates) {
  const names = crates.map(([name]) => name)
  return [
    '[workspace]',
    `members = [${names.map((name) => `"${name}"`).join(', ')}]`,
    'resolver = "2"',
    '',
    '[patch.crates-io]',
    ...names.map((name) => `${name} = { path = "${name}" }`),
    '',
    '# Tests of a whole engine take minutes without optimisation.',
    '[profile.dev]',
    'opt-level = 1',
    'debug = false',
    '',
  ].join('\n')
}

function applyPatch(folder, file) {
  const { status, stdout, stderr } = gitResult(folder, ['am', '--quiet', '--keep-cr', join(PATCHES, file)])
  if (status === 0) return
  throw new StepError(
    `patches/boa/${file} does not apply:\n${stdout}${stderr}\n` +
      'The patches belong to the versions that patches/boa/Cargo.lock names. "To a newer Boa" in docs/engine.md describes how to refresh them.',
  )
}

/** Writes each commit after the published crates as a patch. */
function savePatches() {
  requireCommitted()
  const folder = join(PATCHES, 'saved.tmp')
  rmSync(folder, { recursive: true, force: true })
  // One line of context: the lines before it are those of a published version, and so never somewhere else.
  const form = [
    '--unified=1',
    '--zero-commit',
    '--no-signature',
    '--no-stat',
    '--no-numbered',
    '--no-renames',
    '--full-index',
  ]
  git(VENDOR, ['format-patch', ...form, '--quiet', '--output-directory', folder, `${PUBLISHED}..HEAD`])
  for (const name of patchFiles()) rmSync(join(PATCHES, name))
  for (const name of readdirSync(folder)) {
    // Three digits of four: in the order of their names they are in the order of the series.
    renameSync(join(folder, name), join(PATCHES, name.slice(1).toLowerCase()))
  }
  rmSync(folder, { recursive: true })
  git(VENDOR, ['tag', '--force', SAVED])
  writeFileSync(join(VENDOR, STAMP), patchText())
  printStep(`saved ${patchFiles().length} patches`)
}

/** Puts the commits of `vendor/boa` onto other versions of the crates. Conflicts are left to be resolved there. */
async function rebase() {
  requireCommitted()
  const previous = `${VENDOR}.previous`
  const folder = `${VENDOR}.${process.pid}.tmp`
  await writePublished(folder)
  git(folder, ['fetch', '--quiet', VENDOR, 'HEAD', `refs/tags/${PUBLISHED}:refs/tags/previous`])
  rmSync(previous, { recursive: true, force: true })
  renameSync(VENDOR, previous)
  renameSync(folder, VENDOR)
  const { status, stdout, stderr } = gitResult(VENDOR, ['rebase', '--onto', PUBLISHED, 'previous', 'FETCH_HEAD'])
  if (status !== 0) {
    throw new StepError(
      `${stdout}${stderr}\nResolve it in vendor/boa (\`git rebase --continue\`, \`--skip\` where upstream has the change now), then\n` +
        'run `node scripts/engine.mjs save`. The crates as they were are in vendor/boa.previous.',
    )
  }
  savePatches()
}

function requireCommitted() {
  if (!existsSync(join(VENDOR, '.git')))
    throw new StepError('There is no vendor/boa. Make it with `node scripts/engine.mjs`.')
  if (git(VENDOR, ['status', '--porcelain']) !== '') {
    throw new StepError(
      'vendor/boa has edits that are in no commit. Commit them there first: one commit becomes one patch.',
    )
  }
}

function git(folder, args) {
  const { status, stdout, stderr, error } = gitResult(folder, args)
  if (error) throw new StepError(`Git was not found, and the script engine is patched with it: ${error.message}`)
  if (status !== 0) throw new StepError(`git ${args[0]} failed in ${folder}:\n${stdout}${stderr}`)
  return stdout
}

/** Git in a folder's own repository, also when a hook of the checkout's repository runs this script. */
function gitResult(folder, args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  return spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' })
}

if (isProgram(import.meta)) {
  await main(async ([command, ...args]) => {
    if (command === undefined) return prepareEngine()
    if (command === 'save') return savePatches()
    if (command === 'rebase') return rebase()
    if (command === 'test') {
      await prepareEngine()
      await run('cargo', ['test', `--manifest-path=${join(VENDOR, 'Cargo.toml')}`, '--workspace', ...args])
      return
    }
    throw new StepError(`'${command}' is not known. Use it without arguments, or with 'save', 'rebase' or 'test'.`)
  })
}
