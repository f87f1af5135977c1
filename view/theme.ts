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

/** How much lighter than the ground a line or a letter is at least, as WCAG counts it: for things that are no text, and for text. */
const MIN_CONTRAST = 3
const MIN_HIGH_CONTRAST = 4.5

/** A colour of the drawing as it is shown; `isLine` for a line or a letter, which must stand out from the ground. */
export type ColorMapper = (color: string, isLine?: boolean) => string

/**
 * The colours of a drawing on the ground of a theme, as the exported pictures have them: on a dark one greys and pale colours
 * change places, black with white; strong colours stay. Only lines and letters that would not be seen, such as blue ones on black, are lighter.
 */
export function colorMapper(theme: Theme): ColorMapper {
  if (theme === 'light') return (color) => color
  const known = new Map<string, string>()
  const [ground, least] =
    theme === 'contrast' ? ([BLACK_GROUND, MIN_HIGH_CONTRAST] as const) : ([DARK_GROUND, MIN_CONTRAST] as const)
  return (color, isLine = false) => {
    const key = isLine ? `line ${color}` : color
    const found = known.get(key)
    if (found !== undefined) return found
    const adapted = onDark(color, ground)
    const shown = isLine ? lightened(adapted, ground, least) : adapted
    known.set(key, shown)
    return shown
  }
}

function onDark(color: string, ground: readonly number[]): string {
  const parts = partsOf(color)
  const least = Math.min(...parts)
  // Strong colours stay. The bounds, and their reasons, are those of `adapt` in `crates/export/src/theme.rs`.
  const paleness = (least - 0.4) / 0.2
  const greyness = 1 - (Math.max(...parts) - least - 0.08) / 0.12
  const share = Math.min(1, Math.max(0, paleness, greyness))
  if (share === 0) return color
  const mean = parts.reduce((sum, value) => sum + value, 0) / parts.length
  // Only the brightness changes places: a bluish grey whose parts did would turn brown.
  const mixed = parts.map((value, index) => {
    const from = ground[index] ?? 0
    const mirrored = from + (0.95 - from) * (1 - mean) + value - mean
    return value + (mirrored - value) * share
  })
  return `${hexOf(mixed)}${color.slice(7)}`
}

/** A colour mixed with as little white as makes it stand out from a dark ground. */
function lightened(color: string, ground: readonly number[], least: number): string {
  const parts = partsOf(color)
  const wanted = least * (luminanceOf(ground) + 0.05) - 0.05
  // White is light enough, so that this ends.
  for (let share = 0; ; share += 1 / 16) {
    const mixed = parts.map((part) => part + (1 - part) * share)
    if (share >= 1 || luminanceOf(mixed) >= wanted) return share === 0 ? color : `${hexOf(mixed)}${color.slice(7)}`
  }
}

/** The relative luminance, as WCAG defines it. */
function luminanceOf(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function partsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
}

function hexOf(parts: readonly number[]): string {
  const bytes = parts.map((part) => Math.round(255 * Math.min(1, Math.max(0, part))))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const HIGH_CONTRAST = '(prefers-contrast: more), (forced-colors: active)'
const DARK = '(prefers-color-scheme: dark)'

/** The machine has its own few colours for all that is not a picture, on a light ground: a black drawing would glare in it. */
const FORCED_LIGHT = '(forced-colors: active) and (prefers-color-scheme: light)'

/** The theme that the machine asks for. */
export function preferredTheme(): Theme {
  if (matchMedia(FORCED_LIGHT).matches) return 'light'
  if (matchMedia(HIGH_CONTRAST).matches) return 'contrast'
  return matchMedia(DARK).matches ? 'dark' : 'light'
}

/** Calls back when the machine asks for another theme, such as in the evening. */
export function onPreferredTheme(changed: () => void): void {
  for (const query of [FORCED_LIGHT, HIGH_CONTRAST, DARK]) matchMedia(query).addEventListener('change', changed)
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}
