import { homedir } from 'node:os'
import { join } from 'node:path'

/** The command by which a client starts the server. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** An MCP client: the file and the format of its list of servers. */
export interface Client {
  readonly title: string
  /** The file with its servers: in the project's folder, or in the user's. Absent if the configuration is only printed. */
  file?(project: string): string
  /** The keys that lead to the servers in a file of JSON; a file of TOML has tables. */
  readonly keys: readonly string[] | 'toml'
  /** The entry of the server. */
  entry(server: ServerCommand): object
  /** The next step for a person. `file` is the path of the configuration, as shown. */
  next(file: string): string
}

const plain = ({ command, args }: ServerCommand): object => ({ command, args: [...args] })
const restart = (title: string) => () => `Restart ${title}; it starts the server itself.`

const CLIENTS: { readonly [name: string]: Client } = {
  'claude-code': {
    title: 'Claude Code',
    file: (project) => join(project, '.mcp.json'),
    keys: ['mcpServers'],
    entry: plain,
    next: () => 'Start claude in the project folder and allow the server when it asks.',
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: () => join(settingsFolder('Claude'), 'claude_desktop_config.json'),
    keys: ['mcpServers'],
    entry: plain,
    next: restart('Claude Desktop'),
  },
  cursor: {
    title: 'Cursor',
    file: (project) => join(project, '.cursor', 'mcp.json'),
    keys: ['mcpServers'],
    entry: plain,
    next: () => 'Open the project folder in Cursor and switch the server on in its settings, under MCP.',
  },
  vscode: {
    title: 'VS Code',
    file: (project) => join(project, '.vscode', 'mcp.json'),
    keys: ['servers'],
    entry: (server) => ({ type: 'stdio', ...plain(server) }),
    next: () => 'Open the project folder in VS Code; the file has a button that starts the server.',
  },
  windsurf: {
    title: 'Windsurf',
    file: () => join(homedir(), '.codeium', 'windsurf', 'mcp_config.json'),
    keys: ['mcpServers'],
    entry: plain,
    next: restart('Windsurf'),
  },
  gemini: {
    title: 'Gemini CLI',
    file: (project) => join(project, '.gemini', 'settings.json'),
    keys: ['mcpServers'],
    entry: plain,
    next: () => 'Start gemini in the project folder; /mcp lists the server.',
  },
  codex: {
    title: 'Codex',
    file: () => join(process.env['CODEX_HOME'] || join(homedir(), '.codex'), 'config.toml'),
    keys: 'toml',
    entry: plain,
    next: () => 'Start codex; /mcp lists the server.',
  },
  opencode: {
    title: 'opencode',
    file: (project) => join(project, 'opencode.json'),
    keys: ['mcp'],
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    next: () => 'Start opencode in the project folder.',
  },
  zed: {
    title: 'Zed',
    // Its settings have comments, which would be lost if a program wrote the file.
    keys: ['context_servers'],
    entry: (server) => ({ ...plain(server), env: {} }),
    next: () => 'Add this to settings.json of Zed (command palette: open settings file).',
  },
  other: {
    title: 'another client',
    keys: ['mcpServers'],
    entry: plain,
    next: () => 'Give your client this command. Most clients take an object like this one.',
  },
}

/** Other names that people use for a client. */
const OTHER_NAMES: { readonly [name: string]: string } = {
  claude: 'claude-code',
  claudecode: 'claude-code',
  claudedesktop: 'claude-desktop',
  desktop: 'claude-desktop',
  code: 'vscode',
  'vs-code': 'vscode',
  'gemini-cli': 'gemini',
}

/** The names of the clients that can be set up. */
export function clientNames(): string[] {
  return Object.keys(CLIENTS)
}

/** The client of a name, in whatever case it is written. */
export function clientOf(given: string): Client | undefined {
  const name = given.toLowerCase().replaceAll(/[\s_]+/g, '-')
  const known = OTHER_NAMES[name] ?? name
  return Object.hasOwn(CLIENTS, known) ? CLIENTS[known] : undefined
}

/** The folder for the settings of the user's programs. */
function settingsFolder(name: string): string {
  const { env, platform } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', name)
  if (platform === 'win32') return join(env['APPDATA'] || join(homedir(), 'AppData', 'Roaming'), name)
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), name)
}
