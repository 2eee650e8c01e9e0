import type { UserRow } from '#core/access/users/present.ts'
import { shortDate } from '../../lib/dates.ts'
import type { TextColumn } from '../../lib/table-state.ts'

export const userColumns: TextColumn<UserRow>[] = [
  { key: 'name', label: 'Name', text: (row) => `${row.first_name} ${row.last_name}` },
  { key: 'email', label: 'Email', text: (row) => row.email },
  { key: 'role', label: 'Role', text: (row) => row.role },
  { key: 'is_verified', label: 'Verified', text: (row) => (row.is_verified ? 'yes' : 'no') },
  { key: 'identity', label: 'Identity', text: (row) => row.verification.identity_status },
  { key: 'accreditation', label: 'Accreditation', text: (row) => row.verification.accreditation_status },
  { key: 'documents', label: 'Documents', text: (row) => row.verification.documents_status },
  { key: 'mfa', label: 'Authenticator', text: (row) => (row.mfa_enabled ? 'on' : 'off') },
  { key: 'created_at', label: 'Since', text: (row) => shortDate(row.created_at) },
]

export const userState = {
  filters: ['q', 'role', 'is_verified', 'created_from', 'created_to'],
  sort: '-created_at',
  sorts: ['created_at'],
} as const

/** The verb's input for what the address says. */
export const userQuery = ({ q, is_verified, ...rest }: Record<string, string>) => ({
  ...(rest as { role?: 'admin'; created_from?: string; created_to?: string }),
  ...(q && { search: q }),
  ...(is_verified && { is_verified: is_verified === 'true' }),
})

/** The same filters for the address of the export. */
export function exportHref(params: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of userState.filters) {
    const value = params.get(name)
    if (value) query.set(name === 'q' ? 'search' : name, value)
  }
  return `/api/admin/users/export?${query}`
}
