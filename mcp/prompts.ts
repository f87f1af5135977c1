import type { PromptMessage } from '@modelcontextprotocol/server'

import { quote } from '../ts/text.js'
import type { Given, PromptRow, SourceContext } from './toolbox.js'

/** The data that a prompt can include. */
export interface PromptMaterial {
  /** The scene as a picture; undefined if there is none. */
  picture(given: Given, context: SourceContext): Promise<PromptMessage[]>
  /** A file of the project. */
  file(name: string, given: Given, context: SourceContext): Promise<PromptMessage[]>
  /** The names of the tools as this server calls them. */
  tool(name: string): string
}

const userMessage = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } })

const list = (steps: readonly (string | false | undefined)[]): string =>
  steps
    .filter((step) => typeof step === 'string')
    .map((step, index) => `${index + 1}. ${step}`)
    .join('\n')

/** The prompts of the scene tools. Those that change something are left out for a read-only server. */
export function scenePrompts(material: PromptMaterial, isReadOnly: boolean): PromptRow[] {
  const tool = (name: string): string => material.tool(name)
  const rows: PromptRow[] = [
    {
      name: 'start_part',
      title: 'Start a part from a sketch',
      description: 'Draws a new part from a description, or from a sketch that is attached to the message.',
      arguments: [
        { name: 'sketch', description: 'What the part is, with the measures that are known.', required: true },
        { name: 'units', description: 'mm, cm, m, in, ft or px. Default: mm.' },
        { name: 'file', description: 'The module to write it to. Default: main.' },
      ],
      async write({ sketch = '', units = 'mm', file = 'main' }) {
        return [
          userMessage(
            `Draw this part: ${sketch}\n\nWork in ${quote(units)}, in the file ${quote(file)}.\n` +
              list([
                `Use ${tool('describe')} to learn the drawing functions, and ${tool('glob')} to see what files there are.`,
                'List the measures that the sketch gives and those you have to assume; ask when an important one is missing.',
                'Put every measure into a named constant at the top, so that it can be changed in one place.',
                `Write the code with ${tool('write')}; give each entity a name that says what it is, and put outlines, holes and notes on layers of their own.`,
                `Look at the result with ${tool('render')} and check the main measures with ${tool('inspect')} (view measure).`,
                'Say what you drew, with the measures that you assumed.',
              ]),
          ),
        ]
      },
    },
    {
      name: 'prepare_for_laser',
      title: 'Prepare for a laser cutter',
      description: 'Checks that the scene can be cut, repairs what stands in the way, and exports a DXF of outlines.',
      arguments: [
        { name: 'layer', description: 'The layer to cut. Default: all that is drawn.' },
        { name: 'kerf', description: 'The width of the cut, in units of the scene. Default: no compensation.' },
        { name: 'material', description: 'The material and its thickness.' },
      ],
      async write(given, context) {
        const { layer, kerf, material: stuff } = given
        const what = layer ? `the layer ${quote(layer)}` : 'the scene'
        return [
          userMessage(
            `Prepare ${what} for a laser cutter${stuff ? ` (${quote(stuff)})` : ''}.\n` +
              list([
                `Look at it with ${tool('render')}, and ask ${tool('inspect')} for info and tree.`,
                'Every cut line must be a closed outline without fill, drawn once: find open outlines, lines that lie on each other, and outlines that cross.',
                'Text must be outlines; nothing that is only an aid (dimensions, notes, frames) may be on a layer that is cut.',
                kerf && `Offset outlines by half the kerf of ${quote(kerf)}: outwards outside, inwards in holes.`,
                'Order inner cuts before outer ones, with layers that say which is which.',
                isReadOnly
                  ? 'Say what would have to be changed; nothing can be changed here.'
                  : `Make the repairs with ${tool('apply')}, after a ${tool('check')}; keep the measures of the part.`,
                `Export with ${tool('export')}: format dxf, fills false${isReadOnly ? '' : ', and a path that says what it is'}.`,
                'Report size, number of cuts, total length of cut, and what you changed.',
              ]),
          ),
          ...(await material.picture(given, context)),
        ]
      },
    },
    {
      name: 'explain_scene',
      title: 'Explain this scene',
      description: 'Explains what the scene shows and how its code makes it.',
      arguments: [{ name: 'entity', description: 'One entity, to explain it alone. Default: the whole scene.' }],
      async write(given, context) {
        const { entity } = given
        return [
          userMessage(
            entity
              ? `Explain the entity ${quote(entity)} of this scene: what it shows, its measures (${tool('inspect')}, view entity and measure), and which code draws it (${tool('grep')}, ${tool('read')}).`
              : `Explain this scene to somebody who has not seen its code: what it shows, how it is divided into groups and layers (${tool('inspect')}, view info and tree), which file draws which part, and which constants one would change to change the main measures (${tool('read')}).`,
          ),
          ...(await material.picture(given, context)),
        ]
      },
    },
    {
      name: 'repair',
      title: 'Repair a scene that does not run',
      description: 'Finds out why the scene does not run, or is not what it should be, and repairs it.',
      arguments: [
        { name: 'problem', description: 'What is wrong. Default: it does not run.' },
        { name: 'file', description: 'The file that is in question.' },
      ],
      async write(given, context) {
        const { problem, file } = given
        return [
          userMessage(
            `${problem ? `Something is wrong with this scene: ${problem}` : 'This scene does not run.'} Repair it.\n` +
              list([
                isReadOnly
                  ? `Ask ${tool('inspect')} for info: where main does not run, the answer names the place.`
                  : `Use ${tool('run')}: the answer names the place of an error, with its line.`,
                `Read the code around it (${tool('read')}), and look at ${tool('history')} for the change that brought it.`,
                isReadOnly
                  ? 'Say which change would repair it; nothing can be changed here.'
                  : `Try a repair with ${tool('check')}, and make it with ${tool('edit')}; where a change was a mistake as a whole, ${tool('undo')} takes it back.`,
                `Look at the result with ${tool('render')}, and say what the cause was.`,
              ]),
          ),
          ...(file ? await material.file(file, given, context) : []),
        ]
      },
    },
  ]
  return rows.filter(({ name }) => !(isReadOnly && name === 'start_part'))
}

