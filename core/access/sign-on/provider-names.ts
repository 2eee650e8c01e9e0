import type { Ctx } from '#core/kernel/context.ts'
import { openOrNull, PLATFORM_KEY, type Sealed, sealValue } from '#core/kernel/sealed.ts'
import type { SignOnName } from '#db/schema/shared.ts'

/** A keyed hash of what a provider calls somebody. */
export const subjectHash = ({ services }: Pick<Ctx, 'services'>, { issuer, subject }: { issuer: string; subject: string }): string =>
  services.keyring.mac('sign-on-subject', JSON.stringify([issuer, subject]))

/** A keyed hash of what a provider calls the session by which it vouched for somebody. */
export const sidHash = ({ services }: Pick<Ctx, 'services'>, { issuer, sid }: { issuer: string; sid: string }): string =>
  services.keyring.mac('sign-on-session', JSON.stringify([issuer, sid]))

const place = (authId: string) => `auth.session.sign_on_name:${authId}`

/** What a SAML provider calls somebody and their session, as the session here keeps it: to say to that provider when it is over. */
export const sealSignOnName = (ctx: Ctx, authId: string, name: SignOnName): Promise<Sealed<SignOnName>> =>
  sealValue(ctx.db, ctx.services, PLATFORM_KEY, place(authId), name)

export const openSignOnName = (ctx: Ctx, authId: string, sealed: Sealed<SignOnName> | null): Promise<SignOnName | null> =>
  openOrNull(ctx.db, ctx.services, place(authId), sealed)
