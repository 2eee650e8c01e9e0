import { Form, useNavigation } from 'react-router'
import type { StateName } from '#core/kernel/states.ts'
import type { OfferingWhatIf } from '#core/securities/offerings/what-if.ts'
import { money, REGULATIONS } from '../../../lib/format.ts'
import type { PageRefusal } from '../../../lib/verb-errors.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { Table, TableCaption, Td, Th } from '../../../ui/table.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { StateBadge } from '../../state-badge.tsx'
import { useEnvironment } from '../frame.tsx'
import { RuleList, type ShownRule } from '../rule-list.tsx'
import type { Figures } from './overview.tsx'

interface TriedInvestment {
  status: string
  amount: string
  fee: string
  rules: ShownRule[]
  reason_codes: string[]
}
export interface WhatIfAnswer {
  flips: OfferingWhatIf | null
  tried: TriedInvestment | null
  refusal: PageRefusal | null
  asked: { regulation: string; minimum_investment: string; amount: string; investor_id: string; try_amount: string }
}

const OUTCOMES = ['allow', 'review', 'needs_info', 'deny'] as const

/** Questions to the engine that change nothing: other terms for everybody, or one investment tried out. */
export function WhatIfView({ figures, answer }: { figures: Figures; answer: WhatIfAnswer }) {
  const { offering } = figures
  const environment = useEnvironment()
  const busy = useNavigation().state === 'loading'
  const { asked, flips, tried, refusal } = answer
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 xl:grid-cols-2">
      {refusal ? (
        <Alert tone="error" className="xl:col-span-2">
          {refusal.fields[0]?.detail ?? refusal.message}
        </Alert>
      ) : null}
      <section aria-labelledby="other-terms" className="min-w-0">
        <h2 id="other-terms" className="title-3">
          If the terms were others
        </h2>
        <p className="mt-1 text-[0.9375rem] text-soft">
          Every investment of this offering is decided again from the facts kept with its decision. Nothing is stored.
        </p>
        <Form method="get" preventScrollReset className="mt-4 grid gap-4 sm:grid-cols-2">
          <input type="hidden" name="view" value="what-if" />
          <Field label="Regulation" className="sm:col-span-2">
            <Select name="regulation" defaultValue={asked.regulation} key={asked.regulation}>
              <option value="">{REGULATIONS[offering.regulation]} (as it is)</option>
              {['reg_d_506b', 'reg_d_506c', 'reg_a_plus', 'reg_s']
                .filter((value) => value !== offering.regulation)
                .map((value) => (
                  <option key={value} value={value}>
                    {REGULATIONS[value]}
                  </option>
                ))}
            </Select>
          </Field>
          <Field label="Minimum investment">
            <Input
              name="minimum_investment"
              inputMode="decimal"
              defaultValue={asked.minimum_investment}
              placeholder={offering.minimum_investment}
              className="font-mono"
            />
          </Field>
          <Field label="Each for the amount">
            <Input name="amount" inputMode="decimal" defaultValue={asked.amount} placeholder="as it was" className="font-mono" />
          </Field>
          <div>
            <Button type="submit" size="sm" name="ask" value="terms" busy={busy}>
              Ask
            </Button>
          </div>
        </Form>
        <div className="mt-4">
          <AsApiCall
            environment={environment}
            label="The API call that asks"
            call={{
              method: 'POST',
              path: `/v1/offerings/${offering.id}/what-if`,
              body: {
                regulation: asked.regulation || offering.regulation,
                ...(asked.minimum_investment && { minimum_investment: asked.minimum_investment }),
                ...(asked.amount && { amount: asked.amount }),
              },
            }}
          />
        </div>
        {flips ? <Flips flips={flips} currency={offering.currency} /> : null}
      </section>
      <section aria-labelledby="one-investment" className="min-w-0">
        <h2 id="one-investment" className="title-3">
          If somebody invested
        </h2>
        <p className="mt-1 text-[0.9375rem] text-soft">A dry run of one investment: the same rules, no record.</p>
        <Form method="get" preventScrollReset className="mt-4 grid gap-4 sm:grid-cols-2">
          <input type="hidden" name="view" value="what-if" />
          <Field label="Investor id">
            <Input name="investor_id" required defaultValue={asked.investor_id} placeholder="inv_…" className="font-mono" />
          </Field>
          <Field label="Amount">
            <Input
              name="try_amount"
              required
              inputMode="decimal"
              defaultValue={asked.try_amount || offering.minimum_investment}
              className="font-mono"
            />
          </Field>
          <div>
            <Button type="submit" size="sm" name="ask" value="investment" busy={busy}>
              Try
            </Button>
          </div>
        </Form>
        <div className="mt-4">
          <AsApiCall
            environment={environment}
            label="The API call that asks"
            call={{
              method: 'POST',
              path: '/v1/investments',
              body: {
                offering_id: offering.id,
                investor_id: asked.investor_id || 'inv_…',
                amount: asked.try_amount || offering.minimum_investment,
                dry_run: true,
              },
            }}
          />
        </div>
        {tried ? (
          <div className="mt-5">
            <p className="flex flex-wrap items-center gap-3">
              <StateBadge of="investment" state={tried.status as StateName<'investment'>} />
              <span className="tabular text-[0.9375rem]">
                {money(tried.amount, offering.currency)} · fee {money(tried.fee)}
              </span>
            </p>
            {tried.rules.length > 0 ? (
              <div className="mt-3">
                <RuleList rules={tried.rules} />
              </div>
            ) : (
              <p className="mt-2 text-soft">Every rule that applies allows it.</p>
            )}
          </div>
        ) : null}
      </section>
    </div>
  )
}

function Flips({ flips, currency }: { flips: OfferingWhatIf; currency: string }) {
  const turned = flips.flips.length
  return (
    <div className="mt-5 grid gap-4">
      <p role="status" className="font-semibold">
        {turned === 0 ? `None of ${flips.total} decisions would turn.` : `${turned} of ${flips.total} decisions would turn.`}
        {flips.skipped ? <span className="font-normal text-soft"> {flips.skipped} could not be read again.</span> : null}
      </p>
      <Table label="Decisions before and after">
        <TableCaption>Rows: decided by the present terms. Columns: by the others.</TableCaption>
        <thead>
          <tr>
            <Th>From</Th>
            {OUTCOMES.map((to) => (
              <Th key={to} className="text-right">
                {to.replace('_', ' ')}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.map((from) => (
            <tr key={from}>
              <Td>{from.replace('_', ' ')}</Td>
              {OUTCOMES.map((to) => (
                <Td
                  key={to}
                  className={`tabular text-right ${from !== to && flips.matrix[from][to] ? 'font-semibold text-seal' : 'text-soft'}`}
                >
                  {flips.matrix[from][to]}
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <ul className="divide-y divide-rule border-rule border-y empty:hidden">
        {flips.flips.map((flip) => (
          <li key={flip.id} className="py-2.5 text-[0.9375rem]">
            <p className="flex flex-wrap items-center gap-2">
              <strong>{flip.investor_name}</strong>
              <span className="tabular text-soft">{money(flip.amount, currency)}</span>
              <StateBadge of="decision" state={flip.from as StateName<'decision'>} />
              <span aria-hidden>→</span>
              <span className="sr-only">becomes</span>
              <StateBadge of="decision" state={flip.to as StateName<'decision'>} />
            </p>
            {flip.because.map((why) => (
              <p key={why.code} className="mt-0.5 text-[0.875rem] text-soft">
                {why.message} <span className="whitespace-nowrap">({why.citation})</span>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
