import { z } from 'zod'
import { findKnownWallet, type KnownWallet } from '#core/chain/wallets/find.ts'
import { citation, decision, listStamp, match, warning } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { country, dateOfBirth, listedAddress, partyName, regionFields, regionIn } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { isoTime } from '#core/kernel/iso-time.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openCase } from '#core/record/cases/open.ts'
import { prepareDecision } from '#core/record/decisions/decide.ts'
import { baseFacts, partyFacts } from '#core/record/decisions/party-facts.ts'
import type { WireDecision } from '#core/record/decisions/present.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { append } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { ListView } from '#core/sources/lists/loaded.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { decisions, screenings } from '#db/schema.ts'
import { exactFacts } from '#engine/facts/of-checks.ts'
import { EMBARGO } from '#engine/tables/country-risk.ts'
import { type ListStamp, SANCTIONS_SOURCES } from '#screening/entity.ts'
import { voidChangedSubject } from '../exceptions/void.ts'
import { viewFor } from '../lists/view.ts'
import { keptResult, shownMatch, type WireMatch } from '../matching/present.ts'
import { type Screened, type SubjectToScreen, screenSubject } from '../matching/screen-subject.ts'
import { furtherFacts } from '../matching/subject.ts'
import { furtherFields } from '../matching/subject-fields.ts'
import { subjectKey } from '../matching/subject-key.ts'
import { monitorSubject } from '../subjects/monitor.ts'
import { riskLevel } from './risk-level.ts'
import { verdict } from './shape.ts'
import { loosened, THRESHOLD_WORDS, thresholdWarnings } from './threshold.ts'

/** A day, meaning its end (UTC), or a time; output: ms. */
const asOf = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => (value.length === 10 ? Date.parse(`${value}T23:59:59.999Z`) : Date.parse(value)))
  .meta({ description: 'A past day (its end, UTC) or time: the answer comes from the lists as they were loaded then' })

export const LISTS = SANCTIONS_SOURCES

const subjectShape = {
  wallet_address: listedAddress.optional(),
  full_name: partyName().optional(),
  country: country.optional(),
  ...regionFields,
  date_of_birth: dateOfBirth.optional(),
  entity_type: z.enum(['person', 'organization', 'vessel', 'aircraft', 'any']).default('any'),
  ...furtherFields,
}

const sanctionsCheckInput = z.strictObject({
  ...subjectShape,
  threshold: z.number().min(0.5).max(1).default(0.85).meta({ description: THRESHOLD_WORDS }),
  lists: z.array(z.enum(LISTS)).min(1).optional(),
  as_of: asOf.optional(),
  monitor: z
    .boolean()
    .default(false)
    .meta({ description: 'Screen again at every change of a list, and tell of every change in the result' }),
  subjects: z
    .array(z.strictObject(subjectShape))
    .min(1)
    .superRefine((v, c) => {
      if (v.length > 100)
        c.addIssue({ code: 'custom', message: 'At most 100 subjects in one call.', params: { code: 'too_many_subjects' } })
    })
    .optional(),
})
type SanctionsCheckInput = z.output<typeof sanctionsCheckInput>

export interface SanctionsCheck {
  success: true
  id: string
  object: 'sanctions_check'
  wallet_address: string | null
  wallet_id: string | null
  sanctioned: boolean
  sanctions_cleared: boolean
  status: 'clear' | 'hit' | 'possible_match'
  risk_level: 'none' | 'low' | 'medium' | 'high' | 'severe'
  was_listed: boolean
  /** Set when the question was about a past time. */
  as_of: string | null
  matches: WireMatch[]
  /** Entries that the name alone would have found: what was said of the subject took them below the threshold. */
  demoted: WireMatch[]
  /** The threshold that was applied. */
  threshold: number
  country: { code: string; embargoed: boolean; citation: { label: string; url: string | null } | null } | null
  lists: ListStamp[]
  data_age_seconds: number
  monitored: boolean
  monitored_subject_id: string | null
  warnings: { code: string; detail: string }[]
  checked_at: string
  decision: WireDecision
}

type Subject = Pick<SanctionsCheckInput, keyof typeof subjectShape>

