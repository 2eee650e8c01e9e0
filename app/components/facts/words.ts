/** What each fact of an organisation is called, and how it is asked for on a page. */
export type FactControl = 'yes-no' | 'lines' | 'number' | readonly (readonly [value: string, words: string])[]

/** Under which heads the facts of an organisation stand. */
const GROUPS: readonly (readonly [head: string, facts: readonly string[]])[] = [
  [
    'Regulators and licences',
    ['us_bsa_type', 'cdd_regime', 'casp_auth', 'serves_eu', 'nexus', 'licences', 'transfer_agent', 'travel_seats', 'art_trader'],
  ],
  ['Markets and thresholds', ['markets_used', 'large_value_usd', 'game_blocklist']],
  [
    'Identity and personal data',
    ['data_bases', 'retention_years', 'identity_evidence_days', 'identity_second_person', 'accreditation_second_person'],
  ],
  ['How old data may be', ['data_budgets']],
  ['Programmes relied on', ['reliance_keys', 'identity_reliance', 'reliance_agreement']],
]
const REST = 'People and contracts'

/** Facts of an organisation by head, in the order of the heads; what has none of its own stands last. */
export function grouped<F extends { fact: string }>(facts: readonly F[]): [head: string, facts: F[]][] {
  const headOf = ({ fact }: F) => GROUPS.find(([, names]) => names.includes(fact))?.[0] ?? REST
  const found = Map.groupBy(facts, headOf)
  return [...GROUPS.map(([head]) => head), REST].flatMap((head) => (found.has(head) ? [[head, found.get(head)!] as [string, F[]]] : []))
}

export const TENANT_WORDS: Record<string, { label: string; hint?: string; control: FactControl }> = {
  licences: {
    label: 'Licences held',
    hint: 'One a line, as kind:place, with the vertical where the place licenses only some: gambling:US-NJ:sports. Leave it empty if you hold none.',
    control: 'lines',
  },
  us_bsa_type: {
    label: 'Kind of reporting institution in the United States (31 CFR chapter X)',
    control: [
      ['none', 'None'],
      ['msb', 'Money services business'],
      ['bank', 'Bank'],
      ['broker_dealer', 'Broker or dealer'],
      ['futures', 'Futures commission merchant'],
      ['mutual_fund', 'Mutual fund'],
      ['ppsi', 'Permitted payment stablecoin issuer'],
    ],
  },
  cdd_regime: {
    label: 'Whose due diligence you follow',
    control: [
      ['US', 'United States'],
      ['EU', 'European Union'],
      ['UK', 'United Kingdom'],
    ],
  },
  casp_auth: { label: 'Authorised as a crypto-asset service provider under MiCA', control: 'yes-no' },
  serves_eu: { label: 'Serves clients in the European Union', control: 'yes-no' },
  art_trader: { label: 'Trades in works of art by profession', control: 'yes-no' },
  travel_seats: {
    label: 'Countries whose travel rule binds you as a provider',
    hint: 'One a line, two letters each, such as US.',
    control: 'lines',
  },
  data_bases: {
    label: 'On which basis you use personal data',
    hint: 'One a line, as purpose:basis: identity:legal_obligation, reuse:consent, automated_denial:contract:30 with the days until a person looks again.',
    control: 'lines',
  },
  identity_second_person: {
    label: 'Two of your people accept the documents of a person',
    hint: 'One after the other. While you do not say, one of them does.',
    control: 'yes-no',
  },
  member_changes_by_two: {
    label: 'Two of your people change who belongs to you',
    hint: 'Invitations and changes of roles wait for a second owner or admin, in both environments. To end this takes two people as well.',
    control: 'yes-no',
  },
  policy_changes_by_two: {
    label: 'Two of your people change settings',
    hint: 'Each change is a plan that both have before them: under Policy, or by PUT /v1/policy. To end this takes two people as well.',
    control: 'yes-no',
  },
  identity_evidence_days: {
    label: 'Days for which reviewed documents count',
    hint: 'At most until the document’s own last day. 365 while you do not say.',
    control: 'number',
  },
  accreditation_second_person: {
    label: 'Two of your people confirm an accreditation',
    hint: 'One after the other, and neither of them sent it. While you do not say, one of them does.',
    control: 'yes-no',
  },
  data_budgets: {
    label: 'How old data may be in your decisions',
    hint: 'One a line, as kind:age:outcome: sanctions_lists:12h:review (2 to 24 hours), list_publications:60d:review (7 to 365 days), country_risk:150d:review (125 to 365), exchange_rates:2d:deny (1 to 7), identity:365d:review (1 to 3650). Beyond it nothing is allowed: the outcome is review or deny, as you say.',
    control: 'lines',
  },
  markets_used: {
    label: 'Markets you use',
    hint: 'One a line: securities, stablecoins, nfts, defi, gaming. What is asked in another is denied; all are used while you do not say.',
    control: 'lines',
  },
  large_value_usd: {
    label: 'From how many US dollars a payment needs enhanced verification',
    hint: '100 to 10,000. The platform holds from 10,000 in any case.',
    control: 'number',
  },
  nexus: {
    label: 'Whose sanctions law binds you besides the United States’ and the United Nations’',
    hint: 'One a line: EU, UK. While the list of one is not loaded, the rules ask for it and nothing is allowed.',
    control: 'lines',
  },
  retention_years: {
    label: 'Years for which what a law has kept of a person is kept at least',
    hint: '5 to 30, never shorter than the law says.',
    control: 'number',
  },
  transfer_agent: {
    label: 'A registered transfer agent keeps the registers of your tokens',
    hint: 'Counts where your issuer’s facts say nothing of it; a no counts in any case.',
    control: 'yes-no',
  },
  game_blocklist: {
    label: 'Places where nobody may play',
    hint: 'One a line: a country or a part of it, such as US-NJ. Whatever their law says.',
    control: 'lines',
  },
  reliance_keys: {
    label: 'Keys with which your own programme signs whom it identified',
    hint: 'One a line, as did:key of an Ed25519 or P-256 key.',
    control: 'lines',
  },
  enterprise_contract: { label: 'Enterprise contract with Sealwright in force', control: 'yes-no' },
  reliance_agreement: { label: 'Contract of reliance in force', control: 'yes-no' },
  identity_reliance: {
    label: 'Identities of its own programme are relied on, up to which level',
    control: [
      ['basic', 'Basic'],
      ['enhanced', 'Enhanced'],
    ],
  },
}

