import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'

/** The headers of a request for Fetch, including repeated ones. */
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  return headers
}

/** Converts a request of Node's server to a Fetch request. It is aborted when the client disconnects. */
export function toWebRequest(request: IncomingMessage, response: ServerResponse, origin: string): Request {
  const gone = new AbortController()
  response.once('close', () => {
    // A connection that closes after the answer is no cancellation.
    if (!response.writableFinished) gone.abort()
  })
  const { method = 'GET', url = '/' } = request
  // Fetch refuses a body with either.
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // A request target with a host is for a proxy, which this is not.
  const target = new URL(url.startsWith('/') ? `${origin}${url}` : origin)
  return new Request(target, {
    method,
    headers: headersOf(request),
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
  } as RequestInit)
}

/** Sends a Fetch response, as fast as the client reads it. */
export async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  answer.headers.forEach((value, name) => void response.setHeader(name, value))
  if (!answer.body) {
    response.end()
    return
  }
  // A stream of notifications may have no first event for hours, but its client waits for the headers.
  response.flushHeaders()
  const body = Readable.fromWeb(answer.body as NodeStream)
  await new Promise<void>((resolve) => {
    response.once('close', () => {
      // Also when the client disconnects: the source would never end otherwise.
      body.destroy()
      resolve()
    })
    body.once('error', () => response.destroy())
    body.pipe(response)
  })
}
