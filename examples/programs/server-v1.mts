// Drawing tools and file tools in one MCP server, on SDK v1:
//   npm install scenewright @modelcontextprotocol/sdk
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpServer, Project, Workspace } from 'scenewright'

const root = process.argv[2] ?? 'part'
const project = await Project.open({ root })
// On the folder of a project it has the project's history: each undoes what the other did.
const workspace = await Workspace.open({ root, ignore: ['exports/'] })

const server = createMcpServer([project, workspace], {
  tools: ['read', 'edit', 'apply', 'describe', 'render', 'undo', 'Read', 'Glob', 'Grep'],
  extraTools: [
    {
      name: 'today',
      description: 'The date of today.',
      inputSchema: { type: 'object' },
      call: () => new Date().toISOString().slice(0, 10),
    },
  ],
})

await server.connect(new StdioServerTransport())
