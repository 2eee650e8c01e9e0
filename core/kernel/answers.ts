// Answers that several verbs share, as schemas. Pure: only Zod.
import { z } from 'zod'
import { SOURCE_KINDS } from '#engine/facts/entry.ts'

/** One page of a list: `next_cursor` is null on the last. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ success: z.literal(true), data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() })

/** The same, with how many there are in all, where that was asked for. */
export const countedListOf = <T extends z.ZodType>(item: T) => listOf(item).extend({ total_count: z.number().int().optional() })

export const citation = z.object({ label: z.string(), url: z.string().nullable() })
export const listStamp = z.object({
  source: z.string(),
  version: z.string(),
  sha256: z.string(),
  published_at: z.string(),
  loaded_at: z.string().meta({ description: 'When the version was last given by its publisher or operator, or confirmed' }),
  first_loaded_at: z
    .string()
    .meta({ description: 'When these bytes were first loaded here: a list without a day of its own ages from here' }),
  current_at: z.string().meta({
    description:
      'Until when the version is known to be its publisher’s current one: its age counts from here, and an old publication ends it',
  }),
  dated_by: z
    .enum(['list', 'server', 'file'])
    .optional()
    .meta({ description: 'Whose word published_at is: the list’s own, its publisher’s server’s, or only the time of a file' }),
  entries: z.number().int(),
})
export const warning = z
  .object({
    code: z.string(),
    detail: z.string(),
    pointer: z.string().optional().meta({ description: 'The field of the request it is about' }),
  })
  .meta({ title: 'AnswerWarning' })

/** Where a fact of a decision is from: one of the kinds of source, or `assumed`, which nobody found out. */
export const factSource = z.enum([...SOURCE_KINDS, 'assumed'])
export type FactSource = z.output<typeof factSource>

const factSupplier = z.enum(['investor', 'issuer', 'tenant', 'provider', 'reviewer'])
export type FactSupplier = z.output<typeof factSupplier>

const factSupply = z
  .object({
    fact: z.string().meta({ description: 'As `missing` names it, with dots' }),
    from: factSupplier.meta({
      description:
        'Who can supply it. `investor`: whom it is about. `issuer`: who offers. `tenant`: you, with the call or your settings. `provider`: lists and outside sources. `reviewer`: a person who looks at evidence',
    }),
    how: z.string().nullable().meta({ description: 'The call, with the field in it, or the page; null where nothing supplies it yet' }),
  })
  .meta({ title: 'FactSupply' })

const factUsed = z
  .object({
    path: z.string().meta({ description: 'The fact, by the name the rule pages give it' }),
    source: factSource.meta({
      description:
        '`established`: evidence that somebody outside vouches for, or a person who looked at it. `measured`: our own records or a chain. `listed`: a published list. `stated`: somebody said so. `configured`: a setting of your organisation. `simulated`: the sandbox. `assumed`: nobody found it out',
    }),
    id: z
      .string()
      .nullable()
      .meta({ description: 'Who stated or set it, or the lists by source and version; null where it has none, or it is not at hand here' }),
    as_of: z.string().meta({ description: 'When it was stated or set; of all else, when it was read for the decision' }),
  })
  .meta({ title: 'FactUsed' })

/** How old one kind of data is that a decision was made from. */
export const dataAge = z.object({
  data: z.enum(['sanctions_lists', 'list_publications', 'country_risk', 'exchange_rates', 'identity']).meta({
    description:
      '`sanctions_lists` since they were last known to be current, `list_publications` since the day of their publication, `country_risk` since the statement that the table follows, `exchange_rates` since their day, `identity` since it was found out who a party is',
  }),
  source: z.string().meta({ description: 'The oldest: a list, a table, who quotes the rates, or the party' }),
  as_of: z.string(),
  age_seconds: z.number().int(),
  budget_seconds: z.number().int().nullable().meta({ description: 'Of your `data_budgets`; null where you gave none' }),
  over: z.enum(['review', 'deny']).nullable().meta({ description: 'What becomes of a decision beyond it' }),
  within: z.boolean().meta({ description: 'Whether it is no older than its budget; true where there is none' }),
})

export const decision = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: 'Its page: what was decided, on which facts, by which law, and what would change it' }),
    outcome: z.enum(['allow', 'deny', 'review']),
    reason_codes: z.array(z.string()),
    missing: z.array(z.string()),
    supply: z.array(factSupply).meta({ description: 'Of each fact in `missing`: who can supply it, and how' }),
    rules: z.array(
      z
        .object({
          code: z.string(),
          version: z.number().int(),
          result: z.enum(['pass', 'fail', 'review', 'not_applicable', 'info', 'warn']),
          message: z.string().nullable(),
          citation: citation.nullable(),
          facts: z.array(z.object({ name: z.string(), value: z.any(), source: z.string() })),
        })
        .meta({ title: 'RuleResult' }),
    ),
    facts_used: z.array(factUsed).optional().meta({
      description:
        'Every fact that a rule read and that was known, each once, with where it is from; never its value. Left out in lists: read the one decision for it',
    }),
    data_age: z.array(dataAge).optional().meta({
      description:
        'How old the data is that it was made from, of each kind the oldest, as it was decided. Beyond a budget of yours the outcome is review or deny. Left out in lists: read the one decision for it',
    }),
    policy: z.object({ id: z.string(), version: z.string(), sha256: z.string() }),
    lists: z.array(
      z.object({
        source: z.string(),
        version: z.string(),
        sha256: z.string().optional(),
        published_at: z.string().optional(),
        loaded_at: z.string().optional(),
      }),
    ),
    evaluated_at: z.string(),
    expires_at: z.string().nullable(),
    result_hash: z.string(),
    receipt: z.object({ log_index: z.number().int(), tree_size: z.number().int(), url: z.string() }).nullable(),
    counterfactuals: z.array(z.object({ change: z.string(), then: z.string() })),
  })
  .meta({ title: 'DecisionResult' })

