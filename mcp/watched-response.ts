/** The response, with a callback for its end: after the last byte, or when the client disconnects. */
export function watched(response: Response, done: () => void): Response {
  if (!response.body) {
    done()
    return response
  }
  let isDone = false
  const end = (): void => {
    if (!isDone) done()
    isDone = true
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done: isLast } = await reader.read()
        if (!isLast) return controller.enqueue(value)
        end()
        controller.close()
      } catch (thrown) {
        end()
        controller.error(thrown)
      }
    },
    // The client has disconnected: the source must stop too, as a stream of notifications ends in no other way.
    cancel(reason) {
      end()
      return reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
