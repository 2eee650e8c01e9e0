import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { freezesOn, frozenUnits, isWhollyFrozen, partlyFrozen } from '#core/identity/acts/freezes.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { notFound } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { decodeCursor, pageOf, pageQuery } from '#core/kernel/pagination.ts'
import { defineVerb } from '#core/record/verb.ts'
import { investors, lots, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { unminted } from '../token-state/minted.ts'
import { type LotRow, units } from './lots.ts'

const listHoldingsQuery = z.strictObject({
  ...pageQuery,
  offering_id: z.string().max(100).optional(),
  wallet_address: walletAddress.optional(),
  investor_id: z.string().max(100).optional(),
})

export interface WireHolding {
  object: 'holding'
  offering_id: string
  wallet_id: string | null
  wallet_address: string
  person_id: string
  investor_id: string | null
  /** Units whose mint is confirmed. */
  quantity: string
  /** Units that wait for their mint, beside those. */
  pending: string
  /** Units the issuer's lock-up still holds. */
  locked: string
  frozen: string
  /** Frozen as a whole: the wallet takes no units either. */
  wholly_frozen: boolean
  /** At most so many units are held by no freeze and no lock-up; whether a transfer is allowed, its check decides. */
  free: string
  freezes: string[]
  lots: {
    id: string
    quantity: string
    acquired_at: string
    acquired_under: string
    lockup_until: string | null
    issuance_id: string | null
    /** Waits for its mint: held by nobody until then. */
    pending: boolean
  }[]
}

/** What wallets hold now, one row for each wallet of each offering, with its lots, lock-ups and freezes. */
export const listHoldings = defineVerb({
  name: 'holdings.list',
  permission: 'holdings.read',
  input: listHoldingsQuery,
  output: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        object: z.literal('holding'),
        offering_id: z.string(),
        wallet_id: z.string().nullable(),
        wallet_address: z.string(),
        person_id: z.string(),
        investor_id: z.string().nullable(),
        quantity: z.string().meta({ description: 'Units whose mint is confirmed' }),
        pending: z.string().meta({ description: 'Units that wait for their mint, beside those; nobody holds them yet' }),
        locked: z.string(),
        frozen: z.string(),
        wholly_frozen: z.boolean(),
        free: z.string().meta({ description: 'At most so many are held by no freeze and no lock-up' }),
        freezes: z.array(z.string()),
        lots: z.array(
          z.object({
            id: z.string(),
            quantity: z.string(),
            acquired_at: z.string(),
            acquired_under: z.string(),
            lockup_until: z.string().nullable(),
            issuance_id: z.string().nullable(),
            pending: z.boolean().meta({ description: 'Waits for its mint' }),
          }),
        ),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ ctx, input }) => {
    const after = decodeCursor(ctx, 'holdings', input.cursor) as [string, string] | null
    const investor = input.investor_id ? await findScoped(ctx.db, investors, ctx, input.investor_id) : null
    if (input.investor_id && !investor) throw notFound()
    const keys = await ctx.db
      .select({ offering_id: lots.offering_id, wallet_address: lots.wallet_address })
      .from(lots)
      .where(
        inScope(
          lots,
          ctx,
          and(
            isNull(lots.closed_at),
            input.offering_id ? eq(lots.offering_id, input.offering_id) : undefined,
            input.wallet_address ? eq(lots.wallet_address, input.wallet_address.canonical) : undefined,
            investor ? eq(lots.person_id, investor.person_id) : undefined,
            after ? sql`(${lots.offering_id}, ${lots.wallet_address}) > (${after[0]}, ${after[1]})` : undefined,
          ),
        ),
      )
      .groupBy(lots.offering_id, lots.wallet_address)
      .orderBy(asc(lots.offering_id), asc(lots.wallet_address))
      .limit(input.limit + 1)
    const page = pageOf(
      ctx,
      'holdings',
      keys,
      input.limit,
      (key) => key,
      (key) => [key.offering_id, key.wallet_address],
    )
    return { success: true as const, ...page, data: await readHoldings(ctx, page.data) }
  },
})

async function readHoldings(ctx: Ctx, keys: { offering_id: string; wallet_address: string }[]): Promise<WireHolding[]> {
  if (!keys.length) return []
  const addresses = [...new Set(keys.map((key) => key.wallet_address))]
  const offeringIds = [...new Set(keys.map((key) => key.offering_id))]
  const [found, known] = await Promise.all([
    ctx.db
      .select({ lot: lots, pending: unminted() })
      .from(lots)
      .where(
        inScope(lots, ctx, and(isNull(lots.closed_at), inArray(lots.offering_id, offeringIds), inArray(lots.wallet_address, addresses))),
      )
      .orderBy(asc(lots.acquired_at), asc(lots.id)),
    ctx.db
      .select({ id: wallets.id, address: wallets.address })
      .from(wallets)
      .where(inScope(wallets, ctx, inArray(wallets.address, addresses))),
  ])
  const waits = new Set(found.filter(({ pending }) => pending).map(({ lot }) => lot.id))
  const rows = found.map(({ lot }) => lot)
  const own = Map.groupBy(rows, (lot) => `${lot.offering_id} ${lot.wallet_address}`)
  const keeperOf = (lot: LotRow) => ({ personId: lot.person_id, walletAddress: lot.wallet_address })
  const freezes = new Map(
    await Promise.all(
      offeringIds.map(async (id) => {
        const keepers = rows.filter((lot) => lot.offering_id === id).map(keeperOf)
        return [id, await freezesOn(ctx.db, ctx, id, keepers)] as const
      }),
    ),
  )
  return keys.flatMap((key) => {
    const all = own.get(`${key.offering_id} ${key.wallet_address}`)
    if (!all?.[0]) return []
    const [first] = all
    const held = all.filter((lot) => !waits.has(lot.id))
    const keeper = keeperOf(first)
    const here = freezes.get(key.offering_id)!.filter((one) => isWhollyFrozen([one], keeper) || partlyFrozen([one], keeper) > 0n)
    const quantity = units(held)
    const frozen = frozenUnits(here, keeper, quantity)
    const locked = units(held.filter((lot) => lot.lockup_until !== null && lot.lockup_until.getTime() > ctx.now))
    // What is locked up may be what is frozen.
    const free = quantity - (frozen > locked ? frozen : locked)
    return [
      {
        object: 'holding' as const,
        offering_id: key.offering_id,
        wallet_id: known.find((wallet) => wallet.address === key.wallet_address)?.id ?? null,
        wallet_address: key.wallet_address,
        person_id: first.person_id,
        investor_id: all.find((lot) => lot.investor_id)?.investor_id ?? null,
        quantity: String(quantity),
        pending: String(units(all) - quantity),
        locked: String(locked),
        frozen: String(frozen),
        wholly_frozen: isWhollyFrozen(here, keeper),
        free: String(free),
        freezes: here.map((one) => one.id),
        lots: all.map((lot) => ({
          id: lot.id,
          quantity: lot.quantity,
          acquired_at: lot.acquired_at.toISOString(),
          acquired_under: lot.acquired_under,
          lockup_until: lot.lockup_until?.toISOString() ?? null,
          issuance_id: lot.issuance_id,
          pending: waits.has(lot.id),
        })),
      },
    ]
  })
}
