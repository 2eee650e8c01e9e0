import type { HeldView } from '#core/screening/lists/held.ts'
import { errorAt } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'
import { listName } from './list-names.ts'

const words = {
  release: {
    button: 'Release',
    act: 'Release it',
    title: (list: string) => `Put this version of ${list} in force?`,
    text: 'From then on everybody is screened against it, and who is not on it is clear. Compare it with its publisher first.',
  },
  discard: {
    button: 'Discard',
    act: 'Discard it',
    title: (list: string) => `Set this version of ${list} aside?`,
    text: 'It never comes in force, also when it is given again. What is in force stays and goes on ageing until another version comes.',
  },
} as const

/** Versions that something speaks against, each with what was found, and the word of one or two people. */
export function HeldLists({ held, environment }: { held: HeldView[]; environment: string }) {
  if (held.length === 0) return null
  return (
    <Panel title="Held back" className="mt-7" note="Not in force. Two administrators say the same, or nothing changes.">
      <ul className="grid gap-6">
        {held.map((one) => (
          <li key={one.id} className="border-madder border-l-4 pl-4">
            <Held one={one} environment={environment} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Held({ one, environment }: { one: HeldView; environment: string }) {
  const list = listName(one.source)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{list}</h3>
        <code className="break-all text-[0.8125rem]" title={one.sha256}>
          {one.version}
        </code>
        <StateBadge of="held_list" state={one.asked ? 'asked' : 'held'} />
      </div>
      <ul className="list-disc pl-5">
        {one.findings.map((finding) => (
          <li key={finding.detail} className="break-words">
            {finding.detail}
          </li>
        ))}
      </ul>
      <p className="text-soft">
        {one.readable ? `${count(one.entries)} entries, ${count(one.names)} names, ${count(one.addresses)} wallet addresses. ` : ''}
        From a {one.origin}, first {dateTime(one.first_seen_at)}, last {dateTime(one.last_seen_at)} UTC. {one.meanwhile}
      </p>
      {one.asked ? (
        <blockquote className="border-rule-strong border-l-2 pl-3">
          {one.asked.reason}
          <footer className="text-soft">
            {one.asked.own ? 'You' : one.asked.by} asked to {one.asked.outcome} it, {dateTime(one.asked.at)} UTC.
          </footer>
        </blockquote>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {(['release', 'discard'] as const).map((outcome) =>
          (outcome === 'release' && !one.readable) || (one.asked?.own && one.asked.outcome === outcome) ? null : (
            <ActDialog
              key={outcome}
              label={words[outcome].button}
              ariaLabel={`${words[outcome].button} ${list} ${one.version}`}
              title={words[outcome].title(list)}
              text={`${words[outcome].text} ${one.asked?.outcome === outcome ? 'You are the second of two people: it takes effect at once.' : 'It takes effect when a second administrator says the same.'}`}
              action={words[outcome].act}
              destructive={outcome === 'discard'}
              values={{ id: one.id, outcome }}
              fields={['reason']}
              environment={environment}
            >
              {(refusal) => (
                <Field label="Reason" hint="Kept in the log: no names." error={errorAt(refusal, 'reason')}>
                  <Textarea name="reason" required minLength={10} maxLength={1000} className="min-h-20" />
                </Field>
              )}
            </ActDialog>
          ),
        )}
      </div>
    </div>
  )
}
