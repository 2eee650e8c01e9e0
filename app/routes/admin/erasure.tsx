import { useState } from 'react'
import { AdminFrame } from '../../components/admin/frame.tsx'
import { Refusal } from '../../components/admin/refusal.tsx'
import { Panel } from '../../components/dashboard/layout.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { useStepUp } from '../../components/step-up.tsx'
import { act, errorAt, textOf, useAct } from '../../lib/act.ts'
import { dateTime, shortDate } from '../../lib/dates.ts'
import { requireSession } from '../../lib/guard.ts'
import { keepForm } from '../../lib/keep-form.ts'
import { pageMeta } from '../../lib/meta.ts'
import { readOr404 } from '../../lib/verb-errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import type { Route } from './+types/erasure.ts'
import { answerWords } from './erasures.tsx'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Erasure request', description: 'What would be erased, and what a law keeps.', noindex: true })

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { session, verbs } = requireSession(context, request, ['admin'])
  const erasure = await readOr404(verbs.getAccountErasure({ id: params.id }))
  return { erasure, self: erasure.user_id === session.id }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { verbs } = requireSession(context, request, ['admin'])
  const form = await request.formData()
  const { id } = params
  if (textOf(form, 'intent') === 'refuse')
    return act('The request is refused; the person was told why', () => verbs.refuseErasure({ id, reason: textOf(form, 'reason') ?? '' }))
  return act('The account is erased; the person was told', () => verbs.carryOutErasure({ id }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepForm(serverAction)

export default function Erasure({ loaderData }: Route.ComponentProps) {
  const { erasure, self } = loaderData
  const { plan } = erasure
  const name = erasure.name ?? 'Erased person'
  return (
    <AdminFrame
      title={name}
      lead={erasure.email ?? erasure.user_id}
      badge={
        <>
          <StateBadge of="account_erasure" state={erasure.status} />
          {erasure.status === 'pending' ? (
            <Status tone={erasure.days_left < 0 ? 'bad' : erasure.days_left <= 7 ? 'waiting' : 'neutral'}>{answerWords(erasure)}</Status>
          ) : null}
        </>
      }
      crumbs={[{ label: 'Erasure requests', path: '/admin/erasures' }, { label: name }]}
      action={
        erasure.status === 'done' ? undefined : (
          <ButtonLink to={`/admin/users/${erasure.user_id}`} variant="outline">
            See the person
          </ButtonLink>
        )
      }
    >
      <p className="max-w-[68ch]">
        Asked on {dateTime(erasure.created_at)} UTC
        {erasure.status === 'pending' ? `; answer until ${shortDate(erasure.due)}.` : '.'}
        {erasure.decided_at ? ` Answered on ${dateTime(erasure.decided_at)} UTC.` : ''}
      </p>
      {erasure.reason ? <p className="mt-3 max-w-[62ch] whitespace-pre-line border-rule-strong border-l-2 pl-3">{erasure.reason}</p> : null}
      {plan ? (
        <>
          {plan.blocked.length > 0 ? (
            <Alert tone="warning" className="mt-6" title="It cannot be carried out yet">
              {plan.blocked.map((each) => (
                <p key={each}>{each}</p>
              ))}
            </Alert>
          ) : null}
          <div className="mt-8 grid items-start gap-x-14 gap-y-10 xl:grid-cols-2">
            <Panel title="What is erased" note="For good, here and in every backup: nothing of it can be brought back.">
              <ul className="border-rule border-t">
                {plan.erased.map((each) => (
                  <li key={each} className="border-rule border-b py-2">
                    {each}
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel title="What is kept" note="Named to the person in the last mail, with its ground and its day.">
              <Table label="What is kept">
                <thead>
                  <tr>
                    <Th>What</Th>
                    <Th>Ground</Th>
                    <Th>Until</Th>
                  </tr>
                </thead>
                <tbody>
                  {plan.kept.map((each) => (
                    <tr key={each.what}>
                      <Td className="min-w-40">{each.what}</Td>
                      <Td className="min-w-40 text-soft">{each.ground}</Td>
                      <Td className="tabular whitespace-nowrap">{each.until ? shortDate(each.until) : 'no end here'}</Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </Panel>
          </div>
          {self ? (
            <Alert tone="info" className="mt-10">
              This is your own request. Another admin answers it.
            </Alert>
          ) : (
            <Answer name={name} blocked={plan.blocked.length > 0} />
          )}
        </>
      ) : null}
    </AdminFrame>
  )
}

/** The two answers: carrying it out, which needs a second factor, or refusing with a reason the person reads. */
function Answer({ name, blocked }: { name: string; blocked: boolean }) {
  const stepUp = useStepUp()
  const [asking, setAsking] = useState(false)
  const carry = useAct({ stepUp })
  const refuse = useAct()
  return (
    <Panel title="Answer" className="mt-10 max-w-2xl">
      <Refusal refusal={carry.refusal} className="mb-4" />
      <Button variant="destructive" busy={carry.busy} busyLabel="Erasing" disabled={blocked} onClick={() => setAsking(true)}>
        Erase the account
      </Button>
      <p className="mt-2 text-[0.9375rem] text-soft">Needs your second factor. The person gets a last mail that names what is kept.</p>
      <refuse.Form method="post" className="mt-8 grid gap-4 border-rule border-t pt-6">
        <input type="hidden" name="intent" value="refuse" />
        <Field
          label="Reason to refuse"
          hint="The person reads it word for word, with the right to complain."
          error={errorAt(refuse.refusal, 'reason')}
        >
          <Textarea name="reason" required minLength={10} maxLength={1000} className="min-h-24" />
        </Field>
        <Refusal refusal={refuse.refusal} fields={['reason']} />
        <div>
          <Button type="submit" variant="outline" busy={refuse.busy}>
            Refuse the request
          </Button>
        </div>
      </refuse.Form>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Erase the account of ${name}?`}
        action="Erase for good"
        onConfirm={() => {
          setAsking(false)
          void carry.submit({ intent: 'erase' }, { method: 'post' })
        }}
      >
        The account and everything listed under “What is erased” go at once and cannot be brought back. What a law keeps is locked away and
        goes on its day.
      </Confirm>
      {stepUp.dialog}
    </Panel>
  )
}
