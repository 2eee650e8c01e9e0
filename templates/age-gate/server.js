import { serveStarter } from '../starter.js'

serveStarter({
  title: 'Before you play',
  lead: 'Whether you may play depends on your age and where you are. Your date of birth is used once and not kept.',
  button: 'Let me in',
  fields: [
    {
      name: 'wallet_address',
      label: 'Wallet address',
      hint: 'Sandbox: 0x5ea15ea15ea15ea15ea15ea15ea15ea100006021 is of age, …6013 is too young, …2001 is on a sanctions list.',
    },
    { name: 'date_of_birth', label: 'Date of birth', type: 'date', autocomplete: 'bday' },
    { name: 'jurisdiction', label: 'Where you are', hint: 'Country or state, such as DE or US-NV' },
    {
      name: 'activity',
      label: 'What you play',
      options: [
        ['general', 'Games'],
        ['skill_gaming', 'Games of skill for money'],
        ['gambling', 'Games of chance for money'],
      ],
    },
  ],
  ask: (client, values, options) => client.gaming.verifyAge({ ...values, required_age_tier: '18+' }, options),
  tell: ({ eligible, age_tier, required_age_tier, jurisdiction }) => [
    eligible ? 'You may play.' : 'You may not play here.',
    `Age ${age_tier.replace('_', ' ')}, needed ${required_age_tier}. ${jurisdiction.code}: ${jurisdiction.rule}.`,
  ],
})
