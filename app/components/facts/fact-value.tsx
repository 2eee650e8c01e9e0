import { money, words } from '../../lib/format.ts'
import { TENANT_WORDS } from './words.ts'

/** A share in basis points, as people read it. */
const percentOf = (bps: number) => `${bps / 100} %`
const isMoney = (value: object): value is { amount: string; currency: string } => Object.keys(value).sort().join() === 'amount,currency'

/** A fact's value for people: yes and no, amounts, shares, words of a choice, lists line by line, and records field by field. */
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
  if (typeof value === 'object' && isMoney(value)) return money(value.amount, value.currency)
  if (typeof value === 'number' && fact?.endsWith('_bps')) return percentOf(value)
  if (typeof value === 'object')
    return (
      <dl className="grid gap-0.5">
        {Object.entries(value).map(([name, one]) => (
          <div key={name} className="flex flex-wrap gap-x-1.5">
            <dt className="text-soft">{words(name.replace(/_bps$/, ''))}:</dt>
            <dd>
              <FactValue fact={name} value={one} />
            </dd>
          </div>
        ))}
      </dl>
    )
  const control = fact ? TENANT_WORDS[fact]?.control : undefined
  const choice = Array.isArray(control) ? (control as readonly (readonly [string, string])[]).find(([one]) => one === value) : undefined
  return <span className="[overflow-wrap:anywhere]">{choice?.[1] ?? String(value)}</span>
}
