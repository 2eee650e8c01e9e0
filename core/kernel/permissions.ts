import { MEMBER_ROLES } from '#db/schema/shared.ts'
import type { Ctx, Environment } from './context.ts'
import { isSandbox } from './environments.ts'
import { AppError } from './errors.ts'
import type { Config } from './services.ts'

export type Role = 'admin' | 'issuer' | 'investor'
export const ROLES: readonly Role[] = ['admin', 'issuer', 'investor']

/** What somebody is in an organisation. `custom` is one of the organisation's own sets of permissions. */
export type MemberRole = (typeof MEMBER_ROLES)[number]
type NamedRole = Exclude<MemberRole, 'custom'>
export const NAMED_ROLES: readonly NamedRole[] = MEMBER_ROLES.filter((role) => role !== 'custom')

/** What an organisation may: an issuer's acts where an owner of it has that role on the platform, else an investor's. */
export type TenantStanding = 'issuer' | 'investor'

/** What somebody is in the organisation they act for. */
export interface Member {
  role: MemberRole
  /** Of a role of the organisation's own: what it may. Null for the named ones. */
  permissions: readonly string[] | null
  standing: TenantStanding
}

/** An organisation's owner, as whoever stands behind it alone is. */
export const ownerOf = (standing: TenantStanding): Member => ({ role: 'owner', permissions: null, standing })

/** Somebody in the organisation they own, in which their own records are kept as well. */
export const atHome = (organizationId: string, role: Role) => ({
  organizationId,
  home: organizationId,
  role,
  member: ownerOf(role === 'investor' ? 'investor' : 'issuer'),
})

/**
 * Who may do what. `scope` is what an API key needs. `roles` are those of the platform: where `members` is null, what the person needs;
 * else what the organisation needs, and `members` are the roles in it that may. Null scope: no key may.
 * In production a key needs its scope, and that whoever it acts for may, as they are now. In the sandbox, where everybody has a made-up
 * world of their own, the scope is enough. No roles: only keys do it, whosever they are.
 */
export interface Permission {
  scope: string | null
  roles: readonly Role[]
  members: readonly NamedRole[] | null
  /** About the organisation, not about one of its environments: in the sandbox, too, a key does no more than whom it acts for. */
  whole?: true
  description: string
}

const anyRole = ROLES
const issuers: readonly Role[] = ['issuer', 'admin']
const admins: readonly Role[] = ['admin']

const leads = ['owner', 'admin'] as const
const all = NAMED_ROLES
/** Who acts. An auditor reads everything and changes nothing. */
const acting = [...leads, 'compliance_officer', 'reviewer', 'issuer_operations', 'developer'] as const
const officers = [...leads, 'compliance_officer'] as const
const desk = [...officers, 'reviewer'] as const
const operations = [...officers, 'issuer_operations'] as const
const builders = [...leads, 'developer'] as const
/** Who reads what names people. */
const readers = [...desk, 'issuer_operations', 'auditor'] as const
/** Who reads how the organisation's programs fare. */
const watchers = [...officers, 'developer', 'auditor'] as const

