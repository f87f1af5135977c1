interface ProgramHeader {
  /** Offset of the header in the file. */
  readonly at: number
  readonly type: number
  readonly offset: number
  readonly address: number
  readonly fileSize: number
  readonly memorySize: number
}

export function isElf64(bytes: Buffer): boolean
export function neededGlibc(path: string): string | undefined
export function loaderOf(path: string): string | undefined
export function glibcSymbols(bytes: Buffer): Map<string, string[]>
export function newest(versions: Iterable<string>): string | undefined
export function compareVersions(one: string, other: string): number
export function programHeaders(bytes: Buffer): ProgramHeader[]
