import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { endOfDay } from '#core/kernel/rules-day.ts'
import type { Accreditation } from '#core/sources/accreditation/source.ts'
import { letterValidThrough } from '#engine/calculations/verification.ts'
import { isoDay, legalDay, parseDay } from '#engine/dates.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import type { InvestorRow } from './create.ts'
import type { Status } from './present.ts'
import type { VerifyInvestorInput } from './verify-input.ts'

type Given = VerifyInvestorInput['accreditation']

/** Methods that cannot show a ground of accreditation (17 CFR 230.506(c)(2)(ii)); a letter and what was verified before can show any. */
const UNFIT: Record<string, readonly string[]> = {
  income: ['net_worth_docs', 'professional_license'],
  net_worth: ['income_docs', 'professional_license'],
  professional: ['income_docs', 'net_worth_docs', 'minimum_investment'],
  entity: ['income_docs', 'professional_license'],
}

/** A letter too old to show anything says nothing against the proof that stands: it takes nothing from it. */
export function refuseOutdated(ctx: Ctx, row: InvestorRow, given: Given): void {
  const stands = row.accreditation_status === 'verified' && (row.accreditation_expires_at?.getTime() ?? 0) > ctx.now
  if (stands && given?.evidence_sha256 && given.dated && !letterIsCurrent(ctx, given.dated))
    throw invalidField(
      '/accreditation/dated',
      'out_of_date',
      'This letter does not speak for today. The accreditation that was verified stands.',
    )
}

/** Refuses a ground that is none of whom it is about, and a method that does not show the ground it is sent for. */
export function refuseMethod(given: Given, { type: kind, accreditation: known }: Pick<InvestorRow, 'type' | 'accreditation'>): void {
  const type = given?.type ?? known?.type
  if (given?.type && (given.type === 'entity') !== (kind === 'entity'))
    throw new AppError('conflicting_fields', `${given.type} is no ground of this kind of investor.`, {
      fields: [
        {
          pointer: '/accreditation/type',
          code: 'conflicting_fields',
          detail:
            kind === 'entity'
              ? 'This investor is a company: entity is its ground.'
              : 'This investor is a natural person: choose income, net_worth or professional.',
        },
      ],
    })
  if (!given || typeof type !== 'string' || !UNFIT[type]?.includes(given.method)) return
  throw new AppError('conflicting_fields', `${given.method} does not show accreditation by ${type}.`, {
    fields: [{ pointer: '/accreditation/method', code: 'conflicting_fields', detail: `Choose a method that shows ${type}.` }],
  })
}

/** How long a letter speaks, as the rule says. */
const LETTER = currentRuleset.data.rules.find((rule) => rule.code === 'REG_D_506C_M3_THIRD_PARTY_LETTER')!.params as {
  months: number
}
const letterIsCurrent = (ctx: Ctx, day: string) => {
  const [dated, today] = [parseDay(day)!, legalDay(ctx.now)]
  return dated <= today && today <= letterValidThrough(dated, LETTER)
}

/** Until when an accreditation counts that is verified now; null where its evidence has no end. */
export function accreditationEnd(ctx: Ctx, given: Given, { expires_at, evidence }: Accreditation): Date | null {
  if (expires_at || evidence) return expires_at
  const dated = given?.dated ? parseDay(given.dated)! : legalDay(ctx.now)
  return new Date(endOfDay(isoDay(letterValidThrough(dated, LETTER))))
}

/** What is kept of an accreditation: what was shown, else what was sent, over what was known. */
export function accreditationRecord(ctx: Ctx, row: InvestorRow, given: Given, vouched: Accreditation): Record<string, unknown> | null {
  const { shown, evidence } = vouched
  if (shown) return { ...(row.accreditation ?? {}), ...shown }
  // What was read stands: a word beside it opens a file, and changes nothing until somebody read that too.
  if (!given || evidence) return row.accreditation
  const { contrary, ...record } = row.accreditation ?? {}
  return {
    ...record,
    ...given,
    // What is known against it stays until evidence was looked at anew.
    ...(contrary !== undefined && RESTING.has(given.method) && { contrary }),
    recorded_at: new Date(ctx.now).toISOString(),
  }
}

/** Methods that rest on what was said or seen before, and so fall with knowledge to the contrary. */
const RESTING = new Set(['prior_verification', 'minimum_investment'])

/** What evidence of an accreditation still lacks while it is not decided. */
export function accreditationMissing(ctx: Ctx, row: InvestorRow, given: Given, status: Status): string[] {
  // A ground alone shows nothing; what another call brought and a person looks at is not asked for again.
  if (!given) return status === 'pending' && row.accreditation && !row.accreditation.method ? ['/accreditation'] : []
  if (status === 'rejected' || (row.accreditation?.contrary && RESTING.has(given.method))) return []
  const letter = given.method === 'third_party_letter' && ctx.world.accreditation.asksAuthor
  const needed = ['evidence_sha256', 'dated', ...(letter ? (['verifier', 'good_standing'] as const) : [])] as const
  return needed.filter((name) => given[name] === undefined).map((name) => `/accreditation/${name}`)
}

/**
 * The status of an accreditation that was asked about: as somebody vouches for it, and else undecided. Where a word counts, a letter that was
 * sent in decides.
 */
export function accreditationAfter(ctx: Ctx, row: InvestorRow, given: Given, vouched: Accreditation): Status {
  if (outdone(row, vouched)) return 'pending'
  if (vouched.status !== 'unknown') return vouched.status
  if (!ctx.world.accreditation.takesWord) return 'pending'
  if (row.accreditation?.contrary && RESTING.has(given?.method ?? 'minimum_investment')) return 'pending'
  if (!given?.evidence_sha256 || !given.dated) return 'pending'
  return letterIsCurrent(ctx, given.dated) ? 'verified' : 'rejected'
}

/** Whether something became known against it since its evidence was taken. */
function outdone({ accreditation }: InvestorRow, { evidence }: Accreditation): boolean {
  const at = (accreditation?.contrary as { at?: unknown } | undefined)?.at
  return evidence !== null && typeof at === 'string' && evidence.at.getTime() <= Date.parse(at)
}

/** Whether an accreditation that somebody vouches for is over. */
export const isRunOut = ({ now }: Pick<Ctx, 'now'>, { expires_at }: Accreditation): boolean =>
  expires_at !== null && expires_at.getTime() <= now
