import { SANDBOX } from '#core/record/facts/sources.ts'
import type { Connection } from '#db/connect.ts'
import type { Json } from '#engine/canonical.ts'
import { recordedTenant } from './production.ts'
import type { TenantFact, TenantSource } from './source.ts'

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

/** What no decision reads, and a call may ask: so that relying on a programme of one's own can be tried. */
const BESIDES: Readonly<Record<string, Json>> = { identity_reliance: 'enhanced' }

const LOCAL = /^localhost(:[1-9][0-9]{0,4})?$/

/** What was said as in production, over what the sandbox takes for granted. */
export function sandboxTenant(connection: Connection): TenantSource {
  const recorded = recordedTenant(connection)
  return {
    ownsUnproven: (domain) => LOCAL.test(domain),
    inForce: async (db, ctx) => withOrdinary(await recorded.inForce(db, ctx), dayOf(ctx), { ...ORDINARY, ...BESIDES }),
    forDecision: async (ctx) => {
      const said = await recorded.forDecision(ctx)
      const day = dayOf(ctx)
      let whole = made.get(said)
      if (whole?.day !== day) {
        whole = { day, facts: Object.freeze(withOrdinary(said, day)) }
        made.set(said, whole)
      }
      return whole.facts
    },
  }
}

const made = new WeakMap<readonly TenantFact[], { day: number; facts: readonly TenantFact[] }>()

const DAY_MS = 86_400_000
/** The day of a call begins here, in ms. What is taken for granted is as of then. */
const dayOf = ({ now }: { now: number }): number => now - (now % DAY_MS)

function withOrdinary(said: readonly TenantFact[], day: number, ordinary = ORDINARY): TenantFact[] {
  const assumed = Object.entries(ordinary).filter(([fact]) => !said.some((one) => one.fact === fact))
  const at = new Date(day)
  return [
    ...said,
    ...assumed.map(([fact, value]) => ({
      fact,
      value,
      note: null,
      stated_by: SANDBOX,
      stated_as: 'sandbox' as const,
      at,
      effective_at: null,
    })),
  ]
}
