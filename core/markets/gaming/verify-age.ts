import { z } from 'zod'
import { summarise } from '#core/identity/credentials/live.ts'
import { exclusionInForce, type InForce } from '#core/identity/exclusions/in-force.ts'
import { type MarketSubject, marketSubject, noteUse } from '#core/identity/wallets/market-subject.ts'
import { citation, credential, decision, settledBy } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { isCountry } from '#core/kernel/countries.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { dateOfBirth, walletAddress } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { baseFacts } from '#core/record/decisions/party-facts.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { withStated } from '#core/record/facts/of-markets.ts'
import { gameFactsField } from '#core/record/facts/stated-facts.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { holdForPerson } from '#core/screening/holds/hold.ts'
import { type AgeShown, ageShownFor } from '#core/sources/identity/age.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import type { Tx } from '#db/connect.ts'
import { ageTier } from '#engine/calculations/ages.ts'
import { ageOn, parseDay } from '#engine/dates.ts'
import { exactFacts, type Room } from '#engine/facts/of-checks.ts'
import { gamingRow, UNLISTED_MINIMUM } from '#engine/tables/gaming-jurisdictions.ts'

export const ageVerifyInput = z.strictObject({
  wallet_address: walletAddress,
  date_of_birth: dateOfBirth.optional(),
  jurisdiction: z
    .string()
    .transform((v) => v.toUpperCase())
    .refine((v) => /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/.test(v) && (isCountry(v.slice(0, 2)) || ['XA', 'XB'].includes(v)), {
      message: 'Use ISO 3166-1 (US) or 3166-2 (US-NV).',
      params: { code: 'unknown_jurisdiction' },
    })
    .meta({ description: 'ISO 3166-1 alpha-2 or ISO 3166-2', examples: ['US', 'US-NV'] }),
  required_age_tier: z.enum(['13+', '18+', '21+']).optional(),
  activity: z.enum(['general', 'marketplace', 'skill_gaming', 'gambling']).default('general'),
  compliance_facts: gameFactsField.default({}),
})
export type AgeVerifyInput = z.output<typeof ageVerifyInput>

const TIERS = ['under_13', '13+', '18+', '21+'] as const
type Tier = (typeof TIERS)[number]

const tier = z.enum(TIERS)

const ageVerification = z.object({
  success: z.literal(true),
  wallet_id: z.string().nullable(),
  age_tier: tier,
  age_verified: z.boolean().meta({
    description:
      'The tier is reached, and somebody verified it: a credential or a document. In the sandbox a date that was merely given counts too',
  }),
  age_reached: z.boolean().meta({ description: 'The tier is reached by the date at hand, whoever’s word it is' }),
  geo_compliant: z.boolean(),
  eligible: z.boolean(),
  object: z.literal('age_verification'),
  wallet_address: z.string(),
  required_age_tier: tier,
  evidence: z
    .enum(['self_declared', 'credential', 'document'])
    .meta({ description: 'Whose word the age is; self_declared: the player’s own' }),
  self_excluded: z.boolean(),
  reason_codes: z.array(z.string()),
  valid_until: z.string().nullable(),
  jurisdiction: z.object({ code: z.string(), rule: z.string(), citation: citation.nullable() }),
  credential: credential.nullable(),
  settled_by: settledBy,
  decision,
})
export type AgeVerification = z.output<typeof ageVerification>

/**
 * Whether a wallet's holder may play. The birth date is used once and forgotten: what is kept is the tier.
 * Under 13 is an answer, and nothing about the child is kept.
 */
export const verifyAge = defineVerb({
  name: 'gaming.verify_age',
  permission: 'gaming.verify',
  input: ageVerifyInput,
  output: ageVerification,
  run: async ({ ctx, input }) => {
    await ctx.world.faults.meet(ctx, input.wallet_address.canonical)
    return write(ctx, async (tx) => {
      const { subject, age, excluded, facts, by } = await gatherAge(tx, ctx, input)
      const made = await recordDecision(tx, ctx, {
        facts,
        market: 'gaming',
        subject: { type: 'wallet', id: subject.wallet.id },
        walletAddress: subject.wallet.address,
        subjectKeyId: subject.subjectKeyId,
        stated: Object.keys(input.compliance_facts),
        ...by,
      })
      const held = await holdForPerson(tx, ctx, { market: 'gaming', subject, decided: made })
      const { decided, events } = held
      const reused = await noteUse(tx, ctx, subject, 'gaming', decided.decision.id, ['age_tier'])
      const result = present(ctx, input, subject, age, held)
      // How long another organisation's player stays away is not told: there is no day to name.
      if (excluded?.elsewhere) result.decision.counterfactuals = []
      const object = {
        wallet_id: subject.wallet.id,
        age_tier: age.tier,
        eligible: result.eligible,
        jurisdiction: input.jurisdiction,
        market: 'gaming',
      }
      const event: EventInput = {
        type: result.eligible ? 'gaming.age.verified' : 'gaming.age.denied',
        resource: { type: 'wallet', id: subject.wallet.id },
        object,
      }
      return { result, audit: decided.audit, events: [event, ...events, ...reused] }
    })
  },
})

