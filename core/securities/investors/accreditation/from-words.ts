import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import type { FilePaper } from '#db/schema.ts'
import type { InvestorRow } from '../create.ts'
import type { VerifyInvestorInput } from '../verify-input.ts'
import { documentsBehind, type Filed, fileAccreditation } from './file.ts'
import { type FileInput, fileInput, METHOD_OF_WORDS } from './input.ts'

type Words = NonNullable<VerifyInvestorInput['accreditation']>

const BASES: Record<NonNullable<Words['type']>, FileInput['basis']> = {
  income: 'income',
  net_worth: 'net_worth',
  professional: 'license',
  entity: 'entity_assets',
}
const SHOWS: Record<Words['method'], FilePaper['shows']> = {
  income_docs: 'tax_form',
  net_worth_docs: 'asset_statement',
  third_party_letter: 'letter',
  professional_license: 'licence_record',
  prior_verification: 'verification_record',
  minimum_investment: 'representation',
}

/**
 * The words `accreditation` of a verification as the beginning of a file: they name a ground and a method, and a document if it is kept
 * here. They name no author of a letter and no licence of theirs, so a letter is filed whole by its own call. Null where they name no ground, or where a person reads a file already: a word beside it changes nothing.
 */
export async function fileFromWords(tx: Tx, ctx: Ctx, investor: InvestorRow, words: Words): Promise<Filed | null> {
  const type = words.type ?? investor.accreditation?.type
  const basis = BASES[type as keyof typeof BASES]
  if (!basis) return null
  const kept = words.evidence_sha256 ? await documentsBehind(tx, investor) : []
  const document = kept.find(({ sha256 }) => sha256 === words.evidence_sha256)
  const input = fileInput.parse({
    basis,
    method: METHOD_OF_WORDS[words.method],
    documents: document ? [{ document_id: document.id, shows: SHOWS[words.method], ...(words.dated && { dated: words.dated }) }] : [],
  })
  try {
    return await fileAccreditation(tx, ctx, investor, input)
  } catch (error) {
    if (error instanceof AppError && error.code === 'verification_in_progress') return null
    throw error
  }
}
