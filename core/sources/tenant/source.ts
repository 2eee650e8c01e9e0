import type { TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import type { Json } from '#engine/canonical.ts'

/** One thing said of an organisation, as it stands. */
export interface TenantFact {
  fact: string
  value: Json
  /** Where it can be looked up. */
  note: string | null
  stated_by: string
  /** The organisation itself, an administrator who looked it up, or the sandbox, which takes it for granted. */
  stated_as: 'tenant' | 'administrator' | 'sandbox'
  at: Date
  /** From when it counts, where that was later than it was said. */
  effective_at: Date | null
}

/** What is so of the organisation in whose name a call is made. What nobody said is left out: the rules ask for it. */
export interface TenantSource {
  /** As the given transaction sees it: for who just said something, and for pages. */
  inForce(db: Queryable, ctx: TenantNow): Promise<readonly TenantFact[]>
  /** For a decision. Decisions of one moment share one look; while they are kept at hand, the answer is the same object. */
  forDecision(ctx: TenantNow): Promise<readonly TenantFact[]>
  /** Whether a site is the tenant's own without proof: the developer's machine, where everything is made up. */
  ownsUnproven(domain: string): boolean
}
