// An MCP server for a shop that quotes drawings: our tools, and two of its own beside them. SDK v2:
//   npm install scenewright @modelcontextprotocol/server
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, Project, unwrap } from 'scenewright'

const project = await Project.open({ root: process.argv[2] ?? 'part', readFirst: 'require' })

const server = createMcpServer(project, {
  name: 'workshop',
  instructions: 'You draw parts for a laser cutter. Before you call a part finished, ask for its price.',
  extraTools: [
    {
      name: 'price',
      description: 'The price of cutting the part as it is, in EUR.',
      inputSchema: { type: 'object', properties: { pieces: { type: 'integer', minimum: 1 } } },
      annotations: { readOnlyHint: true },
      async call({ pieces }, { signal }) {
        const { bounds, units } = unwrap(await project.summary({ signal }))
        if (!bounds) throw new Error('There is nothing to cut yet.')
        const area = (bounds.max[0] - bounds.min[0]) * (bounds.max[1] - bounds.min[1])
        const count = typeof pieces === 'number' ? pieces : 1
        return { eur: Math.round(count * (4 + area * 0.002) * 100) / 100, units }
      },
    },
    {
      name: 'order',
      description: 'Orders the part. The drawing must have no errors for a laser.',
      inputSchema: { type: 'object' },
      async call(_, { signal }) {
        const { findings } = unwrap(await project.lint({ profile: 'laser', signal }))
        const errors = findings.filter(({ severity }) => severity === 'error')
        if (errors.length > 0) throw new Error(`Not ordered: ${errors.map(({ message }) => message).join('; ')}`)
        return `Ordered ${project.root}.`
      },
    },
  ],
  onCall: ({ tool, ok, durationMs }) => console.error(`${tool} ${ok ? 'ok' : 'failed'} ${Math.round(durationMs)} ms`),
})

await server.connect(new StdioServerTransport())
