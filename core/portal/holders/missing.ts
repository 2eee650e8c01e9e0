import type { z } from 'zod'
import { ageAt } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, type FieldError } from '#core/kernel/errors.ts'
import { letterValidThrough } from '#engine/calculations/verification.ts'
import { legalDay, parseDay } from '#engine/dates.ts'
import type { Draft } from './draft.ts'
import { accreditationSchema, EVIDENCE, identitySchema, SPOUSE_EVIDENCE, termsSchema } from './schemas.ts'

/** A letter counts for three months (17 CFR 230.506(c)(2)(ii)(C)). */
const LETTER_MONTHS = 3

/** A field nobody filled is told by its name, as an empty one is. */
const EMPTY = Object.fromEntries(Object.keys(identitySchema.shape).map((field) => [field, '']))

export type Missing = Record<'identity' | 'accreditation' | 'documents', FieldError[]>
interface Paper {
  kind: string
  status: string
}

/** What was typed, without the fields left empty. */
export const clean = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).filter(([, v]) => v !== ''))

/** Which kinds of documents show an accreditation that was typed. */
export const kindsOf = ({ method, incomeShared }: Record<string, string | undefined>): readonly string[] => [
  ...(EVIDENCE[method as keyof typeof EVIDENCE] ?? []),
  ...(method === 'income_docs' && incomeShared === 'joint' ? SPOUSE_EVIDENCE : []),
]

/** The document of a kind. After a proof has ended only one counts that nobody read yet. */
export const evidenceOf = <P extends Paper>(kind: string, papers: readonly P[], ended: boolean): P | undefined =>
  papers.find((paper) => paper.kind === kind && paper.status !== 'refused' && (!ended || paper.status === 'uploaded'))

/** What is wrong with the values of a form, one thing for each field: the first. */
function problems(schema: z.ZodType, values: unknown): FieldError[] {
  const parsed = schema.safeParse(values)
  if (parsed.success) return []
  const firsts = parsed.error.issues.filter((issue, i, all) => all.findIndex((each) => each.path.join() === issue.path.join()) === i)
  return firsts.map((issue) => ({
    pointer: `/${issue.path.join('/')}`,
    code: issue.code,
    detail: issue.message.startsWith('Invalid input') ? 'This field is required' : issue.message,
  }))
}

/** Everything each step still needs before the verification can be sent. `ended`: a proof that was verified is over. */
export function missingIn(ctx: Ctx, draft: Draft, papers: readonly Paper[], ended: boolean): Missing {
  const identity = problems(identitySchema, { ...EMPTY, ...draft.identity })
  const born = draft.identity.dateOfBirth
  if (born && !identity.some((each) => each.pointer === '/dateOfBirth') && ageAt(born, ctx.now) < 18)
    identity.push({ pointer: '/dateOfBirth', code: 'under_age', detail: 'Investors must be 18 or older.' })
  const claimed = clean(draft.accreditation)
  const accreditation = problems(accreditationSchema, claimed)
  const dated =
    claimed.method === 'third_party_letter' && !accreditation.some((each) => each.pointer === '/dated') && parseDay(claimed.dated ?? '')
  const today = legalDay(ctx.now)
  if (dated && (dated > today || letterValidThrough(dated, { months: LETTER_MONTHS }) < today))
    accreditation.push({
      pointer: '/dated',
      code: 'out_of_date',
      detail: 'A letter counts for three months from its date. Give the date of a letter that does.',
    })
  const claims = claimed.accreditationType !== undefined && claimed.accreditationType !== 'none'
  const lacking = claims ? kindsOf(claimed).filter((kind) => !evidenceOf(kind, papers, ended)) : []
  const documents: FieldError[] = lacking.length
    ? [
        {
          pointer: '/documents',
          code: 'required',
          detail: `Upload ${ended ? 'newer documents' : 'the documents'} that show your accreditation (${lacking
            .map((kind) => kind.replaceAll('_', ' '))
            .join(', ')}), or choose that none applies.`,
        },
      ]
    : []
  return { identity, accreditation, documents }
}

/** What is wrong with the consent and its signature, which is the person's name. */
export function signatureProblems(input: unknown, identity: Record<string, string>): FieldError[] {
  const found = problems(termsSchema, input)
  const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const name = [identity.firstName, identity.lastName].filter(Boolean).join(' ')
  const signed = (input as { signature?: unknown } | null)?.signature
  if (name && !found.some((each) => each.pointer === '/signature') && plain(String(signed)) !== plain(name))
    found.push({ pointer: '/signature', code: 'name_differs', detail: `Type your name as above: ${name}` })
  return found
}

/** Throws `validation_failed` with all of them, when there are any. */
export function refuseAll(fields: FieldError[]): void {
  if (fields.length)
    throw new AppError('validation_failed', `${fields.length} ${fields.length === 1 ? 'field needs' : 'fields need'} attention`, { fields })
}
