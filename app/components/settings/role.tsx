import { useState } from 'react'
import type { RoleRequest } from '#core/access/roles/present.ts'
import { callBackEnd, Refusal } from '../../lib/back-end.ts'
import { dateTime } from '../../lib/dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Panel } from '../dashboard/layout.tsx'
import { StateBadge } from '../state-badge.tsx'
import { useOwnAct } from './use-own-act.ts'

/** The person's role, and how to ask for another. */
export function RolePanel({ role, requests }: { role: string; requests: RoleRequest[] }) {
  const { busy, run } = useOwnAct()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const last = requests[0]
  const mayAsk = role === 'investor' && last?.status !== 'pending'

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setError(undefined)
    if (reason.trim().length < 20) {
      setError('Please say in at least 20 characters what you want to issue')
      return
    }
    const asked = await run(
      'ask',
      () =>
        callBackEnd('/api/role-requests', { reason }).catch((refused) => {
          if (refused instanceof Refusal && refused.fields[0]) setError(refused.fields[0].detail)
          throw refused
        }),
      'Your request was sent. An admin decides, and you get a mail.',
    )
    if (asked) setReason('')
  }
  return (
    <Panel title="Role">
      <p>
        You are <Badge>{role}</Badge>.
      </p>
      {last ? (
        <div className="mt-3 border-rule border-y py-3 text-[0.9688rem]">
          <p className="flex flex-wrap items-center gap-2">
            Request to become an issuer
            <StateBadge of="role_request" state={last.status} />
            <span className="tabular text-soft">{dateTime(last.decided_at ?? last.created_at)} UTC</span>
          </p>
          {last.decision_note ? <p className="mt-1 text-soft">{last.decision_note}</p> : null}
        </div>
      ) : null}
      {last?.status === 'pending' ? <Alert className="mt-3">An admin will look at your request. You need not do anything.</Alert> : null}
      {mayAsk ? (
        <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
          <Field label="What do you want to issue?" hint="Issuers run offerings. An admin reads this and decides." error={error}>
            <Textarea maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <Button type="submit" variant="outline" className="justify-self-start" busy={busy === 'ask'} busyLabel="Sending...">
            Ask to become an issuer
          </Button>
        </form>
      ) : null}
    </Panel>
  )
}
