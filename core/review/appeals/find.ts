import { and, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import { tenantCtx } from '#core/access/accounts/personal.ts'
import type { SignedWallet } from '#core/access/sign-in-wallets/challenge.ts'
import type { Ctx, Environment, Tenant } from '#core/kernel/context.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { cases, decisions, organizations, wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { APPEAL_DAYS, APPEAL_KIND, type AppealView, appealableUntil, appealOf, DAY_MS, presentAppeal } from './appeal.ts'
import { type ReasonClass, reasonClasses } from './reasons.ts'

/** Cases of one tenant about one wallet that are looked at, the newest. */
const CASES = 50

/** A refusal that the wallet's holder can appeal against, as they see it. */
export interface Refusal {
  id: string
  organization: string
  environment: Environment
  market: string
  refused_at: string
  reason_classes: ReasonClass[]
  possible_until: string
}

export interface FoundRefusal {
  view: Refusal
  tenant: Ctx
  /** The case in which people refused; null where the rules did alone. */
  case: CaseRow | null
  decision: typeof decisions.$inferSelect | null
}

/** Whose row it is. */
type Owned = { organization_id: string; environment: string }
const sameTenant = (a: Owned, b: Owned) => a.organization_id === b.organization_id && a.environment === b.environment

const VERIFIED = ['basic', 'enhanced']

/**
 * What can be appealed about a wallet, newest first, and what was. It begins at the wallet and not at a tenant: whoever
 * calls has made sure that its controller asks. With `within` it is one tenant's alone, which says so of its own. Where the wallet is known as
 * a contract of one chain, that of another is not heard.
 */
export async function findRefusals(
  ctx: Ctx,
  { address, chainId }: Pick<SignedWallet, 'address' | 'chainId'>,
  within?: Tenant,
): Promise<{ refusals: FoundRefusal[]; appeals: AppealView[] }> {
  const refused = and(within && inScope(decisions, within), eq(decisions.wallet_address, address), ne(decisions.outcome, 'allow'))
  const what = [decisions.organization_id, decisions.environment, decisions.check]
  const [denied, held] = await Promise.all([
    // The newest of each tenant and check: whoever refuses often hides nobody else's refusal.
    ctx.db
      .selectDistinctOn(what)
      .from(decisions)
      .where(and(refused, eq(decisions.outcome, 'deny')))
      .orderBy(...what, desc(decisions.evaluated_at)),
    heldCases(ctx, refused),
  ])
  const tenants = [...new Set([...denied, ...held.map((one) => one.decision)].map((one) => one.organization_id))]
  if (!tenants.length) return { refusals: [], appeals: [] }
  const [wallet, names] = await Promise.all([
    ctx.db
      .select()
      .from(wallets)
      .where(and(within && inScope(wallets, within), inArray(wallets.organization_id, tenants), eq(wallets.address, address))),
    ctx.db.select({ id: organizations.id, name: organizations.name }).from(organizations).where(inArray(organizations.id, tenants)),
  ])
  const deaf = wallet.filter((one) => chainId !== null && one.control_chain_id !== null && one.control_chain_id !== chainId)
  const heard = (row: Owned) => !deaf.some((one) => sameTenant(one, row))
  const known = wallet.filter(heard)
  const about = known.map((one) => one.id)
  const cased = held.filter((one) => heard(one.row))
  const more = about.length ? await ctx.db.select().from(cases).where(inArray(cases.subject_id, about)) : []
  const rows = [...new Map([...cased.map((one) => one.row), ...more].map((row) => [row.id, row])).values()]
  const judged = new Map(held.map((one) => [one.decision.id, one.decision]))
  const made = denied.filter(heard).sort((a, b) => b.evaluated_at.getTime() - a.evaluated_at.getTime())
  const nameOf = (id: string) => names.find((one) => one.id === id)?.name ?? 'An organisation'
  const scopes = new Map<string, Ctx>()
  const scopeOf = async (row: Owned) => {
    const key = `${row.organization_id}|${row.environment}`
    if (!scopes.has(key)) scopes.set(key, await tenantCtx(ctx, row.organization_id, row.environment as Environment))
    return scopes.get(key)!
  }

  const refusals: FoundRefusal[] = []
  for (const row of rows) {
    const tenant = await scopeOf(row)
    const until = appealableUntil(row)
    // Somebody is looking at the same again already.
    const again = rows.some(
      (other) => other.id !== row.id && other.kind === row.kind && other.subject_id === row.subject_id && other.status !== 'decided',
    )
    if (!until || Date.parse(until) <= tenant.now || again) continue
    const decision = judged.get(row.decision_id ?? '') ?? null
    refusals.push({
      tenant,
      case: row,
      decision,
      view: {
        id: row.id,
        organization: nameOf(row.organization_id),
        environment: row.environment as Environment,
        market: typeof row.details.market === 'string' ? row.details.market : (decision?.market ?? 'platform'),
        refused_at: row.decided_at!.toISOString(),
        reason_classes:
          row.kind === 'sanctions_match' ? ['sanctions_screening'] : decision ? await reasonClasses(ctx.db, decision) : ['other'],
        possible_until: until,
      },
    })
  }
  for (const decision of made) {
    const tenant = await scopeOf(decision)
    const until = decision.evaluated_at.getTime() + APPEAL_DAYS * DAY_MS
    const own = known.find((one) => sameTenant(one, decision))
    const settled = decision.check === 'wallet.verify' && own && VERIFIED.includes(own.verification_status)
    const appealed = rows.some(
      (row) =>
        row.decision_id === decision.id ||
        (row.kind === APPEAL_KIND &&
          sameTenant(row, decision) &&
          appealOf(row)?.check === decision.check &&
          (row.status !== 'decided' || row.created_at.getTime() + APPEAL_DAYS * DAY_MS > tenant.now)),
    )
    if (until <= tenant.now || settled || appealed) continue
    refusals.push({
      tenant,
      case: null,
      decision,
      view: {
        id: decision.id,
        organization: nameOf(decision.organization_id),
        environment: decision.environment as Environment,
        market: decision.market ?? 'platform',
        refused_at: decision.evaluated_at.toISOString(),
        reason_classes: await reasonClasses(ctx.db, decision),
        possible_until: new Date(until).toISOString(),
      },
    })
  }
  refusals.sort((a, b) => b.view.refused_at.localeCompare(a.view.refused_at))
  const appeals = rows.filter((row) => appealOf(row)?.wallet_address === address)
  return { refusals, appeals: appeals.map((row) => presentAppeal(row, nameOf(row.organization_id))) }
}

/** The newest cases of each tenant that hang on refused decisions, with these. */
async function heldCases(ctx: Ctx, refused: SQL | undefined) {
  const nth = sql<number>`row_number() over (partition by ${cases.organization_id}, ${cases.environment} order by ${cases.created_at} desc)`
  const ranked = ctx.db
    .select({ id: cases.id, nth: nth.as('nth') })
    .from(cases)
    .innerJoin(decisions, eq(decisions.id, cases.decision_id))
    .where(refused)
    .as('ranked')
  return ctx.db
    .select({ row: cases, decision: decisions })
    .from(ranked)
    .innerJoin(cases, eq(cases.id, ranked.id))
    .innerJoin(decisions, eq(decisions.id, cases.decision_id))
    .where(lte(ranked.nth, CASES))
}
