import { eq } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { holderWallet } from '#tests/holder-wallet.ts'
import { connectUserWallet } from '../user-wallets/connect.ts'
import { proveOwnWallet } from '../user-wallets/prove.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://sealwright.example' })
})
afterAll(() => api?.stop())

async function person(email: string, secondFactorAt: number | null = Date.now()): Promise<Ctx> {
  const id = await makeAccount(api, email)
  const [row] = await api.services.connection.db.select().from(users).where(eq(users.id, id))
  const organizationId = row!.organization_id
  const base = systemCtx(api.services, { id, organizationId, environment: 'sandbox' })
  return { ...base, actor: { type: 'user', id, ...atHome(organizationId, 'investor'), email, sessionId: 's', secondFactorAt } }
}

test('a person offers their own credential to their own wallet, with their name where they want it, after a fresh proof', async () => {
  const ada = await person('ada@offers.example')
  const verbs = bindVerbs(ada)
  const values = {
    ...{ firstName: 'Ada', lastName: 'Example', dateOfBirth: '1985-04-02', nationalIdLast4: '1234', phoneNumber: '+13025550123' },
    ...{ address: '1 Harbour Street', city: 'Wilmington', state: 'DE', zipCode: '19801', country: 'US' },
  }
  await verbs.saveOwnVerification({ step: 'identity', values, complete: true })
  await verbs.submitOwnVerification({ acceptedTerms: true, signature: 'Ada Example' })
  const own = await personalCtx(ada)
  const account = privateKeyToAccount(`0x${'0ffe4'.padStart(64, '0')}`)
  const { message } = await connectUserWallet({ ctx: own, input: { address: account.address, chainId: '1', provider: 'metamask' } })
  await proveOwnWallet({ ctx: own, input: { message, signature: await account.signMessage({ message }) } })
  const { id } = (await verbs.listOwnCredentials()).credentials.find((one) => one.state === 'active')!

  const offer = await verbs.offerOwnCredential({ id, named: true })
  expect(offer.qr_svg).toMatch(/^<svg/)
  const credential_offer = JSON.parse(new URL(offer.url).searchParams.get('credential_offer')!)
  const taken = await holderWallet(api, 'sandbox').take({ credential_offer, tx_code: offer.tx_code }, 'identity_assurance_named')
  expect(taken.status, taken.text).toBe(200)
  const disclosed = taken.body.credentials[0].credential.split('~').slice(1, -1)
  const claims = Object.fromEntries(disclosed.map((one: string) => JSON.parse(Buffer.from(one, 'base64url').toString()).slice(1)))
  expect(claims).toMatchObject({ full_name: 'Ada Example', birthdate: '1985-04-02', age_over_21: true })

  expect(await verbs.listOwnOffers()).toMatchObject([{ credential_id: id, status: 'collected', named: true }])
  await verbs.offerOwnCredential({ id })
  const [waiting] = await verbs.listOwnOffers()
  const other = bindVerbs(await person('end@offers.example'))
  expect(await other.listOwnOffers()).toEqual([])
  await expect(other.endOwnOffer({ id: waiting!.id, credential_id: id })).rejects.toMatchObject({ code: 'not_found' })
  await verbs.endOwnOffer({ id: waiting!.id, credential_id: id })
  expect(await verbs.listOwnOffers()).toMatchObject([
    { id: waiting!.id, status: 'ended', end_reason: 'cancelled' },
    { status: 'collected' },
  ])

  await expect(bindVerbs(await person('other@offers.example')).offerOwnCredential({ id })).rejects.toMatchObject({ code: 'not_found' })
  const unproven = { ...ada, actor: { ...ada.actor, secondFactorAt: null } } as Ctx
  await expect(bindVerbs(unproven).offerOwnCredential({ id })).rejects.toMatchObject({ code: 'step_up_required' })
  await verbs.revokeOwnCredential({ id })
  await expect(verbs.offerOwnCredential({ id })).rejects.toMatchObject({ code: 'credential_invalid' })
})
