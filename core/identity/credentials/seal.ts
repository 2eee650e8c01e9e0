import { and, eq, ne } from 'drizzle-orm'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Sealing, TenantNow } from '#core/kernel/context.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { UNKNOWN } from '#core/sources/identity/production.ts'
import type { Tx } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { type CredentialRow, type IssueInput, issueCredential } from './issue.ts'
import { levelsOf, summarise } from './live.ts'

/** Issues a credential, in the place of those of the same level that this wallet has unless told otherwise. Returns it with what is to be told. */
export async function sealCredential(
  tx: Tx,
  ctx: Sealing,
  { replaces = true, ...input }: IssueInput & { wallet: WalletRow; replaces?: boolean },
): Promise<{ credential: CredentialRow; events: EventInput[] }> {
  const credential = await issueCredential(tx, ctx, input)
  const credentialNow = summarise(credential, input.wallet, ctx.now, false)
  const replaced = replaces ? await supersedeSame(tx, ctx, credential) : []
  return {
    credential,
    events: [
      ...replaced.map(
        ({ id }): EventInput => ({
          type: 'credential.renewed',
          resource: { type: 'credential', id },
          object: { credential: credentialNow, supersedes: id },
        }),
      ),
      {
        type: 'credential.issued',
        resource: { type: 'credential', id: credential.id },
        object: { credential: credentialNow, formats: ['vc+jwt', 'eas', 'erc735'] },
      },
      {
        type: 'wallet.verified',
        resource: { type: 'wallet', id: input.wallet.id },
        object: {
          wallet_id: input.wallet.id,
          verification_status: levelsOf(credential.level, input.identity ?? UNKNOWN).includes('enhanced') ? 'enhanced' : 'basic',
          credential: credentialNow,
        },
      },
    ],
  }
}

/** One is live for each level: what a wallet had of the same one before is superseded. */
async function supersedeSame(tx: Tx, ctx: TenantNow, by: CredentialRow): Promise<CredentialRow[]> {
  return tx
    .update(credentials)
    .set({ state: 'superseded', superseded_by: by.id, updated_at: new Date(ctx.now) })
    .where(
      inScope(
        credentials,
        ctx,
        and(
          eq(credentials.person_id, by.person_id),
          eq(credentials.wallet_id, by.wallet_id),
          eq(credentials.level, by.level),
          eq(credentials.state, 'active'),
          ne(credentials.id, by.id),
        ),
      ),
    )
    .returning()
}
