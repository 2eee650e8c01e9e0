import type { MemberInvitationView, MemberView } from '#core/access/members/shape.ts'
import type { WaitingChange } from '#core/review/cases/member-changes.ts'
import { useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'

/** Whether changes of members take two people, and those that wait for the second. */
export function ByTwo({
  changes,
  members,
  invitations,
  by_two,
  self,
  may,
}: {
  changes: WaitingChange[]
  members: MemberView[]
  invitations: MemberInvitationView[]
  by_two: boolean
  self: string
  may: { change: boolean; rule: boolean }
}) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  if (!by_two && !may.rule && !changes.length) return null
  const answerable = may.change ? changes.filter((one) => one.asked_by !== self) : []
  const aboutOf = (id: string) => members.find((one) => one.id === id)?.name ?? invitations.find((one) => one.id === id)?.email
  return (
    <Panel
      title="Two people"
      note={
        by_two
          ? 'Invitations, people who come by sign-on or a directory, and changes of roles here wait for a second person who may make them.'
          : 'One person alone invites members and changes their roles here.'
      }
    >
      <Refusal refusal={form.refusal} className="mb-4" />
      {changes.length ? (
        <ul className="mb-5 border-rule border-t" aria-label="Waiting for a second person">
          {changes.map((one) => (
            <Waiting
              key={one.id}
              one={one}
              about={one.who ?? aboutOf(one.subject_id)}
              asker={members.find((member) => member.user_id === one.asked_by)?.name ?? 'somebody who left'}
              answered={may.change && one.asked_by !== self}
              form={form}
            />
          ))}
        </ul>
      ) : null}
      {answerable.length > 1 ? (
        <form.Form method="post" className="mb-5">
          {answerable.map((one) => (
            <input key={one.id} type="hidden" name="ids" value={one.id} />
          ))}
          <Button type="submit" name="intent" value="agree_all" busy={form.busy}>
            Agree to these {answerable.length}
          </Button>
        </form.Form>
      ) : null}
      {may.rule ? (
        <form.Form method="post">
          <input type="hidden" name="intent" value="by_two" />
          <input type="hidden" name="by_two" value={by_two ? 'no' : 'yes'} />
          <Button type="submit" variant="outline" busy={form.busy}>
            {by_two ? 'Ask to let one person do it' : 'Have changes take two people'}
          </Button>
        </form.Form>
      ) : null}
      {stepUp.dialog}
    </Panel>
  )
}

/** One change that waits, with what the second person says to it. */
function Waiting({
  one,
  about,
  asker,
  answered,
  form,
}: {
  one: WaitingChange
  about: string | null | undefined
  asker: string
  answered: boolean
  form: ReturnType<typeof useAct>
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{about ? `${about}: ${one.summary}` : one.summary}</span>
        <span className="block text-[0.9375rem] text-soft">
          Asked for by {asker}, {dateTime(one.asked_at)} UTC
        </span>
      </span>
      {answered ? (
        <form.Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="id" value={one.id} />
          <Button type="submit" name="intent" value="agree" size="sm" busy={form.busy}>
            Agree<span className="sr-only">: {one.summary}</span>
          </Button>
          <Button type="submit" name="intent" value="decline" size="sm" variant="outline" busy={form.busy}>
            Decline<span className="sr-only">: {one.summary}</span>
          </Button>
        </form.Form>
      ) : (
        <span className="text-soft">Waits for another person</span>
      )}
    </li>
  )
}
