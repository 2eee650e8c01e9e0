import { eq } from 'drizzle-orm'
import { requestIssuerRole } from '#core/access/roles/request.ts'
import { verifyWalletVerb } from '#core/identity/wallets/verify.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { findByEmail } from '#core/kernel/people.ts'
import { atHome } from '#core/kernel/permissions.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { contactInput, sendContactEmail } from '#core/portal/inquiries/send-inquiry.ts'
import { settings } from '#db/schema.ts'

const DONE = 'demo_admin_story'
/** Wallets of the sandbox whose holder resembles a listed person, and one who holds a public office. */
const HELD = ['0x5ea15ea15ea15ea15ea15ea15ea15ea100002003', '0x5ea15ea15ea15ea15ea15ea15ea15ea100002004']

/**
 * Gives the demo admin something to decide: wallets held for a possible match, a request to become an issuer, an inquiry.
 * Every one is made by the verb that makes it in earnest. Told once; returns false when there is nothing to tell.
 */
export async function tellAdminStory(services: Services): Promise<boolean> {
  const { db } = services.connection
  const [told] = await db.select().from(settings).where(eq(settings.key, DONE)).limit(1)
  const issuer = await findByEmail(db, services, 'issuer@demo.sealwright.example')
  const investor = await findByEmail(db, services, 'investor@demo.sealwright.example')
  if (told || !issuer || !investor) return false
  const tenant = systemCtx(services, { id: 'demo', organizationId: issuer.organization_id, environment: 'sandbox' })
  for (const wallet_address of HELD)
    await verifyWalletVerb({
      ctx: tenant,
      input: { wallet_address, kyc_data: { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' } },
    })
  const person: Ctx = {
    ...systemCtx(services, { id: 'demo', organizationId: investor.organization_id, environment: 'sandbox' }),
    actor: {
      type: 'user',
      id: investor.id,
      ...atHome(investor.organization_id, 'investor'),
      email: investor.email,
      sessionId: 'demo',
      secondFactorAt: null,
    },
  }
  await requestIssuerRole({
    ctx: person,
    input: { reason: 'We own two apartment houses in Hamburg and want to raise debt on one of them under Regulation S.' },
  }).catch((error) => {
    if (!(error instanceof AppError && error.code === 'already_exists')) throw error
  })
  await sendContactEmail({
    ctx: tenant,
    input: contactInput.parse({
      firstName: 'Ines',
      lastName: 'Example',
      company: 'Example Marketplace',
      email: 'ines@marketplace.example',
      phone: '+49 40 1234567',
      inquiryType: 'api',
      notes: 'We list tokenized artwork and want to check creators and buyers. Which of the two calls do we need first?',
    }),
  })
  await db.insert(settings).values({ key: DONE, value: true, updated_at: new Date() }).onConflictDoNothing()
  return true
}
