export type Author = { readonly slug: string; readonly name: string; readonly description: string; readonly topics: readonly string[] }

/** Articles are written and reviewed by the product's teams; no person is named. */
export const AUTHORS = [
  {
    slug: 'securities-desk',
    name: 'Securities Desk',
    description:
      'Writes and maintains the rules for Reg D, Reg A+, Reg S and resale, each with its citation and its cases on both sides of the edge.',
    topics: ['Exemptions', 'Accreditation', 'Resale', 'Cap tables'],
  },
  {
    slug: 'compliance-engineering',
    name: 'Compliance Engineering',
    description: 'Builds the rule engine, the screening index and the decision log, and writes about what makes an answer checkable.',
    topics: ['Sanctions screening', 'Travel Rule', 'Replay', 'Monitoring'],
  },
  {
    slug: 'developer-relations',
    name: 'Developer Relations',
    description: 'Owns the guides, the SDKs and the samples; every sample it publishes is executed first.',
    topics: ['Webhooks', 'SDKs', 'Sandbox', 'Integration'],
  },
  {
    slug: 'research',
    name: 'Research',
    description:
      'Reads statutes, regulations and proposals in the United States, the European Union and the United Kingdom, and says what is law and what is not yet.',
    topics: ['Stablecoins', 'DeFi', 'Gaming', 'NFTs'],
  },
] as const satisfies readonly Author[]
