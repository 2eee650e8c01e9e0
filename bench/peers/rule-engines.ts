/** Two known rule engines given the same ten rules of a transfer over the same facts. Each says which codes fail. */
import type { Facts } from '#engine/facts.ts'
import { load } from './peer.ts'

export const SUBSET = [
  'TOKEN_DEACTIVATED',
  'TOKEN_PAUSED',
  'SANCTIONS_SENDER',
  'SANCTIONS_RECIPIENT',
  'SENDER_CREDENTIAL',
  'RECIPIENT_CREDENTIAL',
  'WALLET_CONTROL',
  'BALANCE_UNLOCKED',
  'JURISDICTION_BLOCKED',
  'REVIEW_OPEN',
]

type Peer = { readonly name: string; readonly failing: (facts: Facts) => readonly string[] | Promise<readonly string[]> }
type Plain = Record<string, unknown>

/** Numbers ready to compare: what neither engine can do itself (dates, exact money) is done for it, outside the time it is charged for. */
const prepared = new WeakMap<object, Plain>()
function plain(facts: Facts): Plain {
  const known = prepared.get(facts)
  if (known) return known
  const f = facts as unknown as Record<string, Record<string, never>>
  const now = Date.parse(facts.as_of)
  const side = (name: 'from' | 'to') => {
    const one = f[name] as unknown as {
      sanctions: { status: string; lists_loaded_at: string }
      credential: { state: string; expires_at: string }
    }
    return {
      status: one.sanctions.status,
      list_age: now - Date.parse(one.sanctions.lists_loaded_at),
      state: one.credential.state,
      left: Date.parse(one.credential.expires_at) - now,
    }
  }
  const from = f.from as unknown as Record<string, string>
  const to = f.to as unknown as Record<string, unknown>
  const value: Plain = {
    token_state: (f.token as Plain).state,
    transfer_kind: (f.transfer as Plain).kind,
    sender: side('from'),
    recipient: side('to'),
    control: to.control,
    quantity: Number((f.transfer as Plain).quantity),
    free: Number(from.balance) - Number(from.frozen) - Number(from.pledged) - Number(from.pending),
    residence: to.residence,
    blocked: (f.offering as Plain).blocked_countries,
    cases: Number(from.open_block_cases) + Number(to.open_block_cases),
  }
  prepared.set(facts, value)
  return value
}

const DAY = 86_400_000
type Condition = { fact: string; path?: string; operator: string; value: unknown }

/** A rule fires when it fails, as these engines are used. */
const FAILS: Record<string, { any?: Condition[]; all?: Condition[] }> = {
  TOKEN_DEACTIVATED: { any: [{ fact: 'token_state', operator: 'notIn', value: ['active', 'paused'] }] },
  TOKEN_PAUSED: {
    all: [
      { fact: 'token_state', operator: 'equal', value: 'paused' },
      { fact: 'transfer_kind', operator: 'notEqual', value: 'issuer_repurchase' },
    ],
  },
  SANCTIONS_SENDER: screening('sender'),
  SANCTIONS_RECIPIENT: screening('recipient'),
  SENDER_CREDENTIAL: credential('sender'),
  RECIPIENT_CREDENTIAL: credential('recipient'),
  WALLET_CONTROL: { any: [{ fact: 'control', operator: 'notEqual', value: 'proven' }] },
  BALANCE_UNLOCKED: { any: [{ fact: 'quantity', operator: 'greaterThan', value: { fact: 'free' } }] },
  JURISDICTION_BLOCKED: { any: [{ fact: 'blocked', operator: 'contains', value: { fact: 'residence' } }] },
  REVIEW_OPEN: { any: [{ fact: 'cases', operator: 'greaterThan', value: 0 }] },
}

function screening(fact: string) {
  return {
    any: [
      { fact, path: '$.status', operator: 'notEqual', value: 'clear' },
      { fact, path: '$.list_age', operator: 'greaterThan', value: DAY },
    ],
  }
}

function credential(fact: string) {
  return {
    any: [
      { fact, path: '$.state', operator: 'notEqual', value: 'active' },
      { fact, path: '$.left', operator: 'lessThanInclusive', value: 0 },
    ],
  }
}

const LOGIC: Record<string, (a: unknown, b: unknown) => unknown> = {
  notIn: (a, b) => ({ '!': [{ in: [a, b] }] }),
  equal: (a, b) => ({ '===': [a, b] }),
  notEqual: (a, b) => ({ '!==': [a, b] }),
  greaterThan: (a, b) => ({ '>': [a, b] }),
  lessThanInclusive: (a, b) => ({ '<=': [a, b] }),
  contains: (a, b) => ({ in: [b, a] }),
}

function toLogic(rule: { any?: Condition[]; all?: Condition[] }): unknown {
  const one = (condition: Condition) => {
    const name = condition.path ? `${condition.fact}.${condition.path.slice(2)}` : condition.fact
    const other = condition.value
    const value = other !== null && typeof other === 'object' && 'fact' in other ? { var: other.fact } : other
    return LOGIC[condition.operator]!({ var: name }, value)
  }
  return rule.all ? { and: rule.all.map(one) } : { or: (rule.any ?? []).map(one) }
}

export async function subsetPeers(): Promise<readonly Peer[]> {
  // Its default export makes an engine.
  const engine = load('json-rules-engine')()
  for (const [code, conditions] of Object.entries(FAILS)) engine.addRule({ conditions, event: { type: code } })
  const logic = load('json-logic-js')
  const rules = Object.entries(FAILS).map(([code, rule]) => [code, toLogic(rule)] as const)
  return [
    {
      name: 'json-rules-engine',
      failing: async (facts) => {
        const { events } = (await engine.run(plain(facts))) as { events: { type: string }[] }
        return events.map((event) => event.type)
      },
    },
    {
      name: 'json-logic-js',
      failing: (facts) => rules.filter(([, rule]) => logic.apply(rule, plain(facts))).map(([code]) => code),
    },
  ]
}
