import { desc, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Judging, Sealing, Tenant, TenantNow } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { credentials, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { type CredentialRow, issueCredential } from '../credentials/issue.ts'
import { bestCredential, countsFor, rank, stateAt } from '../credentials/live.ts'
import { ensurePerson, type PersonRow } from '../persons/ensure.ts'

/**
 * The credential a check starts from: the one the wallet has, else what a sandbox persona says is there, else none.
 * `verifying`: identity data came with the call, so an active credential is left to be issued by it.
 */
export async function startingCredential(
  tx: Tx,
  ctx: Judging,
  wallet: WalletRow,
  persona: Persona | null,
  verifying: boolean,
): Promise<{ credential: CredentialRow | null; wallet: WalletRow }> {
  const wanted = persona?.effects.credential
  if (!persona || !wanted || wallet.status === 'superseded') return { credential: await bestCredential(tx, ctx, wallet), wallet }
  const found = await playedCredential(tx, ctx, wallet, persona, wanted)
  if (wanted === 'none') return { credential: found, wallet }
  if (found || (wanted.state === 'active' && verifying))
    return {
      credential: found,
      wallet: wanted.control === 'proven' && wallet.control !== 'proven' ? await markProven(tx, ctx, wallet) : wallet,
    }
  const known = await boundPerson(tx, ctx, wallet)
  if (known) return playCredential(tx, ctx, wallet, known, wanted)
  const person = await playedHolder(tx, ctx, wallet, persona)
  return playCredential(tx, ctx, await bindPerson(tx, ctx, wallet, person), person, wanted)
}

type Wanted = Exclude<NonNullable<Persona['effects']['credential']>, 'none'>

/**
 * The credential that plays a persona, if it was made before. Only the wallet's own count, and none that says something else:
 * a magic wallet answers alike whatever person it was verified for, until somebody changes the credential itself.
 */
async function playedCredential(
  tx: Tx,
  ctx: TenantNow,
  wallet: WalletRow,
  persona: Persona,
  wanted: Wanted | 'none',
): Promise<CredentialRow | null> {
  if (wanted === 'none' && !persona.effects.verification) return null
  const own = await tx
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, eq(credentials.wallet_id, wallet.id)))
    .orderBy(desc(credentials.issued_at), desc(credentials.id))
    .limit(50)
  if (wanted === 'none') return own[0] ?? null
  if (wanted.state !== 'active' || wanted.expiresInHours !== undefined)
    return own.find((row) => row.source === 'sandbox_implicit' && row.level === wanted.level) ?? null
  const enough = own.find((row) => stateAt(row, ctx.now) === 'active' && rank(row.level) >= rank(wanted.level))
  return enough ?? own.find((row) => rank(row.level) >= rank(wanted.level)) ?? null
}

async function playCredential(tx: Tx, ctx: Sealing, wallet: WalletRow, person: PersonRow, wanted: Wanted) {
  const bound = wanted.control === 'proven' ? await markProven(tx, ctx, wallet) : wallet
  const credential = await issueCredential(tx, ctx, {
    person,
    wallet: bound,
    level: wanted.level,
    source: 'sandbox_implicit',
    state: wanted.state === 'expired' ? 'active' : wanted.state,
    ...(wanted.state === 'expired' && { expiresAt: new Date(ctx.now - 3_600_000) }),
    ...(wanted.expiresInHours !== undefined && { expiresAt: new Date(ctx.now + wanted.expiresInHours * 3_600_000) }),
  })
  return { credential, wallet: bound }
}

/** The made-up person behind a wallet that plays somebody. Only where the world has such people. */
export async function playedHolder(tx: Tx, ctx: Judging, wallet: WalletRow, persona: Persona | null): Promise<PersonRow> {
  const { standIn } = ctx.world.personas
  if (!standIn) throw new Error('nobody stands in for anybody here')
  const { person } = await ensurePerson(tx, ctx, { ...standIn(persona, wallet.address) })
  return person
}

/** The person a wallet is tied to, if any. */
export async function boundPerson(tx: Tx, ctx: Tenant, wallet: Pick<WalletRow, 'person_id'>): Promise<PersonRow | null> {
  return wallet.person_id ? findScoped(tx, persons, ctx, wallet.person_id) : null
}

/**
 * Ties a wallet to the person behind it. Throws `conflict` for one that was replaced, and `wallet_bound_to_other_person` while who has
 * it holds a credential: also a suspended one, which nobody shakes off under another name.
 */
export async function bindPerson(
  tx: Tx,
  ctx: TenantNow & Pick<Judging, 'world'>,
  wallet: WalletRow,
  person: Pick<PersonRow, 'id'>,
): Promise<WalletRow> {
  refuseSuperseded(wallet)
  if (wallet.person_id && wallet.person_id !== person.id && (await isHeld(tx, ctx, wallet, person)))
    throw new AppError('wallet_bound_to_other_person', 'This wallet is bound to another person. Revoke that credential first.')
  const [row] = await tx
    .update(wallets)
    .set({ person_id: person.id, updated_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))
    .returning()
  return row!
}

async function isHeld(tx: Tx, ctx: TenantNow & Pick<Judging, 'world'>, wallet: WalletRow, but: Pick<PersonRow, 'id'>): Promise<boolean> {
  const [held] = await tx
    .select({ id: credentials.id })
    .from(credentials)
    .where(
      inScope(
        credentials,
        ctx,
        or(eq(credentials.wallet_id, wallet.id), countsFor(ctx, wallet)),
        ne(credentials.person_id, but.id),
        ne(credentials.source, 'sandbox_implicit'),
        inArray(credentials.state, ['active', 'suspended']),
        gt(credentials.expires_at, new Date(ctx.now)),
      ),
    )
    .limit(1)
  return held !== undefined
}

async function markProven(tx: Tx, ctx: TenantNow, wallet: WalletRow): Promise<WalletRow> {
  const [row] = await tx
    .update(wallets)
    .set({ control: 'proven', control_method: 'sandbox', control_proven_at: new Date(ctx.now) })
    .where(inScope(wallets, ctx, eq(wallets.id, wallet.id)))
    .returning()
  return row!
}
