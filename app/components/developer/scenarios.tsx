import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { marketNames } from '../../content/market-names.ts'
import { tryScenario } from '../../lib/scenario-try.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'

export interface ScenarioRow {
  code: string
  name: string
  title: string
  market: string
  wallet_address: string
  solana_address: string
  header: string
}

/** The catalogue of outcomes: search, copy the wallet or the header, or try one in the playground. */
export function Scenarios({ scenarios }: { scenarios: ScenarioRow[] }) {
  const [query, setQuery] = useState('')
  const [market, setMarket] = useState('')
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase()
    return scenarios.filter(
      (each) =>
        (market === '' || each.market === market) &&
        (words === '' ||
          [each.code, each.name, each.title, each.wallet_address, each.solana_address].some((text) => text.toLowerCase().includes(words))),
    )
  }, [scenarios, query, market])
  return (
    <section aria-labelledby="scenarios">
      <h2 id="scenarios" className="title-2 text-[1.75rem]!">
        Scenarios
      </h2>
      <p className="mt-2 max-w-[70ch] text-soft">
        Use the wallet in a call, or send the header with any wallet. Everything else in the sandbox is evaluated for real.
      </p>
      <div className="mt-5 grid max-w-2xl gap-4 sm:grid-cols-[2fr_1fr]">
        <Field label="Search scenarios">
          <Input type="search" value={query} onChange={(event) => setQuery(event.target.value)} placeholder="sanctioned, lock-up, 2001" />
        </Field>
        <Field label="Market">
          <Select value={market} onChange={(event) => setMarket(event.target.value)}>
            <option value="">All</option>
            {[...new Set(scenarios.map((each) => each.market))].map((id) => (
              <option key={id} value={id}>
                {marketNames[id] ?? 'Platform'}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <p className="sr-only" aria-live="polite">
        {shown.length} scenarios
      </p>
      <ul className="mt-5 border-rule border-t">
        {shown.map((each) => (
          <li
            key={each.code}
            className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-rule border-b py-3 lg:grid-cols-[3rem_minmax(0,5fr)_minmax(0,7fr)_auto]"
          >
            <code className="pt-0.5 text-[0.8438rem] text-seal">{each.code}</code>
            <div className="min-w-0">
              <p className="leading-snug">{each.title}</p>
              <p className="flex items-center gap-1 text-soft">
                <code className="break-all text-[0.75rem]">{each.name}</code>
                <CopyButton text={each.header} label={`Copy the header of ${each.name}`} className="size-6" />
              </p>
            </div>
            <p className="flex min-w-0 items-center gap-1 max-lg:order-1 max-lg:col-span-2 max-lg:col-start-2">
              <code className="min-w-0 break-all text-[0.75rem] leading-snug">{each.wallet_address}</code>
              <CopyButton text={each.wallet_address} label={`Copy the wallet of ${each.name}`} className="size-6" />
            </p>
            <Link to={tryScenario(each)} className="link inline-flex min-h-6 min-w-6 items-center" aria-label={`Try ${each.title}`}>
              Try
            </Link>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className="mt-6 text-soft">No scenario matches.</p> : null}
    </section>
  )
}
