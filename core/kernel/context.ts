import type { World } from '#core/sources/world.ts'
import type { Db, Tx } from '#db/connect.ts'
import type { Barred, Member, Role } from './permissions.ts'
import type { Services } from './services.ts'

export type Environment = 'sandbox' | 'production'

/** Who is asking. */
export type Actor =
  | {
      type: 'api_key'
      id: string
      /** The first of the keys this one was renewed from; its own id where it is the first. */
      family?: string
      organizationId: string
      environment: Environment
      scopes: readonly string[]
      /** What the person who made it is on the platform now; an investor where no person did. */
      role: Role
      /** What that person, or the program it is for, is in the organisation now. In production a key never does more than they may. */
      member: Member | null
      version: string
      strictChecksum: boolean
      throwaway: boolean
      /** Whose limits it counts towards, see core/budgets. Its organisation's own when left out. */
      budget?: string
    }
  | {
      type: 'user'
      id: string
      /** The organisation they work in. */
      organizationId: string
      /** Where their own records are kept, whichever organisation they work in. */
      home: string
      role: Role
      /** What they are in the organisation they work in; null where they belong to none. */
      member: Member | null
      email: string
      sessionId: string
      /** When a second factor was last proven in this session, ms since 1970. */
      secondFactorAt: number | null
      /** When the password, or a wallet that stands in for it, was last proven in this session. */
      confirmedAt?: number | null
      /** Whether the account has an authenticator or a passkey. */
      hasSecondFactor?: boolean
      /** Set while an administrator of the platform looks at an organisation's data by its leave. */
      support?: { id: string; ends_at: string }
      /** Whose identity provider vouched for them. They work there alone, and have no role of the platform. `ownProof`: they could sign in by themselves. */
      signOn?: { organizationId: string; ownProof: boolean }
      /** What their session lacks for the organisation they would work in: until then they are nobody there. */
      barred?: Barred
      /** Set where a key acts for its person, within its scopes and never where a fresh proof is asked for. */
      byKey?: true
    }
  | { type: 'system'; id: string }
  | { type: 'anonymous'; id: 'anonymous' }

/** What the first answer to an Idempotency-Key must be stored under, in the transaction of the work itself. */
export interface Idempotency {
  /** The answer stored so far, so that one shaped further by a wrapping verb is stored as it was sent. */
  kept?: string
  key: string
  method: string
  path: string
  bodyHash: string
  status: number
  /** The version of the API that the call is in, and the answer as that version says it, where it says it otherwise. */
  version: string
  shaped?: (answer: unknown) => unknown
  /** What the call answers, where that is made of what was written (`answering`). */
  made?: (tx: Tx, written: never) => unknown
}

/** Everything a verb may know about its call. Made once per request; never a module-level variable. */
export interface Ctx {
  db: Db
  services: Services
  actor: Actor
  organizationId: string
  environment: Environment
  /** Everything outside of our tables that this call may ask: the real one, or the sandbox's. */
  world: World
  /** The time this call is judged by, in ms: the sandbox's own clock in the sandbox, the wall clock otherwise. */
  now: number
  requestId: string
  /** The caller's network address, for limits and sign-in records. */
  ip: string | null
  userAgent: string | null
  idempotency: Idempotency | null
  /** What has to hold before anything is written, asked within that transaction: If-Match. */
  precondition?: (tx: Tx) => Promise<void>
  /** The id of what is made, where it must be the same everywhere: only for the fixtures of the sandbox. */
  fixedId?: string
}

/** Whose rows they are. */
export type Tenant = Pick<Ctx, 'organizationId' | 'environment'>

/** A tenant at a time of its clock, ms: what its rows are read and written by. Who is given this asks nothing else of the call. */
export type TenantNow = Pick<Ctx, 'organizationId' | 'environment' | 'now'>

/** The same with the means to seal what a row says of a person, and to open it. */
export type Sealing = TenantNow & Pick<Ctx, 'db' | 'services'>

/** The same with what lies outside of our tables: what somebody is screened and judged by. */
export type Judging = Sealing & Pick<Ctx, 'world'>

/** The same with who asks, and by which call: what a decision is recorded with. */
export type Deciding = Sealing & Pick<Ctx, 'actor' | 'requestId'>

/** Who did something, for which tenant, when and by which call: what the log and the events say of it. */
export type Author = TenantNow & Pick<Ctx, 'actor' | 'requestId' | 'idempotency'>

/** The same call made by another actor, or for another tenant: for jobs and for acts on behalf of the system. */
export function withTenant(ctx: Ctx, organizationId: string, environment: Environment): Ctx {
  return {
    ...ctx,
    organizationId,
    environment,
    world: ctx.world.environment === environment ? ctx.world : ctx.services.worldOf(environment),
  }
}
