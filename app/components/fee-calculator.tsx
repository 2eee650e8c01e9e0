import { useId, useState } from 'react'
import { feeOn } from '../lib/fee.ts'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** Slider steps on a scale where every step is a round amount. */
const steps = [
  100_000, 250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 75_000_000, 100_000_000, 150_000_000,
]

const grouped = (amount: string) => {
  const [whole, cents] = amount.split('.')
  return `$${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}${cents && !/^0+$/.test(cents) ? `.${cents.slice(0, 2)}` : ''}`
}
const scale = (amount: string, percent: number) => grouped(String((BigInt(amount.split('.')[0] || '0') * BigInt(percent)) / 100n))

/** What a raise costs, by the engine's own rule, beside the usual ranges. */
export function FeeCalculator() {
  const slider = useId()
  const [text, setText] = useState('10,000,000')
  const raised = text.replace(/[$,\s]/g, '')
  const result = feeOn(raised)
  const nearest = steps.findLastIndex((step) => step <= Number(raised || 0))
  const rows = result
    ? [
        { who: 'Traditional brokers, 6–10%', cost: `${scale(raised, 6)}–${scale(raised, 10)}` },
        { who: 'Other platforms, 3–5%', cost: `${scale(raised, 3)}–${scale(raised, 5)}` },
      ]
    : []
  return (
    <div className="grid rounded-md border border-rule-strong bg-raised lg:grid-cols-2">
      <div className="border-rule p-6 max-lg:border-b sm:p-10 lg:border-r">
        <Field label="Amount raised, US dollars" error={result ? undefined : 'Enter an amount such as 10,000,000'}>
          <Input
            inputMode="decimal"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={() => result && setText(grouped(raised).slice(1))}
            className="tabular h-14! font-mono text-[1.375rem]"
          />
        </Field>
        <label htmlFor={slider} className="sr-only">
          Amount raised, in steps
        </label>
        <input
          id={slider}
          type="range"
          min={0}
          max={steps.length - 1}
          value={Math.max(0, nearest)}
          aria-valuetext={grouped(String(steps[Math.max(0, nearest)]))}
          onChange={(event) => setText(steps[Number(event.target.value)]!.toLocaleString('en-US'))}
          className="mt-6 h-6 w-full accent-seal"
        />
        <div className="flex justify-between text-[0.875rem] text-soft" aria-hidden>
          <span>$100,000</span>
          <span>$150,000,000</span>
        </div>
      </div>
      <div className="p-6 sm:p-10" aria-live="polite">
        <p className="text-soft">Sealwright fee, for the whole offering</p>
        <p className="tabular mt-1 font-display text-[2.75rem] text-seal leading-none sm:text-[3.5rem]">
          {result ? grouped(result.fee) : '—'}
        </p>
        <p className="mt-2 min-h-6 text-[0.9688rem] text-soft">
          {result?.capped ? 'The cap of $1,000,000 is reached.' : result ? '1% of the amount raised.' : ''}
        </p>
        <dl className="mt-6 border-rule border-t">
          {rows.map((row) => (
            <div key={row.who} className="flex flex-wrap justify-between gap-x-6 border-rule border-b py-3">
              <dt className="text-soft">{row.who}</dt>
              <dd className="tabular">{row.cost}</dd>
            </div>
          ))}
        </dl>
        {result?.needsContact ? (
          <Alert className="mt-5" title="Above $100M">
            Such an offering needs a contract. Contact us before you open it.
          </Alert>
        ) : null}
      </div>
    </div>
  )
}
