import { useState } from 'react'
import type { RuleView } from '#core/record/rulesets/list.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const severities = [
  { value: 'block', label: 'block: deny' },
  { value: 'ask', label: 'ask: what is missing' },
  { value: 'hold', label: 'hold: review' },
  { value: 'warn', label: 'warn only' },
  { value: 'info', label: 'inform only' },
]

/** A parameter is typed as it is written: text as it stands, everything else as JSON. */
const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
function read(typed: string, present: unknown): unknown {
  if (typeof present === 'string') return typed
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

/** Choose a rule, give it another severity or other parameters, and see what the last decisions would have been. */
export function WhatIfForm({ rules, busy, submit }: { rules: RuleView[]; busy: boolean; submit: (body: Record<string, string>) => void }) {
  const [code, setCode] = useState('')
  const [severity, setSeverity] = useState('')
  const [params, setParams] = useState<Record<string, string>>({})
  const rule = rules.find((one) => one.code === code)
  const choose = (next: string) => {
    const found = rules.find((one) => one.code === next)
    setCode(next)
    setSeverity(found?.severity ?? '')
    setParams(Object.fromEntries(Object.entries(found?.params ?? {}).map(([name, value]) => [name, written(value)])))
  }
  const markets = [...new Set(rules.map((one) => one.market))].sort()
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const changed = rule
          ? Object.fromEntries(Object.entries(params).filter(([name, typed]) => typed !== written(rule.params[name])))
          : {}
        const overrides = rule
          ? {
              [rule.code]: {
                ...(severity !== rule.severity && { severity }),
                ...(Object.keys(changed).length > 0 && {
                  params: Object.fromEntries(Object.entries(changed).map(([name, typed]) => [name, read(typed, rule.params[name])])),
                }),
              },
            }
          : {}
        submit({
          last: String(form.get('last')),
          environment: String(form.get('environment') ?? ''),
          overrides: JSON.stringify(overrides),
        })
      }}
    >
      <div className="grid gap-5 md:grid-cols-[2fr_1fr_1fr]">
        <Field label="Rule">
          <Select value={code} onChange={(event) => choose(event.target.value)}>
            <option value="">None: the rules now in use</option>
            {markets.map((market) => (
              <optgroup key={market} label={market}>
                {rules
                  .filter((one) => one.market === market)
                  .map((one) => (
                    <option key={one.code} value={one.code}>
                      {one.code}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Newest decisions">
          <Select name="last" defaultValue="1000">
            {[100, 1_000, 5_000, 10_000].map((last) => (
              <option key={last} value={last}>
                {last.toLocaleString('en-GB')}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Environment">
          <Select name="environment" defaultValue="">
            <option value="">Both</option>
            <option value="sandbox">Sandbox</option>
            <option value="production">Production</option>
          </Select>
        </Field>
      </div>
      {rule ? (
        <div className="border-seal border-l-2 pl-4">
          <p>{rule.sentence}</p>
          <p className="mt-1 text-[0.9375rem] text-soft">
            {rule.citation.label}. In force from {rule.in_force_from}.{' '}
            <TextLink to={`/rules/${rule.code.toLowerCase()}`}>The rule's page</TextLink>
          </p>
          <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Field label="When it does not hold">
              <Select value={severity} onChange={(event) => setSeverity(event.target.value)}>
                {severities.map((one) => (
                  <option key={one.value} value={one.value}>
                    {one.label}
                    {one.value === rule.severity ? ' (now)' : ''}
                  </option>
                ))}
              </Select>
            </Field>
            {Object.keys(rule.params).map((name) => (
              <Field key={name} label={<code>{name}</code>} hint={`Now ${written(rule.params[name])}`}>
                <Input
                  value={params[name] ?? ''}
                  onChange={(event) => setParams({ ...params, [name]: event.target.value })}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono text-[0.875rem]"
                />
              </Field>
            ))}
          </div>
        </div>
      ) : null}
      <div>
        <Button type="submit" busy={busy} busyLabel="Deciding again">
          Decide again
        </Button>
      </div>
    </form>
  )
}
