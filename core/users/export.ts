import { and, count, desc, eq, lt, or, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { userProfiles, users, verificationStatus } from '#db/schema.ts'
import { requireStepUp } from '../accounts/step-up.ts'
import type { Ctx } from '../context.ts'
import { CSV_MARK, csvLine } from '../csv.ts'
import { parseInput } from '../parse-input.ts'
import { write } from '../transaction.ts'
import { requireAdmin } from './admin-only.ts'
import { userFilter, usersWhere } from './filter.ts'
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
export async function exportUsers({ ctx, input }: { ctx: Ctx; input: z.input<typeof userFilter> }): Promise<UserExport> {
  await requireAdmin(ctx, 'users.read')
  requireStepUp(ctx)
  const filter = parseInput(userFilter, input)
  const [counted] = await ctx.db.select({ n: count() }).from(users).where(usersWhere(filter))
  const total = counted?.n ?? 0
  const { search, ...named } = filter
  // no event: an export changes nothing; the audit log says who took what.
  await write(ctx, async () => ({
    result: null,
    audit: { action: 'users_exported', category: 'admin', details: { ...named, searched: Boolean(search), rows: total } },
  }))
  return { file_name: `users-${new Date().toISOString().slice(0, 10)}.csv`, total, chunks: lines(ctx, filter) }
}

async function* lines(ctx: Ctx, filter: z.output<typeof userFilter>): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(COLUMNS)
  let last: Pick<typeof users.$inferSelect, 'created_at' | 'id'> | null = null
  for (;;) {
    const after: SQL | undefined = last
      ? or(lt(users.created_at, last.created_at), and(eq(users.created_at, last.created_at), lt(users.id, last.id)))
      : undefined
    const rows = await ctx.db
      .select({ user: users, profile: userProfiles, verification: verificationStatus })
      .from(users)
      .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
      .leftJoin(verificationStatus, eq(verificationStatus.user_id, users.id))
      .where(and(usersWhere(filter), after))
      .orderBy(desc(users.created_at), desc(users.id))
      .limit(PER_PAGE)
    if (rows.length)
      yield rows
        .map((row) => {
          const user = presentUser(row)
          const cells: Record<string, unknown> = { ...row.profile, ...user, ...user.verification }
          return csvLine(COLUMNS.map((column) => cells[column]))
        })
        .join('')
    last = rows.at(-1)?.user ?? null
    if (rows.length < PER_PAGE) return
  }
}
