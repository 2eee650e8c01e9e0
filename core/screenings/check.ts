import { z } from 'zod'
import type { Queryable, Tx } from '#db/connect.ts'
import { decisions, screenings } from '#db/schema.ts'
import { EMBARGO } from '#engine/tables/country-risk.ts'
import { openCase } from '../cases/open.ts'
import type { Ctx } from '../context.ts'
import { prepareDecision } from '../decisions/decide.ts'
import { baseFacts, partyFacts } from '../decisions/party-facts.ts'
import type { WireDecision } from '../decisions/present.ts'
import { AppError, invalidField } from '../errors.ts'
import type { EventInput } from '../events.ts'
import { voidChangedSubject } from '../exceptions/void.ts'
import { country, dateOfBirth, listedAddress, partyName } from '../fields.ts'
import { newId } from '../ids.ts'
import { tenantKeyId } from '../keyring.ts'
import { viewFor } from '../lists/view.ts'
import type { ListView } from '../lists/world.ts'
import { requirePermission } from '../permissions.ts'
import { failIfScenarioSays } from '../sandbox/failures.ts'
import { personScenario, type Scenario, scenarioOf } from '../sandbox/scenarios.ts'
import { monitorSubject } from '../subjects/monitor.ts'
import { append } from '../transaction.ts'
import { findKnownWallet, type KnownWallet } from '../wallets/find.ts'
import { shownMatch, type WireMatch } from './present.ts'
import { type Screened, type SubjectToScreen, screenSubject } from './screen-subject.ts'
import { subjectKey } from './subject-key.ts'

/** A day, meaning its end (UTC), or a time; output: ms. */
const asOf = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .transform((value) => (value.length === 10 ? Date.parse(`${value}T23:59:59.999Z`) : Date.parse(value)))
  .meta({ description: 'A past day (its end, UTC) or time: the answer comes from the lists as they were loaded then' })

export const LISTS = ['us_ofac_sdn', 'us_ofac_cons', 'us_csl', 'eu_fsf', 'gb_fcdo', 'un_sc'] as const

export const subjectShape = {
  wallet_address: listedAddress.optional(),
  full_name: partyName().optional(),
  country: country.optional(),
  date_of_birth: dateOfBirth.optional(),
  entity_type: z.enum(['person', 'organization', 'vessel', 'aircraft', 'any']).default('any'),
}

export const sanctionsCheckInput = z.strictObject({
  ...subjectShape,
  threshold: z.number().min(0.5).max(1).default(0.85),
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
export type SanctionsCheckInput = z.output<typeof sanctionsCheckInput>

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
  country: { code: string; embargoed: boolean; citation: { label: string; url: string | null } | null } | null
  lists: { source: string; version: string; sha256: string; published_at: string; loaded_at: string; entries: number }[]
  data_age_seconds: number
  monitored: boolean
  monitored_subject_id: string | null
  warnings: { code: string; detail: string }[]
  checked_at: string
  decision: WireDecision
}

type Subject = Pick<SanctionsCheckInput, keyof typeof subjectShape>

/** Screens one subject, or up to a hundred, against the lists in force, and records what was decided. */
export async function checkSanctions({
  ctx,
  input,
}: {
  ctx: Ctx
  input: SanctionsCheckInput
}): Promise<SanctionsCheck | { success: true; object: 'sanctions_batch'; results: SanctionsCheck[] }> {
  requirePermission(ctx, 'sanctions.check')
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
  await failIfScenarioSays(ctx, ...subjects.map((subject) => subject.wallet_address?.canonical))
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
      result: input.subjects ? ({ success: true, object: 'sanctions_batch', results } as const) : results[0]!,
      rows: [
        [decisions, all.map((one) => one.decisionRow)],
        [screenings, all.map((one) => one.screeningRow)],
      ],
      audit: all.map((one) => one.audit),
      events: all.flatMap((one) => one.events),
    }
  })
}

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
  scenario: ReturnType<typeof scenarioOf>
  screened: Screened
  wallet: KnownWallet | null
}

