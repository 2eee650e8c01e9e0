import { useState } from 'react'
import type { StateName } from '#core/kernel/states.ts'
import { callBackEnd } from '../lib/back-end.ts'
import { dateTime } from '../lib/dates.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Table, Td, Th } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'
import { KeyVersion } from './developer/key-version.tsx'
import { Overlap } from './developer/overlap.tsx'
import { StateBadge } from './state-badge.tsx'

export interface ApiKeyRow {
  id: string
  name: string
  key_prefix: string
  environment: string
  is_active: boolean
  scopes: string[]
  allowed_ips: string[]
  api_version: string
  expires_at: string | null
  created_at: string
  last_used_at: string | null
  last_used_ip: string | null
  last_used_route: string | null
  replaced_by: string | null
}

function stateOfKey(key: ApiKeyRow): StateName<'api_key'> {
  if (!key.is_active) return 'revoked'
  if (key.expires_at && Date.parse(key.expires_at) <= Date.now()) return 'expired'
  return key.replaced_by ? 'replaced' : 'active'
}

const LastUsed = ({ row: key }: { row: ApiKeyRow }) => (
  <Td className="tabular whitespace-nowrap text-soft" data-label="Last used" data-wide="">
    {key.last_used_at ? dateTime(key.last_used_at) : 'never'}
    {key.last_used_route ? (
      <span className="block max-w-44 truncate font-mono text-[0.75rem]" title={key.last_used_ip ?? undefined}>
        {key.last_used_route}
      </span>
    ) : null}
    <span className="block text-[0.875rem]">created {dateTime(key.created_at)}</span>
  </Td>
)

/** The organisation's keys, newest first. Revoking asks first and cannot be undone; rotating makes a like key. */
export function ApiKeyTable({
  keys,
  versions,
  onChanged,
  onRotated,
}: {
  keys: ApiKeyRow[]
  /** Versions of the API, newest first. */
  versions: readonly string[]
  onChanged: () => void
  onRotated: (made: { name: string; key: string }) => void
}) {
  const [asked, setAsked] = useState<{ what: 'revoke' | 'rotate'; key: ApiKeyRow } | null>(null)
  const [overlap, setOverlap] = useState('24')
  const [busy, setBusy] = useState(false)

  async function revoke(key: ApiKeyRow) {
    setBusy(true)
    try {
      await callBackEnd(`/api/api-keys/${key.id}/revoke`, {})
      toast.success('API key revoked successfully')
      onChanged()
    } catch {
      toast.error('Error', { description: 'Failed to revoke API key' })
    }
    setBusy(false)
    setAsked(null)
  }
  async function rotate(key: ApiKeyRow) {
    setBusy(true)
    try {
      onRotated(await callBackEnd(`/api/api-keys/${key.id}/rotate`, { overlap_hours: Number(overlap) }))
      toast.success("API key created successfully. Copy it now - you won't be able to see it again.")
      onChanged()
    } catch {
      toast.error('Error', { description: 'Failed to create API key' })
    }
    setBusy(false)
    setAsked(null)
  }

  return (
    <>
      <Table label="API keys" className="row-cards">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Key</Th>
            <Th>State</Th>
            <Th>Last used</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => {
            const state = stateOfKey(key)
            const usable = state === 'active' || state === 'replaced'
            return (
              <tr key={key.id}>
                <Td className="min-w-44 max-w-72">
                  <span className="break-words font-semibold">{key.name}</span>
                  <span className="block text-[0.875rem] text-soft leading-snug">
                    {key.scopes.includes('*') ? 'every scope' : key.scopes.join(', ')}
                    {key.allowed_ips.length > 0 ? ` · only from ${key.allowed_ips.join(', ')}` : ''}
                  </span>
                </Td>
                <Td className="whitespace-nowrap" data-label="Key">
                  <Badge tone={key.environment === 'production' ? 'seal' : 'neutral'}>{key.environment}</Badge>
                  <code className="mt-1 block text-[0.8125rem]">{key.key_prefix}…</code>
                </Td>
                <Td data-label="State">
                  <StateBadge of="api_key" state={state} />
                  <KeyVersion row={key} usable={usable} versions={versions} onChanged={onChanged} />
                  {usable && key.expires_at ? (
                    <span className="mt-1 block whitespace-nowrap text-[0.875rem] text-soft">until {dateTime(key.expires_at)}</span>
                  ) : null}
                </Td>
                <LastUsed row={key} />
                <Td className="text-right" data-wide="">
                  {usable ? (
                    <span className="inline-flex gap-2">
                      {key.replaced_by ? null : (
                        <Button
                          variant="outline"
                          size="sm"
                          onClick={() => setAsked({ what: 'rotate', key })}
                          aria-label={`Rotate ${key.name}`}
                        >
                          Rotate
                        </Button>
                      )}
                      <Button
                        variant="outline"
                        size="sm"
                        onClick={() => setAsked({ what: 'revoke', key })}
                        aria-label={`Revoke ${key.name}`}
                      >
                        Revoke
                      </Button>
                    </span>
                  ) : null}
                </Td>
              </tr>
            )
          })}
        </tbody>
      </Table>
      <p className="mt-3 text-[0.875rem] text-soft">A key is known by the first 8 of its 64 characters. Times are in UTC.</p>
      <Confirm
        open={asked?.what === 'revoke'}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={asked ? `Revoke “${asked.key.name}”` : 'Revoke'}
        action="Revoke"
        busy={busy}
        onConfirm={() => asked && void revoke(asked.key)}
      >
        Are you sure you want to revoke this API key? This action cannot be undone.
      </Confirm>
      <Confirm
        open={asked?.what === 'rotate'}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={asked ? `Rotate “${asked.key.name}”` : 'Rotate'}
        action="Rotate"
        destructive={false}
        busy={busy}
        onConfirm={() => asked && void rotate(asked.key)}
      >
        A new key with the same name, scopes and addresses is made. The old one works until the overlap ends.
        <Overlap value={overlap} old="key" onChange={setOverlap} />
      </Confirm>
    </>
  )
}
