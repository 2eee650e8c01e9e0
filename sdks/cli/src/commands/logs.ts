import { setTimeout as delay } from 'node:timers/promises'
import type { Sealwright } from '../../../javascript/index.js'
import { type Command, type Context, EXIT, type Given, type Option, UsageError } from '../command.ts'
import { cell } from '../output.ts'

type RequestLog = Awaited<ReturnType<Sealwright['requestLogs']['list']>>['data'][number]

const EVERY_MS = 2_000
const FILTERS: Record<string, Option> = {
  status: { type: 'string', value: 'CODE', help: 'only those answered with it, such as 422' },
  failed: { type: 'boolean', help: 'only those that were refused or failed' },
  operation: { type: 'string', value: 'NAME', help: 'only of this operation, such as wallets.verify' },
  wallet: { type: 'string', value: 'ADDRESS', help: 'only about this wallet' },
}

function queryOf(given: Given) {
  const [status, operation, wallet_address] = ['status', 'operation', 'wallet'].map((name) => given.text(name))
  return {
    ...(status && { status: Number(status) }),
    ...(given.flag('failed') && { failed: 'true' as const }),
    ...(operation && { operation }),
    ...(wallet_address && { wallet_address }),
  }
}

const lineOf = (log: RequestLog): string =>
  [log.created_at, log.status, `${log.duration_ms} ms`, log.method, log.path, log.error_code ?? '', log.id].map(cell).join('  ')

export const logs: Command = {
  name: 'logs',
  summary: 'list your own requests, newest last',
  options: { ...FILTERS, limit: { type: 'string', value: 'N', help: 'how many, 1 to 100; 20' } },
  run: async (context, given) => {
    const limit = Number(given.text('limit') ?? 20)
    const { data } = await context.client().requestLogs.list({ limit, ...queryOf(given) }, { signal: context.signal })
    const found = data.toReversed()
    context.answer(found, () => (found.length > 0 ? found.map(lineOf) : ['Nothing.']))
    return EXIT.done
  },
}

export const tail: Command = {
  name: 'logs tail',
  summary: 'follow your own requests as they come',
  options: FILTERS,
  details:
    'Shows requests made from now on until Ctrl-C, one a line; with --json one object a line. What this program itself asks is left out.',
  run: async (context, given) => {
    if (given.positionals.length > 0) throw new UsageError(`logs tail takes no ${given.positionals[0]}.`)
    const client = context.client()
    const query = queryOf(given)
    const [last] = (await client.requestLogs.list({ limit: 1 }, { signal: context.signal })).data
    context.say('Following. Ctrl-C ends it.')
    await follow(context, client, query, last?.created_at ?? new Date().toISOString())
    return EXIT.done
  },
}

async function follow(context: Context, client: Sealwright, query: ReturnType<typeof queryOf>, from: string): Promise<void> {
  // Those of the same instant come again: by their ids each is shown once.
  const seen = new Set<string>()
  for (let since = from; !context.signal.aborted; ) {
    try {
      const fresh: RequestLog[] = []
      for await (const log of client.requestLogs.list({ limit: 100, created_after: since, ...query }, { signal: context.signal }))
        if (!seen.has(log.id) && log.operation !== 'request_logs.list') fresh.push(log)
      for (const log of fresh.reverse()) {
        seen.add(log.id)
        if (log.created_at > since) since = log.created_at
        if (log.created_at > from) context.answer(log, () => [lineOf(log)])
      }
      await delay(EVERY_MS, undefined, { signal: context.signal })
    } catch (error) {
      if (!context.signal.aborted) throw error
    }
  }
}
