import type { LoadedScene } from './link.js'
import type { EntityWire, SceneWire } from './wire.js'

/** From which scene a patch leads, and which of its rows are replaced. */
export interface PatchWire {
  readonly from: string
  /** Rows of the scene before, and how many of the new ones stand in their place. */
  readonly runs: readonly { readonly start: number; readonly removed: number; readonly added: number }[]
  /** The positions that layers and styles of rows that stay have now. */
  readonly layers?: readonly number[] | undefined
  readonly styles?: readonly number[] | undefined
}

/**
 * The scene that a patch leads to; nothing where it leads from another one. `scene` has the rows of the runs alone. Rows that
 * stay and whose positions are the same are the same objects.
 */
export function patched(
  latest: LoadedScene | undefined,
  { from, runs, layers, styles }: PatchWire,
  scene: SceneWire | undefined,
): SceneWire | undefined {
  const old = latest?.version === from ? latest.scene?.entities : undefined
  if (!old || !scene) return undefined
  const entities: EntityWire[] = []
  // Where each row of the scene before is now: groups come before what is in them.
  const places = new Int32Array(old.length)
  let [at, taken] = [0, 0]
  const keepUntil = (end: number): void => {
    for (; at < end; at += 1) {
      const row = old[at]
      if (!row) return
      places[at] = entities.length
      const group = row.in === undefined ? undefined : places[row.in]
      const layer = layers ? (layers[row.layer] ?? row.layer) : row.layer
      const style = styles && row.style !== undefined ? (styles[row.style] ?? row.style) : row.style
      const isSame = group === row.in && layer === row.layer && style === row.style
      entities.push(
        isSame
          ? row
          : { ...row, layer, ...(group !== undefined && { in: group }), ...(style !== undefined && { style }) },
      )
    }
  }
  for (const { start, removed, added } of runs) {
    keepUntil(start)
    for (let index = 0; index < removed; index += 1) places[start + index] = entities.length + index
    for (const row of scene.entities.slice(taken, taken + added)) entities.push(row)
    taken += added
    at = start + removed
  }
  if (at > old.length || taken !== scene.entities.length) return undefined
  keepUntil(old.length)
  return { ...scene, entities }
}
