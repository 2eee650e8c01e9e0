import { useRef } from 'react'
import type { Rows } from '#core/kernel/rows.ts'
import type { InvitationView } from '#core/portal/invitations/invite.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { AsApiCall } from '../../dashboard/as-api-call.tsx'
import { DataTable } from '../../dashboard/data-table.tsx'
import { StateBadge } from '../../state-badge.tsx'
import { ConfirmedAct, useAct } from '../act.tsx'
import { useEnvironment } from '../frame.tsx'
import { invitationTable, withLooks } from '../tables.ts'

/** Invitations by mail: the only way in, since no offering is listed publicly. */
export function InvitationsView({ offering, found }: { offering: { id: string }; found: Rows<InvitationView> }) {
  const form = useRef<HTMLFormElement>(null)
  const { Form, busy, refusal, sent } = useAct(() => form.current?.reset(), 'invite')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Form ref={form} method="post" className="no-print flex max-w-xl flex-wrap items-end gap-3">
        <input type="hidden" name="intent" value="invite" />
        <Field
          label="Invite by e-mail"
          className="min-w-56 flex-1"
          hint="They get a mail with a link, and sign in with this address."
          error={refusal?.fields[0]?.detail ?? refusal?.message}
        >
          <Input type="email" name="email" required maxLength={255} autoComplete="off" defaultValue={sent?.email} />
        </Field>
        <Button type="submit" busy={busy} className="mb-8">
          Send invitation
        </Button>
      </Form>
      <DataTable
        label="Invitations"
        columns={[
          ...withLooks<InvitationView>(invitationTable.columns, [], {
            email: { className: 'font-semibold' },
            status: { cell: (row) => <StateBadge of="invitation" state={row.status} /> },
          }),
          {
            key: 'acts',
            label: 'Acts',
            text: () => '',
            cell: (row) =>
              row.status === 'sent' ? (
                <ConfirmedAct
                  label="Withdraw"
                  ariaLabel={`Withdraw the invitation of ${row.email}`}
                  title="Withdraw the invitation"
                  text={`The link sent to ${row.email} stops working.`}
                  action="Withdraw"
                  destructive
                  values={{ intent: 'withdraw', id: row.id }}
                  call={{ method: 'POST', path: `/v1/invitations/${row.id}/withdraw` }}
                />
              ) : null,
          },
        ]}
        rows={found.rows}
        total={found.total}
        page={found.page}
        pageSize={found.page_size}
        filters={invitationTable.filters}
        csvHref={`/issuer/export/invitations?offering=${offering.id}`}
        empty={{
          title: 'Nobody is invited yet',
          text: 'Offerings are never listed publicly: investors come in by invitation, or through your program.',
        }}
      />
      <AsApiCall
        environment={useEnvironment()}
        label="Invite somebody"
        call={{ method: 'POST', path: '/v1/invitations', body: { offering_id: offering.id, email: 'avery@example.com' } }}
      />
      <Alert tone="info">Sealwright checks eligibility; it does not host, recommend or sell offerings.</Alert>
    </div>
  )
}
