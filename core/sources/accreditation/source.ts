import type { FactSource } from '#core/kernel/answers.ts'
import type { TenantNow } from '#core/kernel/context.ts'
import type { Queryable } from '#db/connect.ts'
import type { Subject } from '../identity/source.ts'

/** What evidence says of whether somebody is accredited. */
export interface Accreditation {
  /** `unknown`: nobody vouches. What was sent in and what reviewers decided of it is the investor's own record. */
  status: 'verified' | 'pending' | 'rejected' | 'unknown'
  /** Whether somebody outside vouches for it, or the sandbox plays it. */
  kind: 'established' | 'simulated'
  /** What it rests on, how that was shown, and by whom, in the words of the calls; null where nothing was found out. */
  shown: { type: string; method: string; verifier: string; dated: string } | null
  /** Until when it counts; null where that is what its method gives. */
  expires_at: Date | null
  /** Who looked at the evidence. */
  reviewer: string | null
  /** The evidence it rests on, and when it was taken; null where there is none. */
  evidence: { id: string; at: Date } | null
}

/** Who vouches for an accreditation: people who read figures and documents, and the letters among them. */
export interface AccreditationSource {
  /** What is known at the time of the call. Nothing found out is `unknown`, never a guess. */
  of(db: Queryable, ctx: TenantNow, subject: Subject): Promise<Accreditation>
  /** Whether a letter has to say who wrote it, and that they were found in good standing. */
  readonly asksAuthor: boolean
  /** Whether a digest and a day that a call names count as a letter. Else only evidence does, of what a person read. */
  readonly takesWord: boolean
}

/**
 * Where the accreditation of an investor is from, while somebody vouches for it. Else it is the word of whoever sent it in, and where no word
 * counts it is known that no method was used.
 */
export const accreditationFound = ({ status, kind }: Accreditation): Record<string, FactSource> =>
  status !== 'unknown' ? { 'investor.accreditation': kind } : kind === 'established' ? { 'investor.accreditation.method': kind } : {}
