import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Environment } from '#core/kernel/context.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { timeIn } from '#core/sources/world.ts'
import { statusListUrl } from '#credentials/status-list.ts'
import { credentials, wallets } from '#db/schema.ts'
import { chainState } from './chain-state.ts'
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
  chain_state: string
}

/** What anybody who has a credential's address may know of it: that it stands, for which wallet, until when. Nobody's name. */
export const readPublicCredential = definePageVerb({
  name: 'credentials.read_public',
  permission: null,
  input: z.strictObject({ id: z.string() }),
  run: async ({ ctx, input }): Promise<PublicCredential | null> => {
    const [row] = await ctx.db
      .select({ credential: credentials, wallet: wallets })
      .from(credentials)
      .innerJoin(wallets, eq(wallets.id, credentials.wallet_id))
      .where(eq(credentials.id, input.id))
      .limit(1)
    if (!row) return null
    const { credential: c, wallet } = row
    const now = await timeIn(ctx.services, { organizationId: c.organization_id, environment: c.environment })
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
      status_list_url: statusListUrl(ctx.services.config.publicUrl, c.environment as Environment, c.status_list, 'revocation'),
      status_index: c.status_index,
      chain_state: chainState(c, now),
    }
  },
})
