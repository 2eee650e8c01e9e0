import { z } from 'zod'
import { isCountry } from '#core/kernel/countries.ts'
import { keyOfDid } from '#credentials/did-key.ts'
import { TX_MARKETS } from '#engine/facts/words.ts'
import { DATA_KIND_NAMES, DATA_KINDS, type DataKind, dataBudgetOf } from '#engine/tables/data-kinds.ts'
import { BY_TWO } from '../members/by-two.ts'
import { SETTINGS_BY_TWO } from './by-two.ts'
import type { Contract } from './contracts.ts'

const place = '[A-Z]{2}(?:-[A-Z0-9]{1,3})?'
const licence = z
  .string()
  .regex(
    new RegExp(`^(?:gambling|lender|money_transmitter):${place}(?::[a-z_]{1,30})?$`),
    'A kind and a place, such as gambling:US-NJ:sports',
  )
const placeCode = z.string().regex(new RegExp(`^${place}$`), 'A country or a part of it, such as US-NJ')

/** A purpose, its basis, and of an automated denial the days until a person looks again. */
export const DATA_BASIS = /^(identity|reuse|automated_denial):(legal_obligation|contract|consent|none)(?::(\d{1,4}))?$/

const budgetsLet = DATA_KIND_NAMES.map((kind) => `${kind} ${hours(DATA_KINDS[kind].least)} to ${hours(DATA_KINDS[kind].most)}`)
const BUDGETS_MEAN = `How old data may be in its decisions, each as kind:age:outcome, such as sanctions_lists:12h:review: beyond it the outcome is review or deny. Ages of hours or days: ${budgetsLet.join(', ')}. Every answer names the ages it was made from (data_age)`

function hours(count: number): string {
  return count % 24 === 0 ? `${count / 24}d` : `${count}h`
}

const unique = (all: readonly string[]) => new Set(all).size === all.length

function refuseBudget(text: string, ctx: z.RefinementCtx): void {
  if (dataBudgetOf(text)) return
  const kind = DATA_KINDS[text.split(':')[0] as DataKind]
  ctx.addIssue({
    code: 'custom',
    message: kind
      ? `An age from ${hours(kind.least)} to ${hours(kind.most)}, and review or deny, such as ${text.split(':')[0]}:${hours(kind.most)}:review`
      : 'A kind of data, its age and what follows, such as sanctions_lists:12h:review',
  })
}

