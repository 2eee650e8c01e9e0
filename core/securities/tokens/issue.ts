import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isUnavailable } from '#chains/adapter.ts'
import { CHAIN_KEYS } from '#chains/chains.ts'
import { authorizeIssue } from '#core/chain/transactions/authorization.ts'
import { decimalsOf } from '#core/chain/transactions/chain.ts'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { freezesOn, isWhollyFrozen } from '#core/identity/acts/freezes.ts'
import { marketSubject, noteUse } from '#core/identity/wallets/market-subject.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { walletAddress } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { requiring } from '#core/kernel/required.ts'
import { askedChains, chainIdOf, solanaOf } from '#core/record/chain-receipts.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { setTimer } from '#core/record/timers/set-timer.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { accreditationFound } from '#core/sources/accreditation/source.ts'
import { lockOffering, prepareFixture } from '#core/sources/fixtures.ts'
import { evidencedBy } from '#core/sources/identity/found.ts'
import type { Tx } from '#db/connect.ts'
import { investments, investors, issuances, offerings, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { lockupUntil, openLot } from '../holdings/lots.ts'
import { lockCaps, soldToOthers } from '../holdings/of-record.ts'
import type { OfferingRow } from '../offerings/facts.ts'
import { buildMint, mintAtHand, none, smallest, type Unsigned } from '../token-state/unsigned.ts'
import { askTokenOfMint, type TokenCheck } from './ask-token.ts'
import { issueFacts } from './issue-facts.ts'
import { type IssuanceView, presentWhole, wholeIssuanceAnswer } from './present.ts'

const quantity = z
  .union([z.number().int().positive(), z.string().regex(/^\d{1,16}$/)])
  // Asked of what is no number too, where BigInt would throw.
  .refine((v) => /[1-9]/.test(String(v)), { message: 'This must be more than 0', params: { code: 'too_small' } })
  .transform((v) => String(BigInt(v)))

export const issueInput = requiring(
  z.strictObject({
    offering_id: z.string().max(100),
    investor_id: z.string().max(100).optional(),
    wallet_address: walletAddress.optional(),
    quantity: quantity.optional(),
    amount: quantity.optional(),
    investment_id: z.string().max(100).optional(),
    chain: z.enum(CHAIN_KEYS).optional(),
    standard: z.enum(['erc3643', 'erc1404', 'erc20', 'spl_token_2022']).optional(),
    reason: z.enum(['investment', 'grant', 'correction', 'split', 'other']).default('investment'),
  }),
  (given) => ({
    quantity: !given('quantity', 'amount') && 'Give quantity.',
    investor_id: !given('investor_id', 'wallet_address') && 'Give investor_id or wallet_address.',
  }),
)
type IssueInput = z.output<typeof issueInput>

const DAY_MS = 86_400_000
const REFUSED = {
  holder_not_verified:
    'The token does not know this holder as verified, so it would refuse the mint. Register the holder with the token first.',
  mint_refused: 'The token would refuse this mint: played on its chain as the wallet that linked it, it reverts.',
}
/** How long an authorised issuance holds its units without the hash of its mint. */
const REPORT_MS = DAY_MS

/**
 * Decides an issuance and, when allowed, opens the holder's lot. The issuer signs the unsigned transaction; no key here can
 * mint. Throws `supply_exceeded`, `already_issued`, `investment_not_accepted`, `offering_not_issuable`, `wallet_required`, `conflict` for a frozen holder.
 */
export const issueTokens = defineVerb({
  name: 'tokens.issue',
  permission: 'tokens.issue',
  input: issueInput,
  output: wholeIssuanceAnswer,
  run: async ({ ctx, input }) => {
    const wanted = input.quantity ?? input.amount
    await ctx.world.faults.meet(ctx, input.wallet_address?.canonical ?? null)
    await prepareFixture(ctx, input.offering_id)
    const ahead = await askAhead(ctx, input, wanted!)
    return write(ctx, async (tx) => {
      await lockCaps(tx, ctx)
      const locked = await lockOffering(tx, ctx, input.offering_id)
      if (!locked) throw notFound()
      const offering = { ...locked, token_decimals: ahead.decimals ?? locked.token_decimals }
      if (!['open', 'closed'].includes(offering.status)) throw new AppError('offering_not_issuable', `The offering is ${offering.status}.`)
      if (locked.token_end) throw new AppError('offering_not_issuable', 'The token of this offering is deactivated.')
      if (locked.token_pause)
        throw new AppError('offering_not_issuable', 'The token of this offering is paused. Nothing is issued until it is resumed.')
      if (ahead.check?.allowed === false)
        throw new AppError('conflict', REFUSED[ahead.check.reason as keyof typeof REFUSED], { extra: { token_check: ahead.check } })
      const units = BigInt(wanted!)
      const issued = BigInt(offering.tokens_issued)
      const left = BigInt(offering.total_supply) - issued
      if (units > left) throw new AppError('supply_exceeded', `Only ${left} tokens are left.`, { extra: { remaining: String(left) } })
      const { wallet, investorId, contrary } = await holderOf(tx, ctx, input)
      const chain = chainOf(input, offering, wallet.family)
      if (offering.chain && chain !== offering.chain)
        throw new AppError('conflicting_fields', `The token of this offering is on ${offering.chain}.`, {
          fields: [{ pointer: '/chain', code: 'conflicting_fields', detail: 'Leave it out: the offering says it.' }],
        })
      const standard = input.standard ?? (chain === 'solana' ? 'spl_token_2022' : 'erc3643')
      if ((standard === 'spl_token_2022') !== (chain === 'solana'))
        throw new AppError('standard_chain_mismatch', `${standard} does not exist on ${chain}.`, {
          fields: [{ pointer: '/standard', code: 'standard_chain_mismatch', detail: 'Choose a standard of that chain.' }],
        })
      const free = input.investment_id || offering.fixed ? left : left - (await soldToOthers(tx, ctx, offering.id, investorId))
      if (units > free)
        throw new AppError('supply_exceeded', `Only ${free > 0n ? free : 0n} tokens are left: the others are sold and wait to be issued.`, {
          extra: { remaining: String(free > 0n ? free : 0n) },
        })
      const investment = input.investment_id ? await claimInvestment(tx, ctx, input.investment_id, offering, units) : null
      const subject = await marketSubject(tx, ctx, { canonical: wallet.address, family: wallet.family })
      // What one person bought, with its dates, is issued to nobody else.
      if (investment && investment.investor_id !== investorId && investment.person_id !== subject.person?.id)
        throw new AppError('conflicting_fields', 'The investment is another person’s than the wallet.', {
          fields: [{ pointer: '/investment_id', code: 'conflicting_fields', detail: 'Name an investment of this holder.' }],
        })
      await refuseFrozen(tx, ctx, offering, subject)
      const id = newId('issuance', ctx.now)
      const at = new Date(ctx.now)
      // What was bought is held from its sale on; anything else from now.
      const acquired = investment?.accepted_at ?? investment?.created_at ?? at
      const lockup = lockupUntil(acquired, offering.lockup_days)
      const about = { offering, subject, units: String(units), left: String(left), contrary, sold: acquired, investment }
      const decided = await recordDecision(tx, ctx, {
        facts: await issueFacts(tx, ctx, about),
        market: 'securities',
        subject: { type: 'issuance', id },
        walletAddress: wallet.address,
        subjectKeyId: subject.subjectKeyId,
        category: 'investment',
        ...(await vouchedFor(tx, ctx, subject)),
      })
      const reused = await noteUse(tx, ctx, subject, 'securities', decided.decision.id, ['level'])
      const allowed = decided.outcome === 'allow'
      const atHand = mintAtHand({ ctx, offering, to: wallet.address, quantity: String(units), chain })
      const built = ahead.mint?.to === wallet.address && ahead.mint.token === offering.token_address ? ahead.mint.unsigned : atHand
      const unsigned: Unsigned = allowed ? (atHand.unsigned_reason === 'read_it_alone' ? built : atHand) : none('denied')
      const authorization = allowed
        ? await authorizeIssue(ctx, {
            to: wallet.address,
            quantity: smallest(offering, String(units)),
            chain,
            offering,
            decisionId: decided.decision.id,
          })
        : null
      const status = allowed ? ('authorized' as const) : ('denied' as const)
      const until = allowed ? new Date(ctx.now + REPORT_MS) : null
      const values = {
        id,
        organization_id: ctx.organizationId,
        environment: ctx.environment,
        offering_id: offering.id,
        investor_id: investorId ?? '',
        investment_id: investment?.id ?? null,
        wallet_address: wallet.address,
        quantity: String(units),
        status,
        reason: input.reason,
        chain,
        standard,
        authorization,
        unsigned_transaction: unsigned.unsigned_transaction,
        decision_id: decided.decision.id,
        authorized_until: until,
        created_at: at,
        updated_at: at,
      }
      const [row] = await tx.insert(issuances).values(values).returning()
      if (allowed) {
        await openLot(tx, ctx, {
          offering_id: offering.id,
          person_id: subject.person?.id ?? wallet.id,
          investor_id: investorId,
          wallet_address: wallet.address,
          quantity: String(units),
          cost: offering.price_per_token,
          acquired_at: acquired,
          paid_in_full_at: acquired,
          acquired_from: 'issuer',
          acquired_under: offering.regulation,
          lockup_until: lockup,
          issuance_id: id,
        })
        await tx
          .update(offerings)
          .set({ tokens_issued: String(issued + units), token_decimals: offering.token_decimals, updated_at: at })
          .where(inScope(offerings, ctx, eq(offerings.id, offering.id)))
        if (investment)
          await tx
            .update(investments)
            .set({ issued_quantity: sql`${investments.issued_quantity} + ${String(units)}::numeric` })
            .where(inScope(investments, ctx, eq(investments.id, investment.id)))
      }
      if (allowed && ctx.world.faults.plays('mint_fails'))
        await setTimer(tx, ctx, { kind: 'mint_failed', subjectId: id, dueMs: ctx.now + 60_000 })
      const supplied = { ...offering, tokens_issued: String(allowed ? issued + units : issued) }
      const view: IssuanceView = {
        ...presentWhole(ctx, row!, supplied, { lockup, decision: decided.decision }),
        ...unsigned,
        token_check: ahead.check ?? {
          asked: false,
          allowed: null,
          reason: !ctx.world.chain.real ? 'sandbox_has_no_chain' : chain === 'solana' ? 'operation_not_supported' : 'token_not_linked',
        },
      }
      const object = { id, offering_id: offering.id, wallet_address: wallet.address, quantity: view.quantity, status, supply: view.supply }
      return {
        result: view,
        audit: { ...decided.audit, details: { ...decided.audit.details, issuance_id: id, status } },
        events: [
          {
            type: allowed ? ('token.issuance.authorized' as const) : ('token.issuance.denied' as const),
            resource: { type: 'issuance', id },
            object,
          },
          ...reused,
        ],
      }
    })
  },
})

/** What evidence says of a holder, and of their accreditation. */
async function vouchedFor(tx: Tx, ctx: Ctx, { person, wallet, persona, identity }: Awaited<ReturnType<typeof marketSubject>>) {
  const { found, shownBy } = evidencedBy({ investor: identity, acquirer: identity })
  const accreditation = await ctx.world.accreditation.of(tx, ctx, {
    personId: person?.id ?? wallet.id,
    shownFor: wallet.id,
    played: persona,
  })
  return { found: { ...found, ...accreditationFound(accreditation) }, shownBy }
}

const chainOf = (input: IssueInput, offering: Pick<OfferingRow, 'chain'>, family: string): string =>
  input.chain ?? offering.chain ?? (family === 'solana' ? 'solana' : 'ethereum')

interface Ahead {
  /** The unit of the token as its contract says it; null where none can be asked. */
  decimals: number | null
  /** On Solana: the mint, for whom and of what it was built. */
  mint: { to: string; token: string; unsigned: Unsigned } | null
  /** What the token said of the mint. */
  check: TokenCheck | null
}

/** What the chain is asked before anything is locked: nobody waits for a node that is slow. */
async function askAhead(ctx: Ctx, input: IssueInput, quantity: string): Promise<Ahead> {
  const nothing: Ahead = { decimals: null, mint: null, check: null }
  const offering = ctx.world.chain.real ? await findScoped(ctx.db, offerings, ctx, input.offering_id) : null
  const token = offering?.token_address
  if (!offering || !token) return nothing
  if (!token.startsWith('0x')) {
    const mint = await solanaOf(ctx.services).mintAt(token)
    const decimals = typeof mint === 'string' || isUnavailable(mint) ? null : mint.decimals
    const to = await walletOf(ctx, input)
    if (!to || chainOf(input, offering, 'solana') !== 'solana') return { decimals, mint: null, check: null }
    // A holder who is frozen is refused below, so that the thaw of an account lifts nobody's freeze.
    return {
      decimals,
      mint: { to, token, unsigned: await buildMint({ ctx, offering, to, quantity, chain: 'solana', thaw: true }) },
      check: null,
    }
  }
  const chainId = String(chainIdOf(ctx, offering.chain ?? 'ethereum'))
  const chain = askedChains(ctx.services).find((each) => each.chainId === chainId)
  const decimals = chain ? await decimalsOf(chain.client, token) : null
  const to = await walletOf(ctx, input)
  const amount = smallest({ token_decimals: decimals ?? offering.token_decimals }, quantity)
  return { decimals, mint: null, check: to ? await askTokenOfMint(ctx, { offering, to, amount }) : null }
}

async function walletOf(ctx: Ctx, input: IssueInput): Promise<string | null> {
  if (input.wallet_address) return input.wallet_address.canonical
  const investor = input.investor_id ? await findScoped(ctx.db, investors, ctx, input.investor_id) : null
  const wallet = investor?.wallet_id ? await findScoped(ctx.db, wallets, ctx, investor.wallet_id) : null
  return wallet?.address ?? null
}

async function holderOf(tx: Tx, ctx: Ctx, input: IssueInput): Promise<{ wallet: WalletRow; investorId: string | null; contrary: boolean }> {
  const investor = input.investor_id ? await findScoped(tx, investors, ctx, input.investor_id) : null
  if (input.investor_id && !investor) throw notFound()
  if (input.wallet_address) {
    const wallet = await ensureWallet(tx, ctx, input.wallet_address)
    if (investor && (investor.wallet_id ? investor.wallet_id !== wallet.id : wallet.person_id && wallet.person_id !== investor.person_id))
      throw new AppError('conflicting_fields', 'investor_id and wallet_address name different people.')
    const [bound] = investor
      ? [investor]
      : await tx
          .select()
          .from(investors)
          .where(inScope(investors, ctx, eq(investors.wallet_id, wallet.id)))
          .limit(1)
    return { wallet, investorId: bound?.id ?? null, contrary: bound?.accreditation?.contrary !== undefined }
  }
  if (!investor!.wallet_id) throw new AppError('wallet_required', 'The investor has no wallet to issue to.')
  const [wallet] = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.id, investor!.wallet_id)))
    .limit(1)
  return { wallet: wallet!, investorId: investor!.id, contrary: investor!.accreditation?.contrary !== undefined }
}

/** Who is frozen as a whole takes no units, new ones neither. */
async function refuseFrozen(tx: Tx, ctx: Ctx, offering: OfferingRow, subject: Awaited<ReturnType<typeof marketSubject>>): Promise<void> {
  const keeper = { personId: subject.person?.id ?? subject.wallet.id, walletAddress: subject.wallet.address }
  if (isWhollyFrozen(await freezesOn(tx, ctx, offering.id, [keeper]), keeper))
    throw new AppError('conflict', 'This holder is frozen and takes no units of the offering until the freeze is lifted.')
}

async function claimInvestment(tx: Tx, ctx: Ctx, id: string, offering: OfferingRow, units: bigint) {
  const investment = await lockScoped(tx, investments, ctx, id)
  if (!investment || investment.offering_id !== offering.id) throw notFound()
  if (investment.status !== 'accepted') throw new AppError('investment_not_accepted', `The investment is ${investment.status}.`)
  const open = BigInt(investment.token_quantity.split('.')[0]!) - BigInt(investment.issued_quantity.split('.')[0]!)
  if (open === 0n || units > open)
    throw new AppError('already_issued', `Only ${open} tokens of this investment are not issued yet.`, {
      extra: { remaining: String(open) },
    })
  return investment
}
