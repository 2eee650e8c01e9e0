import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ConnectionError, NotFoundError, type Sealwright, SealwrightError } from '../../../javascript/index.js'
import { type Command, type Context, EXIT, UsageError } from '../command.ts'
import { cell } from '../output.ts'
import { keepListening, type Listening, readListening, requireSafe } from '../settings.ts'

type Event = Awaited<ReturnType<Sealwright['events']['stream']>>['data'][number]

const TRIES = 3
const PAUSE_MS = 1_000
/** As long as the service waits for a first event. */
const WAIT_SECONDS = 25

export const listen: Command = {
  name: 'listen',
  summary: 'forward events to an address on your machine, without a tunnel',
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      help: 'where each event is posted, signed like a webhook; without it events are only shown',
    },
    events: { type: 'string', value: 'TYPES', help: 'only these, such as wallet.*,credential.revoked' },
    after: { type: 'string', value: 'EVENT', help: 'begin after this event instead of where listening stopped' },
    'from-now': { type: 'boolean', help: 'pass over what happened since listening stopped' },
  },
  details:
    'Asks for events by the API, so no address of yours has to be public. Signs with a secret of its own, which it says at the start and keeps; SEALWRIGHT_WEBHOOK_SECRET names another. What your receiver does not take with 2xx is tried three times, then passed over and said. It remembers the last event that it passed on and goes on there, also after a day. Ctrl-C ends it.',
  examples: ['sealwright listen --forward-to http://localhost:4000/hooks/sealwright', "sealwright listen --events 'credential.*' --json"],
  run: async (context, given) => {
    if (given.positionals.length > 0) throw new UsageError(`Say where to with --forward-to ${given.positionals[0]}`)
    const client = context.client()
    const target = given.text('forward-to')
    if (target) requireSafe(target)
    const wanted = typesOf(given.text('events'))
    const self = await client.keys.self({ signal: context.signal })
    const { folder, url } = context.settings
    const place = `${url} ${self.id}`
    const kept = readListening(folder, place)
    const secret = process.env.SEALWRIGHT_WEBHOOK_SECRET || kept?.secret || `whsec_${randomBytes(32).toString('base64')}`
    const begin = given.text('after') ?? (given.flag('from-now') ? undefined : kept?.after) ?? (await newest(client))
    const state: Listening = { secret: kept?.secret ?? secret, ...(begin && { after: begin }) }
    keepListening(folder, place, state)
    context.say(`Listening to the ${self.environment} at ${url}${begin ? `, after ${begin}` : ''}. Ctrl-C ends it.`)
    if (target) context.say(`Forwarding to ${target}. Deliveries are signed with ${secret}`)
    for await (const event of eventsFrom(context, client, begin)) {
      if (wanted(event.type)) await pass(context, event, target, secret)
      if (context.signal.aborted) break
      keepListening(folder, place, { ...state, after: event.id })
    }
    return EXIT.done
  },
}

function typesOf(list: string | undefined): (type: string) => boolean {
  const types = list
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  if (!types?.length) return () => true
  return (type) => types.some((one) => one === '*' || one === type || (one.endsWith('*') && type.startsWith(one.slice(0, -1))))
}

const newest = async (client: Sealwright): Promise<string | undefined> => (await client.events.list({ limit: 1 })).data[0]?.id

/** Events as they become known, oldest first, until Ctrl-C. What is away for a while is waited for. */
async function* eventsFrom({ say, signal }: Context, client: Sealwright, begin: string | undefined): AsyncGenerator<Event> {
  let after = begin
  for (let pause = PAUSE_MS; !signal.aborted; ) {
    try {
      const found = await client.events.stream({ wait: WAIT_SECONDS, ...(after && { after }) }, { signal })
      // Before the first event there is none to ask after: what came between two questions stands in the list.
      const events = found.data.length > 0 || after ? found.data : (await client.events.list({ limit: 100 })).data.reverse()
      pause = PAUSE_MS
      for (const event of events) {
        yield event
        after = event.id
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof NotFoundError) {
        say(`The event ${after} is not there any more: going on from now.`)
        after = await newest(client)
        continue
      }
      const passes = error instanceof ConnectionError || (error instanceof SealwrightError && (error.status >= 500 || error.status === 429))
      if (!passes) throw error
      say(`${(error as Error).message} Trying again in ${pause / 1000} s.`)
      await delay(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(30_000, pause * 2)
    }
  }
}

async function pass(context: Context, event: Event, target: string | undefined, secret: string): Promise<void> {
  const line = `${event.timestamp}  ${event.type}  ${event.id}  ${cell(event.resource.id)}`
  if (!target) return context.answer(event, () => [line])
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answered = await deliver(event, target, { secret, attempt, signal: context.signal })
    if (context.signal.aborted) return
    context.answer({ event: event.id, type: event.type, attempt, status: answered.status, error: answered.error }, () => [
      `${line}  ${answered.status ?? answered.error}${attempt > 1 ? ` (try ${attempt})` : ''}`,
    ])
    if (answered.status !== null && answered.status >= 200 && answered.status < 300) return
    if (attempt < TRIES) await delay(PAUSE_MS * attempt, undefined, { signal: context.signal }).catch(() => undefined)
  }
  context.say(`${event.id} was not taken and is passed over. Again: sealwright listen --forward-to ${target} --after <the event before it>`)
}

/** As the service delivers it: the same headers, the same signature (Standard Webhooks). */
async function deliver(
  event: Event,
  target: string,
  { secret, attempt, signal }: { secret: string; attempt: number; signal: AbortSignal },
): Promise<{ status: number | null; error: string | null }> {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64')
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
        'sealwright-attempt': String(attempt),
        'sealwright-environment': event.environment,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    })
    await response.arrayBuffer()
    return { status: response.status, error: null }
  } catch (error) {
    const { name, cause } = error as Error
    const { code, message } = (cause ?? {}) as { code?: string; message?: string }
    return { status: null, error: name === 'TimeoutError' ? 'no answer within 15 s' : (code ?? message ?? name) }
  }
}
