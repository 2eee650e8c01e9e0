import type { RuleChange } from '#core/record/rulesets/compare.ts'
import { plural } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const tones = { added: 'good', removed: 'bad', changed: 'waiting' } as const
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What is different between two versions, rule by rule. */
export function RulesetChanges({ from, to, changes }: { from: string; to: string; changes: RuleChange[] }) {
  return (
    <section aria-label={`Changes from ${from} to ${to}`} className="mt-6">
      <h3 className="font-sans font-semibold text-base tracking-normal">
        {from} to {to}: {plural(changes.length, 'rule')} changed
      </h3>
      {changes.length === 0 ? <p className="mt-2 text-soft">They decide alike; only the version differs.</p> : null}
      <ul className="mt-2 border-rule border-t">
        {changes.map((change) => (
          <li key={change.code} className="border-rule border-b py-3">
            <p className="flex flex-wrap items-center gap-3">
              <Status tone={tones[change.change]}>{change.change}</Status>
              {change.change === 'removed' ? (
                <code className="break-all">{change.code}</code>
              ) : (
                <TextLink to={`/rules/${change.code.toLowerCase()}`}>
                  <code className="break-all">{change.code}</code>
                </TextLink>
              )}
            </p>
            {change.fields.length > 0 ? (
              <dl className="mt-1.5 grid gap-1 text-[0.9375rem]">
                {change.fields.map((field) => (
                  <div key={field.name} className="flex flex-wrap gap-x-3">
                    <dt className="text-soft">{field.name}</dt>
                    <dd className="min-w-0 break-words">
                      <del className="text-madder">{text(field.from)}</del>{' '}
                      <ins className="text-verdigris no-underline">{text(field.to)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
