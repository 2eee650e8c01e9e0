// Response shapes several operations share.
import { z } from 'zod'

export const citation = z.object({ label: z.string(), url: z.string().nullable() })
export const listStamp = z.object({
  source: z.string(),
  version: z.string(),
  sha256: z.string(),
  published_at: z.string(),
  loaded_at: z.string(),
  entries: z.number().int(),
})
export const warning = z.object({ code: z.string(), detail: z.string() })

export const decision = z.object({
  id: z.string(),
  outcome: z.enum(['allow', 'deny', 'review']),
  reason_codes: z.array(z.string()),
  missing: z.array(z.string()),
  rules: z.array(
    z.object({
      code: z.string(),
      version: z.number().int(),
      result: z.enum(['pass', 'fail', 'review', 'not_applicable', 'info', 'warn']),
      message: z.string().nullable(),
      citation: citation.nullable(),
      facts: z.array(z.object({ name: z.string(), value: z.any(), source: z.string() })),
    }),
  ),
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

export const credential = z.object({
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
  exception: z.object({ id: z.string(), author: z.string(), expires_at: z.string() }).nullable(),
})

/** Wallet addresses appear in paths as people copied them. */
export const addressParams = z.object({
  address: z
    .string()
    .max(100)
    .meta({ description: 'Wallet address', examples: ['0x5ea15ea15ea15ea15ea15ea15ea15ea100000002'] }),
})
export const idParams = (description: string) => z.object({ id: z.string().max(100).meta({ description }) })

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key_prefix: z.string(),
  environment: z.enum(['sandbox', 'production']),
  is_active: z.boolean(),
  scopes: z.array(z.string()),
  allowed_ips: z.array(z.string()),
  api_version: z.string(),
  expires_at: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  last_used_ip: z.string().nullable(),
  last_used_route: z.string().nullable(),
  replaced_by: z.string().nullable(),
})

export const event = z.object({
  id: z.string(),
  object: z.literal('event'),
  type: z.string(),
  timestamp: z.string(),
  api_version: z.string(),
  environment: z.string(),
  sequence: z.number().int(),
  resource: z.object({ type: z.string(), id: z.string() }),
  request: z.object({ id: z.string(), idempotency_key: z.string().nullable() }).nullable(),
  actor: z.object({ type: z.string(), id: z.string() }),
  data: z.looseObject({}),
})

export const webhookEndpoint = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(z.string()),
  filters: z.looseObject({}),
  strict_order: z.boolean(),
  payload: z.enum(['summary', 'full']),
  status: z.enum(['enabled', 'disabled']).meta({ description: 'Whether events are sent to it' }),
  state: z.enum(['unverified', 'enabled', 'failing', 'disabled']).meta({
    description: 'How it takes them: `unverified` until it answers a first signed message 2xx, `failing` since its last try failed',
  }),
  disabled_reason: z.string().nullable(),
  verified_at: z.string().nullable().meta({ description: 'When a signed message was first answered 2xx' }),
  failing_since: z.string().nullable().meta({ description: 'Since when every try has failed' }),
  api_version: z.string(),
  previous_secret_until: z.string().nullable(),
  environment: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})

export const requestLog = z.object({
  id: z.string(),
  object: z.literal('request_log'),
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  status: z.number().int(),
  duration_ms: z.number().int(),
  error_code: z.string().nullable(),
  decision_id: z.string().nullable(),
  wallet_address: z.string().nullable(),
  api_key_id: z.string().nullable(),
  created_at: z.string(),
  request_body: z.any().optional(),
  response_body: z.any().optional(),
})

/** What takes two people, after the first one's word. */
export const secondPerson = z.object({
  case_id: z.string().meta({ description: 'Another person agrees or declines: POST /v1/cases/{id}/decide' }),
  status: z.literal('awaiting_second'),
  asked_by: z.string(),
  asked_at: z.string(),
  answer_by: z.string(),
})
