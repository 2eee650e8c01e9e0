import { magicWallet as wallet } from '#screening/sandbox-sample.ts'
import { scenarios } from '#tools/sdks/testing/scenarios.ts'

type Call = readonly [path: string, body: object]

const ADA = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
const fresh = (n: number) => `0x${(0xa11ce000 + n).toString(16).padStart(40, '0')}`
const pay = (from: string, to: string, amount: string, more: object = {}) =>
  ['/transactions', { type: 'payment', from_address: from, to_address: to, amount, currency: 'USDC', ...more }] as const

/** Calls in their order: what came before is known to those after it, on both sides. */
export const CALLS: readonly Call[] = [
  // Every wallet of the catalogue, of which nothing was heard before.
  ...scenarios.filter((one) => !one.code.startsWith('9')).map((one) => pay(one.wallet_address, wallet('0002'), '1500')),
  ...scenarios
    .filter((one) => !one.code.startsWith('9'))
    .map((one) => ['/wallets/verify', { wallet_address: one.wallet_address, kyc_data: ADA }] as const),
  ...scenarios
    .filter((one) => one.market === 'defi' || one.code.startsWith('1'))
    .map((one) => ['/defi/verify-wallet', { wallet_address: one.wallet_address, protocol_name: 'Example Lend' }] as const),
  ...scenarios
    .filter((one) => one.market === 'gaming')
    .map((one) => ['/gaming/verify-age', { wallet_address: one.wallet_address, jurisdiction: 'US-NV', activity: 'gambling' }] as const),
  ['/gaming/verify-age', { wallet_address: fresh(1), jurisdiction: 'DE', date_of_birth: '2015-01-01' }],
  // What was sent before counts: many small payments, round sums, one after the other.
  ...Array.from({ length: 6 }, (_, i) => pay(fresh(10), fresh(11 + (i % 3)), '2900')),
  pay(fresh(10), fresh(11), '9500'),
  pay(fresh(20), fresh(21), '60000'),
  pay(fresh(22), fresh(21), '0.01'),
  pay(wallet('0001'), fresh(23), '12000', {
    originator: { name: 'Olga Example', address: { country: 'US' } },
    beneficiary: { name: 'Mallory Sanctioned', vasp: 'vasp.example' },
  }),
  pay(wallet('0001'), fresh(24), '4000', { originator: { name: 'Olga Example' }, beneficiary: { name: 'Ben Example', self_hosted: true } }),
  pay(wallet('0001'), wallet('0001'), '10'),
  pay(wallet('0001'), fresh(25), '-10'),
  pay(wallet('0001'), fresh(25), '10', { unheard_of: true }),
  pay(wallet('0001'), fresh(25), '10', { dry_run: true }),
  ['/transactions', { from_address: fresh(26), to_address: fresh(27), amount: '5', currency: 'EURC', market: 'gaming' }],
  // Units of the sandbox's offerings.
  ...['off_sandbox_open', 'off_sandbox_506c', 'off_sandbox_reg_s'].flatMap((offering_id) =>
    [
      ['3005', '3001'],
      ['3005', '3002'],
      ['3001', '3002'],
      ['3005', '2006'],
      ['3005', '2001'],
      ['3005', '1004'],
    ].map(
      ([from, to]) =>
        ['/transactions', { type: 'transfer', from_address: wallet(from!), to_address: wallet(to!), quantity: '10', offering_id }] as const,
    ),
  ),
  [
    '/transactions',
    {
      type: 'trade',
      from_address: wallet('3005'),
      to_address: wallet('3001'),
      quantity: '10',
      offering_id: 'off_sandbox_open',
      venue_id: 'ven_sandbox_lapsed',
    },
  ],
  [
    '/transactions',
    { type: 'transfer', from_address: wallet('3005'), to_address: wallet('3001'), quantity: '10', offering_id: 'off_nowhere' },
  ],
  // People, places, and what cannot be read.
  [
    '/wallets/verify',
    { wallet_address: fresh(30), kyc_data: { full_name: 'Malory Sanctiond', date_of_birth: '1990-01-01', country: 'US' } },
  ],
  [
    '/wallets/verify',
    { wallet_address: fresh(31), kyc_data: { full_name: 'Ivan Vydumannyi', date_of_birth: '1958-03-03', country: 'DE' } },
  ],
  ['/wallets/verify', { wallet_address: fresh(32), kyc_data: { ...ADA, country: 'KP' } }],
  ['/wallets/verify', { wallet_address: fresh(33), kyc_data: { ...ADA, full_name: 'Irina Example', country: 'UA' } }],
  ['/wallets/verify', { wallet_address: fresh(34), kyc_data: { ...ADA, full_name: 'Irina Example', country: 'UA', region: 'UA-43' } }],
  ['/wallets/verify', { wallet_address: fresh(35), level: 'enhanced', kyc_data: ADA }],
  ['/wallets/verify', { wallet_address: fresh(36), kyc_data: { ...ADA, date_of_birth: '2020-01-01' } }],
  ['/wallets/verify', { wallet_address: fresh(37) }],
  ['/wallets/verify', { wallet_address: '0x12' }],
  [
    '/wallets/verify',
    { wallet_address: fresh(30), kyc_data: { full_name: 'Malory Sanctiond', date_of_birth: '1990-01-01', country: 'US' } },
  ],
  ['/sanctions/check', { full_name: 'Fictitious Front Trading', entity_type: 'organization' }],
  ['/sanctions/check', { full_name: 'Ada Example', country: 'IR' }],
  ['/sanctions/check', { subjects: [{ full_name: 'Wade Alias', date_of_birth: '1972-09-09' }, { wallet_address: wallet('2005') }] }],
  ['/sanctions/check', {}],
  ...scenarios
    .filter((one) => one.code.startsWith('2'))
    .map((one) => ['/sanctions/check', { wallet_address: one.wallet_address }] as const),
]
