import { useState } from 'react'
import { marketNames } from '../../content/market-names.ts'
import { addressOf, type Callable, curlOf } from '../../lib/playground.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select, Textarea } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

const methods = ['GET', 'POST', 'PATCH', 'DELETE']

interface Request {
  method: string
  address: string
  body: string
  key: string
}

/** Endpoint, method, body as typed, and whose key signs the call. */
export function RequestForm({ callables, busy, onSend }: { callables: Callable[]; busy: boolean; onSend: (request: Request) => void }) {
  const [chosen, setChosen] = useState(() => callables.find((each) => each.functionName === 'wallets-verify') ?? callables[0]!)
  const [method, setMethod] = useState(chosen.method)
  const [body, setBody] = useState(chosen.examples[0]?.body ?? '')
  const [params, setParams] = useState<Record<string, string>>({})
  const [key, setKey] = useState('')

  const functions = callables.filter((each) => each.functionName)
  const rest = Object.groupBy(
    callables.filter((each) => !each.functionName),
    (each) => each.market,
  )
  const address = addressOf(chosen, params)
  const bare = method === 'GET'

  function choose(id: string) {
    const next = callables.find((each) => each.id === id)!
    setChosen(next)
    setMethod(next.method)
    setParams({})
    setBody(next.examples[0]?.body ?? (next.method === 'GET' ? '' : '{}'))
  }
  const option = (each: Callable) => (
    <option key={each.id} value={each.id}>
      {each.functionName ?? `${each.method} ${each.path.replace('/api', '')}`} · {each.label}
    </option>
  )

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ method, address, body, key: key.trim() })
      }}
    >
      <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
        <Field label="Endpoint">
          <Select value={chosen.id} onChange={(event) => choose(event.target.value)}>
            <optgroup label="Functions">{functions.map(option)}</optgroup>
            {Object.entries(rest).map(([market, each]) => (
              <optgroup key={market} label={marketNames[market] ?? 'Platform'}>
                {each?.map(option)}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Method">
          <Select value={method} onChange={(event) => setMethod(event.target.value)}>
            {methods.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
      </div>
      {chosen.params.map((name) => (
        <Field key={`${chosen.id}.${name}`} label={name}>
          <Input
            className="font-mono text-[0.875rem]"
            autoComplete="off"
            spellCheck={false}
            value={params[name] ?? ''}
            onChange={(event) => setParams({ ...params, [name]: event.target.value })}
          />
        </Field>
      ))}
      <p className="break-all font-mono text-[0.8125rem] text-soft">
        {method} {address}
      </p>
      {chosen.examples.length > 1 ? (
        <Field label="Example">
          <Select key={chosen.id} onChange={(event) => setBody(chosen.examples[Number(event.target.value)]!.body)}>
            {chosen.examples.map((example, index) => (
              <option key={example.name} value={index}>
                {example.summary}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Field label="JSON body" hint={bare ? 'GET carries no body.' : 'Sent as typed.'}>
        <Textarea
          className="min-h-64 font-mono text-[0.8125rem]"
          spellCheck={false}
          autoComplete="off"
          disabled={bare}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <Field label="API key" optional hint="Empty: a throw-away sandbox. A key stays in this page and is sent only with your calls.">
        <PasswordInput
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          placeholder="sw_sandbox_…"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" busy={busy} busyLabel="Testing...">
          Send request
        </Button>
        <span className="inline-flex items-center gap-1 text-[0.9375rem] text-soft">
          <CopyButton label="Copy as curl" text={() => curlOf({ method, address, body, origin: location.origin })} /> as curl
        </span>
      </div>
    </form>
  )
}
