import type { FactSource } from '#core/kernel/answers.ts'
import type { Identity } from './source.ts'

/**
 * The facts that production takes for granted, because nothing outside of a call's own words is asked for them yet. The list ends empty with
 * the first source of evidence for who somebody is; nothing is added to it.
 */
export const ASSUMED = { subject: 'subject.verification.status', investor: 'investor.verification.status' } as const

/**
 * The status that the rules are told. Where nobody found out who somebody is, it is taken as verified, or every check in production would
 * wait for ever. This is the one place where that is assumed.
 */
export const statusTaken = ({ status }: Identity): 'verified' | 'pending' | 'rejected' => (status === 'unknown' ? 'verified' : status)

/** Where the status of a party is from: who vouches for it, or that it was taken so and not found out. */
export const foundOf = (party: keyof typeof ASSUMED, { status, kind }: Identity): Record<string, FactSource> => ({
  [ASSUMED[party]]: status === 'unknown' ? 'assumed' : kind,
})