/** The prompts of the file tools. */
export function filePrompts(material: Pick<PromptMaterial, 'file' | 'tool'>, isReadOnly: boolean): PromptRow[] {
  const tool = (name: string): string => material.tool(name)
  const rows: PromptRow[] = [
    {
      name: 'explain_file',
      title: 'Explain a file',
      description: 'Explains what a file does, and what uses it.',
      arguments: [{ name: 'path', description: 'The file.', required: true }],
      async write(given, context) {
        const { path = '' } = given
        return [
          userMessage(
            `Explain the file ${quote(path)}: what it is for, its parts, and with ${tool('Grep')} who uses it. ` +
              'Say what is unusual or easily misunderstood.',
          ),
          ...(await material.file(path, given, context)),
        ]
      },
    },
    {
      name: 'change_everywhere',
      title: 'Change something in every file',
      description: 'Renames or replaces something in all files that use it.',
      arguments: [
        { name: 'change', description: 'What is to be changed into what.', required: true },
        { name: 'path', description: 'A file in which it stands.' },
      ],
      async write(given, context) {
        const { change = '', path } = given
        return [
          userMessage(
            `Make this change in every file that it concerns: ${change}\n` +
              list([
                `Find all places with ${tool('Grep')}, those in comments, documents and tests as well.`,
                `Read each file (${tool('Read')}) and change it with ${tool('Edit')} or ${tool('MultiEdit')}.`,
                `Search once more: nothing of the old may be left that should be new. ${tool('History')} lists what was changed, ${tool('Undo')} takes it back.`,
              ]),
          ),
          ...(path ? await material.file(path, given, context) : []),
        ]
      },
    },
    {
      name: 'review_changes',
      title: 'Look over the last changes',
      description: 'Goes through what was changed last and looks for mistakes.',
      arguments: [{ name: 'count', description: 'How many changes. Default: 5.' }],
      async write({ count = '5' }) {
        return [
          userMessage(
            `Look over the last ${quote(count)} changes: list them with ${tool('History')}, see each as a diff by its id, ` +
              `and read what is around (${tool('Read')}). Name mistakes with file and line` +
              (isReadOnly ? '.' : `, and propose a repair. Take nothing back without asking (${tool('Undo')}).`),
          ),
        ]
      },
    },
  ]
  return rows.filter(({ name }) => !(isReadOnly && name === 'change_everywhere'))
}