/**
 * The call as its rules read it, and what evidence says of it. Where nothing shows an age it throws `validation_failed`; `unknown` there
 * supposes one that somebody says who is old enough: only to find out what is asked besides, never to decide anything.
 */
export async function gatherAge(tx: Tx, ctx: Ctx, input: AgeVerifyInput, unknown = false) {
  const subject = await marketSubject(tx, ctx, input.wallet_address)
  const shown = await ageShownFor(tx, ctx, subject.wallet.id)
  const age = ageOf(ctx, input, subject, shown, unknown)
  const excluded = await exclusionInForce(tx, ctx, subject, input.activity, localToday(input.jurisdiction, ctx.now))
  const facts = await gamingFacts(ctx, input, subject, age, excluded)
  return { subject, age, excluded, facts, by: evidencedAge(subject, age) }
}

interface Age {
  tier: Tier
  /** The age of consent of the place, where it is reached: a year that no tier tells. */
  reached: number | null
  /** The day that the evidence is of. */
  evidenceOn: string
  evidence: AgeVerification['evidence']
  comparison: 'equal' | 'differs' | 'one_source'
  /** The age alone that a wallet showed, where it is what counts. */
  shown: AgeShown | null
  /** Nothing shows it: what is here is supposed. */
  unknown?: true
}

/** What evidence says of the player, and of their age where that alone was shown. */
function evidencedAge({ identity }: MarketSubject, { shown }: Age): ReturnType<typeof evidencedBy> {
  const by = evidencedBy({ subject: identity })
  if (!shown) return by
  return {
    found: { ...by.found, 'game.proven_tier': 'established' },
    shownBy: { ...by.shownBy, 'game.proven_tier': { by: shown.evidence, at: shown.at.toISOString() } },
  }
}

function ageOf(ctx: Ctx, input: AgeVerifyInput, subject: MarketSubject, shown: AgeShown | null, unknown: boolean): Age {
  const today = localToday(input.jurisdiction, ctx.now)
  const stated = { evidence: 'self_declared', evidenceOn: today } as const
  const fixed = subject.persona?.effects.ageTier
  if (fixed) return { tier: fixed, reached: null, evidence: 'credential', evidenceOn: today, comparison: 'one_source', shown: null }
  const consent = gamingRow(input.jurisdiction)?.minGeneral ?? UNLISTED_MINIMUM.general
  const reachedOn = (born: string) => {
    const age = ageOn(parseDay(born)!, parseDay(today)!)
    return { tier: ageTier(age) as Tier, reached: age >= consent ? consent : null }
  }
  const credential = subject.state === 'active' && subject.credential?.source !== 'sandbox_implicit' ? subject.credential : null
  const verified = (credential && subject.identity.covers.includes('date_of_birth') && subject.data?.date_of_birth) || null
  const proven = credential && {
    // An enhanced credential rests on a document.
    evidence:
      credential.evidence === 'document' || subject.facts.credential.levels?.includes('enhanced')
        ? ('document' as const)
        : ('credential' as const),
    // Issued anew, it rests on what was shown before.
    evidenceOn: rulesDay(new Date(subject.facts.credential.issued_at ?? 0)),
  }
  if (shown && !verified) return ageOfShown(shown, consent, input.date_of_birth === undefined ? null : reachedOn(input.date_of_birth))
  if (!input.date_of_birth) {
    if (!verified && unknown) return { tier: '21+', reached: null, ...stated, comparison: 'one_source', shown: null, unknown }
    if (!verified)
      throw invalidField(
        '/date_of_birth',
        'required',
        'A date of birth is needed: nothing shows an age for this wallet. An identity session with claims asks for the age alone.',
      )
    return { ...reachedOn(verified), ...proven!, comparison: 'one_source', shown: null }
  }
  const comparison = !verified || ctx.world.identity.takesWord ? 'one_source' : verified === input.date_of_birth ? 'equal' : 'differs'
  return { ...reachedOn(input.date_of_birth), ...(comparison === 'equal' ? proven! : stated), comparison, shown: null }
}

