// PDF documents read by page, in a process of their own.
import { describe, expect, test } from 'vitest'

import { open } from './workspace-support.js'

/** A document with a page for each text, 200 × 100 points. */
function pdf(...texts: string[]): string {
  const kids = texts.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, index) => {
      const content = `BT /F 12 Tf 10 80 Td (${text}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << /Font << /F 3 0 R >> >> ` +
          `/Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return (
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  )
}

describe('Read of a PDF document', () => {
  test('answers the text of its pages, and says how to continue and how to see one', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => `Sheet ${index + 1}`)
    const { workspace } = await open({ 'parts.pdf': pdf(...pages) })
    const first = await workspace.read({ path: 'parts.pdf' })
    expect(first).toMatchObject({ status: 'ok', type: 'pdf', totalPages: 12 })
    expect(first).not.toHaveProperty('base64')
    const { assistant } = await workspace.callTool('Read', { file_path: 'parts.pdf' })
    expect(assistant).toContain('--- Page 10 of 12 ---\nSheet 10')
    expect(assistant).toContain('read with pages "11-12"')
    const rest = await workspace.read({ path: 'parts.pdf', pages: '11-' })
    expect(rest).toMatchObject({
      pages: [
        { page: 11, text: 'Sheet 11', width: 200, height: 100 },
        { page: 12, text: 'Sheet 12' },
      ],
    })
  })

  test('has one page alone as a picture', async () => {
    const { workspace } = await open({ 'parts.pdf': pdf('one', 'two') })
    const page = await workspace.read({ path: 'parts.pdf', pages: '2' })
    expect(page).toMatchObject({ pages: [{ page: 2, text: 'two' }], mediaType: 'image/png' })
    const png = Buffer.from((page as { base64: string }).base64, 'base64')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([800, 400])
  })

  test.each([
    ['5', 'invalid_input', /has 2 pages, and page 5/],
    ['two', 'invalid_input', /pages must be a page or a range/],
    ['1-40', 'invalid_input', /more than 20 pages/],
  ])('refuses pages %s', async (pages, kind, message) => {
    const { workspace } = await open({ 'parts.pdf': pdf('one', 'two') })
    const refused = await workspace.read({ path: 'parts.pdf', pages })
    expect(refused).toMatchObject({ status: 'refused', error: { code: kind, message: expect.stringMatching(message) } })
  })

  test('refuses a damaged document, and reads the next one', async () => {
    const { workspace } = await open({ 'bad.pdf': '%PDF-1.7 nothing', 'good.pdf': pdf('one') })
    const refused = await workspace.read({ path: 'bad.pdf' })
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'unreadable', path: 'bad.pdf' } })
    expect(await workspace.read({ path: 'good.pdf' })).toMatchObject({ status: 'ok', totalPages: 1 })
  })

  test('warns of pages of a file that is no PDF document', async () => {
    const { workspace } = await open({ 'a.txt': 'text' })
    const read = await workspace.read({ path: 'a.txt', pages: '1' })
    expect(read).toMatchObject({
      type: 'text',
      warnings: [{ code: 'ignored_argument', message: expect.stringContaining('pages is for PDF documents') }],
    })
  })
})
