import { serveStarter } from '../starter.js'

/** One side of the payment as the API reads it; nothing when no name was given. */
const party = (name, vasp, address, country) =>
  name || vasp
    ? {
        ...(name && { name }),
        ...(address && { address: { addressLine: [address], country: country.toUpperCase() } }),
        ...(vasp && { vasp }),
      }
    : undefined

serveStarter({
  title: 'Send a payment',
  lead: 'From 3,000 USD on, the Travel Rule asks who sends and who receives.',
  button: 'Check the payment',
  fields: [
    {
      name: 'from_address',
      label: 'From wallet',
      hint: 'Sandbox: 0x5ea15ea15ea15ea15ea15ea15ea15ea100000001 is clean.',
    },
    {
      name: 'to_address',
      label: 'To wallet',
      hint: 'Sandbox: 0x5ea15ea15ea15ea15ea15ea15ea15ea100000002 is clean, …5002 needs names from $3,000, …7002 brings its own and accepts, …2001 is on a sanctions list.',
    },
    { name: 'amount', label: 'Amount', hint: 'Such as 500 or 12500.00' },
    {
      name: 'currency',
      label: 'Currency',
      options: [
        ['USDC', 'USDC'],
        ['USDT', 'USDT'],
        ['EURC', 'EURC'],
      ],
    },
    { name: 'originator_name', label: 'Name of the sender', pointer: '/originator', optional: true, autocomplete: 'name' },
    { name: 'originator_address', label: 'Address of the sender', pointer: '/originator/address', optional: true },
    { name: 'originator_country', label: 'Country of the sender', hint: 'Two letters, such as US', optional: true },
    { name: 'beneficiary_name', label: 'Name of the recipient', pointer: '/beneficiary', optional: true },
    {
      name: 'beneficiary_vasp',
      label: 'Provider of the recipient',
      hint: 'The exchange or bank that keeps the wallet',
      pointer: '/beneficiary/vasp',
      optional: true,
    },
  ],
  ask: (client, values, options) =>
    client.transactions.create(
      {
        type: 'payment',
        from_address: values.from_address,
        to_address: values.to_address,
        amount: values.amount,
        currency: values.currency,
        originator: party(values.originator_name, undefined, values.originator_address, values.originator_country),
        beneficiary: party(values.beneficiary_name, values.beneficiary_vasp),
      },
      options,
    ),
  tell: ({ id, status, travel_rule, decision }) => [
    `Payment ${id}: ${status.replaceAll('_', ' ')}.`,
    travel_rule &&
      `Travel Rule (${travel_rule.regime}): ${travel_rule.required ? `needed, ${travel_rule.status.replaceAll('_', ' ')}` : 'not needed'}.`,
    decision.outcome !== 'deny' && travel_rule?.missing.includes('/originator') && 'Give the name of the sender and send the form again.',
    decision.outcome !== 'deny' &&
      travel_rule?.missing.includes('/beneficiary') &&
      'Give the name of the recipient and send the form again.',
  ],
})