/** Whether a field of a single subject was sent beside the list of several; one with a default is not seen. */
const isSaid = (input: SanctionsCheckInput, field: keyof typeof subjectShape): boolean =>
  field !== 'entity_type' && input[field] !== undefined

/** Of magic people only those whose name is on the list play in a screening; who is merely rejected is not found. */
const heldBy = (scenario: Scenario | null): Scenario | null => (scenario?.effects.holder ? scenario : null)

/** Screens one subject; what a sandbox scenario says of the holder goes before what the call says. */
async function screenAsked(ctx: Ctx, subject: Subject, options: Options): Promise<Asked> {
  const address = subject.wallet_address?.canonical ?? null
  const scenario = scenarioOf(ctx, address) ?? heldBy(personScenario(ctx, subject.full_name))
  const holder = scenario?.effects.holder
  const fullName = holder?.full_name ?? subject.full_name ?? null
  const born = (holder ? holder.date_of_birth : subject.date_of_birth) ?? null
  const where = scenario?.effects.country ?? subject.country ?? null
  const asked = {
    wallet_address: address ?? undefined,
    full_name: fullName ?? undefined,
    date_of_birth: born ?? undefined,
    country: where ?? undefined,
    entity_type: subject.entity_type,
  }
  const [screened, wallet] = await Promise.all([screenSubject(ctx.db, ctx, asked, options), address ? findKnownWallet(ctx, address) : null])
  return { subject, asked, scenario, screened, wallet }
}

/** Decides what was found and makes the rows that record it. `tx` is there when the call has a transaction of its own. */
async function recordCheck(db: Queryable, tx: Tx | null, ctx: Ctx, one: Asked, options: Options) {
  const { subject, asked, scenario, screened, wallet } = one
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
    facts: {
      // A past question is judged as of then: the rules and the age of the lists of that time.
      ...baseFacts({ ...ctx, now: options.asOf ?? ctx.now }, 'sanctions.check', screened.lists),
      subject: partyFacts({
        kind,
        address,
        fullName,
        dateOfBirth: born,
        places: where ? [{ source: 'residence', country: where, proven: false }] : [],
        screened,
        wasListed: scenario?.effects.wasListed && address ? { address, list: 'sandbox_sample' } : null,
      }),
    },
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
    was_listed: scenario?.effects.wasListed === true,
    as_of: options.asOf === null ? null : new Date(options.asOf).toISOString(),
    matches: screened.matches.map(shownMatch),
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
    warnings:
      subject.wallet_address?.checksum === 'mismatch'
        ? [
            {
              code: 'address_checksum_mismatch',
              detail: 'The letter case of the address is not its EIP-55 checksum: check that it was copied whole.',
            },
          ]
        : [],
    checked_at: new Date(ctx.now).toISOString(),
    decision,
  }
  const screeningRow = {
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
      wallet_address: address,
      full_name: fullName,
      date_of_birth: born,
      country: where,
      entity_type: subject.entity_type,
    }),
    result: {
      status,
      matches: screened.matches.slice(0, 5).map((m) => ({ entity_id: m.entity_id, score: m.score, match_type: m.match_type })),
    },
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
      details: { ...audit.details, check_id: id, ...(check.monitored_subject_id && { monitored_subject_id: check.monitored_subject_id }) },
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
    same: { key: `${subjectKey(ctx, one.asked)}:${one.screened.subjectHash}`, alsoAbout: one.wallet?.id },
  })
  return events
}

function riskLevel(status: SanctionsCheck['status'], outcome: string, matches: WireMatch[]): SanctionsCheck['risk_level'] {
  if (status === 'hit') return 'severe'
  if (outcome === 'deny') return 'severe'
  if (status === 'possible_match') return (matches[0]?.score ?? 0) >= 0.95 ? 'high' : 'medium'
  return outcome === 'allow' ? 'none' : 'low'
}
