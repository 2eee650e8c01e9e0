import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Json } from '#engine/canonical.ts'
import { inUnitedStates } from '#engine/tables/us-states.ts'
import { compareNames } from '#screening/compare.ts'
import { addressKindOf } from '../persons/address-kind.ts'
import type { PersonData } from '../persons/ensure.ts'

/** Refuses what nobody can have been told or have said yet. `at`: the field that holds the file. Throws `validation_failed`. */
export function refuseFuture(now: number, said: Pick<File, 'notice_shown_at' | 'collected_at'> | undefined, at: string): void {
  for (const field of ['notice_shown_at', 'collected_at'] as const) {
    const time = said?.[field]
    if (time && Date.parse(time) > now) throw invalidField(`${at}/${field}`, 'future_date', 'This is in the future.')
  }
}

interface File {
  address?: { line1?: string; country?: string; kind?: string } | null
  id_number?: { type: string; country: string } | null
  notice_shown_at?: string | null
  collected_at?: string | null
  document?: { country?: string; expires_on?: string; full_name?: string; date_of_birth?: string } | null
}

/**
 * The identification file of an enhanced verification (31 CFR 1020.220) as the rules read it: address, kind of number, notice, document
 * and what compares form and document: of the evidence where there is some, else of what the call says of a document. What was not said
 * stays unknown, and the rules ask for it.
 */
export function fileFacts(ctx: Pick<Ctx, 'now'>, data: PersonData, identity: Identity): Record<string, Json> {
  const { address, id_number, notice_shown_at, collected_at, document } = data as PersonData & File
  const country = address?.country ?? data.country
  return {
    ...(address?.line1 &&
      country && { address_record: { line: address.line1, country, kind: address.kind ?? addressKindOf(address.line1) } }),
    ...(id_number && { id_number: { type: id_number.type, country: id_number.country } }),
    ...(notice_shown_at && { notice_shown_at, collected_at: collected_at ?? new Date(ctx.now).toISOString() }),
    ...((document || identity.document) && { document: documentOf(ctx, document, identity) }),
    ...compared(data, document, identity),
  }
}

/** The document that was shown, else the one that the call tells of; its last day is the earlier of both. */
function documentOf({ now }: Pick<Ctx, 'now'>, said: File['document'], { document: shown }: Identity): Record<string, Json> {
  const [ends] = [said?.expires_on, shown?.expires_on].filter((day) => day !== undefined).sort()
  // What a call tells of is read with it.
  return { ...(ends && { expires_on: ends }), verified_on: rulesDay(shown?.verified_on ?? now) }
}

/** What was read beside what was said, by the evidence and by the call: where one differs, they differ. */
function compared(data: PersonData, document: File['document'], { comparison: shown }: Identity): Record<string, Json> {
  const both = [shown, document ? comparison(data, document) : null].filter((one) => one !== null)
  if (!both.length) return {}
  return {
    comparison: {
      name_score: Math.min(...both.map((one) => one.name_score)),
      dob_equal: both.every((one) => one.dob_equal),
      country_equal: both.every((one) => one.country_equal),
    },
  }
}

/** What the document says beside what the person said; nothing where the document was not read. */
function comparison(data: PersonData, document: NonNullable<File['document']>): Identity['comparison'] {
  const { full_name, date_of_birth, country } = document
  if (!full_name || !date_of_birth || !country) return null
  return {
    name_score: Math.round(compareNames(data.full_name, full_name, 'person') * 10_000),
    dob_equal: data.date_of_birth === date_of_birth,
    country_equal: country === (data.nationality ?? data.country),
  }
}

/** Whoever lives in the United States, or is its citizen wherever they live, gives its tax number (31 CFR 1020.100(k) and its like of others). */
export const taxedThere = (place: string | null | undefined, { nationality }: PersonData): { us_person?: boolean } =>
  nationality === 'US' ? { us_person: true } : place ? { us_person: inUnitedStates(place) } : {}

/** Which of these facts somebody said, of the party as the decision names it; the rest is worked out from them. */
export function saidOfFile(data: PersonData, party: 'subject' | 'investor'): string[] {
  const { address, id_number, notice_shown_at, collected_at, document } = data as PersonData & File
  return [
    ...(address ? ['address_record'] : []),
    ...(id_number ? ['id_number'] : []),
    ...(notice_shown_at ? ['notice_shown_at'] : []),
    ...(collected_at ? ['collected_at'] : []),
    ...(document?.expires_on ? ['document.expires_on'] : []),
  ].map((name) => `${party}.${name}`)
}
