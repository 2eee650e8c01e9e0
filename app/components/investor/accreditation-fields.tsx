import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'

const verifiers: Record<string, string> = {
  attorney: 'Attorney',
  cpa: 'Certified public accountant',
  broker_dealer: 'Broker-dealer',
  sec_adviser: 'SEC-registered adviser',
}

interface Given {
  draft: Record<string, string>
  errors: Record<string, string | undefined>
}

const Pair = ({ children }: { children: ReactNode }) => <div className="grid gap-5 sm:grid-cols-2">{children}</div>

/** An amount in US dollars. */
const Dollars = ({ name, label, hint, draft, errors }: Given & { name: string; label: string; hint?: string }) => (
  <Field label={label} error={errors[name]} {...(hint && { hint })}>
    <Input name={name} inputMode="decimal" autoComplete="off" defaultValue={draft[name] ?? ''} />
  </Field>
)

const Choice = ({ name, label, options, draft, errors }: Given & { name: string; label: string; options: Record<string, string> }) => (
  <Field label={label} error={errors[name]}>
    <Select name={name} defaultValue={draft[name] ?? ''}>
      <option value="">Choose</option>
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  </Field>
)

const Letter = (given: Given) => (
  <>
    <Pair>
      <Choice {...given} name="verifier" label="Who wrote the letter?" options={verifiers} />
      <Field label="Date of the letter" error={given.errors.dated} hint="It counts for three months.">
        <Input type="date" name="dated" defaultValue={given.draft.dated ?? ''} />
      </Field>
    </Pair>
    <Pair>
      <Field label="Name of the writer" error={given.errors.author}>
        <Input name="author" autoComplete="off" defaultValue={given.draft.author ?? ''} />
      </Field>
      <Field label="Their licence or bar number" error={given.errors.authorLicense} hint="A reviewer looks it up in its register.">
        <Input name="authorLicense" autoComplete="off" defaultValue={given.draft.authorLicense ?? ''} />
      </Field>
    </Pair>
  </>
)

const Income = (given: Given) => (
  <>
    <Pair>
      <Dollars {...given} name="incomeLast" label="Income of last year, in US dollars" />
      <Dollars {...given} name="incomeBefore" label="Income of the year before" />
    </Pair>
    <Pair>
      <Choice {...given} name="incomeShared" label="Whose income is it?" options={{ own: 'Mine alone', joint: 'Mine and my spouse’s' }} />
      <Choice {...given} name="incomeExpected" label="Do you expect as much this year?" options={{ yes: 'Yes', no: 'No' }} />
    </Pair>
  </>
)

const NetWorth = (given: Given) => (
  <>
    <Pair>
      <Dollars {...given} name="assets" label="Assets without your home, in US dollars" />
      <Dollars {...given} name="liabilities" label="Debts without the mortgage" hint="0 if there are none." />
    </Pair>
    <Pair>
      <Dollars {...given} name="homeValue" label="Value of your home" hint="0 if you own none." />
      <Dollars {...given} name="mortgage" label="Mortgage on it" hint="Counts only above the value of the home." />
    </Pair>
    <Pair>
      <Dollars {...given} name="mortgageAdded" label="Added to it in the last 60 days" hint="Other than to buy the home." />
      <Field label="Oldest date on your statements and credit report" error={given.errors.dated} hint="At most three months ago.">
        <Input type="date" name="dated" defaultValue={given.draft.dated ?? ''} />
      </Field>
    </Pair>
  </>
)

const Licence = (given: Given) => (
  <Pair>
    <Choice {...given} name="series" label="Licence" options={{ 7: 'Series 7', 65: 'Series 65', 82: 'Series 82' }} />
    <Field label="CRD number" error={given.errors.crd}>
      <Input name="crd" inputMode="numeric" autoComplete="off" defaultValue={given.draft.crd ?? ''} />
    </Field>
  </Pair>
)

const FIELDS: Record<string, (given: Given) => ReactNode> = {
  third_party_letter: Letter,
  income_docs: Income,
  net_worth_docs: NetWorth,
  professional_license: Licence,
}

/** What a method of showing an accreditation needs to be told. Kept sealed; a reviewer compares it with the documents. */
export function AccreditationFields({ method, ...given }: Given & { method: string }) {
  const Fields = FIELDS[method]
  return Fields ? <Fields {...given} /> : null
}
