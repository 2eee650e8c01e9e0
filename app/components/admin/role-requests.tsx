import type { RoleRequestWithUser } from '#core/access/roles/present.ts'
import { useAct } from '../../lib/act.ts'
import { dateTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useStepUp } from '../step-up.tsx'
import { Refusal } from './refusal.tsx'

/** Requests for a role, each with what the person wrote; waiting ones can be decided here. */
export function RoleRequests({ requests }: { requests: RoleRequestWithUser[] }) {
  if (requests.length === 0) return <EmptyState title="No request here">People ask to become an issuer in their settings.</EmptyState>
  return (
    <ul className="border-rule border-t">
      {requests.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </ul>
  )
}

function Request({ request }: { request: RoleRequestWithUser }) {
  const stepUp = useStepUp()
  const form = useAct({ stepUp })
  const { user } = request
  return (
    <li className="grid gap-x-10 gap-y-4 border-rule border-b py-5 lg:grid-cols-[5fr_4fr]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink to={`/admin/users/${request.user_id}`} className="font-semibold">
            {user.first_name} {user.last_name}
          </TextLink>
          <span className="break-all text-soft">{user.email}</span>
          <StateBadge of="role_request" state={request.status} />
        </p>
        <p className="mt-1 text-[0.9375rem] text-soft">
          Wants to become {request.role}, is {user.role}
          {user.is_verified ? ', verified' : ', not verified'}. Asked {dateTime(request.created_at)} UTC.
        </p>
        <p className="mt-3 max-w-[62ch] whitespace-pre-line border-rule-strong border-l-2 pl-3">{request.reason}</p>
        {request.decided_at ? (
          <p className="mt-3 text-[0.9375rem] text-soft">
            Decided {dateTime(request.decided_at)} UTC{request.decision_note ? `: ${request.decision_note}` : '.'}
          </p>
        ) : null}
      </div>
      {request.status === 'pending' ? (
        <form.Form method="post" className="grid content-start gap-3">
          <input type="hidden" name="intent" value="decide" />
          <input type="hidden" name="id" value={request.id} />
          <Refusal refusal={form.refusal} />
          <Field label="Note to the person" optional>
            <Textarea name="note" maxLength={1000} className="min-h-16" />
          </Field>
          <div className="flex flex-wrap gap-2.5">
            <Button type="submit" name="decision" value="approve" size="sm" disabled={form.busy}>
              Approve
            </Button>
            <Button type="submit" name="decision" value="decline" size="sm" variant="outline" disabled={form.busy}>
              Decline
            </Button>
          </div>
        </form.Form>
      ) : null}
      {stepUp.dialog}
    </li>
  )
}
