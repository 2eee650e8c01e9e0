import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { bindUpload, write } from '#core/record/transaction.ts'
import { receiveUpload } from '#core/record/upload.ts'
import { defineVerb } from '#core/record/verb.ts'
import { checkListSigner, whatFollows } from '../revocations/check.ts'
import { knownCertificates } from '../revocations/manage.ts'
import { assurance, requireTypes, why } from './add.ts'
import { type AuthorityCertificate, readAuthority, thumbprintOf, type Unfit } from './certificates.ts'
import { type Claims, claimsField } from './claims.ts'
import { keepTrustList } from './keep-list.ts'
import type { MasterList } from './master-list.ts'
import { issuersKnown, type Proposed, proposeIssuers } from './propose.ts'
import { certificatesFor, type ListedKind, type SignedProviderList } from './provider-list.ts'
import { type ListAsked, readSignedList } from './read-list.ts'
import { IMPORTED_KINDS, importedIssuersAnswer, revocationField } from './shape.ts'

const MAX_BYTES = 4 * 1024 * 1024
const MAX_CERTIFICATES = 2_000
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g

const importInput = z.strictObject({
  kind: z.enum(IMPORTED_KINDS).meta({
    description:
      '`csca`: authorities of passports. `iaca`: authorities of mobile documents. `pid`: providers of person identification data. `accreditation`: providers of attestations that say who is an accredited investor',
  }),
  provider: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({
      description:
        'Of a VICAL or a trust list: SHA-256 of the certificate that its provider or the operator of its scheme publishes as its own',
    }),
  types: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: 'Of `accreditation`: the types (`vct`) of credentials that count, with commas between them' }),
  ...assurance,
  revocation: revocationField.optional(),
  note: why,
})
type Asked = z.output<typeof importInput>

/** What a file holds: certificates, and of a signed list who signed it and, of a trust list, what it says of itself. */
interface Opened {
  format: z.output<typeof importedIssuersAnswer>['format']
  list: (Pick<MasterList, 'signer' | 'authority'> & Partial<Pick<MasterList, 'links'>>) | null
  services: SignedProviderList | null
  given: (string | Uint8Array)[]
}

/**
 * Lets in many authorities at once, as one case: a CSCA master list as states sign it (ICAO Doc 9303-12), a VICAL (ISO/IEC 18013-5), a trust
 * list (ETSI TS 119 612 or 119 602), or certificates in PEM. Those that are no authority's, have run out or have weak keys are left out and
 * counted. Of a trust list, issuers that its former issue named and this one does not count no more. Throws `validation_failed` for a list
 * whose signature does not hold, that is over or older than the one that is kept, or that brings nothing new, and `body_too_large`.
 */
export const importTrustedIssuers = defineVerb({
  name: 'trusted_issuers.add_list',
  permission: 'identity.write',
  input: importInput,
  output: importedIssuersAnswer,
  run: async ({ ctx, input, upload }) => {
    if (!upload) throw new AppError('unsupported_media_type', 'Send the file itself.')
    const bytes = await receiveUpload(upload, MAX_BYTES, 'A list of certificates has at most 4 MB.')
    const claims = claimsFor(input)
    const { format, list, services, given } = await open(input, bytes, ctx.now)
    const revocation = list?.links ? await signerRevocation(ctx, list.links, input.revocation ?? 'review') : null
    const { fit, refused } = sort(given, ctx.now)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    bindUpload(ctx, sha256, input)
    return write(ctx, async (tx) => {
      const known = (await issuersKnown(tx, ctx, [...fit.keys()])).filter((row) => row.kind === input.kind)
      const before = new Set(known.map(({ identifier }) => identifier))
      const fresh = [...fit.values()].filter(({ identifier }) => !before.has(identifier))
      const from = { sha256, signer: list?.signer ?? null, authority: list?.authority ?? null }
      const kept = services
        ? await keepTrustList(tx, ctx, { kind: input.kind as ListedKind, list: services.list, sha256, ...services.by }, [...fit.keys()])
        : null
      if (!fresh.length && !kept?.audit.length)
        throw invalidField(
          '/file',
          'nothing_new',
          `Nothing of this file is new: ${before.size} known, ${given.length - fit.size} not taken.`,
        )
      const listed = { claims, list_id: kept?.row.id ?? null }
      const asked = fresh.length
        ? await proposeIssuers(
            tx,
            ctx,
            fresh.map((one) => proposed(input, one, listed)),
            { note: input.note, details: { list: { ...from, ...(revocation && { signer_revocation: revocation }) } } },
          )
        : null
      const audit = [...(kept?.audit ?? []), ...(asked ? [asked.audit] : [])]
      return {
        result: {
          success: true as const,
          object: 'trusted_issuer_import' as const,
          kind: input.kind,
          format,
          ...from,
          list_id: listed.list_id,
          added: fresh.length,
          ended: kept?.ended ?? 0,
          known: before.size,
          refused,
          second_person: asked?.waits ?? null,
        },
        audit: [audit[0]!, ...audit.slice(1)],
        events: asked?.events ?? [],
      }
    })
  },
})

