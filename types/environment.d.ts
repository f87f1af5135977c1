// Types of the environment, which count where it declares them: neither the types of Node nor those of the DOM are needed.

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** The native binaries, for when they are not found automatically, as in a bundle. */
export interface Binaries {
  /**
   * Path of the addon, `scenewright.<platform>.node`. Default: the variable `SCENEWRIGHT_ADDON`. A process loads one
   * addon: projects and workspaces that are opened later must use the same one.
   */
  addon?: string | undefined
  /** Path of the executable `scenewright-runner`. Default: the variable `SCENEWRIGHT_RUNNER`, otherwise the folder of the addon. */
  runner?: string | undefined
}

/** Bytes: a `Buffer` in Node, otherwise a `Uint8Array`. Never backed by shared memory, so `Response` and `Blob` accept it. */
export type SceneBytes = typeof globalThis extends { Buffer: { isBuffer(value: unknown): value is infer Buffer } }
  ? Buffer & Uint8Array<ArrayBuffer>
  : Uint8Array<ArrayBuffer>

/** An `AbortSignal`, of Node or of the DOM. */
export type CallSignal = typeof globalThis extends { AbortSignal: { prototype: infer AbortSignal } }
  ? AbortSignal
  : {
      readonly aborted: boolean
      addEventListener(type: 'abort', listener: () => void): void
      removeEventListener(type: 'abort', listener: () => void): void
    }

/** A `URL`, of Node or of the DOM. It must be a `file:` URL. */
export type FileUrl = typeof globalThis extends { URL: { prototype: infer URL } } ? URL : { readonly href: string }

/** A `Request` of Fetch. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer Request } } ? Request : never

/** A `Response` of Fetch. */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer Response } } ? Response : never
