import { CERTIFIED_MS } from '#core/access/tenant/contracts.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { TenantFact } from '#core/sources/tenant/source.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { RELIANCE_LAW } from '#engine/tables/customer-identification.ts'
import { EU_MEMBERS } from '#engine/tables/eu-members.ts'
import { takeBackEvidence } from '../evidence/take-back.ts'

/** On what a tenant's own programme is relied on. */
export interface Agreement {
  level: 'basic' | 'enhanced'
  /** The law that lets somebody rely on another's programme. */
  law: string
  /** When two people found the agreement to be in force. */
  certified_at: string
}

/** From this day on the Regulation applies (its article 90), and the Directive no more. */
const EU_REGULATION_FROM = '2027-07-10'
/** Whom the United Kingdom supervises as a relevant person: lenders, money transmitters and, of those who offer games, casinos (regulation 8(2)). */
const UK_RELEVANT = /^(lender|money_transmitter):GB\b|^gambling:GB:casino$/
const UK_LAW = 'Money Laundering Regulations 2017 (SI 2017/692), regulation 39'

/** What is missing before the tenant's own programme can be relied on, or the agreement. Licences are the tenant's word; the agreement is that of two administrators. */
async function agreementOf(db: Queryable, ctx: Ctx): Promise<{ agreement: Agreement } | { missing: string[] }> {
  const facts = await ctx.world.tenant.inForce(db, ctx)
  const known = (name: string) => facts.find(({ fact }) => fact === name)
  const agreed = known('identity_reliance')
  const law = lawFor(known, rulesDay(ctx.now))
  const missing = [
    ...(agreed && agreed.stated_as !== 'tenant' ? [] : ['identity_reliance']),
    ...(agreed && ctx.now - agreed.at.getTime() > CERTIFIED_MS ? ['identity_reliance.certified_this_year'] : []),
    ...(law ? [] : ['us_bsa_type', 'casp_auth', 'licences']),
  ]
  if (missing.length || !agreed || !law) return { missing }
  return { agreement: { level: agreed.value as Agreement['level'], law, certified_at: agreed.at.toISOString() } }
}

function lawFor(known: (fact: string) => TenantFact | undefined, day: string): string | null {
  const type = known('us_bsa_type')?.value
  if (typeof type === 'string' && Object.hasOwn(RELIANCE_LAW, type)) return RELIANCE_LAW[type]!
  const licences = (known('licences')?.value ?? []) as string[]
  const inUnion = licences.some((licence) => EU_MEMBERS.includes(licence.split(':')[1]!.slice(0, 2)))
  if (known('casp_auth')?.value !== true && !inUnion) return licences.some((one) => UK_RELEVANT.test(one)) ? UK_LAW : null
  return day < EU_REGULATION_FROM ? 'Directive (EU) 2015/849, articles 25 to 27' : 'Regulation (EU) 2024/1624, article 48'
}

/** The agreement. Throws `reliance_not_agreed`, naming what is missing. */
export async function requireRelianceAgreement(db: Queryable, ctx: Ctx): Promise<Agreement> {
  const found = await agreementOf(db, ctx)
  if ('agreement' in found) return found.agreement
  throw new AppError(
    'reliance_not_agreed',
    'Your own programme is relied on only with an agreement that two administrators recorded this year, and while your licences say that you are regulated.',
    { extra: { missing: found.missing } },
  )
}

/**
 * Looks whether what rests on a tenant's own programme still may, after a word on its licences or agreement and when a year is over: without an
 * agreement all of it is taken back, with one up to `basic` what counted as more.
 */
export async function judgeStanding(tx: Tx, ctx: Ctx): Promise<{ audit: AuditInput; events: EventInput[] } | null> {
  const found = await agreementOf(tx, ctx)
  if ('agreement' in found && found.agreement.level === 'enhanced') return null
  const over = 'agreement' in found ? ({ method: 'reliance', level: 'enhanced' } as const) : ({ method: 'reliance' } as const)
  const withdrawn = await takeBackEvidence(tx, ctx, over, 'reliance_ended')
  if (!withdrawn) return null
  return {
    audit: {
      action: 'reliance_ended',
      category: 'system',
      subject: { type: 'organization', id: ctx.organizationId },
      details: { evidence_withdrawn: withdrawn, missing: 'missing' in found ? found.missing : [] },
    },
    // Each piece of evidence that is taken back is told by itself.
    events: [],
  }
}
