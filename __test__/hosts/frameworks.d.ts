// As much of other people's packages as the documents use, as their own declarations have it: ai 7, @langchain/core 1 and
// openai 7. They are not installed for it.

declare module 'ai' {
  export interface JsonSchema {
    readonly type: 'object'
  }
  export type ToolResultPart =
    | { type: 'text'; text: string }
    | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string }
  export interface Tool {
    readonly description?: string
  }
  export type ToolSet = Record<string, Tool>
  export function jsonSchema(schema: { readonly type: 'object'; readonly [keyword: string]: unknown }): JsonSchema
  export function dynamicTool(definition: {
    description: string
    inputSchema: JsonSchema
    execute(args: unknown): Promise<unknown>
    toModelOutput(options: { output: unknown }): { type: 'content'; value: ToolResultPart[] }
  }): Tool
}

declare module '@langchain/core/tools' {
  export function tool(
    call: (args: object) => Promise<string>,
    definition: { name: string; description: string; schema: object },
  ): { readonly name: string; invoke(args: object): Promise<string> }
}

declare module 'openai' {
  namespace OpenAI {
    interface ToolCall {
      readonly id: string
      readonly type: 'function' | 'custom'
      readonly function: { readonly name: string; readonly arguments: string }
    }
    type ChatCompletionMessageParam =
      | { role: 'user'; content: string }
      | { role: 'tool'; tool_call_id: string; content: string }
      | { role: 'assistant'; content: string | null; tool_calls?: ToolCall[] }
  }
  class OpenAI {
    chat: {
      completions: {
        create(request: {
          model: string
          messages: OpenAI.ChatCompletionMessageParam[]
          tools: { type: 'function'; function: { name: string; description: string; parameters: object } }[]
        }): Promise<{
          choices: { message: { role: 'assistant'; content: string | null; tool_calls?: OpenAI.ToolCall[] } }[]
        }>
      }
    }
  }
  export default OpenAI
}