const check = z
  .object({
    success: z.literal(true),
    id: z.string(),
    object: z.literal('sanctions_check'),
    wallet_address: z.string().nullable(),
    wallet_id: z.string().nullable(),
    ...verdict,
    matches: z.array(match),
    demoted: z.array(match).meta({
      description: 'Entries that the name alone would have found: what was said of the subject took their score below the threshold',
    }),
    threshold: z.number().meta({ description: 'The threshold that was applied: at most 0.9' }),
    country: z.object({ code: z.string(), embargoed: z.boolean(), citation: citation.nullable() }).nullable(),
    lists: z.array(listStamp),
    data_age_seconds: z.number().int(),
    monitored: z.boolean(),
    monitored_subject_id: z.string().nullable(),
    warnings: z.array(warning),
    checked_at: z.string(),
    decision,
  })
  .meta({ title: 'SanctionsCheck' })

/** Screens one subject, or up to a hundred, against the lists in force, and records what was decided. */
export const checkSanctions = defineVerb({
  name: 'sanctions.check',
  permission: 'sanctions.check',
  input: sanctionsCheckInput,
  output: z.union([check, z.object({ success: z.literal(true), object: z.literal('sanctions_batch'), results: z.array(check) })]),
  run: async ({ ctx, input }) => {
    const doubled = input.subjects && (Object.keys(subjectShape) as (keyof typeof subjectShape)[]).filter((field) => isSaid(input, field))
    if (doubled?.length)
      throw new AppError('conflicting_fields', 'Name one subject in the fields, or several in subjects.', {
        fields: doubled.map((field) => ({
          pointer: `/${field}`,
          code: 'conflicting_fields',
          detail: 'Put it into subjects, or leave subjects out.',
        })),
      })
    const subjects: Subject[] = input.subjects ?? [input]
    subjects.forEach((subject, i) => {
      if (!subject.wallet_address && !subject.full_name)
        throw new AppError('subject_required', 'Give a wallet_address, a full_name, or both.', {
          fields: [
            { pointer: input.subjects ? `/subjects/${i}` : '', code: 'required', detail: 'A wallet_address or a full_name is needed.' },
          ],
        })
    })
    await ctx.world.faults.meet(ctx, ...subjects.map((subject) => subject.wallet_address?.canonical))
    const options = { ...input, asOf: await pastTime(ctx, input), view: undefined as ListView | undefined }
    // Old lists may have to be read first: not while a transaction is open.
    if (options.asOf !== null) options.view = await viewFor(ctx.db, ctx, options.asOf)
    const screened = await Promise.all(subjects.map((subject) => screenAsked(ctx, subject, options)))
    // Who is not found and not monitored changes nothing that exists, so the record may share a commit.
    const alone = input.monitor || screened.some((one) => one.screened.matches.length > 0)
    return append(ctx, { alone }, async (db, tx) => {
      const all = []
      for (const one of screened) all.push(await recordCheck(db, tx, ctx, one, options))
      const results = all.map((one) => one.check)
      return {
        result: input.subjects ? ({ success: true as const, object: 'sanctions_batch' as const, results } as const) : results[0]!,
        rows: [
          [decisions, all.map((one) => one.decisionRow)],
          [screenings, all.map((one) => one.screeningRow)],
        ],
        audit: all.map((one) => one.audit),
        events: all.flatMap((one) => one.events),
      }
    })
  },
})

/** The time asked about, or null for now. */
async function pastTime(ctx: Ctx, { as_of, monitor }: SanctionsCheckInput): Promise<number | null> {
  if (as_of === undefined) return null
  if (monitor) throw new AppError('conflicting_fields', 'Monitoring starts now: leave out as_of or monitor.')
  const today = new Date(ctx.now).toISOString().slice(0, 10)
  if (as_of > Date.parse(`${today}T23:59:59.999Z`))
    throw invalidField('/as_of', 'future_date', 'The date is in the future.', new Date(ctx.now).toISOString().slice(0, 10))
  return Math.min(as_of, ctx.now)
}

type Options = Pick<SanctionsCheckInput, 'threshold' | 'lists' | 'monitor'> & { asOf: number | null; view: ListView | undefined }

