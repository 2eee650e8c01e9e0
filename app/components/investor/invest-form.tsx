import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { OwnOffering } from '#core/portal/holders/admissions.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { capital, reasonWords } from '../../lib/decision-words.ts'
import { money, words } from '../../lib/format.ts'
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
import { InvestmentSummary, type ShownInvestment } from './investment-summary.tsx'

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

interface Answer {
  refusal: PageRefusal | null
  decided?: Decided | null
  summary?: ShownInvestment | null
  /** What was typed, which a refusal keeps before scripts run as well. */
  sent?: Record<string, string>
}

/** Asks for the decision first if wanted, shows what an investment is before it binds, then invests. The organisation's rules decide, and are named. */
export function InvestForm({ own, wallets, result }: { own: OwnOffering; wallets: string[]; result: Answer | undefined }) {
  const { offering, admission, organization } = own
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const errors = Object.fromEntries((result?.refusal?.fields ?? []).map((field) => [field.pointer.slice(1), field.detail]))
  useEffect(() => {
    if (result?.refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [result])
  const sent = result?.sent ?? {}
  return (
    <Panel title="Invest">
      {admission ? <Standing own={own} admission={admission} /> : null}
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
      {result?.summary ? (
        <InvestmentSummary summary={result.summary} sent={sent} own={own} wallets={wallets} />
      ) : offering.status === 'open' ? (
        <Form ref={form} method="post" noValidate className="grid gap-5">
          <Field
            label={`Amount in ${offering.currency}`}
            error={errors.amount}
            hint={`At least ${money(offering.minimum_investment, offering.currency)}, a multiple of ${money(offering.price_per_token, offering.currency)}.`}
          >
            <AmountInput name="amount" unit={offering.currency} defaultValue={sent.amount ?? offering.minimum_investment} />
          </Field>
          {offering.regulation === 'reg_a_plus' ? (
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

function Standing({ own, admission }: { own: OwnOffering; admission: NonNullable<OwnOffering['admission']> }) {
  const { offering, organization } = own
  return (
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
