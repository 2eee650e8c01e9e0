import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { API_VERSION, ConnectionError, type Sealwright, SealwrightError } from '../../../javascript/index.js'
import { type Command, EXIT, UsageError } from '../command.ts'
import { Confirmations } from '../mcp/confirmations.ts'
import { type Contract, type Tool, toolsOf } from '../mcp/tools.ts'
import { withoutSecrets } from '../mcp/without-secrets.ts'
import { addressOf } from '../settings.ts'
import { VERSION } from '../version.ts'

/** What most who ask need; the others are there with --tools. */
const USUAL =
  'wallets.*,sanctions.check,sanctions.checks.*,decisions.*,credentials.get,credentials.list,credentials.suspend,events.list,events.get,request_logs.*,cases.list,cases.get,policy.*,*.readiness,simulations.run,sandbox.clock,sandbox.clock_move,sandbox.scenarios,sandbox.trigger,webhook_endpoints.list,webhook_endpoints.attempts'

export const mcp: Command = {
  name: 'mcp',
  summary: 'serve the documented calls to an assistant (Model Context Protocol, standard input and output)',
  options: {
    tools: {
      type: 'string',
      value: 'NAMES',
      help: "operations by name, such as 'wallets.*,sanctions.check' or '*'; without it the usual ones",
    },
    write: { type: 'boolean', help: 'with a key of production: also what changes something' },
  },
  details:
    'Each operation of the service that the key may is a tool, as its own API description says. What changes something is shown first, tried out where the operation can, and done only when it is called again with the `confirm` of that answer. With a key of production only what reads is there, unless --write. Operations that hand out keys or secrets are no tools, and whatever looks like one is taken out of answers.',
  examples: ['claude mcp add sealwright -- sealwright mcp', "sealwright mcp --tools 'sanctions.*,decisions.*'"],
  run: async (context, given) => {
    if (given.positionals.length > 0) throw new UsageError(`mcp takes no ${given.positionals[0]}.`)
    const client = context.client()
    const { signal } = context
    const { environment, scopes } = await client.keys.self({ signal })
    const response = await fetch(`${addressOf(context.settings)}/api/v1/openapi.json`, {
      ...{ signal, redirect: 'error' },
      headers: { 'sealwright-version': API_VERSION },
    })
    if (!response.ok) throw new Error(`The service does not describe itself: ${response.status} for /api/v1/openapi.json.`)
    const tools = toolsOf((await response.json()) as Contract, {
      ...{ scopes, wanted: given.text('tools') ?? USUAL },
      writes: environment === 'sandbox' || given.flag('write'),
    })
    if (tools.length === 0) throw new UsageError('This key may none of these operations.')
    const server = serverOf(client, tools, environment)
    context.say(`Serving ${tools.length} operations of the ${environment} at ${context.settings.url}.`)
    const ended = new Promise<void>((done) => {
      server.onclose = done
      process.stdin.once('end', done)
      signal.addEventListener('abort', () => done(), { once: true })
    })
    await server.connect(new StdioServerTransport())
    await ended
    await server.close()
    return EXIT.done
  },
}

function serverOf(client: Sealwright, tools: readonly Tool[], environment: string): Server {
  const server = new Server(
    { name: 'sealwright', version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: `Compliance of tokenized assets, in the ${environment}. A denial is an answer (decision.outcome), not an error; reason codes say why. Show people what a call would change before you confirm it.`,
    },
  )
  const confirmations = new Confirmations()
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      ...{ name, title, description, annotations },
      inputSchema: inputSchema as { type: 'object' },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) return failed(`There is no tool ${params.name}.`)
    try {
      return await callOf(client, tool, params.arguments ?? {}, confirmations)
    } catch (error) {
      if (error instanceof SealwrightError) return failed(withoutSecrets(error.problem))
      if (error instanceof ConnectionError || error instanceof TypeError) return failed(error.message)
      throw error
    }
  })
  return server
}

async function callOf(
  client: Sealwright,
  tool: Tool,
  { confirm, ...input }: Record<string, unknown>,
  confirmations: Confirmations,
): Promise<CallToolResult> {
  if (!tool.changes || confirmations.take(confirm, tool.name, input)) return said(await tool.call(client, input))
  if (confirm !== undefined) return failed('This confirmation is of another call, used, or older than ten minutes. Call without it first.')
  const trial = tool.canTry
    ? withoutSecrets(await tool.call(client, { ...input, body: { ...(input.body as object), dry_run: true } }))
    : undefined
  return said({
    done: false,
    ...{ would: `${tool.method} /v1${tool.path}`, with: input, ...(trial !== undefined && { trial }) },
    confirm: confirmations.give(tool.name, input),
    next: 'Nothing has changed. Show this to the person you work for; if they agree, call again with the same arguments and this confirm.',
  })
}

const said = (value: unknown): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(withoutSecrets(value)) }] })
const failed = (value: unknown): CallToolResult => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
  isError: true,
})
