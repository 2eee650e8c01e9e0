import { rulesDay } from '#core/kernel/rules-day.ts'
import type { startProduction, Tenant } from './production.ts'

// biome-ignore lint/suspicious/noExplicitAny: facts and answers of any shape.
type Any = Record<string, any>

/** Who calls as an organisation. */
type Caller = Pick<Tenant, 'ok' | 'post' | 'get'>
/** What of an installation confirms what was sent: another person than who sent it. */
export type House = Pick<Awaited<ReturnType<typeof startProduction>>, 'settle'>

/** Keeps a document of an investor, with some words in it: its id. */
export async function upload(of: Caller, investor: string, words: string): Promise<string> {
  const made = await of.ok('POST', `/investors/${investor}/documents`, `%PDF-1.7\n${words}\n%%EOF`, { 'content-type': 'application/pdf' })
  return made.id
}

/** What a document shows, and of which year or day. */
export type Shown = { shows: string; year?: number; dated?: string; of?: 'investor' | 'spouse' }

/** Files an accreditation with documents, each uploaded before. */
export async function file(of: Caller, investor: string, body: Any, papers: readonly Shown[]): Promise<Any> {
  const documents = []
  for (const paper of papers) documents.push({ ...paper, document_id: await upload(of, investor, JSON.stringify(paper)) })
  return of.post(`/investors/${investor}/accreditation`, { ...body, documents })
}

/** The letter of an attorney that somebody is accredited by their net worth. */
export const letterOf = (dated: string, more: Any = {}): Any => ({
  basis: 'net_worth',
  method: 'third_party_letter',
  letter: { verifier: 'attorney', author: 'Lena Lawyer', license_number: 'NY 1', dated, good_standing: true },
  ...more,
})

/** What a reviewer finds in a register about the author of a letter, or about a licence; nothing where none is shown. */
export function looks(body: Any, more: Any = {}): { looked_up?: Any } {
  const number =
    body.method === 'third_party_letter' ? body.letter?.license_number : body.basis === 'license' ? body.figures?.license?.number : null
  if (!number) return {}
  const found = {
    register: 'The bar of New York',
    looked_up_on: rulesDay(Date.now()),
    number,
    entry: 'LAWYER, LENA. Currently registered.',
  }
  return { looked_up: { ...found, good_standing: true, ...more } }
}

/** What a reviewer reads on the tax forms of a file; nothing where it has none. */
export function reads(filed: Any): { tax_forms?: Any[] } {
  const forms = filed.documents.filter((one: Any) => one.shows === 'tax_form')
  return forms.length ? { tax_forms: forms.map(({ document_id, year }: Any) => ({ document_id, year })) } : {}
}

/** Somebody whose letter a reviewer read and confirmed. Answers with the file. */
export async function accredit(
  house: House,
  of: Caller,
  investor: string,
  body: Any = letterOf(rulesDay(Date.now())),
  papers: readonly Shown[] = [{ shows: 'letter' }],
): Promise<Any> {
  const filed = await file(of, investor, body, papers)
  if (filed.status !== 'in_review')
    throw new Error(`Not for a reviewer: ${filed.status} ${JSON.stringify([filed.missing, filed.basis_rule])}`)
  await house.settle(filed.case_id, 'release', 'usr_platform', { ...looks(body), ...reads(filed) })
  return of.get(`/investors/${investor}/accreditation/${filed.id}`)
}
