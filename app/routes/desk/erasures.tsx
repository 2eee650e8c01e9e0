import { ActDialog } from '../../components/act-dialog.tsx'
import { Choose, ERASURE_ACTS, HOLD_REASONS, mayErase, Why } from '../../components/desk/erasure.tsx'
import { DeskFrame } from '../../components/desk/frame.tsx'
import { act, actOf, errorAt, textOf } from '../../lib/act.ts'
import { longDate } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { CheckLine } from '../../ui/check-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/erasures.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Erasures', description: 'People who were erased, or are kept because a law or a hold says so.', noindex: true })

export async function loader({ context, request }: Route.LoaderArgs) {
  const { verbs, environment, place } = requireSession(context, request)
  const cursor = new URL(request.url).searchParams.get('cursor')
  const found = await readOr404(verbs.listErasures({ limit: '50', ...(cursor && { cursor }) }))
  return { found, environment, acts: mayErase(place) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request)
  const form = await request.formData()
  const id = textOf(form, 'id') ?? ''
  const reason_code = textOf(form, 'reason_code') ?? ''
  if (textOf(form, 'intent') === 'hold')
    return act('It is held', () =>
      verbs.holdErasure({
        ...{ id, reason_code, legal_hold: textOf(form, 'legal_hold') ?? '' },
        hold_reason: textOf(form, 'hold_reason') as keyof typeof HOLD_REASONS,
      }),
    )
  const why = { id, reason_code, note: textOf(form, 'note') ?? '' }
  const said = (done: { second_person: unknown; status: string }) =>
    done.second_person
      ? 'It waits for another person'
      : done.status === 'erased'
        ? 'The person is erased'
        : 'It is done; the rest goes on its day'
  if (textOf(form, 'intent') === 'release') return actOf(said, () => verbs.releaseHold(why))
  const withdrawn = form.getAll('withdrawn').map((one) => {
    const [kind, from] = String(one).split('|')
    return { kind, from }
  })
  return actOf(said, () => verbs.carryOutRestricted({ ...why, withdrawn: withdrawn as never }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

type Erasure = Route.ComponentProps['loaderData']['found']['data'][number]

export default function DeskErasures({ loaderData: { found, environment, acts } }: Route.ComponentProps) {
  return (
    <DeskFrame
      title="Erasures"
      lead="People who asked to be forgotten. What a law keeps of them is locked away until its day; a legal hold keeps all of it until it is released."
    >
      {found.data.length === 0 ? (
        <EmptyState title={`Nobody in ${environment}`} action={<TextLink to="/documentation/erasure">How erasure works</TextLink>}>
          A call of the API erases a person. What a law or a legal hold keeps of them is here until it is gone.
        </EmptyState>
      ) : (
        <Table label="Erasures" className="row-cards">
          <thead>
            <tr>
              <Th>Erasure</Th>
              <Th>State</Th>
              <Th>What keeps it</Th>
              <Th>
                <span className="sr-only">What you can do</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {found.data.map((row) => (
              <tr key={row.id}>
                <RowTh>
                  <TextLink to={`/desk/erasures/${row.id}`} className="font-mono text-[0.8125rem]">
                    {row.id}
                  </TextLink>
                  <span className="block text-[0.8125rem] text-soft">asked {longDate(row.asked_on)}</span>
                </RowTh>
                <Td data-label="State">
                  {row.status}
                  {row.acts.map((did) => (
                    <span key={did.at} className="block text-[0.8125rem] text-soft">
                      {ERASURE_ACTS[did.act]}: {did.reason_code}, {longDate(did.at.slice(0, 10))}
                    </span>
                  ))}
                </Td>
                <Td data-label="What keeps it" data-wide>
                  <Kept row={row} />
                </Td>
                <Td data-wide>{acts && row.status === 'restricted' ? <Acts row={row} environment={environment} /> : null}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {found.next_cursor ? <TextLink to={`?cursor=${encodeURIComponent(found.next_cursor)}`}>Older ones</TextLink> : null}
    </DeskFrame>
  )
}

function Kept({ row }: { row: Erasure }) {
  if (row.status === 'erased') return <>nothing</>
  return (
    <>
      {row.legal_hold ? (
        <span className="block break-words">
          Legal hold: {row.legal_hold}
          {row.hold_reason && row.hold_reason !== 'other' ? ` (${HOLD_REASONS[row.hold_reason].toLowerCase()})` : ''}
        </span>
      ) : null}
      {row.retained.map((one) => (
        <span key={`${one.kind}|${one.from}`} className="block">
          {one.kind.replaceAll('_', ' ')} of {longDate(one.from)}, {one.until ? `until ${longDate(one.until)}` : 'with no end yet'} (
          {one.ground}
          {one.exception ? `; ${one.exception}` : ''})
        </span>
      ))}
    </>
  )
}

function Acts({ row, environment }: { row: Erasure; environment: string }) {
  const path = `/v1/erasures/${row.id}`
  const shared = { fields: ['reason_code', 'note', 'legal_hold', 'hold_reason'], environment }
  if (row.legal_hold)
    return (
      <ActDialog
        {...shared}
        label="Release the hold"
        title="Release the legal hold?"
        text="What no law keeps any more is then erased at once and for good, the rest on its day. In production another person agrees first."
        action="Release it"
        destructive
        values={{ intent: 'release', id: row.id }}
        call={{ method: 'POST', path: `${path}/release-hold`, body: { reason_code: 'litigation_ended', note: 'Why, in a sentence.' } }}
      >
        {(refusal) => <Why refusal={refusal} />}
      </ActDialog>
    )
  return (
    <span className="flex flex-wrap gap-2">
      <ActDialog
        {...shared}
        label="Hold"
        title="Place a legal hold?"
        text="Nothing of this person is erased until the hold is released, which takes two people."
        action="Hold it"
        values={{ intent: 'hold', id: row.id }}
        call={{
          method: 'POST',
          path: `${path}/hold`,
          body: { legal_hold: 'Court and docket number', hold_reason: 'legal_claim', reason_code: 'litigation' },
        }}
      >
        {(refusal) => (
          <>
            <Field label="Ground of the hold" hint="Such as the court and its docket number." error={errorAt(refusal, 'legal_hold')}>
              <Input name="legal_hold" required minLength={3} maxLength={500} />
            </Field>
            <Choose
              label="What it is for"
              hint="Only a legal claim is an exception from erasure under the GDPR (art. 17(3)(e))."
              name="hold_reason"
              of={HOLD_REASONS}
              error={errorAt(refusal, 'hold_reason')}
            />
            <Field label="Reason code" hint="A short code such as litigation." error={errorAt(refusal, 'reason_code')}>
              <Input name="reason_code" required maxLength={60} />
            </Field>
          </>
        )}
      </ActDialog>
      <CarryOut row={row} shared={shared} path={path} />
    </span>
  )
}

function CarryOut({ row, shared, path }: { row: Erasure; shared: { fields: string[]; environment: string }; path: string }) {
  return (
    <ActDialog
      {...shared}
      label="Carry out"
      title="Erase before the day?"
      text="Mark the duties that do not keep the records after all. What nothing keeps any more is erased at once and for good. In production another person agrees first."
      action="Carry it out"
      destructive
      values={{ intent: 'carry_out', id: row.id }}
      call={{
        method: 'POST',
        path: `${path}/carry-out`,
        body: { reason_code: 'stated_by_mistake', note: 'Why, in a sentence.', withdrawn: [] },
      }}
    >
      {(refusal) => (
        <>
          {row.retained.length ? (
            <fieldset>
              <legend className="mb-1.5 font-semibold text-[0.9375rem]">Duties that do not keep it</legend>
              {row.retained.map((one) => (
                <CheckLine
                  key={`${one.kind}|${one.from}`}
                  name="withdrawn"
                  value={`${one.kind}|${one.from}`}
                  label={`${one.kind.replaceAll('_', ' ')} of ${longDate(one.from)}`}
                />
              ))}
            </fieldset>
          ) : null}
          <Why refusal={refusal} />
        </>
      )}
    </ActDialog>
  )
}
