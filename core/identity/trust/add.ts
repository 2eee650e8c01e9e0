import { z } from 'zod'
import { parseAddress } from '#chains/address.ts'
import { isCountry } from '#core/kernel/countries.ts'
import { AppError, invalidField, requireFields } from '#core/kernel/errors.ts'
import { atMost, walletAddress } from '#core/kernel/fields.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { readAuthority, unfitWords } from './certificates.ts'
import { type Claims, claimsField, namesPeople } from './claims.ts'
import { presentIssuer } from './present.ts'
import { issuersKnown, type Proposed, proposeIssuers } from './propose.ts'
import { eidasField, ISSUER_KINDS, ialField, proposedIssuerAnswer, revocationField } from './shape.ts'

/** Of did:key and did:web, the methods that are resolved here. */
const DID = /^did:(?:key:z[1-9A-HJ-NP-Za-km-z]{40,200}|web:[A-Za-z0-9.%-]{3,253}(?::[A-Za-z0-9._%-]{1,100}){0,8})$/

/** How sure the issuer is of whom it names, on which scale. What is left out is not said of its evidence either. */
export const assurance = {
  level: z.enum(['basic', 'enhanced']).meta({
    description: '`enhanced` only of those whose words name people: what merely says that somebody was verified is basic at most',
  }),
  ial: ialField.optional(),
  eidas: eidasField.optional(),
}
export const why = z.string().trim().min(10, 'Say in a sentence where it can be looked up').max(500).meta({
  description: 'Where another person can look it up: the register, the list, the publication of its key',
})

