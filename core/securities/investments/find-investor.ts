import { eq } from 'drizzle-orm'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { openPerson, type PersonData } from '#core/identity/persons/ensure.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { type InvestorRow, insertInvestor } from '../investors/create.ts'
import { runVerification } from '../investors/run-verification.ts'
import type { CreateInvestmentInput } from './create.ts'

/** The investor named, or the one behind the wallet; a sandbox wallet never seen before gets one, so that personas need no set-up. */
export async function findInvestor(
  tx: Tx,
  ctx: Ctx,
  input: CreateInvestmentInput,
): Promise<{ investor: InvestorRow; wallet: WalletRow | null }> {
  const wallet = input.wallet_address ? await ensureWallet(tx, ctx, input.wallet_address) : null
  let investor = input.investor_id ? await findScoped(tx, investors, ctx, input.investor_id) : null
  if (input.investor_id && !investor) throw notFound()
  if (!investor && wallet) {
    const [bound] = await tx
      .select()
      .from(investors)
      .where(inScope(investors, ctx, eq(investors.wallet_id, wallet.id)))
      .limit(1)
    investor = bound ?? null
    if (!investor && ctx.world.personas.standIn) {
      const known = await holderOf(tx, ctx, wallet)
      const made = await insertInvestor(tx, ctx, {
        type: 'individual',
        full_name: known?.full_name ?? `Sandbox Investor ${wallet.address.slice(-6)}`,
        wallet_address: input.wallet_address,
        date_of_birth: known?.date_of_birth ?? '1985-03-14',
        country: ctx.world.personas.at(wallet.address)?.effects.country ?? known?.country ?? 'US',
        metadata: {},
      })
      await runVerification(tx, ctx, made.row, { force: true })
      ;[investor] = (await tx
        .select()
        .from(investors)
        .where(inScope(investors, ctx, eq(investors.id, made.row.id)))
        .limit(1)) as [InvestorRow]
    }
    if (!investor) throw notFound()
  }
  if (investor && wallet && investor.wallet_id && investor.wallet_id !== wallet.id)
    throw new AppError('conflicting_fields', 'investor_id and wallet_address name different people.', {
      fields: [{ pointer: '/wallet_address', code: 'conflicting_fields', detail: 'This is not the wallet of that investor.' }],
    })
  const own =
    wallet ??
    (investor!.wallet_id
      ? ((
          await tx
            .select()
            .from(wallets)
            .where(inScope(wallets, ctx, eq(wallets.id, investor!.wallet_id)))
            .limit(1)
        )[0] ?? null)
      : null)
  return { investor: investor!, wallet: own }
}

/** The person a wallet was verified for. */
async function holderOf(tx: Tx, ctx: Ctx, wallet: WalletRow): Promise<PersonData | null> {
  const person = wallet.person_id ? await findScoped(tx, persons, ctx, wallet.person_id) : null
  const data = person && !person.erased_at ? await openPerson(tx, ctx, person) : null
  return data?.date_of_birth ? data : null
}
