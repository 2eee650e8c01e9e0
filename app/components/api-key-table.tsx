import { useState } from 'react'
import { callBackEnd } from '../lib/back-end.ts'
import { dateTime } from '../lib/dates.ts'
import { Badge, Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Table, TableCaption, Td, Th } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'

export interface ApiKeyRow {
  id: string
  name: string
  key_prefix: string
  environment: string
  is_active: boolean
  created_at: string
  last_used_at: string | null
}

/** The organisation's keys, newest first. Revoking asks first and cannot be undone. */
export function ApiKeyTable({ keys, onRevoked }: { keys: ApiKeyRow[]; onRevoked: () => void }) {
  const [asked, setAsked] = useState<ApiKeyRow | null>(null)
  const [busy, setBusy] = useState(false)

  async function revoke(key: ApiKeyRow) {
    setBusy(true)
    try {
      await callBackEnd(`/api/api-keys/${key.id}/revoke`, {})
      toast.success('API key revoked successfully')
      onRevoked()
    } catch {
      toast.error('Error', { description: 'Failed to revoke API key' })
    }
    setBusy(false)
    setAsked(null)
  }

  return (
    <>
      <Table label="API keys">
        <TableCaption>A key is known by the first 8 of its 64 characters. Last use is in UTC.</TableCaption>
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Key</Th>
            <Th>State</Th>
            <Th>Created</Th>
            <Th>Last used</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <Td className="min-w-32 break-words font-semibold">{key.name}</Td>
              <Td className="whitespace-nowrap">
                <Badge tone={key.environment === 'production' ? 'seal' : 'neutral'}>{key.environment}</Badge>{' '}
                <code className="text-[0.8125rem]">{key.key_prefix}…</code>
              </Td>
              <Td>
                <Status tone={key.is_active ? 'good' : 'bad'}>{key.is_active ? 'active' : 'revoked'}</Status>
              </Td>
              <Td className="tabular whitespace-nowrap text-soft">{dateTime(key.created_at)}</Td>
              <Td className="tabular whitespace-nowrap text-soft">{key.last_used_at ? dateTime(key.last_used_at) : 'never'}</Td>
              <Td className="text-right">
                {key.is_active ? (
                  <Button variant="outline" size="sm" onClick={() => setAsked(key)} aria-label={`Revoke ${key.name}`}>
                    Revoke
                  </Button>
                ) : null}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Confirm
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={asked ? `Revoke “${asked.name}”` : 'Revoke'}
        action="Revoke"
        busy={busy}
        onConfirm={() => asked && void revoke(asked)}
      >
        Are you sure you want to revoke this API key? This action cannot be undone.
      </Confirm>
    </>
  )
}
