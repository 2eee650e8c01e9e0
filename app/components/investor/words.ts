export const DOCUMENT_WORDS: Record<string, string> = {
  passport: 'Passport',
  id_card: 'Identity card',
  drivers_license: 'Driving licence',
  proof_of_address: 'Proof of address',
  accreditation_letter: 'Letter on accreditation',
  income: 'Tax forms of last year',
  income_before: 'Tax forms of the year before',
  income_expectation: 'Your signed statement that you expect as much this year',
  spouse_income: 'Your spouse’s tax forms of last year',
  spouse_income_before: 'Your spouse’s tax forms of the year before',
  net_worth: 'Statements of your assets',
  credit_report: 'Credit report of a national agency',
  liabilities: 'Your signed statement that all debts are named',
  license: 'Licence (Series 7, 65 or 82)',
  other: 'Other',
  memorandum: 'Private placement memorandum',
  subscription_agreement: 'Subscription agreement',
  financial_statements: 'Financial statements',
  form_d: 'Form D',
  offering_circular: 'Offering circular',
}

const SHARED_WORDS: Record<string, string> = {
  name: 'name',
  date_of_birth: 'date of birth',
  country: 'country',
  wallet: 'wallet address',
  accreditation: 'accreditation',
  documents: 'documents',
  level: 'level of the credential',
  age_tier: 'age tier',
}
export const sharedWords = (codes: readonly string[]) => codes.map((code) => SHARED_WORDS[code] ?? code.replaceAll('_', ' ')).join(', ')

export const fileSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
