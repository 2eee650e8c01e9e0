import { serveStarter } from '../starter.js'

serveStarter({
  title: 'Become an investor',
  lead: 'We check who you are once. The answer belongs to your wallet and is good for each offering.',
  button: 'Check me',
  fields: [
    { name: 'full_name', label: 'Full name', pointer: '/kyc_data/full_name', autocomplete: 'name' },
    { name: 'date_of_birth', label: 'Date of birth', type: 'date', pointer: '/kyc_data/date_of_birth', autocomplete: 'bday' },
    { name: 'country', label: 'Country', hint: 'Two letters, such as US', pointer: '/kyc_data/country', autocomplete: 'country' },
    { name: 'state', label: 'State', hint: 'In the United States: two letters, such as NV', pointer: '/identity/state', optional: true },
    {
      name: 'wallet_address',
      label: 'Wallet address',
      hint: 'Sandbox: 0x5ea15ea15ea15ea15ea15ea15ea15ea100003001 is accredited, …2001 is on a sanctions list.',
    },
  ],
  ask: (client, { wallet_address, state, ...kyc_data }, options) =>
    client.investors.verifyOneCall({ wallet_address, kyc_data, ...(state && { identity: { state } }) }, options),
  tell: ({ investor_id, verification, next_action }) => [
    `Investor ${investor_id}: identity ${verification.identity_status}, accreditation ${verification.accreditation_status}.`,
    next_action.detail,
  ],
})
