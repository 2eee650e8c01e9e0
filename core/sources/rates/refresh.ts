import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { egress } from '#egress/gate.ts'
import { ECB_DAILY, readEcbDaily } from './ecb.ts'
import { putRates, ratesInForce } from './store.ts'

/** Fetches the euro reference rates of the newest day, unless the operator sets them by hand. Failing keeps the last ones, which age. */
export async function refreshRates(services: Services): Promise<void> {
  const { config, log } = services
  if (config.rateSource === 'manual' || config.listSource === 'sample') return
  const kept = await ratesInForce(services)
  if (kept?.date === new Date().toISOString().slice(0, 10)) return
  try {
    const response = await egress.fetch(config.rateUrl ? 'rate_mirror' : 'rate')(config.rateUrl ?? ECB_DAILY)
    if (!response.ok) throw new Error(`The publisher answered ${response.status}.`)
    const rates = readEcbDaily(await response.text())
    if (!kept || rates.date > kept.date) await putRates(systemCtx(services, { id: 'rates' }), rates)
  } catch (error) {
    log.warn({ error: (error as Error).message, newest: kept?.date ?? null }, 'exchange rates not refreshed')
  }
}
