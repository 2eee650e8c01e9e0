import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Ctx } from '#core/kernel/context.ts'
import { fieldsWrong } from '#core/kernel/errors.ts'
import { viewNow } from '#core/screening/lists/view.ts'
import { wallets } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'

/** An address of a call: where it stood, how it is kept, and whether its letter case is its EIP-55 checksum. */
export interface SentAddress {
  pointer: string
  canonical: string
  checksum: 'valid' | 'none' | 'mismatch'
}

export interface AddressWarning {
  code: 'address_checksum_mismatch' | 'address_lookalike'
  detail: string
  pointer: string
}

const LEAD = 6
const TAIL = 4
const SHOWN = 3
const startOf = (address: string) => address.slice(0, LEAD).toLowerCase()
const endOf = (address: string) => address.slice(-TAIL).toLowerCase()

/** A key that wants checksums gets no address whose letter case denies its own. Throws `validation_failed`. */
export function refuseMismatches(ctx: Ctx, addresses: readonly SentAddress[]): void {
  if (ctx.actor.type !== 'api_key' || !ctx.actor.strictChecksum) return
  const wrong = addresses.filter(({ checksum }) => checksum === 'mismatch')
  if (wrong.length === 0) return
  throw fieldsWrong(
    wrong.map(({ pointer, canonical }) => ({
      pointer,
      code: 'address_checksum_invalid',
      detail: 'The letter case is not the EIP-55 checksum.',
      suggestion: canonical,
    })),
    0,
  )
}

/**
 * What whoever sent these addresses should look at before anything moves: a letter case that is not the EIP-55 checksum, and an address
 * that begins and ends like another one without being it, as those made to be copied by mistake do. It is compared with the listed
 * addresses; where value moves, with the others of the call and with the tenant's wallets too.
 */
export async function addressWarnings(ctx: Ctx, addresses: readonly SentAddress[], movesValue: boolean): Promise<AddressWarning[]> {
  const mismatched = addresses.filter(({ checksum }) => checksum === 'mismatch')
  const view = await viewNow(ctx.db, ctx)
  const listed = addresses.flatMap((one) =>
    view
      .lookalikes(one.canonical)
      .slice(0, SHOWN)
      .map(({ entity, address }) => alike(one, address, `an address of ${entity.names[0]!.full} on the list ${entity.list}`)),
  )
  return [
    ...mismatched.map(({ pointer }) => ({
      code: 'address_checksum_mismatch' as const,
      detail: 'The letter case of the address is not its EIP-55 checksum: check that it was copied whole.',
      pointer,
    })),
    ...listed,
    ...(movesValue ? [...lookalikesAmong(addresses), ...(await knownLookalikes(ctx, addresses))] : []),
  ]
}

const alike = ({ pointer }: SentAddress, other: string, whose: string): AddressWarning => ({
  code: 'address_lookalike',
  detail: `The address begins and ends like ${other}, ${whose}, and is another one: compare every character before anything moves.`,
  pointer,
})

const resemble = (a: string, b: string) => a.toLowerCase() !== b.toLowerCase() && startOf(a) === startOf(b) && endOf(a) === endOf(b)

function lookalikesAmong(addresses: readonly SentAddress[]): AddressWarning[] {
  return addresses.flatMap((one, i) =>
    addresses
      .slice(0, i)
      .filter((other) => resemble(one.canonical, other.canonical))
      .map((other) => alike(one, other.canonical, `the address in ${other.pointer}`)),
  )
}

/** Wallets of the tenant that begin and end like one of these. */
async function knownLookalikes(ctx: Ctx, addresses: readonly SentAddress[]): Promise<AddressWarning[]> {
  if (addresses.length === 0) return []
  const found = await ctx.db
    .select({ address: wallets.address })
    .from(wallets)
    .where(
      inScope(
        wallets,
        ctx,
        or(
          ...addresses.map(({ canonical }) =>
            and(
              eq(sql`left(lower(${wallets.address}), ${sql.raw(String(LEAD))})`, startOf(canonical)),
              eq(sql`right(lower(${wallets.address}), ${sql.raw(String(TAIL))})`, endOf(canonical)),
              ne(wallets.address, canonical),
            ),
          ),
        ),
      ),
    )
    .limit(SHOWN * addresses.length)
  const sent = new Set(addresses.map(({ canonical }) => canonical))
  return addresses.flatMap((one) =>
    found
      .filter(({ address }) => !sent.has(address) && resemble(address, one.canonical))
      .map(({ address }) => alike(one, address, 'a wallet you know')),
  )
}
