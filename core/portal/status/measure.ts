import { lt, sql } from 'drizzle-orm'
import { connect } from '#chains/evm/client.ts'
import type { Services } from '#core/kernel/services.ts'
import { storable } from '#core/kernel/storable.ts'
import { statusProbes } from '#db/schema.ts'
import { decide } from '#engine/decide.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { StatusService } from '../incidents/services.ts'
import { forgetMeasurements } from './report.ts'

const KEEP_DAYS = 30

type Probe = (services: Services) => Promise<string | null>

/** What each service must do to count as up; null when all is well, else what is wrong. Each runs the real thing. */
const PROBES: Record<StatusService, Probe> = {
  'Core API': async ({ connection }) => {
    await connection.pool.query('select 1')
    return null
  },
  'Authentication Service': async ({ connection }) => {
    await connection.pool.query('select count(*) from auth.session where expires_at > now()')
    return null
  },
  'Compliance Engine': async ({ screening }) => {
    const state = screening.state()
    if (!state.ready) return 'no screening list is loaded'
    decide({ check: 'sanctions.check', as_of: new Date().toISOString(), lists: [] }, currentRuleset)
    screening.view(screening.sample()).names({ full_name: 'Probe Subject' }, {})
    return null
  },
  'Blockchain Integration': async ({ config }) => {
    // Without a configured endpoint the chain side is the signing of calldata, which needs no network.
    for (const [chainId, url] of Object.entries(config.evmRpcUrls)) {
      const actual = await connect([url], { timeoutMs: 5_000, retryCount: 0 }).getChainId()
      if (actual !== Number(chainId)) return `endpoint of chain ${chainId} answers as another chain`
    }
    return null
  },
  'Payment Processing': async ({ connection }) => {
    await connection.pool.query('select 1 from fee_entries limit 1')
    return null
  },
  Webhooks: async ({ connection }) => {
    const { rows } = await connection.pool.query<{ late: string }>(
      "select count(*) as late from events where dispatched_at is null and created_at < now() - interval '2 minutes'",
    )
    return Number(rows[0]!.late) > 0 ? 'events are waiting longer than two minutes' : null
  },
}

/** Probes every service once and stores the result; forgets what is older than 30 days. */
export async function measureStatus(services: Services): Promise<void> {
  const at = new Date()
  const rows = await Promise.all(
    Object.entries(PROBES).map(async ([service, probe]) => {
      const started = performance.now()
      let detail: string | null
      try {
        detail = await probe(services)
      } catch (error) {
        detail = storable((error as Error).message.slice(0, 300))
      }
      return { service, at, ok: detail === null, duration_ms: Math.max(1, Math.round(performance.now() - started)), detail }
    }),
  )
  const { db } = services.connection
  await db.insert(statusProbes).values(rows).onConflictDoNothing()
  forgetMeasurements(services)
  await db.delete(statusProbes).where(lt(statusProbes.at, sql`now() - make_interval(days => ${KEEP_DAYS})`))
}