interface Asked {
  subject: Subject
  asked: SubjectToScreen
  persona: Persona | null
  screened: Screened
  wallet: KnownWallet | null
}

/** Whether a field of a single subject was sent beside the list of several; one with a default is not seen. */
const isSaid = (input: SanctionsCheckInput, field: keyof typeof subjectShape): boolean =>
  field !== 'entity_type' && input[field] !== undefined

/** Of magic people only those whose name is on the list play in a screening; who is merely rejected is not found. */
const heldBy = (persona: Persona | null): Persona | null => (persona?.effects.holder ? persona : null)

/** Screens one subject; what a sandbox persona says of the holder goes before what the call says. */
async function screenAsked(ctx: Ctx, subject: Subject, options: Options): Promise<Asked> {
  const address = subject.wallet_address?.canonical ?? null
  const persona = ctx.world.personas.at(address) ?? heldBy(ctx.world.personas.named(subject.full_name))
  const holder = persona?.effects.holder
  const fullName = holder?.full_name ?? subject.full_name ?? null
  const born = (holder ? holder.date_of_birth : subject.date_of_birth) ?? null
  const where = persona?.effects.country ?? subject.country ?? null
  const asked = {
    wallet_address: address ?? undefined,
    full_name: fullName ?? undefined,
    date_of_birth: born ?? undefined,
    country: where ?? undefined,
    entity_type: subject.entity_type,
    // Whom a scenario plays is somebody else.
    ...(!holder && furtherFacts(subject)),
  }
  const [screened, wallet] = await Promise.all([screenSubject(ctx.db, ctx, asked, options), address ? findKnownWallet(ctx, address) : null])
  return { subject, asked, persona, screened, wallet }
}

