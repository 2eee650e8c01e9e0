import type { Ctx } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import type { Json } from '#engine/canonical.ts'
import { compareNames } from '#screening/compare.ts'
import { addressKindOf } from '../persons/address-kind.ts'
import type { PersonData } from '../persons/ensure.ts'

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

/** Which of these facts somebody said; the rest is worked out from them. */
export function saidOfFile(data: PersonData): string[] {
  const { address, id_number, notice_shown_at, collected_at, document } = data as PersonData & File
  return [
    ...(address ? ['subject.address_record'] : []),
    ...(id_number ? ['subject.id_number'] : []),
    ...(notice_shown_at ? ['subject.notice_shown_at'] : []),
    ...(collected_at ? ['subject.collected_at'] : []),
    ...(document?.expires_on ? ['subject.document.expires_on'] : []),
  ]
}
