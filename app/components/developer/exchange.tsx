import { CopyButton } from '../../ui/copy-button.tsx'
import { JsonView } from '../json-view.tsx'

/** A body as it travelled: JSON drawn as such, anything else as it came. */
export function BodyView({ label, body }: { label: string; body: unknown }) {
  const empty = body === null || body === undefined || body === ''
  let value = body
  if (typeof body === 'string')
    try {
      value = JSON.parse(body)
    } catch {
      // Not JSON: shown as it came.
    }
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <section aria-label={label} className="min-w-0">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h4 className="eyebrow">{label}</h4>
        {empty ? null : <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />}
      </div>
      {empty ? (
        <p className="text-[0.9375rem] text-soft">Empty.</p>
      ) : typeof value === 'string' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className={box} tabIndex={0}>
          {value}
        </pre>
      ) : (
        <JsonView value={value} className={box} />
      )}
    </section>
  )
}
const box = 'max-h-96 overflow-auto rounded-sm border border-rule bg-paper p-3.5 text-[0.8125rem] leading-relaxed'

export function Headers({ label, headers }: { label: string; headers: Record<string, string> | null | undefined }) {
  const rows = Object.entries(headers ?? {})
  if (rows.length === 0) return null
  return (
    <section aria-label={label} className="min-w-0">
      <h4 className="eyebrow flex min-h-8 items-center">{label}</h4>
      <dl className="grid gap-y-1 font-mono text-[0.75rem] leading-relaxed">
        {rows.map(([name, value]) => (
          <div key={name} className="grid gap-x-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
