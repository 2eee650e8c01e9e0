import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { backupCodes, passkey } from '#db/schema.ts'

/** So long a factor was there before it opens what an identity provider would else. */
const OLD_ENOUGH = sql`interval '24 hours'`

/**
 * Whether every second factor of somebody was set up a day ago or longer. Whoever comes by a session, or by a provider that broke, sets up
 * one of their own first: it opens nothing while its owner has the mail about it before them. Backup codes are made with an authenticator.
 */
export async function hasOldFactors(db: Queryable, authId: string): Promise<boolean> {
  const { rows } = await db.execute<{ old: boolean | null }>(sql`select max(at) < now() - ${OLD_ENOUGH} as old from (
    select ${passkey.createdAt} as at from ${passkey} where ${eq(passkey.userId, authId)}
    union all select ${backupCodes.createdAt} from ${backupCodes}
      where ${and(eq(backupCodes.userId, authId), eq(backupCodes.active, true))}) factors`)
  return rows[0]?.old === true
}
