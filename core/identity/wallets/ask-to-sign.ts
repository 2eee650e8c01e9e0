import { eq } from 'drizzle-orm'
import type { ChainKey } from '#chains/chains.ts'
import { buildSignIn, newNonce } from '#chains/sign-in.ts'
import type { Ctx, Tenant, TenantNow } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { challenges } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

const LIFETIME_MS = 10 * 60_000

/** What a wallet is asked to sign, and what for. */
interface ToSign {
  address: string
  statement: string
  /** What the signature will serve, and about what: a signature for one thing does for no other. */
  purpose: readonly [kind: string, ...about: (string | number)[]]
  chain?: ChainKey | undefined
  chainId?: number | undefined
  resources?: string[] | undefined
  /** The organisation's own site that asks; ours when left out. */
  site?: { domain: string; uri: string } | null
}
type ChallengeRow = typeof challenges.$inferSelect

/** A purpose as it is kept. */
export const purposeOf = (purpose: ToSign['purpose']): string => purpose.join('|')

/** A message for a wallet to sign, with a nonce that works once and for ten minutes. */
export async function askToSign(
  tx: Tx,
  { organizationId, environment, now, services }: TenantNow & Pick<Ctx, 'services'>,
  { address, statement, purpose, chain, chainId, resources, site }: ToSign,
): Promise<{ message: string; nonce: string; expires_at: string }> {
  const nonce = newNonce()
  const expires_at = new Date(now + LIFETIME_MS)
  const message = buildSignIn({
    address,
    ...(chain !== undefined && { chain }),
    ...(chainId !== undefined && { chainId }),
    ...(resources && { resources }),
    publicUrl: site?.uri ?? services.config.publicUrl,
    statement,
    nonce,
    issuedAt: now,
    expiresAt: expires_at.getTime(),
  })
  await tx.insert(challenges).values({
    nonce,
    organization_id: organizationId,
    environment,
    address,
    message,
    purpose: purposeOf(purpose),
    domain: site?.domain ?? null,
    expires_at,
  })
  return { message, nonce, expires_at: expires_at.toISOString() }
}

const gone = () => new AppError('nonce_expired', 'This challenge is unknown, used or older than ten minutes. Ask for a new one.')

/** The nonce that a message of ours names; empty when it names none. */
export const nonceIn = (message: string): string => /^Nonce: (\S+)$/m.exec(message)?.[1] ?? ''

/**
 * What this message was made for, by the words of its purpose after `kind` and `id`. It is still to be used. Throws `nonce_expired` when
 * it was made for something else, `signature_invalid` when it is not the one that was given.
 */
export async function readAsked(
  db: Queryable,
  tenant: Tenant,
  message: string,
  [kind, id]: readonly [kind: string, id: string],
): Promise<{ nonce: string; address: string; about: string[] }> {
  const nonce = nonceIn(message)
  const [row] = await db
    .select()
    .from(challenges)
    .where(inScope(challenges, tenant, eq(challenges.nonce, nonce)))
    .limit(1)
  const [forKind, forId, ...about] = row?.purpose.split('|') ?? []
  if (!row || forKind !== kind || forId !== id) throw gone()
  refuseOtherMessage(row, message)
  return { nonce, address: row.address, about }
}

/** Throws `signature_invalid` unless this is the message that was given to sign. */
export function refuseOtherMessage(row: Pick<ChallengeRow, 'message'>, message: string): void {
  if (row.message !== message) throw new AppError('signature_invalid', 'The message is not the one that was given to sign.')
}

/** Takes a challenge out of use and says which wallet it was for. Throws `nonce_expired` when it is unknown, old or used. */
export async function useChallenge(tx: Queryable, ctx: TenantNow, nonce: string): Promise<ChallengeRow> {
  const [row] = await tx.select().from(challenges).where(eq(challenges.nonce, nonce)).limit(1).for('update')
  const own = row && row.organization_id === ctx.organizationId && row.environment === ctx.environment
  if (!own || row.used_at || row.expires_at.getTime() <= ctx.now) throw gone()
  await tx
    .update(challenges)
    .set({ used_at: new Date(ctx.now) })
    .where(eq(challenges.nonce, nonce))
  return row
}
