import { useEffect, useRef, useState } from 'react'
import { marketNames } from '../../content/market-names.ts'
import { cn } from '../../lib/cn.ts'
import { playgroundLink, type SharedRequest } from '../../lib/permalink.ts'
import { addressOf, type Callable, type CallableDetail, type PlaygroundRequest, paramsOf, readDetail } from '../../lib/playground.ts'
import { type CodeLanguage, codeLanguages, codeOf } from '../../lib/request-code.ts'
import { sandboxKey } from '../../lib/sandbox.ts'
import { magicWallet } from '../../lib/scenario-try.ts'
import { Button } from '../../ui/button.tsx'
import { useCodeLanguage } from '../../ui/code-block.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { BodyField } from './body-field.tsx'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export interface ScenarioName {
  code: string
  name: string
  title: string
  market: string
}

/** Endpoint, method, body as typed, and whose key signs the call. */
export function RequestForm({
  callables,
  first,
  scenarios,
  versions,
  restored,
  signedIn,
  busy,
  onSend,
}: {
  callables: Callable[]
  /** The callable the form begins with, and its detail; those of others are read when they are chosen. */
  first: { id: string; detail: CallableDetail }
  scenarios: ScenarioName[]
  /** Versions of the API, newest first. */
  versions: readonly string[]
  /** A request from a link or from the history, to be filled in. */
  restored: SharedRequest | null
  signedIn: boolean
  busy: boolean
  onSend: (request: PlaygroundRequest, shared: SharedRequest) => void
}) {
  const [chosen, setChosen] = useState(() => callables.find((each) => each.id === first.id)!)
  const [detail, setDetail] = useState<CallableDetail | 'failed' | null>(first.detail)
  const [method, setMethod] = useState(chosen.method)
  const [body, setBody] = useState(first.detail.examples[0]?.body ?? '')
  const [params, setParams] = useState<Record<string, string>>({})
  const [query, setQuery] = useState('')
  const [scenario, setScenario] = useState('')
  const [version, setVersion] = useState('')
  const [key, setKey] = useState('')
  const [remembered, remember] = useCodeLanguage()
  // Before the scripts run, the browser would send the form to this page and lose what was typed.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const language = codeLanguages.find((each) => each === remembered) ?? 'curl'

  const wanted = useRef(first.id)
  /** Makes an operation the chosen one. Its example becomes the body, unless one is given. */
  function choose(next: Callable, given?: string) {
    wanted.current = next.id
    setChosen(next)
    setDetail(null)
    setBody(given ?? '')
    const known = next.id === first.id ? Promise.resolve(first.detail) : readDetail(next.id)
    known.then(
      (found) => {
        if (wanted.current !== next.id) return
        setDetail(found)
        // What was typed in the meantime stays.
        if (given === undefined) setBody((typed) => typed || (found.examples[0]?.body ?? (next.method === 'GET' ? '' : '{}')))
      },
      () => wanted.current === next.id && setDetail('failed'),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a request to be restored is a reason to fill the form in
  useEffect(() => {
    const next = restored && callables.find((each) => each.id === restored.operation)
    if (!restored || !next) return
    choose(next, restored.body)
    setMethod(restored.method ?? next.method)
    setParams(restored.params ?? {})
    setQuery(restored.query ?? '')
    setScenario(restored.scenario ?? '')
    setVersion(versions.find((each) => each === restored.version) ?? '')
  }, [restored, callables])

  const functions = callables.filter((each) => each.functionName)
  const rest = Object.groupBy(
    callables.filter((each) => !each.functionName),
    (each) => each.market,
  )
  const names = chosen.functionName ? [] : paramsOf(chosen)
  const examples = detail && detail !== 'failed' ? detail.examples : []
  const address = addressOf(chosen, params, query)
  const bare = method === 'GET'
  const shared: SharedRequest = {
    operation: chosen.id,
    ...(method !== chosen.method && { method }),
    ...(names.length > 0 && { params }),
    ...(query && { query }),
    ...(scenario && { scenario }),
    ...(version && { version }),
    ...(bare ? {} : { body }),
  }
  const code = () =>
    codeOf(language, {
      method,
      origin: location.origin,
      // Code is written for the documented path; the function's name is the playground's own.
      path: chosen.functionName ? address.replace(/^\/functions\/v1\/[^?]+/, chosen.path) : address,
      body: bare ? '' : body,
      scenario,
      headers: version ? { 'Sealwright-Version': version } : {},
    })

  function select(id: string) {
    const next = callables.find((each) => each.id === id)!
    choose(next)
    setMethod(next.method)
    setParams({})
    setQuery('')
  }
  /** Names the scenario in the header; a scenario wallet in the body becomes that scenario's. */
  function meet(name: string) {
    setScenario(name)
    const code = scenarios.find((each) => each.name === name)?.code
    if (code) setBody(body.replace(/0x(5ea1){8}0000\d{4}/g, magicWallet(code)))
  }
  const option = (each: Callable) => (
    <option key={each.id} value={each.id}>
      {each.functionName ?? `${each.method} ${each.path.replace('/api', '')}`} · {each.label}
    </option>
  )

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ method, address, body, key: key.trim(), scenario, version }, shared)
      }}
    >
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_6.5rem] sm:gap-3">
        <Field label="Endpoint">
          <Select value={chosen.id} onChange={(event) => select(event.target.value)}>
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
      {names.map((name) => (
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
      {chosen.query.length > 0 ? (
        <Field label="Query" optional hint={`Such as ${chosen.query[0]}=… Known: ${chosen.query.join(', ')}.`}>
          <Input
            className="font-mono text-[0.875rem]"
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </Field>
      ) : null}
      <p className="break-all font-mono text-[0.8125rem] text-soft">
        {method} {address}
      </p>
      {examples.length > 1 ? (
        <Field label="Example">
          <Select key={chosen.id} onChange={(event) => setBody(examples[Number(event.target.value)]!.body)}>
            {examples.map((example, index) => (
              <option key={example.name} value={index}>
                {example.summary}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <BodyField
        key={chosen.id}
        value={body}
        schema={detail && detail !== 'failed' ? detail.schema : null}
        state={detail === null ? 'reading' : detail === 'failed' ? 'failed' : 'known'}
        bare={bare}
        onChange={setBody}
      />
      <Field label="Scenario" hint="Makes the sandbox answer as if this were so. Production keys refuse it.">
        <Select value={scenario} onChange={(event) => meet(event.target.value)}>
          <option value="">None: the request as it stands</option>
          {[...Map.groupBy(scenarios, (each) => each.market)].map(([market, each]) => (
            <optgroup key={market} label={marketNames[market] ?? 'Platform'}>
              {each.map(({ code: number, name, title }) => (
                <option key={number} value={name}>
                  {number} · {title}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <VersionChoice value={version} versions={versions} onChange={setVersion} />
      <Field
        label="API key"
        optional
        hint={
          signedIn
            ? 'Empty: functions run in your own sandbox, other operations in a throw-away one. A key stays in this page.'
            : 'Empty: a throw-away sandbox. A key stays in this page and is sent only with your calls.'
        }
      >
        <PasswordInput
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          placeholder="sw_sandbox_…"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        size="lg"
        disabled={!ready}
        busy={busy}
        busyLabel="Testing..."
        className={cn('w-full', ready ? undefined : 'opacity-100!')}
      >
        Send request
      </Button>
      <Copies code={code} shared={shared} language={language} onLanguage={remember} />
    </form>
  )
}

/** What can be taken along of a request: as code, as a link, and the key for a terminal. */
function Copies({
  code,
  shared,
  language,
  onLanguage,
}: {
  code: () => string
  shared: SharedRequest
  language: CodeLanguage
  onLanguage: (language: CodeLanguage) => void
}) {
  return (
    <ul className="grid gap-1 text-[0.9375rem] text-soft">
      <li className="inline-flex items-center gap-1 justify-self-start whitespace-nowrap">
        <CopyButton label={`Copy as ${language}`} text={code} className="-ml-2 shrink-0" /> Copy as
        <Select
          aria-label="Language of the copied code"
          className="ml-1 h-9 w-auto pl-2 text-[0.9375rem]"
          value={language}
          onChange={(event) => onLanguage(event.target.value as CodeLanguage)}
        >
          {codeLanguages.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </li>
      <li className="flex items-center gap-1">
        <CopyButton label="Copy link to this request" text={() => location.origin + playgroundLink(shared)} className="-ml-2 shrink-0" />{' '}
        Copy a link, without the key
      </li>
      <li className="flex items-center gap-1">
        <CopyButton label="Copy the key of the throw-away sandbox" text={sandboxKey} className="-ml-2 shrink-0" /> Copy the throw-away key,
        for a terminal
      </li>
    </ul>
  )
}

function VersionChoice({ value, versions, onChange }: { value: string; versions: readonly string[]; onChange: (version: string) => void }) {
  return (
    <Field label="Version" hint="Another one for this call alone; a key stays as it is pinned.">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">The key’s own</option>
        {versions.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </Select>
    </Field>
  )
}
