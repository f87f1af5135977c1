// New lines that stand for code instead of being it are written, with a warning.
import type { Row } from './row.js'

const PLACEHOLDERS = [
  '// ... rest of code ...',
  '// ... existing code ...',
  '// ...',
  '# ... rest of the function unchanged ...',
  '/* ... remaining code ... */',
  '<!-- ... rest of the page ... -->',
  '// rest of the code remains unchanged',
  '// existing code here',
  '-- ... other columns ...',
  '{/* ... existing JSX ... */}',
] as const

const CODE = [
  'const rest = [...others]',
  '// Loads the rest of the list.',
  '...defaults,',
  '// The existing rows are kept, because callers hold on to their numbers.',
  'console.log("... rest of code ...")',
  '# TODO: the same for the other file',
  'fn(...args)',
] as const

export const placeholders: Row[] = [
  ...PLACEHOLDERS.map(
    (line): Row => ({
      name: `warns of ${line}`,
      file: 'one();\ntwo();\n',
      edit: ['two();', `three();\n  ${line}`],
      becomes: `one();\nthree();\n  ${line}\n`,
      warns: line,
    }),
  ),
  ...CODE.map(
    (line): Row => ({
      name: `takes for what it is: ${line}`,
      file: 'one();\ntwo();\n',
      edit: ['two();', `three();\n${line}`],
      becomes: `one();\nthree();\n${line}\n`,
      warns: null,
    }),
  ),
  {
    name: 'does not warn of a placeholder that was there',
    file: 'one();\n// ... rest of code ...\n',
    edit: ['one();\n// ... rest of code ...', 'two();\n// ... rest of code ...'],
    becomes: 'two();\n// ... rest of code ...\n',
    warns: null,
  },
  {
    name: 'does not warn of a placeholder that is taken away',
    file: 'one();\n// ... rest of code ...\n',
    edit: ['// ... rest of code ...', 'two();'],
    becomes: 'one();\ntwo();\n',
    warns: null,
  },
  {
    name: 'names the edit of a MultiEdit',
    file: 'one();\ntwo();\n',
    edits: [
      ['one();', 'three();'],
      ['two();', '// ... rest of code ...'],
    ],
    becomes: 'three();\n// ... rest of code ...\n',
    warns: 'Edit 2',
  },
  {
    name: 'warns in a dry run',
    file: 'one();\n',
    edit: ['one();', '// ... rest of code ...'],
    dryRun: true,
    becomes: '// ... rest of code ...\n',
    warns: '// ... rest of code ...',
  },
]
