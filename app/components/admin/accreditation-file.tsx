import { Download } from 'lucide-react'
import { stateOf } from '#core/kernel/states.ts'
import type { FileView } from '#core/securities/investors/accreditation/view.ts'
import { dateTime } from '../../lib/dates.ts'
import { money } from '../../lib/format.ts'
import { Status } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Panel } from '../dashboard/layout.tsx'

type Row = [label: string, value: string]
const words = (name: string) => name.replaceAll('_', ' ')
const isMoney = (value: unknown): value is { amount: string; currency: string } =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value

/** What was said, line by line: amounts as money, years of an income by their name. */
function rowsOf(value: unknown, label = ''): Row[] {
  if (value === undefined || value === null) return []
  if (isMoney(value)) return [[label, money(value.amount, value.currency)]]
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => {
      const own = name === 'y1' ? 'last year' : name === 'y2' ? 'the year before' : words(name)
      return rowsOf(one, label && name !== 'figures' ? `${label}, ${own}` : name === 'figures' ? '' : own)
    })
  return [[label, typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)]]
}

const RESULTS: Record<string, string> = { pass: 'holds', fail: 'does not hold', review: 'left to you', needs_info: 'something is missing' }

function Working({ code, result, text }: { code: string; result: string; text: string }) {
  return (
    <li className="border-rule border-b py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status tone={stateOf('rule', result).tone}>{RESULTS[result] ?? result}</Status>
        <TextLink to={`/rules/${code.toLowerCase()}`}>
          <code className="break-all">{code}</code>
        </TextLink>
      </p>
      <p className="mt-1 max-w-[68ch]">{text}</p>
    </li>
  )
}

function Computed({ file }: { file: FileView }) {
  const { basis_rule: basis, method_rule: method } = file
  return (
    <ul className="border-rule border-t" aria-label="What the rules computed">
      {basis ? <Working {...basis} text={basis.message ?? 'The figures meet the definition.'} /> : null}
      {method ? (
        <Working
          code={method.code}
          result={method.result}
          text={method.needed ? `${method.sentence} Missing: ${method.needed}.` : method.sentence}
        />
      ) : null}
      <li className="border-rule border-b py-3 text-soft">
        {basis ? null : 'No figures: who wrote the letter, or an earlier verification, stands for them. '}
        {file.counts_through
          ? `Confirmed today, it counts through ${file.counts_through}.`
          : 'No rule ends it; each sale asks for a representation.'}
      </li>
    </ul>
  )
}

const COUNTS: Record<string, string> = {
  valid: 'counts',
  expired: 'is over',
  withdrawn: 'was withdrawn',
  conflicting: 'waits for a person',
}
const REVOKED: Record<string, string> = {
  good: 'its issuer’s list is current and does not name it',
  not_published: 'its issuer publishes no list',
  unknown: 'nobody could tell',
  trusted_itself: 'it is the trusted one itself',
}

/** What another issuer said, on which the file rests: it ends with that. */
function RestsOn({ of }: { of: NonNullable<FileView['rests_on']> }) {
  const rows: Row[] = [
    ['Issuer', of.issuer],
    ['Ground', of.said ? words(of.said.basis) : 'cannot be opened any more'],
    ['Verified by', of.said?.verified_by ?? 'not said'],
    ['Verified until', of.said?.verified_until ?? 'not said'],
    ['Shown', `${dateTime(of.taken_at)} UTC`],
    ['Counts until', of.expires_at ? `${dateTime(of.expires_at)} UTC` : 'not said'],
    ...(of.revocation ? [['Whether its signer was revoked', REVOKED[of.revocation] ?? words(of.revocation)] as Row] : []),
    ['Digest of what was shown', of.digest],
  ]
  return (
    <section aria-label="What it rests on" className="mt-6">
      <h3 className="mb-2 flex flex-wrap items-center gap-2 font-semibold">
        Rests on a credential of another organisation
        <Status tone={stateOf('evidence', of.state).tone}>{COUNTS[of.state] ?? words(of.state)}</Status>
      </h3>
      <dl className="border-rule border-t">
        {rows.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-4 border-rule border-b py-2">
            <dt className="text-soft">{label}</dt>
            <dd className="tabular min-w-0 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Figures and what the rules computed of them, with the documents beside: what a person compares and confirms. */
export function AccreditationFile({ file }: { file: FileView }) {
  return (
    <Panel
      title={`Accredited by ${words(file.basis)}, shown by ${words(file.method)}`}
      note="Approving says that you read the documents, and that they show what was said. The author of a letter, or a licence, is looked up in its register: what it says is typed beside the decision."
    >
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="min-w-0">
          {file.said ? (
            <dl className="border-rule border-t">
              {rowsOf(file.said).map(([label, value]) => (
                <div key={label} className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-4 border-rule border-b py-2">
                  <dt className="text-soft first-letter:uppercase">{label}</dt>
                  <dd className="tabular min-w-0 break-words">{value}</dd>
                </div>
              ))}
            </dl>
          ) : (
            <EmptyState title="The person was erased">What was said can no longer be opened.</EmptyState>
          )}
          <Computed file={file} />
          {file.rests_on ? <RestsOn of={file.rests_on} /> : null}
        </div>
        <ul className="min-w-0 border-rule border-t" aria-label="Documents of the file">
          {file.documents.map((one) => (
            <li
              key={`${one.id} ${one.shows} ${one.year}`}
              className="flex flex-wrap items-center justify-between gap-3 border-rule border-b py-2.5"
            >
              <span className="min-w-0 break-words">
                <span className="font-semibold first-letter:uppercase">
                  {[words(one.shows), one.year, one.dated].filter(Boolean).join(', ')}
                </span>
                <span className="block text-[0.875rem] text-soft">
                  {one.file_name}
                  {one.of === 'spouse' ? ', of the spouse' : ''}
                </span>
              </span>
              <a href={`/dashboard/documents/${one.id}`} className="link inline-flex min-h-8 items-center gap-1.5" download>
                <Download className="size-4" aria-hidden /> Read<span className="sr-only"> {one.file_name}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
