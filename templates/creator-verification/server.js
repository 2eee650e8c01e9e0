import { serveStarter } from '../starter.js'

serveStarter({
  title: 'Verify yourself as a creator',
  lead: 'Buyers see your tier beside your work. Each link you prove raises it.',
  button: 'Verify me',
  fields: [
    {
      name: 'wallet_address',
      label: 'Wallet address',
      hint: 'Sandbox: 0x5ea15ea15ea15ea15ea15ea15ea15ea100000002 is clean, …4005 trades with itself, …2001 is on a sanctions list.',
    },
    { name: 'creator_name', label: 'Creator name' },
    { name: 'twitter', label: 'Twitter', pointer: '/social_links/twitter', optional: true },
    { name: 'instagram', label: 'Instagram', pointer: '/social_links/instagram', optional: true },
    { name: 'website', label: 'Website', hint: 'With https://', type: 'url', pointer: '/social_links/website', optional: true },
  ],
  ask: (client, { wallet_address, creator_name, ...links }, options) => {
    const social_links = Object.fromEntries(Object.entries(links).filter(([, value]) => value))
    return client.nfts.verifyCreator({ wallet_address, creator_name, social_links }, options)
  },
  tell: ({ creator_name, verification_tier, risk_score, next_tier }) => [
    `${creator_name}: tier ${verification_tier}, risk ${risk_score} of 100.`,
    next_tier && `For ${next_tier.tier}: ${next_tier.missing.map((name) => name.replaceAll('_', ' ')).join(', ')}.`,
  ],
})
