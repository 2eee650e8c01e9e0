import { SANDBOX } from '#core/record/facts/sources.ts'
import type { Json } from '#engine/canonical.ts'
import { recordedTenant } from './production.ts'
import type { TenantSource } from './source.ts'

/** What every sandbox is until it says otherwise: a company of the United States without licences, that bars one made-up place. */
const ORDINARY: Readonly<Record<string, Json>> = {
  art_trader: false,
  casp_auth: false,
  cdd_regime: 'US',
  enterprise_contract: false,
  game_blocklist: ['XA'],
  licences: [],
  serves_eu: false,
  travel_seats: ['US'],
  us_bsa_type: 'none',
}

/** What was said as in production, over what the sandbox takes for granted. */
export const sandboxTenant: TenantSource = {
  async inForce(db, ctx) {
    const said = await recordedTenant.inForce(db, ctx)
    const assumed = Object.entries(ORDINARY).filter(([fact]) => !said.some((one) => one.fact === fact))
    return [
      ...said,
      ...assumed.map(([fact, value]) => ({
        fact,
        value,
        note: null,
        stated_by: SANDBOX,
        stated_as: 'sandbox' as const,
        at: new Date(ctx.now),
      })),
    ]
  },
}
