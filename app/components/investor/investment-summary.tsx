import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import type { OwnOffering } from '#core/portal/holders/admissions.ts'
import { longDate } from '../../lib/dates.ts'
import { count, money, shortAddress } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DOCUMENT_WORDS } from './words.ts'

export interface ShownInvestment {
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

const PAYMENTS: Record<string, string> = { wire: 'wire', ach: 'ACH', card: 'card' }

/** What the investment is, to whom and with what it cannot be undone, before the button that makes it. */
export function InvestmentSummary({
  summary,
  sent,
  own: { documents, organization },
  wallets,
}: {
  summary: ShownInvestment
  sent: Record<string, string>
  own: OwnOffering
  /** Addresses whose credential is sealed: tokens go to one of them. */
  wallets: string[]
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
