import { type FactPath, VOCABULARY } from './facts/vocabulary.ts'

/** Whose a fact is, for people. */
const PARTIES: Readonly<Record<string, string>> = {
  acquirer: 'the buyer',
  buyer: 'the buyer',
  creator: 'the creator',
  from: 'the sender',
  investor: 'the investor',
  seller: 'the seller',
  subject: 'the person',
  to: 'the receiver',
}

/** What the rules call one thing under two names: in one check the buyer is the investor, in another the receiver. */
const SHARED: readonly string[] = ['subject', 'acquirer', 'investor', 'from', 'to', 'creator', 'buyer', 'seller']
const DEALS: readonly string[] = ['deal', 'investment', 'transfer']

/** What no rule reads as a fact, and an answer may name all the same. */
const BESIDE: Readonly<Record<string, string>> = {
  as_of: 'the time of the decision',
  fx: 'an exchange rate of the last business day',
}

/** The entry's own name, or that of the same fact of another party; `{}` stands for whose it is. */
function nameAt(path: string): string | undefined {
  const [root = '', ...rest] = path.split('.')
  const same = SHARED.includes(root) ? SHARED : DEALS.includes(root) ? DEALS : []
  for (const one of [root, ...same]) {
    const at = [one, ...rest].join('.')
    if (Object.hasOwn(VOCABULARY, at)) return VOCABULARY[at as FactPath].name
  }
  return Object.hasOwn(BESIDE, path) ? BESIDE[path] : undefined
}

/**
 * The name of a fact for people: "the investor’s date of birth" for `investor.date_of_birth`. A part of a fact (`token.report.period`)
 * has the name of the nearest whole that has one. Programs read the paths in `missing`. Pure.
 */
export function factName(path: string): string {
  const steps = path.split('.').filter((step) => !/^\d+$/.test(step))
  const whose = PARTIES[steps[0]!]
  for (let end = steps.length; end > 0; end--) {
    const name = nameAt(steps.slice(0, end).join('.'))
    if (name !== undefined) return name.replace('{}', whose ?? '')
  }
  return whose ?? 'a fact'
}
