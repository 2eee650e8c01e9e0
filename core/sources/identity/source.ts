import type { TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import type { Comparison } from '#db/schema.ts'
import type { Persona } from '../personas/source.ts'

/** What evidence says of who somebody is. */
export interface Identity {
  /** `unknown`: nothing that counts was brought, or nobody looked at it. */
  status: 'verified' | 'pending' | 'rejected' | 'unknown'
  /** Whether somebody outside vouches for it, or the sandbox plays it. */
  kind: 'established' | 'simulated'
  /** How far it goes; null where nothing was found out. */
  level: 'basic' | 'enhanced' | null
  method: 'document' | 'non_documentary' | null
  /** When it was found out, and until when it counts. */
  at: Date | null
  expires_at: Date | null
  /** Who looked at the evidence: a person, or the provider that answered. */
  reviewer: string | null
  /** Of a rejection: why, and whether better evidence may change it. */
  rejection: { code: string; retryable: boolean } | null
  /** The evidence it rests on; null where there is none. */
  evidence: string | null
  /** The facts that the evidence establishes. */
  covers: readonly string[]
  /** Of a document that was read: its last day, and when it was read. */
  document: { expires_on: string; verified_on: Date } | null
  /** What was read beside what was said. */
  comparison: Comparison | null
}

/** Whom a question is about. */
export interface Subject {
  personId: string
  /** The wallet or investor it is asked for, by id: what was shown for another one counts for nothing there. Null: the person, wherever. */
  shownFor: string | null
  /** What the sandbox plays of this party; null in production. */
  played: Persona | null
}

/** Who vouches for people: providers, wallets with signed credentials, reviewers. */
export interface IdentitySource {
  /** What is known of a person at the time of the call. Nothing found out is `unknown`, never a guess. */
  of(db: Queryable, ctx: TenantNow, subject: Subject): Promise<Identity>
  /** Whether a call may say how a check ends that was begun (`POST /v1/sandbox/resolve`). */
  readonly endsOnRequest: boolean
  /** Whether what a call states of somebody counts as proven: a name as theirs, a birth date whatever a credential says. */
  readonly takesWord: boolean
}
