import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Told } from '../server/decisions.ts'
import { ApiProblem } from './api.ts'

export function Alert({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={place}>
      {children}
    </div>
  )
}

/** A form whose fields keep what was typed. After a refusal the first wrong field has the focus. */
export function Form(props: {
  children: (problem: ApiProblem | null) => ReactNode
  button: string
  send: (values: Record<string, string>, form: HTMLFormElement) => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem && Object.keys(problem.fields).length > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    setBusy(true)
    const values = Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    try {
      await props.send(values, form)
      setProblem(null)
    } catch (error) {
      setProblem(
        error instanceof ApiProblem ? error : new ApiProblem('internal', error instanceof Error ? error.message : 'Something went wrong.'),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} ref={place}>
      {problem &&
        (Object.keys(problem.fields).length > 0 ? (
          <p className="wrong" role="alert">
            {problem.message}
          </p>
        ) : (
          <Alert>
            {problem.message}
            {problem.requestId && <small> Request {problem.requestId}</small>}
          </Alert>
        ))}
      {props.children(problem)}
      <button type="submit" disabled={busy}>
        {busy ? 'One moment …' : props.button}
      </button>
    </form>
  )
}

export interface FieldProps {
  name: string
  label: string
  hint?: string
  type?: string
  optional?: boolean
  autoComplete?: string
  inputMode?: 'decimal' | 'text'
  defaultValue?: string
  options?: Readonly<Record<string, string>>
  accept?: string
  /** Of a choice that decides what else is asked. */
  value?: string
  onChange?: (value: string) => void
  problem: ApiProblem | null
}

export function Field({
  name,
  label,
  hint,
  optional,
  options,
  problem,
  autoComplete = 'off',
  type = 'text',
  value,
  onChange,
  ...rest
}: FieldProps) {
  const wrong = problem?.fields[name]
  const said = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(' ')
  const common = {
    id: name,
    name,
    'aria-describedby': said || undefined,
    'aria-invalid': wrong ? true : undefined,
    required: !optional,
    autoComplete,
  }
  return (
    <div className="field">
      <label htmlFor={name}>
        {label} {optional && <span className="soft">(optional)</span>}
      </label>
      {hint && (
        <p className="soft" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {options ? (
        <select
          {...common}
          {...(value === undefined ? { defaultValue: rest.defaultValue ?? '' } : { value })}
          onChange={({ target }) => onChange?.(target.value)}
        >
          {Object.entries(options).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input {...common} {...rest} type={type} spellCheck={false} />
      )}
      {wrong && (
        <p className="wrong" id={`${name}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  )
}

const TONES = { allow: 'good', deny: 'bad', review: 'wait' } as const
const WHO: Record<string, string> = {
  investor: 'by the person it is about',
  issuer: 'by the issuer',
  tenant: 'by us',
  provider: 'by a list or an outside source',
  reviewer: 'by a person who looks at evidence',
}

/** A decision: what it came to, each reason with its source, and what is still to be given. */
export function Decision({ told, children }: { told: Told; children?: ReactNode }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section className={`card decision ${TONES[told.outcome]}`} tabIndex={-1} ref={place} aria-labelledby={`decision-${told.id}`}>
      <h3 id={`decision-${told.id}`}>{told.headline}</h3>
      {children}
      {told.reasons.length > 0 && (
        <ul>
          {told.reasons.map(({ code, text, source, url }) => (
            <li key={code}>
              {text}
              <br />
              <small className="soft">
                {url ? (
                  <a href={url} rel="noreferrer">
                    {source}
                  </a>
                ) : (
                  source
                )}{' '}
                · <code>{code}</code>
              </small>
            </li>
          ))}
        </ul>
      )}
      {told.outcome !== 'deny' && told.missing.length > 0 && (
        <>
          <p>Still to be given:</p>
          <ul>
            {told.missing.map(({ fact, from }) => (
              <li key={fact}>
                <code>{fact}</code>, {WHO[from] ?? from}
              </li>
            ))}
          </ul>
        </>
      )}
      <small className="soft">
        Decision <code>{told.id}</code>
      </small>
    </section>
  )
}

export const day = (time: number | string) => new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