/**
 * What is known of whether who signed a list was revoked. Where nobody can tell, the two who let its issuers in see that in the case. Throws
 * `validation_failed` where it was, or where nobody can tell and lists are required.
 */
async function signerRevocation(ctx: Ctx, links: MasterList['links'], policy: 'review' | 'require'): Promise<string> {
  const found = await checkListSigner(ctx, links, await knownCertificates(ctx.db, ctx))
  const follows = whatFollows(found, policy)
  if (follows === 'revoked')
    throw invalidField(
      '/file',
      'signer_revoked',
      'The certificate that signed this list was revoked by its authority. Get the newest list.',
    )
  if (follows === 'refused')
    throw invalidField(
      '/file',
      'signer_revocation_unknown',
      'Nobody can tell whether the certificate that signed this list was revoked, and you require that. Ask with `revocation=review`: those who let it in see it.',
    )
  return found.state
}

/** Of accreditations it is said which types of credentials count: a list of providers names none. */
function claimsFor({ kind, types, level }: Asked): Claims {
  const named = types?.split(',').map((type) => type.trim()) ?? []
  if (kind !== 'accreditation') {
    if (types !== undefined)
      throw invalidField('/types', 'not_allowed', 'Only of accreditations it is said which types count: leave this out.')
    return {}
  }
  const read = claimsField.safeParse(Object.fromEntries(named.filter(Boolean).map((type) => [type, {}])))
  if (!read.success || !named.length)
    throw invalidField('/types', 'required', 'Name the types (vct) of credentials that count, with commas between them: at most 20.')
  requireTypes(read.data, level)
  return read.data
}

/** The certificates of a file, and of a signed list who signed it. */
async function open(asked: Asked, bytes: Uint8Array, now: number): Promise<Opened> {
  const pem = Buffer.from(bytes).toString('latin1').match(PEM)
  const opened = pem ? { format: 'pem' as const, list: null, services: null, given: pem } : await signedList(asked, bytes, now)
  if (opened.given.length > MAX_CERTIFICATES) throw invalidField('/file', 'too_large', `At most ${MAX_CERTIFICATES} certificates at once.`)
  return opened
}

async function signedList({ kind, provider }: Asked, bytes: Uint8Array, now: number): Promise<Opened> {
  const form = formOf(bytes)
  if (kind !== 'csca' && !provider)
    throw invalidField(
      '/provider',
      'required',
      'Name the provider of a VICAL, or the operator of a trust list, by the thumbprint of its certificate, or send certificates in PEM.',
    )
  const asked: ListAsked =
    kind === 'csca'
      ? { kind: 'master_list', bytes, now }
      : form === 'cbor' && kind === 'iaca'
        ? { kind: 'vical', bytes, provider: provider!, now }
        : { kind: form === 'jws' ? 'lote' : 'trusted_list', bytes, provider: provider!, now: Date.now() }
  const told = await readSignedList(asked)
  if ('bad' in told) {
    const code = asked.kind === 'master_list' || asked.kind === 'vical' ? (`invalid_${asked.kind}` as const) : 'invalid_trust_list'
    throw invalidField('/file', code, told.bad)
  }
  if ('plain' in told)
    return { format: asked.kind as 'master_list' | 'vical', list: told.plain, services: null, given: told.plain.certificates }
  const { services } = told
  return { format: services.list.format, list: services.by, services, given: certificatesFor(services.list, kind as ListedKind) }
}

/** XML begins with its own mark, a compact JWS is of three parts of letters; what is neither is bytes. */
function formOf(bytes: Uint8Array): 'xml' | 'jws' | 'cbor' {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('utf8')
  if (/^(\uFEFF)?\s*</.test(start)) return 'xml'
  return /^\s*eyJ[\w-]+/.test(start) ? 'jws' : 'cbor'
}

/** Those that can be let in, each once, and why the others cannot. */
function sort(
  given: readonly (string | Uint8Array)[],
  now: number,
): { fit: Map<string, AuthorityCertificate>; refused: { reason: Unfit; count: number }[] } {
  const fit = new Map<string, AuthorityCertificate>()
  const unfit: Unfit[] = []
  for (const one of given) {
    const read = readAuthority(one, now)
    if (typeof read === 'string') unfit.push(read)
    else fit.set(thumbprintOf(read.certificate.raw), read)
  }
  const refused = [...Map.groupBy(unfit, (reason) => reason)].map(([reason, all]) => ({ reason, count: all.length }))
  return { fit, refused }
}

const proposed = (
  { kind, level, ial, eidas, revocation = 'review' }: Asked,
  { identifier, pem, country, subject }: AuthorityCertificate,
  listed: Pick<Proposed, 'claims' | 'list_id'>,
): Proposed => ({
  ...{ kind, level, ial: ial ?? null, eidas: eidas ?? null, identifier, country, material: pem },
  ...{ name: subject.slice(0, 200), chain_id: null, revocation, ...listed },
})
