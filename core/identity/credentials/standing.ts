import { and, desc, eq, gt, inArray, notInArray, or, sql } from 'drizzle-orm'
import type { TenantNow } from '#core/kernel/context.ts'
import type { Tx } from '#db/connect.ts'
import { credentials } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { CredentialRow } from './issue.ts'

/** Revocations that are about a wallet, or the holder's own wish: they stand against no credential on another wallet. */
const NOT_THE_PERSON = new Set([
  'key_compromise',
  'wallet_lost',
  'duplicate',
  'holder_request',
  'subject_request',
  'accreditation_unproven',
])

/**
 * The person's newest suspended credential that has not run out. A new check does not lift a suspension, on whichever wallet it is
 * made; `but` names the reason that whoever calls lifts by it. What only lost its evidence stands against the wallet that it is sealed to.
 */
export async function suspendedCredential(
  tx: Tx,
  ctx: TenantNow,
  personId: string,
  { walletId, but }: { walletId: string | null; but?: string | undefined },
): Promise<CredentialRow | null> {
  const [row] = await tx
    .select()
    .from(credentials)
    .where(
      inScope(
        credentials,
        ctx,
        and(
          eq(credentials.person_id, personId),
          eq(credentials.state, 'suspended'),
          gt(credentials.expires_at, new Date(ctx.now)),
          or(notInArray(sql`coalesce(${credentials.reason_code}, '')`, [...WANTING]), eq(credentials.wallet_id, walletId ?? '')),
          but === undefined ? undefined : sql`${credentials.reason_code} is distinct from ${but}`,
        ),
      ),
    )
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
    .limit(1)
  return row ?? null
}

/** The revoked credential that somebody's word about this person ended, when none was given to them since. */
export async function revokedCredential(tx: Tx, ctx: TenantNow, personId: string): Promise<CredentialRow | null> {
  const [newest] = await tx
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, and(eq(credentials.person_id, personId), inArray(credentials.state, ['active', 'revoked']))))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
    .limit(1)
  return newest?.state === 'revoked' && !NOT_THE_PERSON.has(newest.reason_code ?? '') ? newest : null
}

/** Why credentials are suspended that rest on one presented to the tenant, when that ended where it was given out. */
export const PRESENTED_ENDED = { suspended: 'presented_credential_suspended', revoked: 'presented_credential_revoked' } as const

/** Why credentials are out of use until evidence carries them: it was taken back, or they are from before evidence was asked for. */
export const FOR_WANT_OF_EVIDENCE = ['evidence_withdrawn', 'evidence_required']

/** The suspensions that are about what a credential rests on, and not about its holder. */
export const WANTING: readonly string[] = [...FOR_WANT_OF_EVIDENCE, ...Object.values(PRESENTED_ENDED)]
