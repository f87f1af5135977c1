import type * as api from '../index.js'
import { sceneFailure, toPage } from './vocabulary.js'
import type * as wire from './wire-types.js'

// Models and programs get the same data in different spellings. The native half answers with the one for models, which
// is converted here to the one for programs.

/** Removes the sentences at the ends of the lists that were cut. */
export function removeOmissionNotes(data: unknown, omitted: wire.Omitted | undefined): void {
  for (const pointer of Object.keys(omitted ?? {})) {
    const list = at(data, pointer)
    if (Array.isArray(list)) list.pop()
  }
}

/** The value at a JSON pointer. */
function at(data: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((value, key) => (value as { readonly [key: string]: unknown } | undefined)?.[key], data)
}

/** A committed scene in a few lines, found at a pointer. */
export function sceneOf<Scene extends wire.SceneOfCommit>(
  { transactionId, ...scene }: Scene,
  omitted: wire.Omitted | undefined,
  pointer: string,
): Omit<Scene, 'transactionId'> & Pick<api.SceneSummary, 'sceneId' | 'moreLayers'> {
  const moreLayers = omitted?.[`${pointer}/layers`]
  return { sceneId: transactionId, ...scene, ...(moreLayers !== undefined && { moreLayers }) }
}

/** A scene with the changes that led to it, found at a pointer. */
export function changedSceneOf(
  scene: wire.CommittedScene,
  omitted: wire.Omitted | undefined,
  pointer: string,
): api.CommittedScene
export function changedSceneOf(
  scene: wire.ChangedScene,
  omitted: wire.Omitted | undefined,
  pointer: string,
): api.CheckedScene
export function changedSceneOf(
  { changes, transactionId, ...scene }: wire.ChangedScene & Partial<wire.Committed>,
  omitted: wire.Omitted | undefined,
  pointer: string,
): api.CheckedScene & Partial<api.CommittedScene> {
  const moreLayers = omitted?.[`${pointer}/layers`]
  return {
    ...(transactionId !== undefined && { sceneId: transactionId }),
    ...scene,
    ...(moreLayers !== undefined && { moreLayers }),
    changes: changesOf(changes, omitted, `${pointer}/changes`),
  }
}

function changesOf(changes: wire.Changes, omitted: wire.Omitted | undefined, pointer: string): api.SceneChanges {
  // Only answers for models leave out the names where there is a description.
  const { drawing, added = [], removed = [], changed = [] } = changes
  const moreDrawing = omitted?.[`${pointer}/drawing`]
  const named = mapValues({ added, removed, changed }, (names, kind) => ({
    total: names.length + (omitted?.[`${pointer}/${kind}`] ?? 0),
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

/** A page of the history of a project. */
export function sceneHistory(
  page: wire.HistoryData,
  omitted: wire.Omitted | undefined,
): api.ResultPage<api.SceneHistoryEntry> {
  return historyPage(page, omitted, toSceneFileChange)
}

/** A page of the history of a workspace. */
export function fileHistory(
  page: wire.HistoryPage,
  omitted: wire.Omitted | undefined,
): api.ResultPage<api.FileHistoryEntry> {
  return historyPage(page, omitted, toFileChange)
}

function historyPage<From, To>(
  page: wire.Page & { readonly rows: readonly (wire.HistoryRow & { readonly files: readonly From[] })[] },
  omitted: wire.Omitted | undefined,
  toChange: (changed: From) => To,
): api.ResultPage<api.HistoryEntry<To>> {
  const rows = page.rows.map(({ id, time, files, scene, undoes, ...entry }, index) => ({
    commitId: id,
    committedAt: Date.parse(time),
    ...entry,
    files: files.map(toChange),
    ...(scene && { scene: changesOf(scene, omitted, `/rows/${index}/scene`) }),
    ...(undoes !== undefined && { undoesCommitId: undoes }),
  }))
  return toPage({ ...page, rows })
}

/** A changed file of a workspace. */
export function toFileChange({ path, change, from }: wire.PathChange): api.FileChange {
  return { path, change, ...(from !== undefined && { from }) }
}

/** A changed file of a project. */
export function toSceneFileChange({ file, change, to, replaced }: wire.NamedChange): api.SceneFileChange {
  return {
    file: to ?? file,
    change,
    ...(to !== undefined && { from: file }),
    ...(replaced !== undefined && { replacements: replaced }),
  }
}

/** An event of a project. */
export function eventOf(event: wire.ProjectEvent): api.ProjectEvents[keyof api.ProjectEvents] {
  if (event.type === 'log' || event.type === 'progress') return event
  const files = event.files.map(toSceneFileChange)
  if (event.type === 'revert') return { ...event, files, error: sceneFailure(event.error) }
  if (event.type === 'stale') {
    const { transactionId, error } = event
    return { type: 'broken', ...(transactionId && { sceneId: transactionId }), files, error: sceneFailure(error) }
  }
  removeOmissionNotes(event, event.omitted)
  if (event.type === 'disk') {
    const { omitted, scene, transactionId } = event
    const sceneOfDisk = scene && changedSceneOf(scene, omitted, '/scene')
    return { type: 'externalEdit', sceneId: transactionId, files, ...(sceneOfDisk && { scene: sceneOfDisk }) }
  }
  const { omitted, scene, changes, transactionId, undoes, isRecorded, ...commit } = event
  return {
    ...commit,
    ...(isRecorded && { commitId: transactionId }),
    ...(undoes !== undefined && { undoesCommitId: undoes }),
    files,
    ...(changes && { changes: changesOf(changes, omitted, '/changes') }),
    ...(scene && { scene: changedSceneOf(scene, omitted, '/scene') }),
  }
}
