import type { Services } from '../services.ts'
import { systemCtx } from '../system.ts'
import { ECB_DAILY, readEcbDaily } from './ecb.ts'
import { putRates, ratesInForce } from './store.ts'

const WAIT_MS = 15_000
const MAX_BYTES = 100_000

/** Fetches the euro reference rates of the newest day, unless the operator sets them by hand. Failing keeps the last ones, which age. */
export async function refreshRates(services: Services): Promise<void> {
  const { config, log } = services
  if (config.rateSource === 'manual' || config.listSource === 'sample') return
  const kept = await ratesInForce(services)
  if (kept?.date === new Date().toISOString().slice(0, 10)) return
  try {
    const response = await fetch(config.rateUrl ?? ECB_DAILY, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' })
    const text = response.ok ? await response.text() : ''
    if (!response.ok || text.length > MAX_BYTES) throw new Error(`The publisher answered ${response.status}.`)
    const rates = readEcbDaily(text)
    if (!kept || rates.date > kept.date) await putRates(systemCtx(services, { id: 'rates' }), rates)
  } catch (error) {
    log.warn({ error: (error as Error).message, newest: kept?.date ?? null }, 'exchange rates not refreshed')
  }
}
