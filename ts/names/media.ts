import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Content, Tools } from './family.js'
import { bytesOf } from './folders.js'

/** The media types of pictures and audio files by file extension. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.svg': 'image/svg+xml',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
}

/** The media type of a file by its extension. */
export function mediaTypeOf(path: string, types: Readonly<Record<string, string>>): string | undefined {
  return types[extname(path).toLowerCase()]
}

/** A file, unchanged: a picture or audio as such, any other as an embedded resource. */
export async function mediaOf(tools: Tools, given: string, types = MEDIA_TYPES): Promise<Content> {
  const { path, bytes } = await bytesOf(tools, given)
  const mimeType = mediaTypeOf(path, types) ?? 'application/octet-stream'
  const data = bytes.toString('base64')
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType }
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType }
  return { type: 'resource', resource: { uri: pathToFileURL(path).href, mimeType, blob: data } }
}
