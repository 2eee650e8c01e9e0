import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import { type Filed, fileAccreditation } from '#core/securities/investors/accreditation/file.ts'
import { fileInput } from '#core/securities/investors/accreditation/input.ts'
import type { InvestorRow } from '#core/securities/investors/create.ts'
import type { Tx } from '#db/connect.ts'
import type { FilePaper } from '#db/schema.ts'
import { evidenceOf, kindsOf } from './missing.ts'
import type { Accreditation } from './schemas.ts'

interface Kept {
  id: string
  kind: string
  status: string
}

const SHOWS: Record<string, FilePaper['shows']> = {
  accreditation_letter: 'letter',
  income: 'tax_form',
  income_before: 'tax_form',
  spouse_income: 'tax_form',
  spouse_income_before: 'tax_form',
  income_expectation: 'income_expectation',
  net_worth: 'asset_statement',
  credit_report: 'credit_report',
  liabilities: 'liabilities_representation',
  license: 'licence_record',
}
const BASES = { income: 'income', net_worth: 'net_worth', professional: 'license' } as const
const METHODS = {
  third_party_letter: 'third_party_letter',
  income_docs: 'income_documents',
  net_worth_docs: 'net_worth_documents',
  professional_license: 'principles_based',
} as const

const usd = (amount: string | undefined) => ({ amount: amount ?? '0', currency: 'USD' })

/**
 * Files what a person typed of their accreditation, with the documents that show it: a reviewer of Sealwright reads them. Null while
 * one reads what was sent before.
 */
export async function fileOwn(
  tx: Tx,
  ctx: Ctx,
  row: InvestorRow,
  said: Accreditation,
  papers: readonly Kept[],
  ended: boolean,
): Promise<Filed | null> {
  const type = said.accreditationType as keyof typeof BASES
  const thisYear = Number(rulesDay(ctx.now).slice(0, 4))
  const documents = kindsOf(said as Record<string, string | undefined>).flatMap((kind) => {
    const paper = evidenceOf(kind, papers, ended)
    if (!paper) return []
    return {
      document_id: paper.id,
      shows: SHOWS[kind],
      of: kind.startsWith('spouse_') ? 'spouse' : 'investor',
      ...(SHOWS[kind] === 'tax_form' && { year: thisYear - (kind.endsWith('_before') ? 2 : 1) }),
      // The page asks for the oldest day among them.
      ...((kind === 'net_worth' || kind === 'credit_report') && said.dated && { dated: said.dated }),
    }
  })
  const input = fileInput.parse({
    ...{ basis: BASES[type], method: METHODS[said.method!], figures: figuresOf(said), documents },
    ...letterOf(said),
  })
  try {
    return await fileAccreditation(tx, ctx, row, input)
  } catch (error) {
    if (error instanceof AppError && error.code === 'verification_in_progress') return null
    // The page knows its documents by what they show, not by their place in a call.
    if (error instanceof AppError && error.fields.some(({ pointer, code }) => code === 'conflicting' && pointer.endsWith('/year')))
      throw invalidField('/documents', 'conflicting', 'One and the same file stands for two years. Upload the form of each year by itself.')
    throw error
  }
}

/** Whether the author is in good standing the reviewer looks up. */
const letterOf = (v: Accreditation) =>
  v.method === 'third_party_letter' && {
    letter: {
      ...{ verifier: v.verifier, dated: v.dated, author: v.author, license_number: v.authorLicense },
    },
  }

function figuresOf(v: Accreditation): Record<string, unknown> {
  if (v.method === 'income_docs') {
    const years = { y1: usd(v.incomeLast), y2: usd(v.incomeBefore) }
    return { [v.incomeShared === 'joint' ? 'joint_income' : 'income']: years, income_expected_same: v.incomeExpected === 'yes' }
  }
  if (v.method === 'net_worth_docs')
    return {
      net_worth: {
        assets_without_home: usd(v.assets),
        liabilities_without_mortgage: usd(v.liabilities),
        home_value: usd(v.homeValue),
        mortgage: usd(v.mortgage),
        mortgage_added_60_days: usd(v.mortgageAdded),
      },
    }
  return v.method === 'professional_license' ? { license: { series: v.series, number: v.crd } } : {}
}
