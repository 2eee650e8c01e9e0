import { z } from 'zod'
import type { Ctx, Tenant } from '#core/kernel/context.ts'
import { type FieldError, fieldsWrong } from '#core/kernel/errors.ts'
import { tenantKeyId } from '#core/kernel/keys/keyring.ts'
import { openOrNull, sealValue } from '#core/kernel/sealed.ts'
import type { Queryable } from '#db/connect.ts'
import type { Sealed } from '#db/schema/shared.ts'
import { canonical, type Json } from '#engine/canonical.ts'
import type { ListedFacts, WireMatch } from '../matching/present.ts'
import type { SubjectToScreen } from '../matching/screen-subject.ts'

const text = (least: number, most: number, words?: string) => z.string().trim().min(least, words).max(most)

export const difference = z.strictObject({
  entity_id: text(1, 120).optional().meta({ description: 'The listed entry; may be left out where there is one match' }),
  field: z.enum(['date_of_birth', 'identifier']).meta({ description: 'What differs' }),
  listed_value: text(1, 200, 'Say which value of the entry differs').meta({
    description: 'As the entry states it: one of `listed.dates_of_birth` or `listed.identifiers[].value`',
  }),
  person_value: text(1, 200, 'Say what the person has instead').meta({
    description: 'What the person has instead; a birth date as YYYY-MM-DD',
  }),
  source: text(3, 300, 'Say where you saw it: the paper and who issued it').meta({
    description: 'Where that was seen, such as the passport with its issuer',
  }),
})
export type Difference = z.output<typeof difference>

/** What the release of an exact or strong name rests on; one of the two is needed. */
export const evidenceFields = {
  differences: z.array(difference).max(20).optional().meta({
    description: 'What tells the person from the entry. An exact or strong name is released only with one for it, or with a document',
  }),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'The SHA-256 of a document is 64 hexadecimal digits, in lower case')
    .optional()
    .meta({ description: 'SHA-256 of the document that was read' }),
}

export interface ReleaseEvidence {
  differences: Difference[]
  document_sha256: string | null
}

/** The evidence as it was sent; null when none was. */
export function evidenceFrom(input: {
  differences?: Difference[] | undefined
  document_sha256?: string | undefined
}): ReleaseEvidence | null {
  const { differences = [], document_sha256 = null } = input
  return differences.length || document_sha256 ? { differences, document_sha256 } : null
}

/** Where the name alone is that strong, two sentences are not enough to set the match aside. The threshold is that of a hit. */
export const needsEvidence = (m: Pick<WireMatch, 'score' | 'name_score' | 'weak_alias' | 'pep' | 'match_type'>): boolean =>
  m.match_type === 'identifier' || (!m.weak_alias && !m.pep && Math.max(m.score, m.name_score ?? 0) >= 0.97)

const plain = (value: string) =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What an entry states in a field. */
const statedIn = (listed: ListedFacts, field: Difference['field']): string[] =>
  field === 'date_of_birth' ? listed.dates_of_birth : listed.identifiers.map(({ value }) => value)

/** Whether a value could be the entry's: the same, or for a date a year the entry gives without a day. */
const mayBeSame = (field: Difference['field'], listed: string, own: string) =>
  plain(listed) === plain(own) || (field === 'date_of_birth' && !/\d{4}-\d{2}-\d{2}/.test(listed) && listed.includes(own.slice(0, 4)))

type Match = Pick<WireMatch, 'entity_id' | 'name' | 'score' | 'name_score' | 'weak_alias' | 'pep' | 'match_type' | 'listed'>

/**
 * Throws `validation_failed`, naming what is missing, unless each of these matches that needs it is told apart by a difference that holds
 * against the entry, or a document was read; and for a difference the entry does not bear out. Gives the evidence with each entry named.
 */
export const requireEvidence = (
  matches: readonly Match[],
  subject: Pick<SubjectToScreen, 'date_of_birth'>,
  evidence: ReleaseEvidence | null,
): ReleaseEvidence | null => requireEvidenceOf([{ matches, subject }], evidence)

