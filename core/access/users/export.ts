import type { Ctx } from '#core/kernel/context.ts'
import { CSV_MARK, csvLine } from '#core/kernel/csv.ts'
import { openProfile } from '#core/kernel/people.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import { userFilter } from './filter.ts'
import { matchingIds, readUsers } from './matching.ts'
import { presentUser } from './present.ts'

const PER_PAGE = 1_000
const COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'role',
  'is_verified',
  'profile_completed',
  'mfa_enabled',
  'phone',
  'company_name',
  'country',
  'identity_status',
  'accreditation_status',
  'documents_status',
  'created_at',
  'updated_at',
]

export interface UserExport {
  file_name: string
  total: number
  /** The file, a thousand users at a time. */
  chunks: AsyncGenerator<string>
}

/** The users a filter names as CSV, read in pages of 1,000 while it is sent. Needs a fresh second factor and is audited. For admins. */
export const exportUsers = definePageVerb({
  name: 'users.export',
  permission: 'users.read',
  admin: true,
  input: userFilter,
  run: async ({ ctx, input }): Promise<UserExport> => {
    requireStepUp(ctx)
    const filter = input
    const ids = await matchingIds(ctx, filter)
    const total = ids.length
    const { search, ...named } = filter
    // no event: an export changes nothing; the audit log says who took what.
    await write(ctx, async () => ({
      result: null,
      audit: { action: 'users_exported', category: 'admin', details: { ...named, searched: Boolean(search), rows: total } },
    }))
    return { file_name: `users-${new Date().toISOString().slice(0, 10)}.csv`, total, chunks: lines(ctx, ids) }
  },
})

async function* lines(ctx: Ctx, ids: readonly string[]): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(COLUMNS)
  for (let at = 0; at < ids.length; at += PER_PAGE) {
    const rows = await readUsers(ctx, ids.slice(at, at + PER_PAGE))
    const text = await Promise.all(
      rows.map(async (row) => {
        const user = presentUser(row)
        const profile = await openProfile(ctx.db, ctx.services, row.profile)
        const cells: Record<string, unknown> = { ...profile, ...user, ...user.verification }
        return csvLine(COLUMNS.map((column) => cells[column]))
      }),
    )
    yield text.join('')
  }
}