export const PERMISSIONS = {
  'wallets.verify': { scope: 'wallets:verify', roles: anyRole, members: acting, description: 'Verify a wallet' },
  'wallets.read': { scope: 'wallets:read', roles: anyRole, members: all, description: 'Read wallets and their status' },
  'sanctions.check': { scope: 'sanctions:check', roles: anyRole, members: acting, description: 'Screen names and addresses' },
  'decisions.read': { scope: 'decisions:read', roles: anyRole, members: all, description: 'Read and replay decisions' },
  'simulations.run': { scope: 'decisions:read', roles: issuers, members: acting, description: 'Run what-if simulations' },
  'offerings.write': { scope: 'offerings:write', roles: issuers, members: operations, description: 'Create and change offerings' },
  'offerings.read': { scope: 'offerings:read', roles: issuers, members: all, description: 'Read offerings' },
  'investors.write': { scope: 'investors:write', roles: issuers, members: operations, description: 'Create and verify investors' },
  'investors.read': { scope: 'investors:read', roles: issuers, members: readers, description: 'Read investors' },
  'investments.write': { scope: 'investments:write', roles: issuers, members: operations, description: 'Record investments' },
  'investments.read': { scope: 'investments:read', roles: issuers, members: readers, description: 'Read investments' },
  'transactions.write': { scope: 'transactions:write', roles: issuers, members: operations, description: 'Check and record transactions' },
  'transactions.read': { scope: 'transactions:read', roles: issuers, members: readers, description: 'Read transactions' },
  'venues.read': { scope: 'transactions:read', roles: issuers, members: all, description: 'Read the register of venues' },
  'holdings.read': { scope: 'holdings:read', roles: issuers, members: readers, description: 'Read holdings, freezes and forced transfers' },
  'holdings.write': {
    scope: 'holdings:write',
    roles: issuers,
    members: operations,
    description: 'Freeze, free and move holdings on a legal basis',
  },
  'tokens.issue': { scope: 'tokens:issue', roles: issuers, members: operations, description: 'Authorise token issuance' },
  'nfts.verify': { scope: 'nfts:verify', roles: anyRole, members: acting, description: 'Verify NFT creators' },
  'defi.verify': { scope: 'defi:verify', roles: anyRole, members: acting, description: 'Verify DeFi access' },
  'protocols.write': { scope: 'defi:write', roles: issuers, members: operations, description: 'Keep the policies of protocols' },
  'protocols.read': { scope: 'defi:read', roles: issuers, members: all, description: 'Read the policies of protocols' },
  'gaming.verify': { scope: 'gaming:verify', roles: anyRole, members: acting, description: 'Verify ages' },
  'exclusions.write': { scope: 'gaming:write', roles: issuers, members: operations, description: 'Record self-exclusions' },
  'exclusions.read': { scope: 'gaming:read', roles: issuers, members: readers, description: 'Read self-exclusions' },
  'reserves.write': { scope: 'reserves:write', roles: issuers, members: operations, description: 'Publish reserve statements' },
  'reserves.read': { scope: 'reserves:read', roles: issuers, members: all, description: 'Read reserve statements' },
  'publications.write': {
    scope: 'publications:write',
    roles: issuers,
    members: operations,
    description: 'Judge words before they are published, and measures of a token',
  },
  'credentials.write': { scope: 'credentials:write', roles: issuers, members: operations, description: 'Manage credentials' },
  'credentials.read': { scope: 'credentials:read', roles: anyRole, members: all, description: 'Read credentials' },
  'events.read': { scope: 'events:read', roles: anyRole, members: all, description: 'Read events' },
  'webhooks.write': { scope: 'webhooks:write', roles: anyRole, members: builders, description: 'Manage webhook endpoints' },
  'webhooks.read': { scope: 'webhooks:read', roles: anyRole, members: watchers, description: 'Read webhook endpoints and attempts' },
  'domains.write': { scope: 'domains:write', roles: anyRole, members: builders, description: 'Register and remove domains' },
  'domains.read': { scope: 'domains:read', roles: anyRole, members: all, description: 'Read domains' },
  'request_logs.read': { scope: 'logs:read', roles: anyRole, members: watchers, description: 'Read request logs' },
  'tenant.read': { scope: 'tenant:read', roles: anyRole, members: all, description: 'Read what is known of the own organisation' },
  'tenant.write': {
    scope: 'tenant:write',
    roles: anyRole,
    members: officers,
    description: 'State licences and duties of the own organisation',
  },
  'tenant.establish': { scope: null, roles: admins, members: null, description: 'Establish facts of an organisation' },
  'keys.self': { scope: 'keys:read', roles: [], members: all, description: 'Read the key in use' },
  'keys.read': { scope: null, roles: anyRole, members: watchers, description: 'Read which API keys there are' },
  'keys.manage': { scope: 'keys:write', roles: anyRole, members: builders, description: 'Create, rotate and revoke API keys' },
  'audit_log.read': {
    scope: 'audit:read',
    roles: anyRole,
    members: [...officers, 'auditor'],
    description: 'Read the audit log of the organisation',
  },
  'cases.read': { scope: 'cases:read', roles: issuers, members: readers, description: 'Read review cases' },
  'cases.decide': { scope: 'cases:write', roles: issuers, members: desk, description: 'Decide review cases' },
  // Whoever has personal data of others answers for it, issuer or not (GDPR art. 17, 24).
  'persons.erase': { scope: 'persons:erase', roles: anyRole, members: officers, description: 'Erase the personal data of a person' },
  'erasures.read': {
    scope: 'erasures:read',
    roles: anyRole,
    members: [...officers, 'auditor'],
    description: 'Read who was erased or is restricted, and who opened a file',
  },
  'identity.write': {
    scope: 'identity:write',
    roles: issuers,
    members: [...operations, 'reviewer'],
    description: 'Open identity sessions and keep evidence',
  },
  'identity.read': { scope: 'identity:read', roles: issuers, members: readers, description: 'Read identity sessions and evidence' },
  'client_sessions.write': {
    scope: 'client_sessions:write',
    roles: anyRole,
    members: acting,
    description: 'Give a page of your own a short token for one person, and take it back',
  },
  'due_diligence.write': {
    scope: 'due_diligence:write',
    roles: issuers,
    members: desk,
    description: 'File and approve enhanced due diligence',
  },
  'exceptions.write': { scope: 'exceptions:write', roles: issuers, members: desk, description: 'Record false positives' },
  'sandbox.manage': { scope: 'sandbox:write', roles: anyRole, members: acting, description: 'Drive the sandbox' },
  'members.read': { scope: 'members:read', roles: anyRole, members: all, whole: true, description: 'Read who belongs to the organisation' },
  'members.write': {
    scope: 'members:write',
    roles: anyRole,
    members: leads,
    whole: true,
    description: 'Invite members and change what they may',
  },
  'support.read': {
    scope: 'support:read',
    roles: anyRole,
    members: [...officers, 'auditor'],
    whole: true,
    description: 'Read who of the platform was let at the organisation’s data',
  },
  'support.grant': {
    scope: 'support:write',
    roles: anyRole,
    members: officers,
    whole: true,
    description: 'Let the platform’s administrators read the organisation’s data for a time',
  },
  'organization.own': { scope: null, roles: anyRole, members: ['owner'], description: 'Hand over or end the organisation' },
  'account.keep': { scope: null, roles: anyRole, members: null, description: 'Keep the own sign-in, security and profile' },
  'account.read': { scope: null, roles: anyRole, members: null, description: 'Read the own account' },
  'account.write': { scope: null, roles: anyRole, members: null, description: 'Change the own account' },
  'users.read': { scope: null, roles: admins, members: null, description: 'Search and export users' },
  'users.write': { scope: null, roles: admins, members: null, description: 'Change roles and verification of users' },
  'audit.read': { scope: null, roles: admins, members: null, description: 'Read the audit log, of organisations without persons' },
  'support.use': { scope: null, roles: admins, members: null, description: 'Ask organisations for sight of their data, and look' },
  'desks.read': {
    scope: null,
    roles: admins,
    members: null,
    description: 'Decide what is the platform’s own, and see what waits in organisations without persons',
  },
  'lists.manage': { scope: null, roles: admins, members: null, description: 'Load and inspect sanctions lists' },
  'venues.manage': { scope: null, roles: admins, members: null, description: 'Keep the register of venues' },
  'inquiries.read': { scope: null, roles: admins, members: null, description: 'Read contact inquiries' },
  'inquiries.write': { scope: null, roles: admins, members: null, description: 'Answer for contact inquiries' },
  'status.manage': { scope: null, roles: admins, members: null, description: 'Keep incidents and maintenance windows' },
  'system.read': { scope: null, roles: admins, members: null, description: 'Read system health and queues' },
  'system.manage': { scope: null, roles: admins, members: null, description: 'Send failed mail again' },
  'rules.manage': { scope: null, roles: admins, members: null, description: 'Change rulesets' },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof PERMISSIONS

/** Every scope an API key can carry. */
export const SCOPES: readonly string[] = [...new Set(Object.values(PERMISSIONS).flatMap((p) => (p.scope ? [p.scope] : [])))].sort()

/** What no other role holds, and none of an organisation's own can. */
const OWNERS_ALONE = 'organization.own'

const isNamed = (role: MemberRole): role is NamedRole => role !== 'custom'

/** True when this role in an organisation of this standing has it. Of what is the platform's own it has nothing. */
export function memberMay(member: Member | null, name: PermissionName): boolean {
  const { roles, members }: Permission = PERMISSIONS[name]
  if (!member || !members) return false
  if (roles.length > 0 && !roles.includes(member.standing)) return false
  return isNamed(member.role) ? members.includes(member.role) : name !== OWNERS_ALONE && (member.permissions ?? []).includes(name)
}

/** What an organisation's own role can hold: everything members may, but what is its owner's alone. */
export const GRANTABLE: readonly PermissionName[] = (Object.keys(PERMISSIONS) as PermissionName[]).filter(
  (name) => PERMISSIONS[name].members !== null && PERMISSIONS[name].roles.length > 0 && name !== OWNERS_ALONE,
)

/** True when nobody of this role could do what `own` may not: what one may hand on. */
export const coversRole = (own: Member, other: Pick<Member, 'role' | 'permissions'>): boolean =>
  MEMBER_PERMISSIONS.every((name) => !memberMay({ ...other, standing: 'issuer' }, name) || memberMay({ ...own, standing: 'issuer' }, name))
/** But what keys do about themselves, which nobody hands on. */
const MEMBER_PERMISSIONS = (Object.keys(PERMISSIONS) as PermissionName[]).filter(
  (name) => PERMISSIONS[name].members !== null && PERMISSIONS[name].roles.length > 0,
)

/** The scopes a key that acts for such a member can use in an environment: those of at least one permission of theirs. */
export function scopesFor(member: Member | null, environment: Environment): readonly string[] {
  if (isSandbox(environment)) return SCOPES
  const names = Object.keys(PERMISSIONS) as PermissionName[]
  return SCOPES.filter((scope) => names.some((name) => PERMISSIONS[name].scope === scope && !isBeyond(member, name)))
}

const hasScope = (scopes: readonly string[], scope: string): boolean => scopes.includes('*') || scopes.includes(scope)

/** What a key can do at present: its own scopes, as far as whoever it acts for goes. `*` stands for every scope there is. */
export function usableScopes(scopes: readonly string[], member: Member | null, environment: Environment): readonly string[] {
  const allowed = scopesFor(member, environment)
  if (allowed.length === SCOPES.length) return scopes
  return allowed.filter((scope) => hasScope(scopes, scope))
}

/** What a key does about itself it does whosever it is. */
const isBeyond = (member: Member | null, name: PermissionName): boolean => PERMISSIONS[name].roles.length > 0 && !memberMay(member, name)
const isWhole = (name: PermissionName): boolean => (PERMISSIONS[name] as Permission).whole === true
/** Whether a key of an environment that acts for this member goes beyond them in it. */
const isCapped = ({ environment, member }: { environment: Environment; member: Member | null }, name: PermissionName): boolean =>
  (!isSandbox(environment) || isWhole(name)) && isBeyond(member, name)

/** What a key of these scopes does for somebody in an environment, and not for somebody else: the first scope that shows it, or null. */
export function scopeBeyond(
  own: Member | null,
  key: { scopes: readonly string[]; member: Member | null; environment: Environment },
): string | null {
  const names = Object.keys(PERMISSIONS) as PermissionName[]
  const beyond = names.find((name) => {
    const { scope }: Permission = PERMISSIONS[name]
    return scope !== null && hasScope(key.scopes, scope) && !isCapped(key, name) && isCapped({ ...key, member: own }, name)
  })
  return beyond ? PERMISSIONS[beyond].scope : null
}

/** True when the caller may do it. */
export function may(actor: Ctx['actor'], name: PermissionName): boolean {
  const permission: Permission = PERMISSIONS[name]
  if (actor.type === 'system') return true
  if (actor.type === 'api_key') return permission.scope !== null && hasScope(actor.scopes, permission.scope) && !isCapped(actor, name)
  if (actor.type !== 'user') return false
  // Who looks at another organisation's data by its leave reads it and does nothing else, of the platform's nor of their own account.
  if (actor.support) return permission.members ? memberMay(actor.member, name) : name === 'account.keep' || name === 'account.read'
  return permission.members ? permission.roles.length > 0 && memberMay(actor.member, name) : permission.roles.includes(actor.role)
}

const isInvestor = (actor: Ctx['actor']): boolean =>
  actor.type === 'user' && !actor.support && actor.role === 'investor' && actor.member?.standing !== 'issuer'

/** What the session of a person lacks for what their role may do: a second factor, or the proof of it. Their own account stays open. */
export function factorLacking(
  config: Pick<Config, 'requireSecondFactor' | 'secondFactorOfAll'>,
  actor: Ctx['actor'],
): 'set_up' | 'second_factor' | null {
  if (actor.type !== 'user' || actor.byKey) return null
  if (actor.barred === 'set_up' || actor.barred === 'second_factor') return actor.barred
  if (!config.requireSecondFactor) return null
  if (isInvestor(actor) && !config.secondFactorOfAll) return null
  if (!actor.hasSecondFactor) return 'set_up'
  return actor.secondFactorAt === null ? 'second_factor' : null
}

/** Why a session does not work in an organisation: what its policy asks for and the session has not. */
export type Barred = 'sign_on' | 'set_up' | 'second_factor' | 'address'

const BARRED: Record<Barred, { code: 'sign_on_required' | 'step_up_required' | 'ip_not_allowed'; words: string }> = {
  sign_on: {
    code: 'sign_on_required',
    words:
      'This organisation is worked in through its own sign-on alone. Sign in with your organisation; an owner may also sign in with a second factor of their own that they have had for a day.',
  },
  set_up: {
    code: 'step_up_required',
    words: 'This organisation asks for a second factor, and your account has none yet. Set one up, then go on here.',
  },
  second_factor: { code: 'step_up_required', words: 'This organisation asks for a second factor. Confirm with it first.' },
  address: {
    code: 'ip_not_allowed',
    words: 'This organisation is worked in from its own network addresses alone. Connect from one of them, or ask an owner to add yours.',
  },
}
export const barredInWords = (barred: Barred): string => BARRED[barred].words

const LACKING = {
  set_up: 'Your role needs a second factor, and your account has none yet. Set one up, then go on here.',
  second_factor: 'Your role needs a second factor. Confirm with it first.',
}

/**
 * Refuses with 401 or 403, naming the missing scope or role. First line of every verb. Where second factors are required, an
 * administrator or issuer who has not proven one does nothing but keep their own account: `step_up_required`. So does an investor where the operator
 * wants one of everybody; what investors do is of their own account, so only their sign-in, security and profile stay open.
 */
export function requirePermission(ctx: Ctx, name: PermissionName): void {
  if (may(ctx.actor, name)) {
    const open = name === 'account.keep' || (!isInvestor(ctx.actor) && name.startsWith('account.'))
    const lacking = open ? null : factorLacking(ctx.services.config, ctx.actor)
    if (lacking) throw new AppError('step_up_required', LACKING[lacking], { extra: { proof: lacking } })
    return
  }
  const { actor } = ctx
  const permission: Permission = PERMISSIONS[name]
  if (actor.type === 'user' && actor.barred && permission.members) {
    const { code, words } = BARRED[actor.barred]
    throw new AppError(code, words, code === 'step_up_required' ? { extra: { proof: actor.barred } } : {})
  }
  if (actor.type === 'anonymous') throw new AppError('not_signed_in', 'Authentication required. Please sign in to continue.')
  if (actor.type === 'api_key')
    throw new AppError(
      'insufficient_scope',
      permission.scope === null
        ? 'API keys cannot do this; sign in instead.'
        : isCapped(actor, name)
          ? `${isSandbox(actor.environment) ? 'The scope' : 'In production'} ${permission.scope} ${needed(permission, actor.member)}. A key does no more than whom it acts for.`
          : `This key lacks the scope ${permission.scope}.`,
    )
  if (actor.type === 'user' && actor.support)
    throw new AppError('forbidden', 'You look at an organisation’s data by its leave, and only read it. Stop looking first.')
  throw new AppError('forbidden', `This ${needed(permission, actor.type === 'user' ? actor.member : null)}.`)
}

/** What is lacking, in words: the standing of the organisation, or a role in it. */
function needed({ roles, members }: Permission, member: Member | null): string {
  if (!members || roles.length === 0) return `needs the role ${roles.join(' or ') || 'of an API key'}`
  if (!member) return 'needs a member of the organisation'
  if (!roles.includes(member.standing)) return `needs the role ${roles.join(' or ')} of an owner of the organisation`
  return `is for ${members.map(roleInWords).join(', ')} of the organisation, not for its ${roleInWords(member.role)}`
}

/** A role in an organisation as people read it. */
export const roleInWords = (role: MemberRole): string => (role === 'custom' ? 'own role' : role.replaceAll('_', ' '))

/** Nobody gives, changes or takes a role in an organisation that may more than they do. The product itself is as an owner. Throws `forbidden`. */
export function requireCovers({ actor }: Pick<Ctx, 'actor'>, role: Pick<Member, 'role' | 'permissions'> & { name: string }): void {
  const own = actor.type === 'system' ? ownerOf('issuer') : actor.type === 'anonymous' ? null : actor.member
  if (own && coversRole(own, role)) return
  throw new AppError(
    'forbidden',
    `The role ${role.name} may do what yours may not. Somebody who may do all of it can give, change or end it.`,
  )
}
