import { randomBytes } from 'node:crypto'
import type { Sealwright } from '../../../javascript/index.js'
import { type Command, EXIT, only, UsageError } from '../command.ts'
import { facts, table } from '../output.ts'

const wallet = () => `0x${randomBytes(20).toString('hex')}`
const person = () => ({ full_name: `Trigger ${randomBytes(4).toString('hex')}`, date_of_birth: '1990-05-17', country: 'US' })

async function sealed(client: Sealwright): Promise<string> {
  const { credential, decision } = await client.wallets.verify({ wallet_address: wallet(), kyc_data: person() })
  if (!credential) throw new UsageError(`The sandbox sealed no wallet: ${decision.outcome}, ${decision.reason_codes.join(', ')}.`)
  return credential.id
}

/** What is really done, so that the event follows from it and its object is there afterwards. */
const RECIPES: Record<string, { does: string; run(client: Sealwright): Promise<unknown> }> = {
  'wallet.verified': { does: 'verifies a new wallet', run: sealed },
  'credential.issued': { does: 'verifies a new wallet', run: sealed },
  'credential.suspended': {
    does: 'verifies a new wallet and suspends its credential',
    run: async (client) => client.credentials.suspend(await sealed(client), { reason_code: 'under_review' }),
  },
  'credential.resumed': {
    does: 'suspends a credential and resumes it',
    run: async (client) => {
      const id = await sealed(client)
      await client.credentials.suspend(id, { reason_code: 'under_review' })
      return client.credentials.resume(id, { reason_code: 'cleared', note: 'Triggered' })
    },
  },
  'credential.revoked': {
    does: 'verifies a new wallet and revokes its credential',
    run: async (client) => client.credentials.revoke(await sealed(client), { reason_code: 'key_compromised', note: 'Triggered' }),
  },
  'sanctions.match.created': {
    does: 'screens a name that is on the list of the sandbox',
    run: (client) => client.sanctions.check({ full_name: 'Mallory Sanctioned', date_of_birth: '1970-01-01' }),
  },
  'investor.created': {
    does: 'creates an investor',
    run: (client) => client.investors.create({ ...person(), email: `trigger-${randomBytes(6).toString('hex')}@example.com` }),
  },
  'sandbox.clock.advanced': {
    does: 'moves the clock of the sandbox on by a second',
    run: (client) => client.sandbox.clockMove({ advance: 1 }),
  },
}

export const trigger: Command = {
  name: 'trigger',
  summary: 'make an event really happen in the sandbox',
  args: '<event type>',
  options: {
    object: { type: 'string', value: 'JSON', help: 'announce the event with this object instead, without anything happening' },
    list: { type: 'boolean', help: 'what really happens for which event' },
  },
  details:
    'Does what the event follows from: afterwards the wallet or credential is there. An event without such a way is announced with an example, and so is one with --object: `data.object.triggered` then says so.',
  examples: ['sealwright trigger credential.revoked', `sealwright trigger credential.expiring --object '{"days_left": 7}'`],
  run: async (context, given) => {
    if (given.flag('list')) {
      const known = Object.entries(RECIPES).map(([type, { does }]) => ({ type, does }))
      context.answer(known, () =>
        table(
          ['event', 'what happens'],
          known.map((one) => [one.type, one.does]),
        ),
      )
      return EXIT.done
    }
    const type = only(given, 'an event type')
    const client = context.client()
    const object = given.text('object')
    const recipe = object === undefined ? RECIPES[type] : undefined
    if (!recipe) {
      const answer = await client.sandbox.trigger(
        { type: type as never, ...(object && { object: objectOf(object) }) },
        { signal: context.signal },
      )
      context.answer({ ...answer, happened: false }, () => [`${type} was announced with an example: nothing happened besides.`])
      return EXIT.done
    }
    await requireSandbox(client)
    const before = await newestOf(client, type)
    await recipe.run(client)
    const event = await newestOf(client, type)
    if (!event || event.id === before?.id)
      throw new Error(`It was done (${recipe.does}), but no ${type} followed. sealwright logs says what was answered.`)
    context.answer({ event, happened: true }, () => [
      `${type} happened.`,
      ...facts({ event: event.id, resource: `${event.resource.type} ${event.resource.id}` }),
    ])
    return EXIT.done
  },
}

/** What is done here is for a sandbox only: its operation answers nowhere else. */
const requireSandbox = (client: Sealwright) => client.sandbox.clock()

const newestOf = async (client: Sealwright, type: string) => (await client.events.list({ type, limit: 1 })).data[0]

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new UsageError('--object is a JSON object.')
}
