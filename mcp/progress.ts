import type { CallListener } from '../ts/session.js'
import { oneLine } from '../ts/text.js'
import { report } from './report.js'

/** The interval of progress reports to a client that asked for them. */
const INTERVAL_MS = 1_000

/** The shortest interval between messages about the current step, so that a script that prints does not flood its client. */
const MIN_INTERVAL_MS = 50

/** A line of a user interface; a script may print anything. */
const MAX_MESSAGE_LEN = 200

/** The progress of one call. */
export interface Progress {
  /** Receives the steps of the call. */
  readonly report: CallListener
  stop(): void
}

/** A request of a client for progress: its token, and the function that sends a notification. */
interface ProgressRequest {
  readonly progressToken?: string | number | undefined
  readonly notify: Notify
}

/** Sends a notification that belongs to a request. */
export type Notify = (notification: { method: 'notifications/progress'; params: ProgressParams }) => Promise<void>

interface ProgressParams {
  readonly progressToken: string | number
  readonly progress: number
  readonly message: string
  readonly [key: string]: unknown
}

/** Reports to a client that asked for it that the call is still going on, and its current step. */
export function startProgress(tool: string, { progressToken, notify }: ProgressRequest): Progress {
  if (progressToken === undefined) return { report: () => {}, stop: () => {} }
  const startedAt = performance.now()
  let lastProgress = 0
  let lastSentAt = -Infinity
  let doing = ''
  const send = (): void => {
    const elapsed = (performance.now() - startedAt) / 1_000
    // The protocol requires that progress grows with every notification.
    const progress = Math.max(Math.round(elapsed * 1_000) / 1_000, lastProgress + 0.001)
    lastProgress = progress
    lastSentAt = performance.now()
    const message = doing === '' ? `${tool}: ${Math.round(elapsed)} s` : `${tool}: ${doing}`
    const params = { progressToken, progress, message }
    notify({ method: 'notifications/progress', params }).catch((error: Error) => report(error.message))
  }
  const timer = setInterval(send, INTERVAL_MS)
  return {
    report(event) {
      doing = oneLine(event.message.slice(0, MAX_MESSAGE_LEN))
      if (performance.now() - lastSentAt >= MIN_INTERVAL_MS) send()
    },
    stop: () => clearInterval(timer),
  }
}
