import { eq } from 'drizzle-orm'
import { credentials, wallets } from '#db/schema.ts'
import type { Ctx } from '../context.ts'
import { sandboxNow } from '../sandbox/clock.ts'
import { stateAt } from './live.ts'

export interface PublicCredential {
  id: string
  environment: string
  level: string
  evidence: string
  state: string
  hash: string
  wallet_address: string
  control: string
  issued_at: string
  expires_at: string
  status_list_url: string
  status_index: number
}

/** What anybody who has a credential's address may know of it: that it stands, for which wallet, until when. Nobody's name. */
export async function readPublicCredential({ ctx, input }: { ctx: Ctx; input: { id: string } }): Promise<PublicCredential | null> {
  const [row] = await ctx.db
    .select({ credential: credentials, wallet: wallets })
    .from(credentials)
    .innerJoin(wallets, eq(wallets.id, credentials.wallet_id))
    .where(eq(credentials.id, input.id))
    .limit(1)
  if (!row) return null
  const { credential: c, wallet } = row
  const now = c.environment === 'sandbox' ? await sandboxNow(ctx.services, c.organization_id) : Date.now()
  return {
    id: c.id,
    environment: c.environment,
    level: c.level,
    evidence: c.evidence,
    state: stateAt(c, now),
    hash: c.credential_hash,
    wallet_address: wallet.address,
    control: wallet.control,
    issued_at: c.issued_at.toISOString(),
    expires_at: c.expires_at.toISOString(),
    status_list_url: `${ctx.services.config.publicUrl}${c.environment === 'sandbox' ? '/sandbox' : ''}/credentials/status/${c.status_list}`,
    status_index: c.status_index,
  }
}