/** An age that was shown alone. A birth date that was said besides and is too young for it is somebody else's: a person looks, and the lower age counts. */
function ageOfShown(shown: AgeShown, consent: number, said: Pick<Age, 'tier' | 'reached'> | null): Age {
  const tier = shown.over === 21 ? '21+' : '18+'
  const proof = { evidence: shown.document ? 'document' : 'credential', evidenceOn: rulesDay(shown.at), shown } as const
  const younger = said !== null && TIERS.indexOf(said.tier) < TIERS.indexOf(tier)
  if (younger) return { ...said, ...proof, comparison: 'differs' }
  return { tier, reached: shown.over >= consent ? consent : null, ...proof, comparison: 'one_source' }
}

/** The calendar date of the place: of its zone that reaches a date last, so that nobody is let in early; unlisted places use the last zone on earth. */
export function localToday(jurisdiction: string, now: number): string {
  const timeZone = gamingRow(jurisdiction)?.zone ?? 'Etc/GMT+12'
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

async function gamingFacts(ctx: Ctx, input: AgeVerifyInput, subject: MarketSubject, age: Age, excluded: InForce | null) {
  const today = localToday(input.jurisdiction, ctx.now)
  const flags = subject.persona?.effects.flags ?? []
  const child = age.tier === 'under_13'
  const until = excluded?.until ?? (flags.includes('self_excluded') ? new Date(ctx.now + 30 * 86_400_000).toISOString().slice(0, 10) : null)
  const base = await baseFacts(ctx, 'gaming.age', subject.screened.lists, { market: 'gaming' })
  const facts = exactFacts('gaming.age', {
    ...base,
    tenant: {
      ...base.tenant,
      // One place more is barred; those that the organisation bars stay so.
      ...(flags.includes('play_barred') && { game_blocklist: [...blockedBy(base), input.jurisdiction] }),
    },
    environment: ctx.environment,
    // The tier stands in for the birth date. Of a child not even the year is kept: today's date says only "under 13".
    subject: { ...subject.facts, date_of_birth: child ? today : 'none' },
    game: {
      // The rule is about play for stakes; who excluded themselves from all play is held to it in every activity.
      activity: until && input.activity !== 'gambling' ? 'skill_gaming' : input.activity,
      jurisdiction: input.jurisdiction,
      today,
      proven_tier: age.tier === 'under_13' ? 'none' : age.tier,
      reached_age: age.reached ?? 'none',
      required_tier: input.required_age_tier ?? 'none',
      wallet_action: true,
      evidence: age.evidence,
      evidence_on: age.evidenceOn,
      birth_date_comparison: age.comparison,
      self_excluded_until: until ?? 'none',
      registers_readable: true,
    },
  })
  return withStated('gaming.age', facts, input.compliance_facts)
}

/** Where the organisation lets nobody play, by its own word. */
const blockedBy = ({ tenant }: { tenant: Room<'tenant'> }): readonly string[] => tenant.game_blocklist ?? []

function present(
  ctx: Ctx,
  input: AgeVerifyInput,
  subject: MarketSubject,
  age: Age,
  { decided, answer, settled_by }: Pick<Awaited<ReturnType<typeof holdForPerson>>, 'decided' | 'answer' | 'settled_by'>,
): AgeVerification {
  const outcome = (code: string) => decided.engine.rules.find((r) => r.code === code)
  const ageRule = outcome('AGE_BELOW_REQUIRED')
  const required = Number(ageRule?.params?.required ?? 13)
  const row = gamingRow(input.jurisdiction)
  const geo = outcome('GEO_NOT_ALLOWED')
  const eligible = answer === 'allow'
  return {
    success: true,
    wallet_id: subject.wallet.id,
    age_tier: age.tier,
    // A date that the player merely gave shows an age, and verifies none.
    age_verified: ageRule?.result === 'pass' && (age.evidence !== 'self_declared' || ctx.world.identity.takesWord),
    age_reached: ageRule?.result === 'pass',
    geo_compliant: geo?.result === 'pass',
    eligible,
    object: 'age_verification',
    wallet_address: subject.wallet.address,
    required_age_tier: required >= 21 ? '21+' : required >= 18 ? '18+' : '13+',
    evidence: age.evidence,
    self_excluded: outcome('SELF_EXCLUDED')?.result === 'fail',
    reason_codes: decided.decision.reason_codes,
    valid_until: subject.credential && subject.state === 'active' ? subject.credential.expires_at.toISOString() : null,
    jurisdiction: {
      code: input.jurisdiction,
      rule: row ? `gambling from ${row.minGambling}, online gambling ${row.onlineGambling}` : 'no rule is known for this place',
      citation: geo ? { label: geo.citation.label, url: geo.citation.url } : null,
    },
    credential: subject.credential ? summarise(subject.credential, subject.wallet, ctx.now, true) : null,
    settled_by,
    decision: decided.decision,
  }
}
