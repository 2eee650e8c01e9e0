import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { personalCtx, personalEnvironment } from '#core/access/accounts/personal.ts'
import { ownInvestor } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { findByEmail } from '#core/kernel/people.ts'
import { atHome } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { listOwnInvitations } from '#core/portal/holders/admissions.ts'
import { answerInvitation } from '#core/portal/holders/answer-invitation.ts'
import { investAsHolder } from '#core/portal/holders/invest.ts'
import { saveOwnVerification, submitOwnVerification } from '#core/portal/holders/verification.ts'
import { inviteInvestor } from '#core/portal/invitations/invite.ts'
import { connectUserWallet } from '#core/portal/user-wallets/connect.ts'
import { listOwnWallets } from '#core/portal/user-wallets/list.ts'
import { proveOwnWallet } from '#core/portal/user-wallets/prove.ts'
import { confirmIssuance } from '#core/securities/tokens/confirm.ts'
import { issueInput, issueTokens } from '#core/securities/tokens/issue.ts'
import { offerings, settings } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { moveClock } from '../worlds/control.ts'

const DAY_MS = 86_400_000
const DONE = 'demo_investor_story'
const INVESTOR = 'investor@demo.sealwright.example'
const ISSUER = 'issuer@demo.sealwright.example'
/** The offering of the issuer's story in which the demo investor holds, and what they bought: amount, days ago. */
const HELD = 'demo-lumen'
const BOUGHT: [string, number][] = [
  ['5000', 62],
  ['2500', 31],
]

const identity = {
  firstName: 'Demo',
  lastName: 'Investor',
  dateOfBirth: '1984-03-09',
  address: '12 Example Lane',
  city: 'Hamburg',
  zipCode: '20095',
  country: 'DE',
  phoneNumber: '+4940123456789',
}

/** The key of the demo investor's wallet: the same everywhere, so it holds nothing anywhere. */
const wallet = privateKeyToAccount(`0x${createHash('sha256').update('sealwright demo investor').digest('hex')}`)

/**
 * Tells the demo investor's story after the issuer's: verified, sealed to a wallet, admitted, invested, locked up. Every step is a
 * verb at its own time, for which the two sandboxes' clocks are moved and then set back. Told once; returns false when there is
 * nothing to tell.
 */
export async function tellInvestorStory(services: Services, now = Date.now()): Promise<boolean> {
  const { db } = services.connection
  const [told] = await db.select().from(settings).where(eq(settings.key, DONE)).limit(1)
  const investor = await findByEmail(db, services, INVESTOR)
  const issuer = await findByEmail(db, services, ISSUER)
  if (told || !investor || !issuer || personalEnvironment(services) !== 'sandbox') return false
  const operator = (organizationId: string): Ctx => systemCtx(services, { id: 'demo', organizationId, environment: 'sandbox' })
  const stages = [operator(investor.organization_id), operator(issuer.organization_id)]
  const holder: Ctx = {
    ...operator(investor.organization_id),
    actor: {
      type: 'user',
      id: investor.id,
      ...atHome(investor.organization_id, 'investor'),
      email: INVESTOR,
      sessionId: 'demo',
      secondFactorAt: null,
    },
  }
  const at = async (daysAgo: number) => {
    for (const ctx of stages) await moveClock({ ctx, input: { set: new Date(now - daysAgo * DAY_MS).toISOString() } })
    return { ...stages[1]!, now: now - daysAgo * DAY_MS }
  }
  try {
    await at(75)
    await verify(holder)
    await at(74.9)
    await seal(holder)
    await hold(holder, at)
  } finally {
    for (const ctx of stages) await moveClock({ ctx, input: { resume: true } })
  }
  await db.insert(settings).values({ key: DONE, value: true, updated_at: new Date() }).onConflictDoNothing()
  return true
}

async function verify(ctx: Ctx): Promise<void> {
  if (await ownInvestor(ctx.db, await personalCtx(ctx))) return
  await saveOwnVerification({ ctx, input: { step: 'identity', values: identity, complete: true } })
  await submitOwnVerification({ ctx, input: { acceptedTerms: true, signature: 'Demo Investor' } })
}

async function seal(ctx: Ctx): Promise<void> {
  const own = await personalCtx(ctx)
  if ((await listOwnWallets({ ctx: own })).data.some((each) => each.isKYCVerified)) return
  const { message } = await connectUserWallet({ ctx: own, input: { address: wallet.address, chainId: '1', provider: 'metamask' } })
  await proveOwnWallet({ ctx: own, input: { message, signature: await wallet.signMessage({ message }) } })
}

/** Admitted to one offering of the issuer's story, if it was told, with two purchases there. */
async function hold(ctx: Ctx, at: (daysAgo: number) => Promise<Ctx>): Promise<void> {
  const tenant = await at(66)
  const [offering] = await ctx.db
    .select()
    .from(offerings)
    .where(inScope(offerings, tenant, eq(offerings.external_id, HELD)))
    .limit(1)
  if (offering?.status !== 'open') return
  await inviteInvestor({ ctx: tenant, input: { offering_id: offering.id, email: INVESTOR } }).catch((error) => {
    if (!(error instanceof AppError && error.code === 'already_exists')) throw error
  })
  const invited = (await listOwnInvitations({ ctx })).data.find((each) => each.offering.id === offering.id)
  if (!invited) return
  await at(65)
  if (invited.status === 'sent') await answerInvitation({ ctx, input: { invitation_id: invited.id, accept: true, share: [] } })
  for (const [amount, daysAgo] of BOUGHT) {
    await at(daysAgo)
    const bought = await investAsHolder({
      ctx,
      input: { invitation_id: invited.id, amount, payment_method: 'wire', agreed: true, dry_run: false },
    })
    if (bought.status !== 'accepted') continue
    const issuing = await at(daysAgo - 0.5)
    const issued = await issueTokens.run({
      ctx: issuing,
      input: issueInput.parse({
        offering_id: offering.id,
        investor_id: bought.investor_id,
        investment_id: bought.id!,
        quantity: bought.quantity,
      }),
    })
    if (issued.status === 'authorized')
      await confirmIssuance.run({
        ctx: issuing,
        input: { id: issued.id, transaction_hash: `0x${createHash('sha256').update(`mint of ${bought.id}`).digest('hex')}` },
      })
  }
}
