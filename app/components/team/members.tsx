import { useState } from 'react'
import type { MemberInvitationView, MemberView, OrganizationRoleView } from '#core/access/members/shape.ts'
import { errorAt, useAct } from '../../lib/act.ts'
import { shortDate } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RowTh, Table, Td, Th } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Refusal } from '../admin/refusal.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { useStepUp } from '../step-up.tsx'
import { RoleSelect } from './role-select.tsx'

type Asked = { kind: 'remove' | 'transfer'; member: MemberView }

/** Who belongs to the organisation: their roles, and what ends or hands over. */
export function Members({
  members,
  more,
  roles,
  self,
  may,
}: {
  members: MemberView[]
  more: boolean
  roles: OrganizationRoleView[]
  self: string
  may: { change: boolean; own: boolean }
}) {
  const stepUp = useStepUp()
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useAct({ stepUp, onDone: () => setAsked(null) })
  return (
    <Panel title="Members" note="A role says what somebody may here. Their API keys do no more, and stop when they leave.">
      <Refusal refusal={form.refusal} className="mb-4" />
      <Table label="Members" className="row-cards">
        <thead>
          <tr>
            <Th>Member</Th>
            <Th>Role</Th>
            <Th>Since</Th>
            {may.change ? <Th className="text-right">Change</Th> : null}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} roles={roles} own={member.user_id === self} may={may} form={form} ask={setAsked} />
          ))}
        </tbody>
      </Table>
      {more ? (
        <p className="mt-3 text-soft">
          These are the first {members.length.toLocaleString('en')} members.{' '}
          <TextLink to="/developer/api-reference">GET /v1/members</TextLink> reads all of them.
        </p>
      ) : null}
      <Confirm
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={asked?.kind === 'transfer' ? `Hand the organisation over to ${asked.member.name}?` : `Remove ${asked?.member.name}?`}
        action={asked?.kind === 'transfer' ? 'Hand it over' : 'Remove the member'}
        busy={form.busy}
        onConfirm={() => void form.submit({ intent: asked!.kind, id: asked!.member.id }, { method: 'post' })}
      >
        {asked?.kind === 'transfer'
          ? 'They become its owner and you its admin. Both of you are told by mail.'
          : 'They read nothing of the organisation any more, and the API keys they made here stop. They are told by mail.'}
      </Confirm>
      {stepUp.dialog}
    </Panel>
  )
}

/** One member, with their role and what can be done about them. */
function MemberRow({
  member,
  roles,
  own,
  may,
  form,
  ask,
}: {
  member: MemberView
  roles: OrganizationRoleView[]
  own: boolean
  may: { change: boolean; own: boolean }
  form: ReturnType<typeof useAct>
  ask: (asked: Asked) => void
}) {
  return (
    <tr>
      <RowTh className="min-w-44">
        <span className="font-semibold">{member.name}</span>
        {own ? <span className="text-soft"> (you)</span> : null}
        <span className="block text-soft [overflow-wrap:anywhere]">{member.email}</span>
        {member.suspended ? <Badge tone="bad">Suspended</Badge> : null}
        {member.second_factor ? null : <span className="block text-soft">No second factor yet</span>}
      </RowTh>
      <Td data-label="Role" data-wide className="min-w-44">
        {may.change ? (
          <form.Form method="post" className="flex flex-wrap items-center gap-2">
            <input type="hidden" name="intent" value="role" />
            <input type="hidden" name="id" value={member.id} />
            <RoleSelect roles={roles} label={`Role of ${member.name}`} initial={member.role_id ?? member.role} />
            <Button type="submit" size="sm" variant="ghost" busy={form.busy}>
              Save<span className="sr-only"> the role of {member.name}</span>
            </Button>
          </form.Form>
        ) : (
          <span className="first-letter:uppercase">{member.role_name}</span>
        )}
      </Td>
      <Td data-label="Since" className="whitespace-nowrap">
        {shortDate(member.joined_at)}
      </Td>
      {may.change ? (
        <Td data-wide className="text-right">
          {own ? null : (
            <span className="inline-flex flex-wrap justify-end gap-2">
              {may.own && member.role !== 'owner' ? (
                <Button size="sm" variant="ghost" onClick={() => ask({ kind: 'transfer', member })}>
                  Make owner<span className="sr-only">: {member.name}</span>
                </Button>
              ) : null}
              <Button size="sm" variant="outline" onClick={() => ask({ kind: 'remove', member })}>
                Remove<span className="sr-only"> {member.name}</span>
              </Button>
            </span>
          )}
        </Td>
      ) : null}
    </tr>
  )
}

/** Whom the organisation asks to join, and the form that asks. */
export function Invitations({
  invitations,
  roles,
  mayChange,
}: {
  invitations: MemberInvitationView[]
  roles: OrganizationRoleView[]
  mayChange: boolean
}) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const open = invitations.filter((one) => one.status === 'open' || one.status === 'awaiting_second')
  if (!mayChange && !open.length) return null
  return (
    <Panel title="Invitations" note="A link by mail that works once, for seven days, for whoever signs in with that address.">
      <Refusal refusal={form.refusal} fields={['email']} className="mb-4" />
      {mayChange ? (
        <form.Form method="post" className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
          <input type="hidden" name="intent" value="invite" />
          <Field label="E-mail address" error={errorAt(form.refusal, 'email')}>
            <Input name="email" type="email" required maxLength={255} autoComplete="off" />
          </Field>
          <Field label="Role">
            <RoleSelect roles={roles} initial="reviewer" tall />
          </Field>
          <Button type="submit" busy={form.busy}>
            Invite
          </Button>
        </form.Form>
      ) : null}
      {open.length ? (
        <ul className="mt-5 border-rule border-t">
          {open.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rule border-b py-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-semibold">{one.email}</span>
                <span className="block text-[0.9375rem] text-soft">
                  As {one.role_name}, until {shortDate(one.expires_at)}
                  {one.status === 'awaiting_second' ? '. The mail is sent when another person has agreed.' : null}
                </span>
              </span>
              {mayChange ? (
                <form.Form method="post">
                  <input type="hidden" name="intent" value="revoke" />
                  <input type="hidden" name="id" value={one.id} />
                  <Button type="submit" size="sm" variant="outline" busy={form.busy}>
                    Revoke<span className="sr-only"> the invitation of {one.email}</span>
                  </Button>
                </form.Form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-5 text-soft">Nobody is invited just now.</p>
      )}
      {stepUp.dialog}
    </Panel>
  )
}
