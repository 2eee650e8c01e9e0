import { useState } from 'react'
import { Link } from 'react-router'
import { stateWord } from '#core/kernel/states.ts'
import type { DecisionSeen, RuleShown } from '#core/portal/decisions/view.ts'
import { dateTime } from '../../lib/dates.ts'
import { capital } from '../../lib/decision-words.ts'
import { Status } from '../../ui/badge.tsx'
import { Select } from '../../ui/input.tsx'
import { Seal } from '../seal.tsx'
import { StateBadge } from '../state-badge.tsx'
import { checkWords, READER_WORDS } from './words.ts'

type Reader = keyof typeof READER_WORDS

/** What was decided in one sentence, and what to do next, in the words of whoever reads it. */
export function OutcomeHead({ seen }: { seen: DecisionSeen }) {
  const word = capital(stateWord('decision', seen.outcome))
  const lead = seen.rules.find((rule) => rule.decided)
  const [reader, setReader] = useState<Reader>(seen.reader)
  const told = lead?.told?.[reader] ?? seen
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-10 gap-y-5">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <StateBadge of="decision" state={seen.outcome} />
          {seen.environment === 'sandbox' ? <Status>sandbox</Status> : null}
          <span className="text-[0.9688rem] text-soft">
            Decision on {checkWords(seen.check)}, <time dateTime={seen.evaluated_at}>{dateTime(seen.evaluated_at)}</time> UTC
          </span>
        </p>
        <h1 className={told.says.length > 140 ? 'title-3 mt-4 max-w-[64ch]' : 'title-2 mt-4 max-w-[46ch]'} data-testid="outcome">
          {word}: {told.says}
        </h1>
        {told.next ? (
          <p className="mt-4 max-w-[68ch]">
            <strong className="font-semibold">What to do next.</strong> {told.next}
          </p>
        ) : null}
        {seen.hidden ? <p className="mt-2 max-w-[68ch] text-soft">Something else speaks here too that is not shown on this page.</p> : null}
        {lead?.told ? (
          <div className="js-only mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.9375rem] text-soft">
            <label htmlFor="reader">In the words for</label>
            <Select id="reader" value={reader} onChange={(event) => setReader(event.target.value as Reader)} className="h-9 max-w-48">
              {Object.entries(READER_WORDS).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </Select>
          </div>
        ) : null}
      </div>
      <Seal hash={seen.result_hash} className="size-24 shrink-0 sm:size-32" title="Seal of this decision, drawn from its hash" />
    </header>
  )
}

/** What else stands in the way besides what the headline says. */
export function AlsoAgainst({ rules }: { rules: readonly RuleShown[] }) {
  const others = rules.filter((rule) => ['fail', 'needs_info', 'review'].includes(rule.result) && !rule.partOf && !rule.decided)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="also" className="mt-8">
      <h2 id="also" className="font-semibold">
        What else stands in the way
      </h2>
      <ul className="mt-2 max-w-[72ch]">
        {others.map((rule) => (
          <li key={`${rule.code} ${rule.party}`} className="border-rule border-b py-3 last:border-b-0">
            {rule.says} {rule.next ? <span className="text-soft">{rule.next}</span> : null}{' '}
            <Link to={`/rules/${rule.code}`} className="link text-[0.9375rem]">
              The rule
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