/** What an organisation says of itself; null takes a fact back. */
export const OWN = {
  licences: z.array(licence).max(200).meta({
    description: 'Licences held, each as kind:place, with the vertical where the place licenses only some: gambling:US-NJ:sports',
  }),
  us_bsa_type: z.enum(['none', 'msb', 'bank', 'broker_dealer', 'futures', 'mutual_fund', 'ppsi']).meta({
    description:
      'Kind of reporting institution under 31 CFR chapter X. Who identifies customers (bank, broker_dealer, mutual_fund, futures, ppsi) is asked for a whole file of each investor that is a person: address, identification number, notice',
  }),
  cdd_regime: z.enum(['US', 'EU', 'UK']).meta({ description: 'Whose due diligence the organisation follows' }),
  casp_auth: z.boolean().meta({ description: 'Whether it is authorised as a crypto-asset service provider under MiCA' }),
  serves_eu: z.boolean().meta({ description: 'Whether it serves clients in the European Union' }),
  art_trader: z.boolean().meta({ description: 'Whether it trades in works of art by profession' }),
  travel_seats: z
    .array(
      z
        .string()
        .regex(/^[A-Z]{2}$/, 'Two letters, such as US')
        .refine(isCountry, 'A country of ISO 3166-1'),
    )
    .max(60)
    .meta({
      description:
        'Countries whose travel rule binds it as a provider; the United States for a reporting institution there and the European Union for who is authorised in it, also where left out, and for who serves it while it does not say',
    }),
  data_bases: z.array(z.string().regex(DATA_BASIS, 'A purpose and its basis, such as identity:legal_obligation')).max(10).meta({
    description:
      'On which basis it uses personal data, each as purpose:basis (GDPR art. 6), an automated denial with the days until a person looks again (art. 22): identity:legal_obligation, reuse:consent, automated_denial:contract:30. Each is judged when it is said: GET /v1/decisions?check=monitoring',
  }),
  reliance_keys: z
    .array(
      z
        .string()
        .max(100)
        .refine((did) => keyOfDid(did) !== null, 'A did:key of an Ed25519 or P-256 key'),
    )
    .max(10)
    .meta({
      description:
        'Keys, as did:key, with which its own programme signs whom it identified: POST /v1/identity/reliance. Another key takes two people who may change members while the programme is relied on',
    }),
  identity_second_person: z.boolean().meta({
    description:
      'Whether documents of a person are accepted by two of your people, one after the other; one of them while it does not say. To end it takes two people who may change members, where it is production',
  }),
  identity_evidence_days: z.number().int().min(1).max(3_650).meta({
    description:
      'For how many days what a reviewer saw of a person counts, at most until the document’s last day; 365 while it does not say',
  }),
  member_changes_by_two: z.boolean().meta({
    description:
      'Whether invitations and changes of members’ roles take two of your people who may make them; said in production, it counts in both environments. To end it takes two people as well; one person while it does not say',
  }),
  policy_changes_by_two: z.boolean().meta({
    description:
      'Whether settings and policies of protocols are changed by two of your people, with a plan of PUT /v1/policy that both have before them; by one of them while it does not say. To end it takes two people who may change members, where it is production',
  }),
  accreditation_second_person: z.boolean().meta({
    description:
      'Whether accreditation files are confirmed by two of your people, one after the other, besides who sent them; one of them while it does not say. To end it takes two people who may change members, where it is production',
  }),
  data_budgets: z
    .array(z.string().superRefine(refuseBudget))
    .max(DATA_KIND_NAMES.length)
    .refine((all) => new Set(all.map((one) => one.split(':')[0])).size === all.length, 'One budget of each kind of data')
    .meta({ description: BUDGETS_MEAN }),
  large_value_usd: z.number().int().min(100).max(10_000).meta({
    description:
      'From which amount in US dollars a payment needs enhanced verification of its sender; only below the platform’s 10,000, which holds besides',
  }),
  markets_used: z.array(z.enum(TX_MARKETS)).max(TX_MARKETS.length).refine(unique, 'Each market once').meta({
    description: 'Markets it uses: what is asked in another is denied. All of them while it does not say',
  }),
  nexus: z
    .array(z.enum(['EU', 'UK']))
    .max(2)
    .refine(unique, 'Each once')
    .meta({
      description:
        'Whose sanctions law binds it besides that of the United States and the United Nations: the rules then ask for the list of each, and hold while it is not loaded. Those whose list is loaded count in any case',
    }),
  retention_years: z.number().int().min(5).max(30).meta({
    description:
      'For how many years what a law has kept of a person is kept at least, from the same day: never shorter than the law says, which counts while it does not say. Erasures asked for from then on name the later day',
  }),
  transfer_agent: z.boolean().meta({
    description:
      'Whether a registered transfer agent keeps the registers of its tokens. Counts where PATCH /v1/issuer says nothing of it; said no, it is no whatever is said there',
  }),
  game_blocklist: z.array(placeCode).max(300).meta({ description: 'Places where it lets nobody play, whatever their law' }),
} satisfies Record<string, z.ZodType>

/** What only administrators find, two of them: contracts with Sealwright. */
export const ESTABLISHED = {
  enterprise_contract: z.boolean().meta({ description: 'Whether an enterprise contract with Sealwright is in force' }),
  reliance_agreement: z.boolean().meta({
    description:
      'Whether a contract of reliance is in force, under the law that lets what the organisation is rely on another (31 CFR 1020.220(a)(6), 1023.220(a)(6), 1024.220(a)(6) or 1026.220(a)(6); Directive (EU) 2015/849 arts. 25 to 27)',
  }),
  identity_reliance: z.enum(['basic', 'enhanced']).meta({
    description:
      'Up to which level the identities of its own programme are relied on (31 CFR 1020.220(a)(6), 1023.220(a)(6), 1024.220(a)(6) or 1026.220(a)(6), by what it is; Directive (EU) 2015/849 arts. 25 to 27, from 10 July 2027 Regulation (EU) 2024/1624 art. 48); certified each year anew',
  }),
} satisfies Record<Contract, z.ZodType>
export const TENANT_FACTS: readonly string[] = [...Object.keys(OWN), ...Object.keys(ESTABLISHED)]

/** What is judged when it is said, lets people act or is agreed by two: it counts at once, and nothing of it waits for a later time. */
export const COUNTS_AT_ONCE: readonly string[] = [
  ...['data_bases', 'reliance_keys', BY_TWO, SETTINGS_BY_TWO, 'identity_second_person', 'accreditation_second_person'],
  ...Object.keys(ESTABLISHED),
]
