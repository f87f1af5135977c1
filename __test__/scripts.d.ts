// Scripts of the checkout that tests import; they are plain JavaScript, because they run before anything is installed.

declare module '*/scripts/chromium.mjs' {
  export const CHROMIUM: string
}

declare module '*/scripts/links.mjs' {
  export function fileLinks(markdown: string): string[]
  export function withoutDeadLinks(
    markdown: string,
    name: string,
    folder: string,
    repository: import('*/scripts/repository.mjs').Repository | undefined,
  ): string
}

declare module '*/scripts/lint-pictures.mjs' {
  export const LINT_PICTURES: string
  export const DRAWINGS: { readonly [rule: string]: { readonly profile: string } }
  export function lintPicture(rule: string): Promise<{ readonly found: readonly object[]; readonly svg: string }>
}

declare module '*/scripts/repository.mjs' {
  export interface Repository {
    readonly page: string
    readonly fileAt: (path: string) => string
    readonly rawFileAt: (path: string) => string
  }
  interface Stamped {
    readonly name: string
    readonly repository?: object
    readonly bugs?: object
    readonly mcpName?: string
    readonly websiteUrl?: string
  }
  export function takeRepository(args: readonly string[]): { repository?: Repository; rest: string[] }
  export function repositoryOf(url: string): Repository
  export function stampPackage(manifest: object, repository: Repository | undefined): Stamped
  export function stampServer(server: object, repository: Repository | undefined): Stamped
  export function stampBundle(manifest: object, repository: Repository | undefined): object
}

declare module '*/scripts/sheets.mjs' {
  export const SHEETS: string
  export const SHEET_EXAMPLES: readonly string[]
  export function sheetPdf(name: string): Promise<Buffer>
}

declare module '*/scripts/sizes.mjs' {
  interface Size {
    readonly name: string
    readonly packed: number
    readonly unpacked: number
    readonly binaries: boolean
  }
  export function overBounds(sizes: readonly Size[]): string[]
  export function table(sizes: readonly Size[]): string
}

declare module '*/scripts/versions.mjs' {
  export function versionPlaces(): [place: string, version: string | undefined][]
  export function obstacles(repository?: import('*/scripts/repository.mjs').Repository): string[]
}

declare module '*/scripts/stdio-client.mjs' {
  export function askServer(folder: string, command: readonly string[], env?: Record<string, string>): Promise<string>
}

declare module '*/scripts/published.mjs' {
  interface Manifest {
    readonly version: string
    readonly repository?: { readonly url: string }
    readonly sources?: string
    readonly dist?: { readonly attestations?: { readonly provenance?: object } }
  }
  export function sourceHash(root?: string): string
  export function unfit(
    published: Manifest | undefined,
    here: { readonly manifest: Manifest; readonly sources: string },
  ): string | undefined
}

declare module '*/docs/migrate.mjs' {
  export function migrated(text: string, name?: string): string
}
