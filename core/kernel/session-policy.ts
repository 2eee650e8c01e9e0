import ipaddr from 'ipaddr.js'
import type { SessionPolicy } from '#db/schema/organizations.ts'
import type { session } from '#db/schema.ts'
import type { Workplace } from './members.ts'
import type { Barred } from './permissions.ts'

type Session = Pick<typeof session.$inferSelect, 'startedAt' | 'createdAt' | 'lastUsedAt' | 'secondFactorAt' | 'signOnOrganizationId'>

/** As long as a session can last, and longer: a proof in it counts to its end. */
const FOREVER = 24 * 365

/** Whether a session was left alone for longer, or is older, than the organisation it works in lets one be. Then it is over. */
export function hasRunOut(policy: SessionPolicy | undefined, row: Session): boolean {
  if (!policy) return false
  const used = (row.lastUsedAt ?? row.createdAt).getTime()
  const idle = policy.idle_minutes !== undefined && Date.now() - used > policy.idle_minutes * 60_000
  return idle || (policy.absolute_hours !== undefined && Date.now() - row.startedAt.getTime() > policy.absolute_hours * 3_600_000)
}

/** What a session lacks for the organisation it would work in, the hardest to mend first; null where it lacks nothing. */
export function barredBy(
  { policy, role, organization_id }: Pick<Workplace, 'policy' | 'role' | 'organization_id'>,
  row: Session,
  person: { hasSecondFactor: boolean; ip: string | null },
): Barred | null {
  if (policy.addresses?.length && !(person.ip && isAllowedAddress(person.ip, policy.addresses))) return 'address'
  const vouched = row.signOnOrganizationId === organization_id
  if (policy.sign_on && !vouched && role !== 'owner') return 'sign_on'
  // The way in when the identity provider is broken: an owner's own two factors.
  const factor = policy.second_factor || (policy.sign_on && !vouched)
  const age = row.secondFactorAt ? Date.now() - row.secondFactorAt.getTime() : Number.POSITIVE_INFINITY
  if (!factor || age <= (policy.second_factor_hours ?? FOREVER) * 3_600_000) return null
  return person.hasSecondFactor ? 'second_factor' : 'set_up'
}

/** Whether an address is one of these addresses and ranges. What cannot be read is not. */
export function isAllowedAddress(ip: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return allowed.some((entry) => {
    try {
      const [range, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : ([ipaddr.process(entry), null] as const)
      if (range.kind() !== address.kind()) return false
      return address.match(range as never, (bits ?? (address.kind() === 'ipv4' ? 32 : 128)) as never)
    } catch {
      return false
    }
  })
}
