import type { ReplaySeen } from '#core/portal/decisions/read.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useShownFetcher } from '../../ui/shown-form.tsx'
import { Part } from './section.tsx'

const SAYS: Readonly<Record<ReplaySeen['status'], string>> = {
  identical: 'Every byte is the same.',
  differs: 'It came out differently. This should never happen: report it with the id of the decision.',
  inputs_altered: 'The record was altered since: it is not the one that the log vouches for.',
  facts_erased: 'The facts were erased lawfully, so that it cannot be made again. Its hash still stands in the log.',
  ruleset_unavailable: 'The rules of that day are not in this build, and no other law takes their place.',
}

/** Makes the decision again from its sealed facts, under the rules of its day, and shows each step beside the recorded one. */
export function ReplayPart({ hash }: { hash: string }) {
  const { Form, data, state } = useShownFetcher<{ replay: ReplaySeen } | { refused: string }>()
  const replay = data && 'replay' in data ? data.replay : null
  return (
    <Part
      id="replay"
      title="Replay"
      lead="The sealed facts are opened and decided again by the rules of that day. The same bytes must come out: outcome, codes, figures and facts."
    >
      <Form method="post">
        <input type="hidden" name="intent" value="replay" />
        <Button type="submit" variant="outline" size="sm" aria-disabled={state !== 'idle'}>
          {state === 'idle' ? 'Make it again' : 'Deciding…'}
        </Button>
      </Form>
      <div aria-live="polite" className="mt-4">
        {data && 'refused' in data ? <p>{data.refused}</p> : null}
        {replay ? <Result replay={replay} hash={hash} /> : null}
      </div>
    </Part>
  )
}

function Result({ replay, hash }: { replay: ReplaySeen; hash: string }) {
  const good = replay.status === 'identical'
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Status tone={good ? 'good' : 'bad'}>{replay.status.replaceAll('_', ' ')}</Status> {SAYS[replay.status]}
      </p>
      {replay.now ? (
        <dl className="mt-3 grid max-w-[80ch] gap-x-6 text-[0.9375rem] sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-soft">Recorded</dt>
          <dd className="break-all font-mono text-[0.8125rem]">
            {hash} ({replay.then.bytes.toLocaleString('en-US')} bytes)
          </dd>
          <dt className="text-soft">Made again</dt>
          <dd className="break-all font-mono text-[0.8125rem]">
            {replay.now.hash} ({replay.now.bytes.toLocaleString('en-US')} bytes)
          </dd>
        </dl>
      ) : null}
      {replay.steps.length > 0 ? (
        <details className="mt-3" open={!good}>
          <summary className="inline-flex min-h-9 cursor-pointer items-center">
            {replay.steps.length} steps, rule by rule
            {replay.more ? '; what only officers may read is in the bytes and not in the list' : ''}
          </summary>
          <ol className="mt-1 max-w-[80ch] text-[0.9375rem]">
            {replay.steps.map((step, i) => (
              <li
                key={`${step.code} ${step.party}`}
                className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-x-3 border-rule border-b py-1.5"
              >
                <span className="tabular text-soft">{i + 1}</span>
                <span className="min-w-0">
                  <span className="break-all font-mono text-[0.8125rem]">{step.code}</span>
                  <span className="text-soft">
                    {step.party ? ` of ${step.party}` : ''}: read {step.facts} {step.facts === 1 ? 'fact' : 'facts'}, said{' '}
                    {step.then.replaceAll('_', ' ')}, says {step.now.replaceAll('_', ' ')}
                  </span>
                </span>
                <Status tone={step.same ? 'good' : 'bad'}>{step.same ? `${step.bytes} bytes equal` : 'differs'}</Status>
              </li>
            ))}
          </ol>
        </details>
      ) : null}
    </>
  )
}