/** The same where a release lets several subjects go, such as both sides of a transaction: each difference is held against its own. */
export function requireEvidenceOf(
  held: readonly { matches: readonly Match[]; subject: Pick<SubjectToScreen, 'date_of_birth'> }[],
  evidence: ReleaseEvidence | null,
): ReleaseEvidence | null {
  const matches = held.flatMap((one) => one.matches)
  const differences = (evidence?.differences ?? []).map((one) => ({
    ...one,
    ...(!one.entity_id && matches.length === 1 && { entity_id: matches[0]!.entity_id }),
  }))
  const wrong = differences.flatMap((one, i): FieldError[] => {
    const about = held.flatMap(({ matches, subject }) =>
      matches.filter((m) => m.entity_id === one.entity_id).map(({ listed }) => ({ listed, subject })),
    )
    const fault = about.length ? about.map(({ listed, subject }) => faultOf(one, listed, subject)).find((each) => each !== null) : NO_MATCH
    return fault ? [{ pointer: `/differences/${i}/${fault[0]}`, code: fault[1], detail: fault[2] }] : []
  })
  if (wrong.length) throw fieldsWrong(wrong)
  const bare = matches.filter((m) => needsEvidence(m) && !differences.some((one) => one.entity_id === m.entity_id))
  if (bare.length && !evidence?.document_sha256)
    throw fieldsWrong(
      bare.map((m) => ({
        pointer: '/differences',
        code: 'evidence_required',
        detail: `The name is that of ${m.name} (${m.entity_id}). State a birth date or an identifier that differs, with its source, or give the SHA-256 of the document you read.`,
      })),
    )
  return evidence && { ...evidence, differences }
}

/** What of a release's evidence is about these matches: a case may hold several subjects. */
export const evidenceAbout = (matches: readonly Match[], evidence: ReleaseEvidence | null): ReleaseEvidence | null =>
  evidence && {
    ...evidence,
    differences: evidence.differences.filter((one) =>
      one.entity_id ? matches.some((m) => m.entity_id === one.entity_id) : matches.length === 1,
    ),
  }

/** Field, code and sentence. */
type Fault = [string, string, string]
const NO_MATCH: Fault = ['entity_id', 'no_match', 'Name the entry of the match: entity_id is not one that was found.']

function faultOf(one: Difference, listed: ListedFacts, subject: Pick<SubjectToScreen, 'date_of_birth'>): Fault | null {
  const stated = statedIn(listed, one.field)
  if (!stated.some((value) => plain(value) === plain(one.listed_value)))
    return [
      'listed_value',
      'not_listed',
      stated.length ? `The entry states ${stated.join(', ')}.` : 'The entry states none. Read a document and give document_sha256.',
    ]
  if (one.field === 'date_of_birth' && !/^\d{4}-\d{2}-\d{2}$/.test(one.person_value))
    return ['person_value', 'invalid_format', 'A birth date is YYYY-MM-DD.']
  if (one.field === 'date_of_birth' && subject.date_of_birth && subject.date_of_birth !== one.person_value)
    return ['person_value', 'conflict', 'Another birth date was screened. Have the person checked anew with the right one.']
  const same = stated.find((value) => mayBeSame(one.field, value, one.person_value))
  return same === undefined ? null : ['person_value', 'does_not_differ', `The entry states ${same}: that does not tell them apart.`]
}

/** A keyed hash for the log: binds it to what was stated, and gives nothing of it away. */
export const evidenceHash = (ctx: Pick<Ctx, 'services'>, evidence: ReleaseEvidence): string =>
  ctx.services.keyring.mac('release-evidence', canonical(evidence as unknown as Json))

/** Seals evidence for where it is kept, under the key of whom it is about, so that it goes with that name. */
export async function sealEvidence(
  db: Queryable,
  ctx: Tenant & Pick<Ctx, 'db' | 'services'>,
  subject: Pick<SubjectToScreen, 'full_name' | 'date_of_birth'> | null,
  kept: string,
  evidence: ReleaseEvidence,
): Promise<Sealed<ReleaseEvidence>> {
  const { full_name, date_of_birth } = subject ?? {}
  const key = full_name ? await ctx.services.keyring.screenedKey(ctx, { full_name, date_of_birth }) : tenantKeyId(ctx)
  return sealValue(db, ctx.services, key, `release-evidence:${kept}`, evidence, ctx)
}

/** Evidence as it was stated; null where none was, or whom it is about was erased. */
export const openEvidence = (db: Queryable, ctx: Pick<Ctx, 'services'>, kept: string, sealed: Sealed<unknown> | null) =>
  openOrNull(db, ctx.services, `release-evidence:${kept}`, sealed as Sealed<ReleaseEvidence> | null)

/** The columns of an exception that keep it. */
export async function keptEvidence(
  db: Queryable,
  ctx: Tenant & Pick<Ctx, 'db' | 'services'>,
  subject: SubjectToScreen,
  id: string,
  evidence: ReleaseEvidence | null,
): Promise<{ evidence: Sealed<ReleaseEvidence> | null; evidence_hash: string | null }> {
  const given = evidence && (evidence.differences.length || evidence.document_sha256) ? evidence : null
  return { evidence: given && (await sealEvidence(db, ctx, subject, id, given)), evidence_hash: given && evidenceHash(ctx, given) }
}
