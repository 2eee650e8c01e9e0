import { useEffect, useRef, useState } from 'react'
import type { Move, WayOut } from '#core/portal/decisions/moves.ts'
import type { DecisionInside } from '#core/portal/decisions/read.ts'
import type { ToldOutcome } from '#core/portal/decisions/view.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { StateBadge } from '../state-badge.tsx'
import { Part } from './section.tsx'

type Value = string | number | boolean
type Moved = Record<string, Value>

/** What the engine answered to moved facts. */
export type Tried = { tried: { outcome: ToldOutcome; against: { code: string; message: string | null }[] } } | { refused: string }

const WAIT_MS = 350

/** The facts that can be moved, each with its control; the engine decides anew as they are, and nothing is stored. */
export function Moves({ moves, ways, still }: Pick<DecisionInside, 'moves' | 'ways' | 'still'>) {
  const { Form, submit, data, state } = useShownFetcher<Tried>()
  const [moved, setMoved] = useState<Moved>({})
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const ask = (next: Moved, after = WAIT_MS) => {
    setMoved(next)
    clearTimeout(waiting.current)
    if (Object.keys(next).length === 0) return
    waiting.current = setTimeout(() => {
      const shown = document.querySelector<HTMLInputElement>('#moves input[name="sealwright-shown"]')?.value
      void submit({ intent: 'try', changes: JSON.stringify(next), ...(shown && { 'sealwright-shown': shown }) }, { method: 'post' })
    }, after)
  }
  const isMoved = Object.keys(moved).length > 0
  return (
    <Part
      id="moves"
      title="What would change it"
      lead="Move a fact, and the engine decides again with it, by the rules in force now. Nothing is stored, and this decision stays as it is."
    >
      {still === 'erased' ? <p className="text-soft">The facts were erased, so that nothing can be moved.</p> : null}
      {still === 'not_permitted' ? <p className="text-soft">Your role in the organisation does not run simulations.</p> : null}
      {still === null && moves.length === 0 ? (
        <p className="text-soft">Nothing that a person could change would turn it: none of its facts is one that can be moved.</p>
      ) : null}
      <Ways ways={ways} take={(facts) => ask({ ...facts }, 0)} />
      {moves.length > 0 ? (
        <Form method="post" className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <input type="hidden" name="intent" value="try" />
          <div className="js-only grid gap-5">
            {moves.map((move) => (
              <Control
                key={move.path}
                move={move}
                value={moved[move.path] ?? move.value}
                suggested={ways.flatMap((way) => way.facts[move.path] ?? [])[0] ?? null}
                set={(value) => ask({ ...moved, [move.path]: value })}
              />
            ))}
          </div>
          <div aria-live="polite" className="self-start rounded-md border border-rule bg-raised p-4" data-testid="tried">
            <Answer data={isMoved ? data : undefined} busy={state !== 'idle'} moved={isMoved} />
            {isMoved ? (
              <Button type="button" variant="link" size="sm" className="mt-3 h-8" onClick={() => ask({})}>
                Back to what was decided
              </Button>
            ) : null}
          </div>
        </Form>
      ) : null}
    </Part>
  )
}

function Ways({ ways, take }: { ways: readonly WayOut[]; take: (facts: Moved) => void }) {
  if (ways.length === 0) return null
  return (
    <ul className="mb-6 grid gap-2">
      {ways.map((way) => (
        <li key={way.change} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>It would be allowed {way.change}.</span>
          {Object.keys(way.facts).length > 0 ? (
            <Button type="button" variant="outline" size="sm" className="js-only" onClick={() => take(way.facts)}>
              Try it
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Answer({ data, busy, moved }: { data: Tried | undefined; busy: boolean; moved: boolean }) {
  if (!moved) return <p className="text-soft">Nothing is moved yet.</p>
  if (!data) return <p className="text-soft">{busy ? 'The engine decides…' : 'Waiting for the engine.'}</p>
  if ('refused' in data) return <p>{data.refused}</p>
  const { outcome, against } = data.tried
  return (
    <div className={busy ? 'opacity-60' : undefined}>
      <p className="flex items-center gap-2">
        It would be <StateBadge of="decision" state={outcome} />
      </p>
      <ul className="mt-2 grid gap-2 text-[0.9375rem] leading-snug">
        {against.map((rule) => (
          <li key={rule.code}>{rule.message ?? rule.code}</li>
        ))}
      </ul>
    </div>
  )
}

interface ControlProps {
  move: Move
  value: Value | null
  suggested: Value | null
  set: (value: Value) => void
}

function Control({ move, value, suggested, set }: ControlProps) {
  const id = `move-${move.path}`
  const label = (
    <label htmlFor={id} className="block font-semibold text-[0.9688rem] first-letter:uppercase">
      {move.name}
      {move.currency ? `, ${move.currency}` : ''}
    </label>
  )
  if (move.kind === 'flag')
    return (
      <div>
        {label}
        <Select
          id={id}
          value={value === null ? '' : String(value)}
          onChange={(event) => set(event.target.value === 'true')}
          className="mt-1 max-w-60"
        >
          {value === null ? <option value="">not known</option> : null}
          <option value="true">yes</option>
          <option value="false">no</option>
        </Select>
      </div>
    )
  if (move.kind === 'choice')
    return (
      <div>
        {label}
        <Select id={id} value={String(value ?? '')} onChange={(event) => set(event.target.value)} className="mt-1 max-w-80">
          {value === null ? <option value="">not known</option> : null}
          {move.options.map((option) => (
            <option key={option} value={option}>
              {option.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </div>
    )
  if (move.kind === 'day' || move.kind === 'instant')
    return (
      <div>
        {label}
        <Input
          id={id}
          type="date"
          className="mt-1 max-w-60"
          value={String(value ?? '').slice(0, 10)}
          onChange={(event) => event.target.value && set(move.kind === 'day' ? event.target.value : `${event.target.value}T17:00:00.000Z`)}
        />
      </div>
    )
  return <Slider id={id} label={label} {...{ move, value, suggested, set }} />
}

/** A figure, by sliding and by typing. What was a text stays one: the engine reads amounts as text. */
function Slider({ id, label, move, value, suggested, set }: ControlProps & { id: string; label: React.ReactNode }) {
  const [was, other] = [Number(move.value ?? 0), Number(suggested ?? 0)]
  const most = Math.max(was, other, 1) * 2
  const step = move.kind === 'amount' ? 1 : Number.isInteger(was) ? 1 : 0.01
  const put = (typed: string) => typed !== '' && set(typeof move.value === 'number' ? Number(typed) : typed)
  return (
    <div>
      {label}
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="range"
          aria-label={`${move.name}, by sliding`}
          className="h-6 min-w-40 max-w-96 flex-1 accent-seal"
          min={0}
          max={most}
          step={step}
          value={Number(value ?? 0)}
          onChange={(event) => put(event.target.value)}
        />
        <Input
          id={id}
          type="number"
          min={0}
          step="any"
          className="tabular w-44 font-mono"
          value={String(value ?? '')}
          onChange={(event) => put(event.target.value)}
        />
      </div>
    </div>
  )
}
