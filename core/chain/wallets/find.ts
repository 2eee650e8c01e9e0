import { eq } from 'drizzle-orm'
import type { Ctx, Tenant, TenantNow } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { coalesce } from '#db/coalesce.ts'
import type { Connection, Queryable } from '#db/connect.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

export type WalletRow = typeof wallets.$inferSelect

/** The caller's record of a wallet, by canonical address, or null. */
export async function findWallet(db: Queryable, ctx: Tenant, canonical: string): Promise<WalletRow | null> {
  const [row] = await db
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.address, canonical)))
    .limit(1)
  return row ?? null
}

/** A wallet's id, and the data key of the person behind it while there is one. */
export interface KnownWallet {
  id: string
  subjectKeyId: string | null
}

const idReaders = new WeakMap<Connection, (key: string) => Promise<KnownWallet | null>>()

/** What the caller's record of a wallet is known by, or null. Concurrent calls share one query. */
export function findKnownWallet(ctx: Ctx, canonical: string): Promise<KnownWallet | null> {
  const { connection } = ctx.services
  let read = idReaders.get(connection)
  if (!read) {
    read = coalesce(async (keys) => {
      const parts = keys.map((key) => key.split('\n'))
      const { rows } = await connection.pool.query<{ id: string; key: string; subject_key_id: string | null }>({
        name: 'wallet_ids',
        text: `select w.id, p.subject_key_id, asked.organization_id || chr(10) || asked.environment || chr(10) || asked.address as key
          from unnest($1::text[], $2::text[], $3::text[]) as asked(organization_id, environment, address)
          join wallets w using (organization_id, environment, address)
          left join persons p on p.id = w.person_id and p.erased_at is null`,
        values: [0, 1, 2].map((i) => parts.map((part) => part[i])),
      })
      return new Map(rows.map((row) => [row.key, { id: row.id, subjectKeyId: row.subject_key_id }]))
    })
    idReaders.set(connection, read)
  }
  return read(`${ctx.organizationId}\n${ctx.environment}\n${canonical}`)
}

/** The caller's record of a wallet, locked, made when it does not exist. */
export async function ensureWallet(
  tx: Queryable,
  at: TenantNow,
  address: { canonical: string; family: 'evm' | 'solana' },
): Promise<WalletRow> {
  const made = new Date(at.now)
  await tx
    .insert(wallets)
    .values({
      id: newId('wallet', at.now),
      organization_id: at.organizationId,
      environment: at.environment,
      address: address.canonical,
      family: address.family,
      created_at: made,
      updated_at: made,
    })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, at, eq(wallets.address, address.canonical)))
    .limit(1)
    .for('update')
  return row!
}

/** A wallet that was replaced takes nothing on any more. Throws `conflict`. */
export function refuseSuperseded(wallet: Pick<WalletRow, 'status' | 'superseded_by'>): void {
  if (wallet.status === 'superseded')
    throw new AppError('conflict', 'This wallet was replaced by another one of its holder. Use that one.', {
      extra: { superseded_by: wallet.superseded_by },
    })
}
