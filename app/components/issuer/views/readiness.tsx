import type { Readiness } from '#core/record/facts/readiness.ts'
import { errorAt } from '../../../lib/act.ts'
import { plural } from '../../../lib/format.ts'
import { Status, type Tone } from '../../../ui/badge.tsx'
import { CheckLine } from '../../../ui/check-line.tsx'
import { Field, FieldError } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/input.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { Panel } from '../../dashboard/layout.tsx'
import { ConfirmedAct } from '../act.tsx'
import { useEnvironment } from '../frame.tsx'
import type { Figures } from './overview.tsx'

type Needed = Readiness['missing'][number]
type Obstacle = Readiness['obstacles'][number]
type Step = Needed['needed_to'][number]
export interface Apart {
  beside: { id: string; name: string | null }[]
  asked: string | null
}

const STEPS: Record<Step, string> = {
  open: 'Open the offering',
  sell: 'Sell to investors',
  accept: 'Accept an investment',
  issue: 'Issue its tokens',
  transfer: 'Transfer between holders',
  trade: 'Trade at a venue',
  verify: 'Verify',
  transact: 'Move',
}
const WHO: Record<Needed['from'], string> = {
  issuer: 'You',
  investor: 'The investor',
  parties: 'Buyer and seller',
  tenant: 'Your organisation',
  administrator: 'An administrator of Sealwright',
  sealwright: 'Sealwright, by itself',
}

/** All that an offering, or one investment in it, still needs: what is done, what is missing, and by whom. */
export function ReadinessView({ figures, readiness, apart }: { figures: Figures; readiness: Readiness; apart: Apart }) {
  const { offering } = figures
  const { missing, obstacles, investment_id } = readiness
  const suppliers = Object.keys(WHO) as Needed['from'][]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      {investment_id ? (
        <p className="text-soft">
          Of the investment <code className="break-all">{investment_id}</code>.{' '}
          <TextLink to="?view=readiness" className="inline-flex min-h-6 items-center">
            See the whole offering
          </TextLink>
        </p>
      ) : null}
      <Panel title="How far it is" note="What the rules would answer now. Nothing is decided by looking.">
        <Steps readiness={readiness} isOpen={offering.status === 'open'} />
      </Panel>
      {obstacles.length > 0 ? (
        <Panel title="In the way" note="Every fact for these is known; something has to be done.">
          <ul className="divide-y divide-rule border-rule border-y">
            {obstacles.map((one) => (
              <ObstacleRow key={one.code + one.detail} one={one} offeringId={offering.id} apart={apart} />
            ))}
          </ul>
        </Panel>
      ) : null}
      {missing.length === 0 ? (
        <EmptyState title="Nothing is left to be said">Every fact that the rules ask for is known.</EmptyState>
      ) : (
        suppliers
          .map((from) => ({ from, facts: missing.filter((one) => one.from === from) }))
          .filter(({ facts }) => facts.length > 0)
          .map(({ from, facts }) => <Missing key={from} from={from} facts={facts} offeringId={offering.id} />)
      )}
    </div>
  )
}

