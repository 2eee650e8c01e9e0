import { checkSanctions } from '#core/screening/screenings/check.ts'
import { defineOperation } from '../../../operation.ts'

export default defineOperation({
  verb: checkSanctions,
  method: 'post',
  path: '/sanctions/check',
  market: 'stablecoins',
  summary: 'Screen a wallet or a person',
  description:
    'Screens an address exactly and a name with tolerance against the official lists in force, and explains every point of the score. Numbers in `identifiers` are compared with listed ones of their type, and an equal one is at least a review. Up to 100 `subjects` in one call. `as_of` answers from the lists as they were loaded on a past day; `monitor` screens the subject again whenever a list changes.',
  functionName: 'sanctions-check',
  status: 200,
  errors: ['subject_required', 'too_many_subjects', 'conflicting_fields', 'screening_unavailable'],
  scenarios: ['2001', '2002', '2003', '2004', '2005', '2006', '2007', '9503'],
  examples: [
    {
      name: 'listed_address',
      summary: 'A listed address is a hit',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002001', country: 'US' },
      response: { success: true, sanctioned: true, status: 'hit' },
    },
    {
      name: 'document',
      summary: 'The passport of a listed person is looked at, whatever the name',
      request: { full_name: 'Somebody Else', identifiers: [{ type: 'passport', value: 'SBX0000001' }] },
      response: { success: true, sanctioned: false, status: 'possible_match' },
    },
    {
      name: 'possible_match',
      summary: 'A possible match opens a case; monitored from now on',
      request: { wallet_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100002003', monitor: true },
      response: { success: true, sanctioned: false, status: 'possible_match', monitored: true },
    },
  ],
})
