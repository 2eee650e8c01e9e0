import { count, plural, words } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { listName } from './list-names.ts'

interface Brief {
  entity_id: string
  name: string
  type: string
  programs: readonly string[]
  addresses: number
}
export interface Delta {
  source: string
  from: { version: string } | null
  to: { version: string }
  counts: { added: number; changed: number; removed: number }
  added: Brief[]
  changed: (Brief & { fields: readonly string[] })[]
  removed: Brief[]
}

const kinds = [
  ['added', 'good'],
  ['changed', 'waiting'],
  ['removed', 'bad'],
] as const

/** What one version of a list changed against the one before. */
export function ListDelta({ delta }: { delta: Delta }) {
  const total = delta.counts.added + delta.counts.changed + delta.counts.removed
  return (
    <section id="delta" aria-label={`Changes of ${listName(delta.source)}`} className="scroll-mt-24 border-seal border-l-2 pl-4">
      <h3 className="font-sans font-semibold text-base tracking-normal">
        {listName(delta.source)}: {delta.from ? `${delta.from.version} to ` : 'first version, '}
        {delta.to.version}
      </h3>
      <p className="mt-1 text-soft">
        {count(delta.counts.added)} added, {count(delta.counts.changed)} changed, {count(delta.counts.removed)} removed.
        {total === 0 ? ' The same entries were published again.' : ''}
      </p>
      <div className="mt-3 grid gap-4">
        {kinds.map(([kind, tone]) =>
          delta[kind].length > 0 ? (
            <details key={kind} open={delta.counts[kind] <= 25}>
              <summary className="inline-flex min-h-8 items-center gap-2">
                <Status tone={tone}>{kind}</Status> {plural(delta.counts[kind], 'entry', 'entries')}
              </summary>
              <ul className="mt-2 border-rule border-t text-[0.9375rem]">
                {delta[kind].map((entry) => (
                  <li key={entry.entity_id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-rule border-b py-1.5">
                    <span className="font-semibold">{entry.name}</span>
                    <code className="text-[0.8125rem] text-soft">{entry.entity_id}</code>
                    <span className="text-soft">
                      {entry.type}
                      {entry.programs.length > 0 ? `, ${entry.programs.slice(0, 4).join(', ')}` : ''}
                      {entry.addresses > 0 ? `, ${plural(entry.addresses, 'wallet address', 'wallet addresses')}` : ''}
                    </span>
                    {'fields' in entry ? (
                      <span className="text-soft">changed: {(entry as Delta['changed'][number]).fields.map(words).join(', ')}</span>
                    ) : null}
                  </li>
                ))}
              </ul>
              {delta.counts[kind] > delta[kind].length ? (
                <p className="mt-1 text-[0.875rem] text-soft">The first {count(delta[kind].length)} are shown.</p>
              ) : null}
            </details>
          ) : null,
        )}
      </div>
    </section>
  )
}
