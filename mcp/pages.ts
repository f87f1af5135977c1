import { invalidParams } from './refusals.js'

/** The rows of one page of a list. */
const PAGE_ROWS = 200

/** Returns the page of a list at a cursor, and the cursor of the next one. */
export function page<Row>(rows: readonly Row[], cursor: string | undefined): { rows: Row[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : Number(cursor)
  if (
    !Number.isSafeInteger(start) ||
    start < 0 ||
    start > rows.length ||
    (cursor !== undefined && !/^\d+$/.test(cursor))
  ) {
    throw invalidParams('This server did not issue the cursor. Request the list from its beginning.')
  }
  const end = start + PAGE_ROWS
  return { rows: rows.slice(start, end), ...(end < rows.length && { nextCursor: String(end) }) }
}
