import type { Ctx } from '#core/kernel/context.ts'

/** A keyed hash of what a provider calls somebody. */
export const subjectHash = ({ services }: Pick<Ctx, 'services'>, { issuer, subject }: { issuer: string; subject: string }): string =>
  services.keyring.mac('sign-on-subject', JSON.stringify([issuer, subject]))

/** A keyed hash of what a provider calls the session by which it vouched for somebody. */
export const sidHash = ({ services }: Pick<Ctx, 'services'>, { issuer, sid }: { issuer: string; sid: string }): string =>
  services.keyring.mac('sign-on-session', JSON.stringify([issuer, sid]))
