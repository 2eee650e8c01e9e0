import { and, asc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import { holdingActs } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import type { ActRow } from './acts.ts'
import { PLEDGE } from './legal-bases.ts'

/** A wallet and who is behind it: its person, or the wallet itself while nobody is known. */
export interface Keeper {
  personId: string
  walletAddress: string
}

/** Whether a freeze is in force. Its last moment counts even before a job wrote it down. */
export const inForce = (row: ActRow, now: number) =>
  row.kind === 'freeze' && row.status === 'active' && (row.expires_at === null || row.expires_at.getTime() > now)

/** The same for a query. */
const inForceAt = (now: number) =>
  and(
    eq(holdingActs.kind, 'freeze'),
    eq(holdingActs.status, 'active'),
    or(isNull(holdingActs.expires_at), gt(holdingActs.expires_at, new Date(now))),
  )

/** The freezes in force on the units these wallets hold of an offering, oldest first. */
export async function freezesOn(db: Queryable, ctx: Ctx, offeringId: string, keepers: readonly Keeper[]): Promise<ActRow[]> {
  if (!keepers.length) return []
  const wallets = keepers.map((one) => one.walletAddress)
  const people = keepers.map((one) => one.personId)
  return db
    .select()
    .from(holdingActs)
    .where(
      inScope(
        holdingActs,
        ctx,
        and(
          eq(holdingActs.offering_id, offeringId),
          inForceAt(ctx.now),
          or(inArray(holdingActs.wallet_address, wallets), and(isNull(holdingActs.wallet_address), inArray(holdingActs.person_id, people))),
        ),
      ),
    )
    .orderBy(asc(holdingActs.created_at), asc(holdingActs.id))
}

/** The freezes in force that bind a wallet, over all offerings, oldest first. */
export async function freezesOfWallet(
  db: Queryable,
  ctx: Ctx,
  wallet: { id: string; person_id: string | null; address: string },
): Promise<ActRow[]> {
  return db
    .select()
    .from(holdingActs)
    .where(
      inScope(
        holdingActs,
        ctx,
        and(
          inForceAt(ctx.now),
          or(
            eq(holdingActs.wallet_address, wallet.address),
            and(isNull(holdingActs.wallet_address), eq(holdingActs.person_id, wallet.person_id ?? wallet.id)),
          ),
        ),
      ),
    )
    .orderBy(asc(holdingActs.created_at), asc(holdingActs.id))
    .limit(100)
}

const binds = (freeze: ActRow, keeper: Keeper) =>
  freeze.wallet_address === null ? freeze.person_id === keeper.personId : freeze.wallet_address === keeper.walletAddress

/** Whether a freeze of everything binds the wallet: it then neither gives nor takes. */
export const isWhollyFrozen = (freezes: readonly ActRow[], keeper: Keeper): boolean =>
  freezes.some((freeze) => freeze.quantity === null && binds(freeze, keeper))

/** How many of the units a wallet holds are frozen. */
export function frozenUnits(freezes: readonly ActRow[], keeper: Keeper, held: bigint): bigint {
  if (isWhollyFrozen(freezes, keeper)) return held
  const sum = partlyFrozen(freezes, keeper)
  return sum < held ? sum : held
}

/** The units that freezes of a number of units hold, and of them those that are pledged. */
export const partlyFrozen = (freezes: readonly ActRow[], keeper: Keeper): bigint => sumOf(freezes.filter((freeze) => binds(freeze, keeper)))
export const pledgedUnits = (freezes: readonly ActRow[], keeper: Keeper): bigint => partlyFrozen(freezes.filter(isPledge), keeper)

const isPledge = (freeze: ActRow): boolean => freeze.legal_basis === PLEDGE
const sumOf = (freezes: readonly ActRow[]): bigint => freezes.reduce((sum, freeze) => sum + BigInt(freeze.quantity ?? 0), 0n)

/** Freezes of everything, as the rules read them: of a person, or of a wallet. */
export const freezeFacts = (freezes: readonly ActRow[]) =>
  freezes
    .filter((freeze) => freeze.quantity === null)
    .map((freeze) => ({ target: freeze.wallet_address ?? freeze.person_id, active: true }))