/** Decides what was found and makes the rows that record it. `tx` is there when the call has a transaction of its own. */
async function recordCheck(db: Queryable, tx: Tx | null, ctx: Ctx, one: Asked, options: Options) {
  const { subject, asked, persona, screened, wallet } = one
  const address = asked.wallet_address ?? null
  const fullName = asked.full_name ?? null
  const born = asked.date_of_birth ?? null
  const where = asked.country ?? null
  const id = newId('check', ctx.now)
  // Whoever is named can be erased alone: the facts are sealed with the person's own key, or with the name's.
  const named = fullName && { full_name: fullName, date_of_birth: born }
  const keyId = wallet?.subjectKeyId ?? (named ? await ctx.services.keyring.screenedKey(ctx, named) : tenantKeyId(ctx))
  const kind = fullName
    ? subject.entity_type === 'organization' || subject.entity_type === 'vessel' || subject.entity_type === 'aircraft'
      ? 'entity'
      : 'natural'
    : 'wallet'
  const {
    row: decisionRow,
    decision,
    outcome,
    audit,
  } = await prepareDecision(db, ctx, {
    facts: exactFacts('sanctions.check', {
      // A past question is judged as of then: the rules and the age of the lists of that time.
      ...(await baseFacts({ ...ctx, now: options.asOf ?? ctx.now }, 'sanctions.check', screened.lists, loosened(options.threshold))),
      subject: partyFacts({
        kind,
        address,
        fullName,
        dateOfBirth: born,
        places: where ? [{ source: 'residence', country: where, region: regionIn(where, subject), proven: false }] : [],
        ukraineArea: subject.ukraine_area ?? null,
        screened,
        wasListed: persona?.effects.wasListed && address ? { address, list: 'sandbox_sample' } : null,
      }),
    }),
    market: 'stablecoins',
    subject: { type: 'sanctions_check', id },
    walletAddress: address,
    subjectKeyId: keyId,
  })
  const status = outcome === 'deny' && screened.status === 'possible_match' ? 'hit' : screened.status
  const check: SanctionsCheck = {
    success: true,
    id,
    object: 'sanctions_check',
    wallet_address: address,
    wallet_id: wallet?.id ?? null,
    sanctioned: status === 'hit',
    sanctions_cleared: outcome === 'allow' && status === 'clear',
    status,
    risk_level: riskLevel(status, outcome, screened.matches),
    was_listed: persona?.effects.wasListed === true,
    as_of: options.asOf === null ? null : new Date(options.asOf).toISOString(),
    matches: screened.matches.map(shownMatch),
    demoted: screened.demoted.map(shownMatch),
    threshold: screened.threshold,
    country: where
      ? {
          code: where,
          embargoed: EMBARGO.some((e) => e === where),
          citation: EMBARGO.some((e) => e === where)
            ? { label: '31 CFR parts 510, 515, 560', url: 'https://www.ecfr.gov/current/title-31/subtitle-B/chapter-V' }
            : null,
        }
      : null,
    lists: screened.lists,
    data_age_seconds: screened.ageSeconds,
    monitored: false,
    monitored_subject_id: null,
    warnings: thresholdWarnings(options.threshold),
    checked_at: isoTime(ctx.now),
    decision,
  }
  const screeningRow: typeof screenings.$inferInsert = {
    id,
    organization_id: ctx.organizationId,
    environment: ctx.environment,
    subject_type: wallet ? 'wallet' : 'person',
    subject_id: wallet?.id ?? null,
    wallet_address: address,
    status,
    top_score: screened.matches[0] ? Math.round(screened.matches[0].score * 10_000) : null,
    subject_key_id: keyId,
    subject_sealed: await ctx.services.keyring.seal(db, ctx, keyId, `screenings.subject:${id}`, {
      ...{ wallet_address: address, full_name: fullName, date_of_birth: born, country: where, entity_type: subject.entity_type },
      ...furtherFacts({ ...asked }),
    }),
    result: { ...keptResult(status, screened), ...(check.as_of && { as_of: check.as_of }), ...(check.was_listed && { was_listed: true }) },
    decision_id: decision.id,
    created_at: new Date(ctx.now),
    updated_at: new Date(ctx.now),
  }
  if (tx && options.monitor) {
    const { id: subjectId } = await monitorSubject(tx, ctx, { subject: asked, checkId: id, screened, ...options })
    check.monitored = true
    check.monitored_subject_id = subjectId
  }
  const found: EventInput[] =
    status === 'clear' || options.asOf !== null
      ? []
      : [
          {
            type: 'sanctions.match.created',
            resource: { type: 'sanctions_check', id },
            object: {
              check_id: id,
              subject: { wallet_address: address },
              match: {
                entity_id: screened.matches[0]?.entity_id ?? null,
                list: screened.matches[0]?.list ?? null,
                score: screened.matches[0]?.score ?? null,
              },
              lists: screened.lists.map((l) => ({ source: l.source, version: l.version })),
            },
          },
        ]
  const opened =
    tx && options.asOf === null && outcome !== 'allow' ? await openMatchCase(tx, ctx, one, { id, decisionId: decision.id }) : []
  const events = tx && options.asOf === null ? [...found, ...(await voidChangedSubject(tx, ctx, asked, screened)), ...opened] : []
  return {
    check,
    decisionRow,
    screeningRow,
    audit: {
      ...audit,
      details: {
        ...audit.details,
        ...loosened(options.threshold),
        check_id: id,
        ...(check.monitored_subject_id && { monitored_subject_id: check.monitored_subject_id }),
      },
    },
    events,
  }
}

/** A possible match has to be looked at by somebody: a case, once for the same subject on the same facts. */
async function openMatchCase(tx: Tx, ctx: Ctx, one: Asked, check: { id: string; decisionId: string }): Promise<EventInput[]> {
  const top = one.screened.status === 'possible_match' ? one.screened.matches.find((m) => m.exception === null) : undefined
  if (!top) return []
  const { events } = await openCase(tx, ctx, {
    kind: 'sanctions_match',
    subject: { type: 'sanctions_check', id: check.id },
    decisionId: check.decisionId,
    priority: 90,
    summary: 'A sanctions check found a possible match',
    details: { check_id: check.id, entity_id: top.entity_id, list: top.list, score: top.score },
    same: { key: `${subjectKey(ctx, one.asked)}:${one.screened.subjectHash()}`, alsoAbout: one.wallet?.id },
  })
  return events
}
