import type { Ctx, Environment } from './context.ts'
import { isSandbox } from './environments.ts'
import { AppError } from './errors.ts'
import type { Config } from './services.ts'

export type Role = 'admin' | 'issuer' | 'investor'
export const ROLES: readonly Role[] = ['admin', 'issuer', 'investor']

/**
 * Who may do what. `scope` is what an API key needs; `roles` what a signed-in user needs; null means that kind of caller may not.
 * In production a key needs both: its scope, and one of the `roles` for the person who made it, as that person is now. In the
 * sandbox, where everybody has a made-up world of their own, the scope is enough. No roles: only keys do it, whosever they are.
 */
interface Permission {
  scope: string | null
  roles: readonly Role[]
  description: string
}

const anyRole = ROLES
const issuers: readonly Role[] = ['issuer', 'admin']
const admins: readonly Role[] = ['admin']

export const PERMISSIONS = {
  'wallets.verify': { scope: 'wallets:verify', roles: anyRole, description: 'Verify a wallet' },
  'wallets.read': { scope: 'wallets:read', roles: anyRole, description: 'Read wallets and their status' },
  'sanctions.check': { scope: 'sanctions:check', roles: anyRole, description: 'Screen names and addresses' },
  'decisions.read': { scope: 'decisions:read', roles: anyRole, description: 'Read and replay decisions' },
  'simulations.run': { scope: 'decisions:read', roles: issuers, description: 'Run what-if simulations' },
  'offerings.write': { scope: 'offerings:write', roles: issuers, description: 'Create and change offerings' },
  'offerings.read': { scope: 'offerings:read', roles: issuers, description: 'Read offerings' },
  'investors.write': { scope: 'investors:write', roles: issuers, description: 'Create and verify investors' },
  'investors.read': { scope: 'investors:read', roles: issuers, description: 'Read investors' },
  'investments.write': { scope: 'investments:write', roles: issuers, description: 'Record investments' },
  'investments.read': { scope: 'investments:read', roles: issuers, description: 'Read investments' },
  'transactions.write': { scope: 'transactions:write', roles: issuers, description: 'Check and record transactions' },
  'transactions.read': { scope: 'transactions:read', roles: issuers, description: 'Read transactions' },
  'venues.read': { scope: 'transactions:read', roles: issuers, description: 'Read the register of venues' },
  'holdings.read': { scope: 'holdings:read', roles: issuers, description: 'Read holdings, freezes and forced transfers' },
  'holdings.write': { scope: 'holdings:write', roles: issuers, description: 'Freeze, free and move holdings on a legal basis' },
  'tokens.issue': { scope: 'tokens:issue', roles: issuers, description: 'Authorise token issuance' },
  'nfts.verify': { scope: 'nfts:verify', roles: anyRole, description: 'Verify NFT creators' },
  'defi.verify': { scope: 'defi:verify', roles: anyRole, description: 'Verify DeFi access' },
  'protocols.write': { scope: 'defi:write', roles: issuers, description: 'Keep the policies of protocols' },
  'protocols.read': { scope: 'defi:read', roles: issuers, description: 'Read the policies of protocols' },
  'gaming.verify': { scope: 'gaming:verify', roles: anyRole, description: 'Verify ages' },
  'exclusions.write': { scope: 'gaming:write', roles: issuers, description: 'Record self-exclusions' },
  'exclusions.read': { scope: 'gaming:read', roles: issuers, description: 'Read self-exclusions' },
  'reserves.write': { scope: 'reserves:write', roles: issuers, description: 'Publish reserve statements' },
  'reserves.read': { scope: 'reserves:read', roles: issuers, description: 'Read reserve statements' },
  'publications.write': {
    scope: 'publications:write',
    roles: issuers,
    description: 'Judge words before they are published, and measures of a token',
  },
  'credentials.write': { scope: 'credentials:write', roles: issuers, description: 'Manage credentials' },
  'credentials.read': { scope: 'credentials:read', roles: anyRole, description: 'Read credentials' },
  'events.read': { scope: 'events:read', roles: anyRole, description: 'Read events' },
  'webhooks.write': { scope: 'webhooks:write', roles: anyRole, description: 'Manage webhook endpoints' },
  'webhooks.read': { scope: 'webhooks:read', roles: anyRole, description: 'Read webhook endpoints and attempts' },
  'domains.write': { scope: 'domains:write', roles: issuers, description: 'Register and remove domains' },
  'domains.read': { scope: 'domains:read', roles: anyRole, description: 'Read domains' },
  'request_logs.read': { scope: 'logs:read', roles: anyRole, description: 'Read request logs' },
  'tenant.read': { scope: 'tenant:read', roles: anyRole, description: 'Read what is known of the own organisation' },
  'tenant.write': { scope: 'tenant:write', roles: issuers, description: 'State licences and duties of the own organisation' },
  'tenant.establish': { scope: null, roles: admins, description: 'Establish facts of an organisation' },
  'keys.self': { scope: 'keys:read', roles: [], description: 'Read the key in use' },
  'keys.manage': { scope: 'keys:write', roles: anyRole, description: 'Create, rotate and revoke API keys' },
  'cases.read': { scope: 'cases:read', roles: issuers, description: 'Read review cases' },
  'cases.decide': { scope: 'cases:write', roles: issuers, description: 'Decide review cases' },
  'persons.erase': { scope: 'persons:erase', roles: issuers, description: 'Erase the personal data of a person' },
  'identity.write': { scope: 'identity:write', roles: issuers, description: 'Open identity sessions and keep evidence' },
  'identity.read': { scope: 'identity:read', roles: issuers, description: 'Read identity sessions and evidence' },
  'due_diligence.write': { scope: 'due_diligence:write', roles: issuers, description: 'File and approve enhanced due diligence' },
  'exceptions.write': { scope: 'exceptions:write', roles: issuers, description: 'Record false positives' },
  'sandbox.manage': { scope: 'sandbox:write', roles: anyRole, description: 'Drive the sandbox' },
  'account.keep': { scope: null, roles: anyRole, description: 'Keep the own sign-in, security and profile' },
  'account.read': { scope: null, roles: anyRole, description: 'Read the own account' },
  'account.write': { scope: null, roles: anyRole, description: 'Change the own account' },
  'users.read': { scope: null, roles: admins, description: 'Search and export users' },
  'users.write': { scope: null, roles: admins, description: 'Change roles and verification of users' },
  'audit.read': { scope: null, roles: admins, description: 'Read the whole audit log' },
  'lists.manage': { scope: null, roles: admins, description: 'Load and inspect sanctions lists' },
  'venues.manage': { scope: null, roles: admins, description: 'Keep the register of venues' },
  'inquiries.read': { scope: null, roles: admins, description: 'Read contact inquiries' },
  'inquiries.write': { scope: null, roles: admins, description: 'Answer for contact inquiries' },
  'status.manage': { scope: null, roles: admins, description: 'Keep incidents and maintenance windows' },
  'system.read': { scope: null, roles: admins, description: 'Read system health and queues' },
  'system.manage': { scope: null, roles: admins, description: 'Send failed mail again' },
  'rules.manage': { scope: null, roles: admins, description: 'Change rulesets' },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof PERMISSIONS

/** Every scope an API key can carry. */
export const SCOPES: readonly string[] = [...new Set(Object.values(PERMISSIONS).flatMap((p) => (p.scope ? [p.scope] : [])))].sort()

const roleAllows = ({ roles }: Permission, role: Role) => roles.length === 0 || roles.includes(role)

/** The scopes a key made by somebody of this role can use in an environment: those of at least one permission of the role. */
export function scopesFor(role: Role, environment: Environment): readonly string[] {
  if (isSandbox(environment)) return SCOPES
  const permissions: Permission[] = Object.values(PERMISSIONS)
  return SCOPES.filter((scope) => permissions.some((permission) => permission.scope === scope && roleAllows(permission, role)))
}

/** What a key can do at present: its own scopes, as far as its person's role goes. `*` stands for every scope there is. */
export function usableScopes(scopes: readonly string[], role: Role, environment: Environment): readonly string[] {
  const allowed = scopesFor(role, environment)
  if (allowed.length === SCOPES.length) return scopes
  return allowed.filter((scope) => scopes.includes('*') || scopes.includes(scope))
}

const isCapped = (actor: Ctx['actor'], permission: Permission): boolean =>
  actor.type === 'api_key' && !isSandbox(actor.environment) && !roleAllows(permission, actor.role)

/** True when the caller may do it. */
export function may(actor: Ctx['actor'], name: PermissionName): boolean {
  const permission: Permission = PERMISSIONS[name]
  if (actor.type === 'system') return true
  if (actor.type === 'api_key')
    return (
      permission.scope !== null && (actor.scopes.includes('*') || actor.scopes.includes(permission.scope)) && !isCapped(actor, permission)
    )
  if (actor.type === 'user') return permission.roles.includes(actor.role)
  return false
}

const isInvestor = (actor: Ctx['actor']): boolean => actor.type === 'user' && actor.role === 'investor'

/** What the session of a person lacks for what their role may do: a second factor, or the proof of it. Their own account stays open. */
export function factorLacking(
  config: Pick<Config, 'requireSecondFactor' | 'secondFactorOfAll'>,
  actor: Ctx['actor'],
): 'set_up' | 'second_factor' | null {
  if (!config.requireSecondFactor || actor.type !== 'user' || actor.byKey) return null
  if (isInvestor(actor) && !config.secondFactorOfAll) return null
  if (!actor.hasSecondFactor) return 'set_up'
  return actor.secondFactorAt === null ? 'second_factor' : null
}

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
  const permission: Permission = PERMISSIONS[name]
  if (ctx.actor.type === 'anonymous') throw new AppError('not_signed_in', 'Authentication required. Please sign in to continue.')
  if (ctx.actor.type === 'api_key')
    throw new AppError(
      'insufficient_scope',
      permission.scope === null
        ? 'API keys cannot do this; sign in instead.'
        : isCapped(ctx.actor, permission)
          ? `In production ${permission.scope} needs the role ${permission.roles.join(' or ')} here, and the person who made this key is an ${ctx.actor.role}.`
          : `This key lacks the scope ${permission.scope}.`,
    )
  throw new AppError('forbidden', `This needs the role ${permission.roles.join(' or ') || 'of an API key'}.`)
}