/** An issuer as somebody names it. */
export const issuerField = z.strictObject({
  kind: z.enum(ISSUER_KINDS).meta({
    description:
      '`iaca`: of mobile documents. `pid`: of person identification data (SD-JWT). `csca`: of passports. `eas`: who attests on a chain. `onchainid`: a contract that issues claims (ERC-735). `did`: of verifiable credentials. `accreditation`: of SD-JWT VCs that say who is an accredited investor, of the types that `claims` names',
  }),
  name: z.string().trim().min(2).max(200),
  ...assurance,
  certificate: z
    .string()
    .max(20_000)
    .optional()
    .meta({ description: 'PEM, of `iaca`, `csca`, `pid` and `accreditation`: of the authority at the top of the chain' }),
  jwk: atMost(20, z.record(z.string(), z.unknown())).optional().meta({
    description: 'Of `pid` and `accreditation` without certificates: the public key, with `identifier` as the `iss` of its credentials',
  }),
  identifier: z.string().trim().max(500).optional().meta({
    description:
      'Address of the attester (`eas`) or of the contract (`onchainid`), DID (`did`), or `iss` of a `jwk`. Computed of a certificate',
  }),
  chain_id: z.number().int().min(1).max(2_147_483_647).optional().meta({ description: 'Of `eas` and `onchainid`' }),
  contract: walletAddress.optional().meta({ description: 'Of `eas`: the contract in which it attests' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .refine(isCountry, 'A country of ISO 3166-1')
    .optional(),
  claims: claimsField.optional(),
  revocation: revocationField.optional(),
})
const addInput = issuerField.extend({ note: why })
export type IssuerNamed = z.output<typeof issuerField>
type Asked = IssuerNamed

/**
 * Lets in an issuer whose word is to count as evidence. In production it counts once another person agreed (a case of the kind
 * `trusted_issuer`). Throws `validation_failed` for a certificate that is no authority's, has run out or has a weak key, and
 * `already_exists`.
 */
export const addTrustedIssuer = defineVerb({
  name: 'trusted_issuers.create',
  permission: 'identity.write',
  input: addInput,
  output: proposedIssuerAnswer,
  run: async ({ ctx, input }) => {
    const issuer = recognised(input, ctx.now)
    return write(ctx, async (tx) => {
      const known = (await issuersKnown(tx, ctx, [issuer.identifier])).find(
        (row) => row.kind === issuer.kind && row.chain_id === issuer.chain_id,
      )
      if (known)
        throw new AppError('already_exists', 'This issuer is trusted or proposed already. End that one first to change what counts.', {
          extra: { existing_id: known.id },
        })
      const { rows, waits, audit, events } = await proposeIssuers(tx, ctx, [issuer], { note: input.note })
      return { result: { success: true as const, ...presentIssuer(rows[0]!), second_person: waits }, audit, events }
    })
  },
})

/** By what an issuer is recognised, and whether what is said of it fits its kind. Throws `validation_failed`. */
export function recognised(input: Asked, now: number): Proposed {
  const { kind, name, level } = input
  const claims: Claims = input.claims ?? {}
  const { ial = null, eidas = null, country = null, revocation = 'review' } = input
  const base = { kind, name, level, ial, eidas, claims, country, revocation, list_id: null }
  if (input.revocation && !input.certificate)
    throw invalidField('/revocation', 'not_allowed', 'Only certificates are revoked by a list of their issuer: leave this out.')
  if (kind === 'accreditation') {
    requireTypes(claims, level)
    return { ...base, ...(input.jwk ? byKey(input) : byCertificate(input, now)) }
  }
  const signed = kind === 'iaca' || kind === 'csca' || kind === 'pid'
  if (signed && input.claims) throw invalidField('/claims', 'not_allowed', 'What a government’s document says is known: leave this out.')
  if (signed && !(kind === 'pid' && input.jwk)) return { ...base, ...byCertificate(input, now) }
  if (kind === 'pid') return { ...base, ...byKey(input) }
  requireFields({
    identifier: !input.identifier && 'Say by what it is recognised.',
    claims: Object.keys(claims).length === 0 && 'Say which of its words count, and as which fact.',
    chain_id: kind !== 'did' && input.chain_id === undefined && 'Say on which chain.',
    contract: kind === 'eas' && !input.contract && 'Give the contract in which it attests.',
  })
  if (level === 'enhanced' && (kind !== 'did' || !namesPeople(claims)))
    throw invalidField(
      '/level',
      'too_high',
      'Only credentials that give a name and a birth date can be more than basic proof. Choose basic, or map those fields.',
    )
  if (kind === 'did') {
    if (!DID.test(input.identifier!)) throw invalidField('/identifier', 'invalid_format', 'Give a did:web or did:key, without a fragment.')
    return { ...base, identifier: input.identifier!, chain_id: null, material: null }
  }
  requireKeys(kind, claims)
  return {
    ...base,
    identifier: addressOf('/identifier', input.identifier!),
    chain_id: input.chain_id!,
    material: kind === 'eas' ? contractOf(input.contract!) : null,
  }
}

/** A URL with https, or a URN; of an installation on this machine also without TLS: a type is only compared, and never fetched. */
const VCT = /^(https:|urn:|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/)/

/** Of accreditations it is said of which types of credentials they are believed: by `vct`, with nothing more to say of each. */
export function requireTypes(claims: Claims, level: Asked['level']): void {
  if (level !== 'basic')
    throw invalidField('/level', 'too_high', 'Whoever says that somebody is accredited does not say who they are. Choose basic.')
  const types = Object.entries(claims)
  if (!types.length)
    throw invalidField(
      '/claims',
      'required',
      'Name the types (vct) of its credentials that count, each with {}, as {"https://…/vct/…": {}}.',
    )
  for (const [type, { abi, fields, says }] of types)
    if (!VCT.test(type) || abi || fields || says)
      throw invalidField('/claims', 'invalid_format', 'Name types by vct, a URL with https or a URN, each with {}: what they say is known.')
}

function byCertificate({ certificate, country }: Asked, now: number) {
  if (!certificate) throw invalidField('/certificate', 'required', 'Give the certificate of the authority in PEM.')
  const read = readAuthority(certificate, now)
  if (typeof read === 'string') throw invalidField('/certificate', read, unfitWords(read))
  if (country && read.country && country !== read.country)
    throw invalidField('/country', 'conflict', `The certificate is of ${read.country}.`)
  return { identifier: read.identifier, chain_id: null, material: read.pem, country: country ?? read.country }
}

/** Members of a public key and no others: a private one has no place here. */
const PUBLIC = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']

function byKey({ jwk, identifier }: Asked) {
  if (!identifier) throw invalidField('/identifier', 'required', 'Give the iss of its credentials.')
  const others = Object.keys(jwk!).filter((member) => !PUBLIC.includes(member))
  const strong =
    (jwk!.kty === 'EC' && ['P-256', 'P-384', 'P-521'].includes(String(jwk!.crv))) || (jwk!.kty === 'OKP' && jwk!.crv === 'Ed25519')
  if (others.length || !strong)
    throw invalidField('/jwk', 'invalid_format', 'Give a public key and nothing else: P-256, P-384, P-521 or Ed25519.')
  return { identifier, chain_id: null, material: JSON.stringify(jwk) }
}

function contractOf({ family, canonical }: z.output<typeof walletAddress>): string {
  if (family !== 'evm') throw invalidField('/contract', 'invalid_address', 'Give an EVM address: 0x and 40 hex digits.')
  return canonical
}

function addressOf(pointer: string, text: string): string {
  const parsed = parseAddress(text, { strictChecksum: true })
  if (!parsed.ok || parsed.family !== 'evm') throw invalidField(pointer, 'invalid_address', 'Give an EVM address: 0x and 40 hex digits.')
  return parsed.canonical
}

function requireKeys(kind: 'eas' | 'onchainid', claims: Claims): void {
  const form = kind === 'eas' ? /^0x[0-9a-f]{64}$/ : /^[0-9]{1,78}$/
  for (const [key, { abi, fields, says }] of Object.entries(claims)) {
    if (!form.test(key))
      throw invalidField('/claims', 'invalid_format', kind === 'eas' ? 'Name schemas by UID, in lower case.' : 'Name topics by number.')
    const named = new Set(abi?.split(',').map((part) => part.trim().split(' ')[1]))
    if (!Object.keys(fields ?? {}).every((field) => named.has(field)))
      throw invalidField('/claims', 'conflict', 'Each field has to stand in abi.')
    if (!fields && !says) throw invalidField('/claims', 'required', 'Say which facts this establishes: fields or says.')
  }
}
