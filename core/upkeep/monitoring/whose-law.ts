import { storedRoom } from '#core/record/decisions/facts.ts'
import type { PartyFacts } from '#core/record/decisions/party-facts.ts'
import { blocks, LISTED_PARTY } from '#core/record/decisions/watch.ts'
import { type Decision, evaluate } from '#engine/decide.ts'
import type { Facts } from '#engine/facts.ts'
import { ruleset } from '#engine/rulesets.ts'
import { AUTHORITIES, type Authority, authoritiesOf } from '#engine/tables/sanctions-lists.ts'

/** What these deny rests on the lists and the law of whoever binds the organisation. The others are of the United States. */
const BY_NEXUS: ReadonlySet<string> = new Set([
  'SANCTIONS_ADDRESS_EXACT',
  'SANCTIONS_NAME_STRONG',
  'SANCTIONS_OWNERSHIP_MINORITY',
  'SANCTIONS_SECTORAL',
])

type Decided = Pick<Decision, 'rules' | 'ruleset'>
const isParty = (code: string): code is keyof typeof LISTED_PARTY => code in LISTED_PARTY

/**
 * Each authority whose law blocked a movement of value, by the rules that decided it: one whose law alone, with its lists alone, would
 * have blocked it too, or on whose list a party to a deal of securities is. The United Nations stand for themselves only where nobody else's
 * law did. Without the facts, which may be erased, those whose list the decision names.
 */
export function whoseLaw(decision: Decided, facts: Facts | null): readonly Authority[] {
  const blocking = decision.rules.filter(blocks)
  const found = facts ? byFacts(decision, blocking, facts) : blocking.flatMap(({ params }) => firstOf(params?.list))
  if (blocking.some(({ code }) => !BY_NEXUS.has(code) && !isParty(code))) found.push('US')
  const binding = AUTHORITIES.filter((authority) => authority !== 'UN' && found.includes(authority))
  if (binding.length) return binding
  return found.includes('UN') ? ['UN'] : ['US']
}

const firstOf = (list: unknown): Authority[] => (typeof list === 'string' ? authoritiesOf(list).slice(0, 1) : [])

function byFacts(decision: Decided, blocking: Decision['rules'], facts: Facts): Authority[] {
  const rules = ruleset(decision.ruleset.version)
  const nexus = storedRoom('tenant', facts)?.sanctions_nexus ?? []
  const listed = blocking.flatMap(({ code }) => (isParty(code) ? listsOf(facts, LISTED_PARTY[code]).flatMap(authoritiesOf) : []))
  const again = blocking.some(({ code }) => BY_NEXUS.has(code))
  return AUTHORITIES.filter(
    (authority) =>
      // The list of the United Nations cannot be switched off.
      (nexus.includes(authority) || authority === 'UN') &&
      (listed.includes(authority) ||
        (again && evaluate(under(authority, facts), rules).rules.some((rule) => blocks(rule) && BY_NEXUS.has(rule.code)))),
  )
}

/** The lists that a party stands on: by address, or by a name that nobody set aside. */
function listsOf(facts: Facts, party: (typeof LISTED_PARTY)[keyof typeof LISTED_PARTY]): string[] {
  const { names, addresses } = (storedRoom(party, facts) as Partial<PartyFacts> | undefined)?.screen ?? {}
  return [
    ...(names ?? []).flatMap(({ list, exception }) => (exception === 'none' ? [list] : [])),
    ...(addresses ?? []).flatMap(({ list, active }) => (active ? [list] : [])),
  ]
}

/** The facts as if one authority's law alone bound the organisation, and its lists alone had been read. */
function under(authority: Authority, facts: Facts): Facts {
  const its = ({ list }: { readonly list: string }) => authoritiesOf(list).includes(authority)
  const rooms = Object.entries(facts).map(([name, room]) => {
    const screen = (room as { screen?: Screen } | null | undefined)?.screen
    if (!screen) return [name, room]
    const { names, addresses } = screen
    return [
      name,
      {
        ...(room as object),
        screen: { ...screen, ...(names && { names: names.filter(its) }), ...(addresses && { addresses: addresses.filter(its) }) },
      },
    ]
  })
  return { ...(Object.fromEntries(rooms) as Facts), tenant: { ...storedRoom('tenant', facts), sanctions_nexus: [authority] } } as Facts
}
type Screen = { readonly names?: readonly { list: string }[]; readonly addresses?: readonly { list: string }[] }
