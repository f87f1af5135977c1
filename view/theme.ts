/** The colours that the canvas is drawn with; the others are in the style sheet. */
export interface Palette {
  readonly ground: string
  readonly grid: string
  readonly gridStrong: string
  readonly axis: string
  readonly ink: string
  readonly accent: string
  readonly hover: string
  readonly added: string
  readonly changed: string
  readonly removed: string
  readonly label: string
  readonly labelInk: string
}

export type Theme = 'light' | 'dark' | 'contrast'

/** Reads the colours of the canvas from the style sheet, so that a theme is defined in one place. */
export function palette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string): string => style.getPropertyValue(name).trim()
  return {
    ground: color('--ground'),
    grid: color('--grid'),
    gridStrong: color('--grid-strong'),
    axis: color('--axis'),
    ink: color('--ink'),
    accent: color('--accent'),
    hover: color('--accent-soft'),
    added: color('--added'),
    changed: color('--changed'),
    removed: color('--removed'),
    label: color('--label'),
    labelInk: color('--label-ink'),
  }
}

/** The ground of a dark picture, the same as in `crates/export/src/theme.rs`. */
const DARK_GROUND = [0.11, 0.12, 0.14]
const BLACK_GROUND = [0, 0, 0]

/**
 * The colours of a drawing on the ground of a theme, as the exported pictures have them: on a dark one greys change places,
 * black with white; colours stay.
 */
export function colorMapper(theme: Theme): (color: string) => string {
  const known = new Map<string, string>()
  const ground = theme === 'contrast' ? BLACK_GROUND : DARK_GROUND
  return (color) => {
    if (theme === 'light') return color
    const found = known.get(color)
    if (found !== undefined) return found
    const shown = onDark(color, ground)
    known.set(color, shown)
    return shown
  }
}

function onDark(color: string, ground: readonly number[]): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  if (Math.max(...parts) - Math.min(...parts) > 0.08) return color
  const mixed = parts.map((value, index) => {
    const from = ground[index] ?? 0
    return Math.round(255 * (from + (0.95 - from) * (1 - value)))
  })
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}${color.slice(7)}`
}

/** The theme that the machine asks for. */
export function preferredTheme(): Theme {
  if (matchMedia('(prefers-contrast: more)').matches || matchMedia('(forced-colors: active)').matches) return 'contrast'
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}
