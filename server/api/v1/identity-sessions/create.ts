import { createIdentitySession } from '#core/identity/sessions/create.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: createIdentitySession,
  method: 'post',
  path: '/identity/sessions',
  market: 'platform',
  summary: 'Open an identity session',
  description:
    'A page, or an app of yours, on which a person proves who they are: papers that a reviewer looks at, a digital identity wallet, the chip of a passport, a provider. What it comes to is told by `identity.session.*`; wallets and investors that wait for it are judged anew by themselves. With `claims` it is about an age or an accreditation alone, asked of a digital identity wallet.',
  status: 201,
  errors: ['not_found', 'conflict', 'conflicting_fields', 'provider_not_configured'],
  examples: [
    {
      name: 'wallet',
      summary: 'For the holder of a wallet',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100000002', level: 'enhanced' },
      response: { success: true, status: 'open', level: 'enhanced' },
    },
  ],
})
