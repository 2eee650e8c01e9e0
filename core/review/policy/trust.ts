import { z } from 'zod'
import { removeProvider, setProviderFlow } from '#core/identity/providers/settings.ts'
import { type IssuerNamed, issuerField } from '#core/identity/trust/add.ts'
import {
  type Authorities,
  authoritiesField,
  authoritiesKey,
  authoritiesNow,
  IN_LISTS,
  putAuthorities,
} from '#core/identity/trust/authorities.ts'
import { issuerKey, keptIssuer, keptIssuers, putIssuer } from '#core/identity/trust/kept.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { invalidField } from '#core/kernel/errors.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { IDENTITY_PROVIDERS, identityProviders } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import type { PolicyChange } from './present.ts'

const MOST_ISSUERS = 200

/** What of a provider stands in a file: never its keys. */
const providerTerms = z.strictObject({
  flow: z
    .string()
    .regex(/^[\w .:-]{1,100}$/)
    .nullable()
    .default(null),
  region: z.enum(['eu', 'us', 'ca']).nullable().default(null),
})
type ProviderTerms = z.output<typeof providerTerms>

/** Whom an organisation trusts to say who people are, as a file keeps it. */
export const trustFields = {
  trusted_issuers: z.array(issuerField).max(MOST_ISSUERS).optional().meta({
    description:
      'Issuers whose word counts, as POST /v1/identity/trusted-issuers takes them, without a note; all but those that come in lists, which stand in `authorities`. One that is left out is not trusted any more; left out as a whole, they stay as they are',
  }),
  authorities: z.array(authoritiesField).max(MOST_ISSUERS).optional().meta({
    description:
      'Certificates that came in lists (POST /v1/identity/trusted-issuers/import), of each list how many and a digest. What counts where nobody can tell whether one was revoked is changed here. Those that are left out are not trusted any more; left out as a whole, they stay as they are',
  }),
  providers: z.partialRecord(z.enum(IDENTITY_PROVIDERS), providerTerms).optional().meta({
    description:
      'Providers of identity checks that are set up, by name, with their flow and region. Their keys stand in no file: PUT /v1/identity/providers sets one up. One that is left out is removed; left out as a whole, they stay as they are',
  }),
}

export interface Trust {
  trusted_issuers: IssuerNamed[]
  authorities: Authorities[]
  providers: Record<string, ProviderTerms>
}

/** Issuers in the form in which they are kept and compared, each read by `at`, which names its place in the file in what it refuses. */
export function readIssuers(
  named: readonly IssuerNamed[],
  now: number,
  at: (i: number, work: () => IssuerNamed) => IssuerNamed,
): IssuerNamed[] {
  const known = new Set<string>()
  const kept = named.map((one, i) =>
    at(i, () => {
      if ((IN_LISTS as readonly string[]).includes(one.kind))
        throw invalidField('/kind', 'not_allowed', 'Authorities of documents come in lists: import them instead.')
      const issuer = keptIssuer(one, now)
      if (known.has(issuerKey(issuer))) throw invalidField('', 'duplicate', 'This issuer is named above already.')
      known.add(issuerKey(issuer))
      return issuer
    }),
  )
  return kept.sort((a, b) => (issuerKey(a) < issuerKey(b) ? -1 : 1))
}

/** Certificates of lists in the form in which they are kept and compared. */
export function readAuthorities(named: readonly Authorities[], at: (i: number, work: () => Authorities) => Authorities): Authorities[] {
  const known = new Set<string>()
  const kept = named.map((one, i) =>
    at(i, () => {
      if (known.has(authoritiesKey(one))) throw invalidField('', 'duplicate', 'These are named above already.')
      known.add(authoritiesKey(one))
      return one
    }),
  )
  return kept.sort((a, b) => (authoritiesKey(a) < authoritiesKey(b) ? -1 : 1))
}

/** Whom the organisation trusts now. */
export async function trustNow(db: Queryable, ctx: Ctx): Promise<Trust> {
  const rows = await db.select().from(identityProviders).where(inScope(identityProviders, ctx)).orderBy(identityProviders.provider)
  return {
    trusted_issuers: await keptIssuers(db, ctx),
    authorities: await authoritiesNow(db, ctx),
    providers: Object.fromEntries(rows.map(({ provider, flow, region }) => [provider, { flow, region }])),
  }
}

const ISSUERS = '/trusted_issuers/'
const AUTHORITIES = '/authorities/'
const PROVIDERS = '/providers/'
export const isOfTrust = ({ path }: Pick<PolicyChange, 'path'>): boolean =>
  [ISSUERS, AUTHORITIES, PROVIDERS].some((room) => path.startsWith(room))
/** Whose word is to count from now on, or without its list of revoked ones, which takes two people. */
export const letsIn = ({ path, to }: PolicyChange): boolean =>
  to !== null && (path.startsWith(ISSUERS) || (path.startsWith(AUTHORITIES) && (to as unknown as Authorities).revocation === 'review'))

/** Issuers by what they are recognised by, for comparing. */
export const byKey = (issuers: readonly IssuerNamed[]): Record<string, Json> =>
  Object.fromEntries(issuers.map((one) => [issuerKey(one).replaceAll('~', '~0').replaceAll('/', '~1'), one as unknown as Json]))

/** The same of certificates that came in lists. */
export const byAuthoritiesKey = (all: readonly Authorities[]): Record<string, Json> =>
  Object.fromEntries(all.map((one) => [authoritiesKey(one), one as unknown as Json]))

/** Throws `validation_failed` where a file names a provider that is not set up, or certificates that were not imported. */
export function requireSetUp(changes: readonly PolicyChange[]): void {
  const unknown = changes.find(({ path, from }) => path.startsWith(PROVIDERS) && from === null)
  if (unknown)
    throw invalidField(
      `/policy${unknown.path}`,
      'not_allowed',
      'This provider is not set up here. Its keys come first: PUT /v1/identity/providers.',
    )
  const same = (a: Json, b: Json) =>
    hashOf({ ...(a as object), revocation: null } as Json) === hashOf({ ...(b as object), revocation: null } as Json)
  const foreign = changes.find(({ path, from, to }) => path.startsWith(AUTHORITIES) && to !== null && (from === null || !same(from, to)))
  if (foreign)
    throw invalidField(
      `/policy${foreign.path}`,
      'not_allowed',
      'These certificates are not the ones that were imported here. Import their list first, POST /v1/identity/trusted-issuers/import, and read the file anew: it changes their revocation, or leaves them out.',
    )
}

/** Changes whom the organisation trusts, as a plan shows it. */
export async function putTrust(
  tx: Tx,
  ctx: Ctx,
  changes: readonly PolicyChange[],
  said: { by: string; countersigned_by?: string; case_id?: string },
): Promise<AuditInput[]> {
  const audit: AuditInput[] = []
  for (const { path, from, to } of changes) {
    if (path.startsWith(ISSUERS))
      audit.push(...(await putIssuer(tx, ctx, { from: from as unknown as IssuerNamed, to: to as unknown as IssuerNamed }, said)))
    if (path.startsWith(AUTHORITIES))
      audit.push(
        ...(await putAuthorities(tx, ctx, { from: from as unknown as Authorities, to: to as unknown as Authorities | null }, said)),
      )
    if (path.startsWith(PROVIDERS)) {
      const name = path.slice(PROVIDERS.length) as (typeof IDENTITY_PROVIDERS)[number]
      audit.push(to === null ? await removeProvider(tx, ctx, name) : await setProviderFlow(tx, ctx, name, to as unknown as ProviderTerms))
    }
  }
  return audit
}
