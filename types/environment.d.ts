// Types of the environment, which count where it declares them: neither the types of Node nor those of the DOM are needed.

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** The native half, where it is not found by itself, as in a bundle. */
export interface Binaries {
  /**
   * The path of the addon, `scenewright.<platform>.node`, else that of `SCENEWRIGHT_ADDON`. One addon is loaded in a
   * process: what is opened later may name no other.
   */
  addon?: string | undefined
  /** The path of the executable `scenewright-runner`, else that of `SCENEWRIGHT_RUNNER`, else beside the addon. */
  runner?: string | undefined
}

/** Bytes: a `Buffer` of Node, or the `Uint8Array` that it is. Never over shared memory, so `Response` and `Blob` take it. */
export type SceneBytes = typeof globalThis extends { Buffer: { isBuffer(value: unknown): value is infer Buffer } }
  ? Buffer & Uint8Array<ArrayBuffer>
  : Uint8Array<ArrayBuffer>

/** An `AbortSignal`, of Node or of the DOM. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer AbortSignal } }
  ? AbortSignal
  : {
      readonly aborted: boolean
      addEventListener(type: 'abort', listener: () => void): void
      removeEventListener(type: 'abort', listener: () => void): void
    }

/** A `URL`, of Node or of the DOM. Only that of a file names a path. */
export type FileUrl = typeof globalThis extends { URL: { prototype: infer URL } } ? URL : { readonly href: string }

/** A `Request` of Fetch. */
export type WebRequest = typeof globalThis extends { Request: { prototype: infer Request } } ? Request : never

/** A `Response` of Fetch. */
export type WebResponse = typeof globalThis extends { Response: { prototype: infer Response } } ? Response : never
