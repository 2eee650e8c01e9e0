import type { PermissionName } from '#core/kernel/permissions.ts'
import type { FoundKind } from '#core/portal/work/find.ts'
import type { FrameData } from './frame-data.ts'
import { INBOX, placesOf } from './navigation.ts'

/** What is found, by the name of its group. */
export const KINDS: Record<FoundKind, string> = {
  person: 'People',
  wallet: 'Wallets',
  decision: 'Decisions',
  case: 'Cases',
  offering: 'Offerings',
  payment: 'Transactions',
  document: 'Documents',
  webhook: 'Webhooks',
  user: 'Users',
}

/** A page or an act that is found by its words. */
export interface Command {
  group: 'Act' | 'Go to'
  label: string
  /** The area it is in. */
  area: string
  to?: string
  act?: 'sandbox' | 'production' | 'theme' | 'sign_out'
}

const ACTS: { label: string; to: string; may: PermissionName; only?: 'issuer' }[] = [
  { label: 'New offering', to: '/issuer/offerings/new', may: 'offerings.write', only: 'issuer' },
  { label: 'Create an API key', to: '/developer/api-keys', may: 'keys.manage' },
  { label: 'Add a webhook endpoint', to: '/developer/webhooks', may: 'webhooks.write' },
  { label: 'Invite a colleague', to: '/settings/team', may: 'members.write' },
  { label: 'Try a scenario of the sandbox', to: '/developer/sandbox', may: 'sandbox.manage' },
]

/** What somebody can do and where they can go. */
export function commandsOf(data: Pick<FrameData, 'worksAs' | 'may' | 'environment' | 'organisation'>): Command[] {
  const allowed = new Set(data.may)
  const acts = ACTS.filter((act) => allowed.has(act.may) && (!act.only || act.only === data.worksAs))
  const other = data.environment === 'sandbox' ? 'production' : 'sandbox'
  return [
    ...acts.map(({ label, to }) => ({ group: 'Act' as const, label, area: '', to })),
    ...(data.worksAs === 'investor' ? [] : [{ group: 'Act' as const, label: `Switch to ${other}`, area: '', act: other } as const]),
    { group: 'Act', label: 'Switch between light and dark', area: '', act: 'theme' },
    { group: 'Act', label: 'Log out', area: '', act: 'sign_out' },
    { group: 'Go to', label: INBOX.label, area: '', to: INBOX.to },
    ...placesOf(data).flatMap((area) => area.places.map(({ label, to }) => ({ group: 'Go to' as const, label, area: area.label, to }))),
    { group: 'Go to', label: 'Playground', area: 'Build', to: '/developer/api-playground' },
  ]
}

/** Commands with each of the words at the beginning of one of theirs; those whose label begins with what was typed come first. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const typed = query.trim().toLowerCase()
  if (!typed) return [...commands]
  const words = typed.split(/\s+/)
  const found = commands.filter((command) => {
    const own = `${command.label} ${command.area}`.toLowerCase().split(/[\s-]+/)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  })
  return found.toSorted((a, b) => Number(b.label.toLowerCase().startsWith(typed)) - Number(a.label.toLowerCase().startsWith(typed)))
}