function Steps({ readiness, isOpen }: { readiness: Readiness; isOpen: boolean }) {
  const { ready_to, missing, obstacles, investment_id } = readiness
  const steps: Step[] = investment_id ? ['accept', 'issue', 'transfer', 'trade'] : ['open', 'sell', 'issue', 'transfer', 'trade']
  const standing = (step: Step): [string, Tone] => {
    const ready = ready_to[step]
    if (ready === null) return step === 'open' && isOpen ? ['done', 'good'] : ['over', 'neutral']
    return ready ? ['ready', 'good'] : ['not yet', 'waiting']
  }
  return (
    <ol className="divide-y divide-rule border-rule border-y">
      {steps.map((step) => {
        const [word, tone] = standing(step)
        const facts = missing.filter((one) => one.when === null && one.needed_to.includes(step)).length
        const kept = obstacles.filter((one) => one.keeps_from.includes(step)).length
        const left = [facts ? `${plural(facts, 'fact')} missing` : '', kept ? `${plural(kept, 'thing')} in the way` : ''].filter(Boolean)
        return (
          <li key={step} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="font-semibold">{STEPS[step]}</span>
            <span className="flex flex-wrap items-baseline gap-3 text-[0.9375rem] text-soft">
              {left.join(', ')}
              <Status tone={tone}>{word}</Status>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Where a page of ours does what an obstacle asks for. */
const PLACES: Record<string, (id: string) => { to: string; label: string }> = {
  token_not_linked: () => ({ to: '?view=issuances', label: 'Link the contract under Issuances' }),
  token_paused: () => ({ to: '?view=issuances', label: 'Resume it under Issuances' }),
  raise_limit_exceeded: (id) => ({ to: `/issuer/offerings/${id}/edit`, label: 'Edit the terms' }),
  supply_exceeded: (id) => ({ to: `/issuer/offerings/${id}/edit`, label: 'Edit the terms' }),
  offering_contact_required: () => ({ to: '/contact', label: 'Write to us' }),
}

function ObstacleRow({ one, offeringId, apart }: { one: Obstacle; offeringId: string; apart: Apart }) {
  const place = PLACES[one.code]?.(offeringId)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-3">
      <p>{one.detail}</p>
      <p className="text-[0.875rem] text-soft">
        <span className="font-semibold">{WHO[one.from]}</span>
        {one.keeps_from.length ? ` · keeps from: ${one.keeps_from.map((step) => STEPS[step].toLowerCase()).join(', ')}` : ''}
      </p>
      <p className="text-[0.875rem] text-soft [overflow-wrap:anywhere]">By API: {one.how}</p>
      {place ? (
        <TextLink to={place.to} className="inline-flex min-h-6 w-fit items-center">
          {place.label}
        </TextLink>
      ) : null}
      {one.code.startsWith('integration_') ? <StandApart offeringId={offeringId} apart={apart} /> : null}
    </li>
  )
}

/** Asks a second person to hold the offering apart from those beside it, on counsel's analysis. */
function StandApart({ offeringId, apart: { beside, asked } }: { offeringId: string; apart: Apart }) {
  if (asked)
    return (
      <p role="status" className="text-[0.9375rem]">
        You asked to hold it apart. Another person decides in case <code className="break-all">{asked}</code>.
      </p>
    )
  if (beside.length === 0) return null
  return (
    <div>
      <ConfirmedAct
        label="Hold it apart"
        title="Hold this offering apart from those beside it"
        text="For offerings outside the safe harbours of Rule 152(b), where counsel found the general test of Rule 152(a) met. Another person agrees. A further offering beside it asks anew."
        action="Ask a second person"
        values={{ intent: 'stand-apart' }}
        fields={['other_offering_ids', 'document_sha256', 'reason_code', 'note']}
        call={{
          method: 'POST',
          path: `/v1/offerings/${offeringId}/integration`,
          body: {
            other_offering_ids: beside.map((one) => one.id),
            document_sha256: '…',
            reason_code: 'general_test_met',
            note: 'Counsel found that each offering complies by itself.',
          },
        }}
      >
        {(refusal) => (
          <>
            <fieldset aria-describedby="other-error">
              <legend className="font-semibold text-[0.9375rem]">Apart from each of these</legend>
              {beside.map((one) => (
                <CheckLine key={one.id} name="other" value={one.id} label={<Beside one={one} />} />
              ))}
              <FieldError id="other-error" error={errorAt(refusal, 'other_offering_ids')} />
            </fieldset>
            <Field
              label="SHA-256 of the analysis"
              hint="Of counsel’s paper: 64 hex digits. The paper stays with you."
              error={errorAt(refusal, 'document_sha256')}
            >
              <Input
                name="document_sha256"
                required
                maxLength={64}
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-[0.875rem]"
              />
            </Field>
            <Field label="Why" error={errorAt(refusal, 'reason_code')}>
              <Select name="reason_code" required defaultValue="">
                <option value="">Choose</option>
                <option value="general_test_met">The general test of Rule 152(a) is met</option>
                <option value="no_solicitation_before">Nobody was solicited generally, or a relation existed before</option>
              </Select>
            </Field>
            <Field label="In a sentence" hint="Kept in the log: no names." error={errorAt(refusal, 'note')}>
              <Textarea name="note" required minLength={10} maxLength={2000} className="min-h-20" />
            </Field>
          </>
        )}
      </ConfirmedAct>
    </div>
  )
}

const Beside = ({ one }: { one: Apart['beside'][number] }) => (
  <span className="min-w-0 break-words">
    {one.name ?? 'Recorded elsewhere'} <code className="break-all text-[0.8125rem] text-soft">{one.id}</code>
  </span>
)

function Missing({ from, facts, offeringId }: { from: Needed['from']; facts: Needed[]; offeringId: string }) {
  const environment = useEnvironment()
  const bodyOf = (object: 'issuer' | 'offering') =>
    facts.filter((one) => one.source === 'stated' && one.when === null && one.fact.startsWith(`${object}.`))
  return (
    <Panel title={WHO[from]} note={from === 'sealwright' ? 'Follows from our records: nobody states it.' : undefined}>
      <ul className="divide-y divide-rule border-rule border-y">
        {facts.map((one) => (
          <li key={one.fact} className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-2.5">
            <p>
              {one.means}
              {one.when ? <span className="text-soft"> Only if {one.when}.</span> : null}
            </p>
            <p className="text-[0.875rem] text-soft [overflow-wrap:anywhere]">
              {one.how} · needed to {one.needed_to.map((step) => STEPS[step].toLowerCase()).join(', ')}
            </p>
          </li>
        ))}
      </ul>
      {(['issuer', 'offering'] as const).map((object) =>
        bodyOf(object).length ? (
          <div key={object} className="mt-4">
            <AsApiCall
              environment={environment}
              label={object === 'issuer' ? 'Say what holds of your organisation' : 'Say what holds of this offering'}
              call={{
                method: 'PATCH',
                path: object === 'issuer' ? '/v1/issuer' : `/v1/offerings/${offeringId}`,
                body: { compliance_facts: Object.fromEntries(bodyOf(object).map((one) => [one.fact.slice(object.length + 1), '…'])) },
              }}
            />
          </div>
        ) : null,
      )}
    </Panel>
  )
}