/** What each kind of data is called whose age has a budget. */
export const DATA_WORDS: Record<string, string> = {
  sanctions_lists: 'Sanctions lists, since they were last known to be current',
  list_publications: 'Sanctions lists, since the day of their publication',
  country_risk: 'Country risk, since the statement that the table follows',
  exchange_rates: 'Exchange rates, since their day',
  identity: 'Who somebody is, since it was found out',
}

export const SOURCE_WORDS: Record<string, string> = {
  configured: 'The organisation itself',
  established: 'An administrator of Sealwright',
  simulated: 'Taken for granted by the sandbox',
}

/** What counts at once: it is judged when it is said, or two people agree to it. */
export const COUNTS_AT_ONCE: readonly string[] = [
  ...[
    'data_bases',
    'reliance_keys',
    'member_changes_by_two',
    'policy_changes_by_two',
    'identity_second_person',
    'accreditation_second_person',
  ],
  ...['enterprise_contract', 'reliance_agreement', 'identity_reliance'],
]

/** The time that a form names, in UTC; none where it counts at once. */
export const fromOf = (form: FormData): { effective_at?: string } => {
  const said = String(form.get('effective_at') ?? '')
  return said ? { effective_at: `${said}${said.length === 16 ? ':00' : ''}Z` } : {}
}

/** The value that a form says of a fact; null takes it back. */
export function saidOf(fact: string, form: FormData): unknown {
  if (form.get('said') === 'unsaid') return null
  const control = TENANT_WORDS[fact]?.control
  const said = String(form.get('value') ?? '')
  if (control === 'lines')
    return said
      .split(/[\n,]/)
      .map((line) => line.trim())
      .filter(Boolean)
  if (control === 'number') return /^\d{1,6}$/.test(said.trim()) ? Number(said) : said
  return control === 'yes-no' ? said === 'yes' : said
}