export const settledBy = z
  .object({ case_id: z.string(), outcome: z.enum(['allow', 'deny']), decided_at: z.string() })
  .nullable()
  .meta({ description: 'The word of people on what the rules left to them, on the same facts; it changes no decision' })

export const credential = z
  .object({
    id: z.string(),
    level: z.enum(['basic', 'enhanced', 'accredited']),
    state: z.enum(['active', 'suspended', 'revoked', 'expired', 'superseded']),
    control: z.enum(['proven', 'asserted']),
    reused: z.boolean(),
    issued_at: z.string(),
    expires_at: z.string(),
    source: z.enum(['verification', 'sandbox_implicit', 'import']),
    hash: z.string(),
  })
  .meta({ title: 'CredentialSummary' })

const use = z.object({ usable: z.boolean(), reason_codes: z.array(z.string()) })
export const markets = z.object({ securities: use, stablecoins: use, nfts: use, defi: use, gaming: use })

export const match = z.object({
  entity_id: z.string(),
  name: z.string(),
  list: z.string(),
  list_entry_id: z.string(),
  programs: z.array(z.string()),
  match_type: z.enum(['address_exact', 'name', 'identifier']),
  score: z.number(),
  name_score: z
    .number()
    .nullable()
    .meta({ description: 'What the name alone scores, before other facts; null where the name decided nothing' }),
  matched_name: z
    .object({ full: z.string(), strength: z.string(), kind: z.string() })
    .nullable()
    .meta({ description: 'The listed name that is most like one of those asked for; null where a number or an address alone was found' }),
  asked_name: z.string().nullable().meta({ description: 'Which of the names asked for it is like' }),
  list_version: z.string().nullable().meta({ description: 'The version of the list that has the entry' }),
  held: z
    .boolean()
    .meta({ description: 'What was said of the subject speaks against a strong name, and nobody verified it: the score stays at review' }),
  evidence: z.number(),
  rank: z.number().int(),
  features: z.array(
    z.object({ name: z.string(), score: z.number(), weight: z.number(), query: z.string(), candidate: z.string(), detail: z.string() }),
  ),
  weak_alias: z.boolean(),
  pep: z.boolean(),
  agree: z.array(z.string()).meta({ description: 'Facts beside the name that are equal on both sides' }),
  near: z
    .array(z.string())
    .meta({ description: 'Facts that may be the same without being equal; the feature of that name says how far apart they are' }),
  conflict: z.array(z.string()).meta({ description: 'Facts that contradict' }),
  listed_on: z.string().nullable(),
  url: z.string().nullable(),
  listed: z
    .object({
      names: z.array(z.object({ full: z.string(), strength: z.string(), kind: z.string() })),
      type: z.string(),
      dates_of_birth: z.array(z.string()),
      places_of_birth: z.array(z.string()),
      nationalities: z.array(z.string()),
      countries: z.array(z.string()),
      gender: z.string().nullable(),
      identifiers: z.array(z.object({ type: z.string(), value: z.string(), country: z.string().nullable() })),
      addresses: z.array(z.string()).meta({ description: 'Addresses of wallets' }),
      postal_addresses: z.array(z.object({ text: z.string(), country: z.string().nullable() })),
      vessel: z.record(z.string(), z.string()).nullable(),
      titles: z.array(z.string()),
      remarks: z.string().nullable(),
    })
    .meta({
      description:
        'The entry as its publisher describes it, for a person to compare with: at most 12 names, 8 identifiers and 8 addresses of each kind, what was found among them',
    }),
  exception: z.object({ id: z.string(), author: z.string(), expires_at: z.string() }).nullable(),
})

/** Wallet addresses appear in paths as people copied them. */
export const addressParams = z.strictObject({
  address: z
    .string()
    .max(100)
    .meta({ description: 'Wallet address', examples: ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'] }),
})

/** What takes two people, after the first one's word. */
export const secondPerson = z.object({
  case_id: z.string().meta({ description: 'Another person agrees or declines: POST /v1/cases/{id}/decide' }),
  status: z.literal('awaiting_second'),
  asked_by: z.string(),
  asked_at: z.string(),
  answer_by: z.string(),
})

/** A file, as it is made: not an object of JSON. */
export interface Download {
  stream: ReadableStream<Uint8Array>
  mediaType: string
  fileName: string
}
export const download = z.custom<Download>()
