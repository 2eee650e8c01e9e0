import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createCassette } from './cassettes.js'
import { createKit, decideFacts } from './kit.generated.js'
import { createWebhooks, exampleEvent } from './webhooks.js'

/**
 * A cassette in a file. It is played where the file is, and recorded where `record` says so.
 * @type {typeof import('./node.js').openCassette}
 */
export function openCassette(path, { record = process.env.SEALWRIGHT_RECORD === '1', fetch } = {}) {
  if (!record && !existsSync(path))
    throw new Error(`There is no cassette ${path}. Record it once against the sandbox: set SEALWRIGHT_RECORD=1 and run the tests again.`)
  const tape = record ? undefined : JSON.parse(readFileSync(path, 'utf8'))
  const cassette = createCassette({ tape, record, fetch })
  return {
    ...cassette,
    save: () => {
      if (record) writeFileSync(path, `${JSON.stringify(cassette.toJSON(), null, 2)}\n`)
    },
  }
}

const MOST_BYTES = 1_000_000

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MOST_BYTES) throw new RangeError('The body may have at most a megabyte.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The kit over HTTP, for other languages: the API below `/v1`, and what a test says to the kit itself below `/_kit`.
 * It listens on this machine alone.
 * @type {typeof import('./node.js').startServer}
 */
export async function startServer({ port = 0, ...options } = {}) {
  const webhooks = await createWebhooks({ now: () => kit.clock.now().getTime() })
  /** @type {ReturnType<typeof createKit>} */
  let kit
  /** @type {Record<string, (said: any) => unknown>} */
  const orders = {
    party: ({ address, facts }) => kit.party(address, facts),
    given: ({ facts }) => kit.given(facts),
    offering: ({ id, ...said }) => kit.offering(id, said),
    holding: async ({ address, ...said }) => ({ id: await kit.holding(address, said) }),
    decide: ({ check, facts }) => decideFacts(check, facts),
    events: () => ({ data: kit.events() }),
    webhook: async ({ type, object, event = exampleEvent(type, object), ...how }) => {
      const { payload, headers } = await webhooks.deliver(event, how)
      return { payload, headers, secret: webhooks.secret, public_key: webhooks.publicKey }
    },
    reset: () => kit.reset(),
  }

  /** @param {string} name @param {string} text */
  async function order(name, text) {
    try {
      if (!Object.hasOwn(orders, name)) throw new RangeError(`There is no /_kit/${name}; there are ${Object.keys(orders).join(', ')}.`)
      return { status: 200, body: (await orders[name](text === '' ? {} : JSON.parse(text))) ?? { done: true } }
    } catch (error) {
      return {
        status: 400,
        body: { title: 'The kit was told something it cannot do', status: 400, code: 'kit_order', detail: String(error.message) },
      }
    }
  }

  const server = createServer(async (request, response) => {
    try {
      const body = await bodyOf(request)
      const path = new URL(request.url ?? '/', 'http://kit').pathname
      if (path.startsWith('/_kit/')) {
        const { status, body: said } = await order(path.slice('/_kit/'.length), body.toString('utf8'))
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
        return
      }
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      const answer = await kit.fetch(`${kit.baseUrl}${request.url}`, {
        method: request.method,
        headers: Object.fromEntries(
          headers.filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)),
        ),
        ...(body.length && { body }),
      })
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
    } catch (error) {
      response
        .writeHead(400, { 'content-type': 'application/problem+json' })
        .end(JSON.stringify({ status: 400, code: 'kit_request', detail: String(error.message) }))
    }
  })
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', () => done(undefined)))
  const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const url = `http://127.0.0.1:${taken}`
  kit = createKit({ ...options, baseUrl: url })
  return {
    url,
    apiKey: kit.apiKey,
    kit,
    webhooks,
    close: () =>
      new Promise((done) => {
        server.close(() => done(undefined))
        server.closeAllConnections()
      }),
  }
}
