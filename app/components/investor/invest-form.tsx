import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { OwnOffering } from '#core/portal/holders/admissions.ts'
import { dateTime, longDate, shortDate } from '../../lib/dates.ts'
import { capital, reasonWords } from '../../lib/decision-words.ts'
import { count, money, shortAddress, words } from '../../lib/format.ts'
import type { PageRefusal } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Checkbox, Select } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { ReasonLinks } from '../reason-links.tsx'
import { StateBadge } from '../state-badge.tsx'
import { DOCUMENT_WORDS } from './words.ts'

interface Decided {
  checked: boolean
  status: string
  amount: string
  quantity: string
  lockup_until: string | null
  reserved_until: string | null
  reasons: { code: string; message: string | null; citation: { label: string; url: string | null } | null }[]
  codes: string[]
  /** Null of what was only asked: nothing of that is kept. */
  decision: string | null
}

export interface Summary {
  /** Says all of it, so that the act can be compared with what was shown. */
  key: string
  changed: boolean
  amount: string
  quantity: string
  price: string
  currency: string
  lockup_until: string | null
  legend: string | null
  pending: boolean
}

/** Asks for the decision first if wanted, shows what an investment is before it binds, then invests. The organisation's rules decide, and are named. */
export function InvestForm({
  offering,
  admission,
  organization,
  documents,
  wallets,
  result,
}: {
  offering: OwnOffering['offering']
  admission: OwnOffering['admission']
  organization: string
  documents: OwnOffering['documents']
  /** Addresses whose credential is sealed: tokens go to one of them. */
  wallets: string[]
  result: { refusal: PageRefusal | null; decided?: Decided | null; summary?: Summary | null; sent?: Record<string, string> } | undefined
}) {
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const errors = Object.fromEntries((result?.refusal?.fields ?? []).map((field) => [field.pointer.slice(1), field.detail]))
  useEffect(() => {
    if (result?.refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [result])
  const limited = offering.regulation === 'reg_a_plus'
  const sent = result?.sent ?? {}
  const summary = result?.summary
  return (
    <Panel title="Invest">
      {admission ? (
        <dl className="mb-5 flex flex-wrap gap-x-8 gap-y-2 border-rule border-y py-3">
          <div className="flex items-center gap-2">
            <dt className="text-soft">Your standing at {organization}</dt>
            <dd>
              <StateBadge of="verification" state={admission.identity} />
            </dd>
          </div>
          {offering.restrictions.accredited_only ? (
            <div className="flex items-center gap-2">
              <dt className="text-soft">Accreditation</dt>
              <dd>
                <StateBadge of="verification" state={admission.accreditation} />
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {admission?.consent_withdrawn ? (
        <Alert tone="warning" className="mb-5" title="You withdrew your consent">
          {organization} cannot check you any more, so an investment would be rejected.{' '}
          <TextLink to="/dashboard/credentials">Give it again</TextLink> first.
        </Alert>
      ) : null}
      <div aria-live="polite">
        {result?.refusal ? (
          <Alert tone="error" className="mb-5">
            {result.refusal.message}
          </Alert>
        ) : null}
        {result?.decided ? <Outcome decided={result.decided} currency={offering.currency} /> : null}
      </div>
      {summary ? (
        <InvestmentSummary summary={summary} sent={sent} documents={documents} wallets={wallets} organization={organization} />
      ) : offering.status === 'open' ? (
        <Form ref={form} method="post" noValidate className="grid gap-5">
          <Field
            label={`Amount in ${offering.currency}`}
            error={errors.amount}
            hint={`At least ${money(offering.minimum_investment, offering.currency)}, a multiple of ${money(offering.price_per_token, offering.currency)}.`}
          >
            <AmountInput name="amount" unit={offering.currency} defaultValue={sent.amount ?? offering.minimum_investment} />
          </Field>
          {limited ? (
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                label="Annual income in USD"
                optional
                error={errors.annual_income}
                hint="Unless accredited: at most 10 % of the greater one."
              >
                <AmountInput name="annual_income" unit="USD" defaultValue={sent.annual_income} />
              </Field>
              <Field label="Net worth in USD" optional error={errors.net_worth}>
                <AmountInput name="net_worth" unit="USD" defaultValue={sent.net_worth} />
              </Field>
            </div>
          ) : null}
          <Field
            label="You pay by"
            error={errors.payment_method}
            hint={`${organization} tells you where to; no money goes through Sealwright.`}
          >
            <Select name="payment_method" defaultValue={sent.payment_method ?? 'wire'}>
              <option value="wire">Wire</option>
              <option value="ach">ACH</option>
              <option value="card">Card</option>
            </Select>
          </Field>
          <div>
            <label htmlFor="agreed" className="flex gap-3">
              <Checkbox
                id="agreed"
                name="agreed"
                defaultChecked={sent.agreed === 'on'}
                aria-invalid={errors.agreed ? true : undefined}
                aria-describedby="agreed-error"
                className="mt-0.5"
              />
              <span>I have read the terms and documents of this offering, and I buy for my own account.</span>
            </label>
            <FieldError id="agreed-error" error={errors.agreed} />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="invest" busy={navigation.formData?.get('intent') === 'invest'}>
              Invest
            </Button>
            <Button type="submit" name="intent" value="check" variant="outline" busy={navigation.formData?.get('intent') === 'check'}>
              Check only
            </Button>
          </div>
        </Form>
      ) : (
        <p className="text-soft">The offering is {words(offering.status)}: nothing can be invested now.</p>
      )}
    </Panel>
  )
}

const PAYMENTS: Record<string, string> = { wire: 'wire', ach: 'ACH', card: 'card' }

/** What the investment is, to whom and with what it cannot be undone, before the button that makes it. */
function InvestmentSummary({
  summary,
  sent,
  documents,
  wallets,
  organization,
}: {
  summary: Summary
  sent: Record<string, string>
  documents: OwnOffering['documents']
  wallets: string[]
  organization: string
}) {
  const navigation = useNavigation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { currency } = summary
  const rows: [string, string][] = [
    [
      'You pay',
      `${money(summary.amount, currency)} by ${PAYMENTS[sent.payment_method ?? ''] ?? sent.payment_method ?? ''}, to ${organization}`,
    ],
    ['You get', `${count(Number(summary.quantity))} tokens at ${money(summary.price, currency)} each`],
    ['Issued to', wallets.length ? wallets.map(shortAddress).join(' or ') : 'no wallet yet: seal a credential to one first'],
    ['Locked until', summary.lockup_until ? longDate(summary.lockup_until) : 'not locked by the offering'],
    ...(summary.legend ? ([['Resale', summary.legend]] as [string, string][]) : []),
    [
      'You agree to',
      documents.length ? documents.map((each) => DOCUMENT_WORDS[each.kind] ?? each.kind).join(', ') : 'the terms on this page',
    ],
    [
      'Afterwards',
      summary.pending
        ? 'A person at the organisation looks at it. You can cancel until they have decided.'
        : 'It is accepted at once and binds you: only the organisation can refund it.',
    ],
  ]
  return (
    <Form method="post" className="grid gap-5">
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="summary" value={summary.key} />
      <div>
        <h3 ref={heading} tabIndex={-1} className="title-3">
          {summary.changed ? 'It changed while you read. Look again' : 'What you are about to do'}
        </h3>
        <dl className="mt-3 border-rule border-t">
          {rows.map(([label, value]) => (
            <div key={label} className="flex flex-wrap gap-x-4 border-rule border-b py-2">
              <dt className="w-28 text-soft">{label}</dt>
              <dd className="tabular min-w-0 flex-1 basis-48">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="confirm" busy={navigation.formData?.get('intent') === 'confirm'}>
          Invest {money(summary.amount, currency)}
        </Button>
        <Button type="submit" name="intent" value="change" variant="outline">
          Change it
        </Button>
      </div>
    </Form>
  )
}

function Outcome({ decided, currency }: { decided: Decided; currency: string }) {
  const { status, checked } = decided
  const title =
    status === 'accepted'
      ? checked
        ? 'You may invest this amount'
        : 'Your investment is accepted'
      : status === 'pending'
        ? checked
          ? 'A person would have to look at this'
          : 'Your investment waits for a person'
        : checked
          ? 'This would be rejected'
          : 'Your investment was rejected'
  return (
    <Alert tone={status === 'accepted' ? 'success' : status === 'pending' ? 'warning' : 'error'} className="mb-5" title={title}>
      {status === 'accepted' ? (
        <p>
          {money(decided.amount, currency)} for {decided.quantity} tokens
          {decided.lockup_until ? `, locked until ${shortDate(decided.lockup_until)}` : ''}.
          {checked ? ' Nothing was recorded.' : ' Tokens are issued to your wallet by the organisation.'}
        </p>
      ) : null}
      {decided.reserved_until && !checked ? (
        <p>Its tokens are reserved for you until {dateTime(decided.reserved_until)} UTC. You may take it back meanwhile.</p>
      ) : null}
      {decided.reasons.length > 0 ? (
        <ul className="mt-1 grid gap-1">
          {decided.reasons.map((reason) => (
            <li key={reason.code}>
              {reason.message ?? `${capital(reasonWords(reason.code))}.`}{' '}
              <TextLink to={`/rules/${reason.code}`}>{reason.citation?.label ?? 'the rule'}</TextLink>
            </li>
          ))}
        </ul>
      ) : status !== 'accepted' && decided.codes.length > 0 ? (
        <p>
          <ReasonLinks codes={decided.codes} />
        </p>
      ) : null}
      {decided.decision && status !== 'accepted' ? (
        <p className="mt-1">
          <TextLink to={`/d/${decided.decision}`}>What to do next</TextLink>
        </p>
      ) : null}
    </Alert>
  )
}
