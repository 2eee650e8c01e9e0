import { recordExclusion } from '#core/identity/exclusions/record.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: recordExclusion,
  method: 'post',
  path: '/gaming/self-exclusions',
  market: 'gaming',
  summary: 'Record a self-exclusion',
  description:
    'Keeps the person behind a wallet from play in your organisation, through the last day in the place of play: every wallet of theirs is then answered `self_excluded` by the age check. Called again with a later day it lasts longer; it is never shortened and cannot be taken back. Needs no more of the person than a wallet.',
  status: 201,
  errors: ['self_exclusion_stands', 'conflicting_fields'],
  examples: [
    {
      name: 'six_months',
      summary: 'Six months away from all play',
      request: { wallet_address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', duration: '6_months' },
      response: { success: true, object: 'self_exclusion', scope: 'all', status: 'active' },
    },
  ],
})
