import { words } from '../../lib/format.ts'
import { TENANT_WORDS } from './words.ts'

/** A fact's value for people: yes and no, words of a choice, lists line by line, and records field by field. */
export function FactValue({ fact, value }: { fact?: string; value: unknown }) {
  if (value === null || value === undefined) return <span className="text-soft">Nobody said it</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value))
    return value.length === 0 ? (
      'None'
    ) : (
      <ul className="grid gap-1">
        {value.map((one) => (
          <li key={JSON.stringify(one)}>
            <FactValue value={one} />
          </li>
        ))}
      </ul>
    )
  if (typeof value === 'object')
    return (
      <dl className="grid gap-0.5">
        {Object.entries(value).map(([name, one]) => (
          <div key={name} className="flex flex-wrap gap-x-1.5">
            <dt className="text-soft">{words(name)}:</dt>
            <dd>
              <FactValue value={one} />
            </dd>
          </div>
        ))}
      </dl>
    )
  const control = fact ? TENANT_WORDS[fact]?.control : undefined
  const choice = Array.isArray(control) ? (control as readonly (readonly [string, string])[]).find(([one]) => one === value) : undefined
  return <span className="[overflow-wrap:anywhere]">{choice?.[1] ?? String(value)}</span>
}
