import type * as api from '../index.js'

// The same things are spelled in one way for a model and in another for a program. The data of the native half is that
// for a model; what a program gets is made of it here.

/** How many entries the lists of an answer lack, by their JSON pointers. Each of these lists ends with a sentence. */
export type Omitted = { readonly [pointer: string]: number } | undefined

/** Removes the sentences at the ends of the lists that were cut. */
export function takeWords(data: object, omitted: Omitted): void {
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
export function sceneOf(summary: unknown, omitted: Omitted, pointer: string): object {
  const { changes, ...scene } = summary as { readonly changes?: WireChanges }
  const moreLayers = omitted?.[`${pointer}/layers`]
  return {
    ...scene,
    ...(moreLayers !== undefined && { moreLayers }),
    ...(changes && { changes: changesOf(changes, omitted, `${pointer}/changes`) }),
  }
}

interface WireChanges {
  readonly [kind: string]: readonly string[]
}

function changesOf(changes: WireChanges, omitted: Omitted, pointer: string): object {
  const lists = Object.entries(changes).map(([kind, names]): [string, api.NameList] => [
    kind,
    { count: names.length + (omitted?.[`${pointer}/${kind}`] ?? 0), names },
  ])
  return Object.fromEntries(lists)
}

/** A row of a history, found at a pointer. */
export function historyRow(row: object, omitted: Omitted, pointer: string): object {
  const {
    files = [],
    scene,
    ...entry
  } = row as { readonly files?: readonly WireFileChange[]; readonly scene?: WireChanges }
  return {
    ...entry,
    files: files.map(toFileChange),
    ...(scene && { scene: changesOf(scene, omitted, `${pointer}/scene`) }),
  }
}

/** A changed file: of a project, named by `file` and renamed `to`; of a workspace, named by `path` and renamed `from`. */
export interface WireFileChange {
  readonly file?: string
  readonly path?: string
  readonly change: api.FileChange['change']
  readonly to?: string
  readonly from?: string
  readonly replaced?: number
}

/** A changed file under the names that both classes use. */
export function toFileChange({ file = '', path = file, change, to, from, replaced }: WireFileChange): api.FileChange {
  const old = to === undefined ? from : file
  return {
    file: to ?? path,
    change,
    ...(old !== undefined && { from: old }),
    ...(replaced !== undefined && { replaced }),
  }
}

/** An event of a project. */
export function eventOf(eventJson: string): api.ProjectEvents[keyof api.ProjectEvents] {
  const { omitted, scene, ...event } = JSON.parse(eventJson) as {
    readonly omitted?: Omitted
    readonly scene?: object | null
  }
  if (!scene) return event as api.ProjectEvents[keyof api.ProjectEvents]
  takeWords({ scene }, omitted)
  return { ...event, scene: sceneOf(scene, omitted, '/scene') } as api.CommitEvent
}
