import type * as api from '../index.js'
import type * as wire from './wire-types.js'

// The same things are spelled in one way for a model and in another for a program. The data of the native half is that
// for a model; what a program gets is made of it here.

/** Removes the sentences at the ends of the lists that were cut. */
export function takeWords(data: unknown, omitted: wire.Omitted | undefined): void {
  for (const pointer of Object.keys(omitted ?? {})) {
    const list = at(data, pointer)
    if (Array.isArray(list)) list.pop()
  }
}

/** The value that a JSON pointer leads to. */
function at(data: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((value, key) => (value as { readonly [key: string]: unknown } | undefined)?.[key], data)
}

/** A scene in a few lines, found at a pointer. */
export function sceneOf<Scene extends wire.Scene>(
  scene: Scene,
  omitted: wire.Omitted | undefined,
  pointer: string,
): Scene & Pick<api.DrawnScene, 'moreLayers'> {
  const moreLayers = omitted?.[`${pointer}/layers`]
  return moreLayers === undefined ? scene : { ...scene, moreLayers }
}

/** A scene with the changes that led to it, found at a pointer. */
export function changedSceneOf<Scene extends wire.ChangedScene>(
  { changes, ...scene }: Scene,
  omitted: wire.Omitted | undefined,
  pointer: string,
): Omit<Scene, 'changes'> & Pick<api.CheckedScene, 'moreLayers' | 'changes'> {
  const moreLayers = omitted?.[`${pointer}/layers`]
  return {
    ...scene,
    ...(moreLayers !== undefined && { moreLayers }),
    changes: changesOf(changes, omitted, `${pointer}/changes`),
  }
}

function changesOf(changes: wire.Changes, omitted: wire.Omitted | undefined, pointer: string): api.SceneChanges {
  // Only what a model reads has no names where there are words.
  const { drawing, added = [], removed = [], changed = [] } = changes
  const moreDrawing = omitted?.[`${pointer}/drawing`]
  const named = mapValues({ added, removed, changed }, (names, kind) => ({
    count: names.length + (omitted?.[`${pointer}/${kind}`] ?? 0),
    names,
  }))
  return { ...named, drawing, ...(moreDrawing !== undefined && { moreDrawing }) }
}

function mapValues<Key extends string, From, To>(
  object: { readonly [Name in Key]: From },
  make: (value: From, key: string) => To,
): { readonly [Name in Key]: To } {
  const entries = Object.entries<From>(object).map(([key, value]) => [key, make(value, key)])
  return Object.fromEntries(entries) as { readonly [Name in Key]: To }
}

/** A page of a history. */
export function historyPage<Row extends wire.HistoryRow & { readonly files: readonly WireFileChange[] }>(
  { rows, ...page }: wire.Page & { readonly rows: readonly Row[] },
  omitted: wire.Omitted | undefined,
): api.Page<api.HistoryEntry> {
  return { ...page, rows: rows.map((row, index) => historyEntry(row, omitted, `/rows/${index}`)) }
}

function historyEntry(
  { files, scene, ...entry }: wire.HistoryRow & { readonly files: readonly WireFileChange[] },
  omitted: wire.Omitted | undefined,
  pointer: string,
): api.HistoryEntry {
  return {
    ...entry,
    files: files.map(toFileChange),
    ...(scene && { scene: changesOf(scene, omitted, `${pointer}/scene`) }),
  }
}

type WireFileChange = wire.NamedChange | wire.PathChange

/** A changed file under the names that both classes use. */
export function toFileChange(changed: WireFileChange): api.FileChange {
  if ('path' in changed) {
    const { path, change, from } = changed
    return { file: path, change, ...(from !== undefined && { from }) }
  }
  const { file, change, to, replaced } = changed
  return {
    file: to ?? file,
    change,
    ...(to !== undefined && { from: file }),
    ...(replaced !== undefined && { replaced }),
  }
}

/** An event of a project. */
export function eventOf(event: wire.ProjectEvent): api.ProjectEvents[keyof api.ProjectEvents] {
  if (event.type === 'disk') {
    const { omitted, scene, ...disk } = event
    takeWords(event, omitted)
    return { ...disk, ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }) }
  }
  if (event.type !== 'commit') return event
  const { omitted, scene, changes, ...commit } = event
  takeWords(event, omitted)
  return {
    ...commit,
    ...(changes && { changes: changesOf(changes, omitted, '/changes') }),
    ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }),
  }
}
