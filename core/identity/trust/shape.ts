import { z } from 'zod'
import { secondPerson } from '#core/kernel/answers.ts'
import { claimsField } from './claims.ts'

export const ISSUER_KINDS = ['iaca', 'pid', 'csca', 'eas', 'onchainid', 'did', 'accreditation'] as const
export const IMPORTED_KINDS = ['csca', 'iaca', 'pid', 'accreditation'] as const
export const STATES = ['proposed', 'active', 'ended'] as const
export const ialField = z.enum(['IAL1', 'IAL2', 'IAL3']).meta({ description: 'Identity assurance level of NIST SP 800-63A-4' })
export const eidasField = z
  .enum(['low', 'substantial', 'high'])
  .meta({ description: 'Level of assurance of Implementing Regulation (EU) 2015/1502' })

export const revocationField = z.enum(['review', 'require']).meta({
  description:
    'Where nobody can tell whether its issuer revoked a certificate: `review` leaves the evidence to a person, `require` refuses it, and refuses certificates that name no list as well unless one was imported. Of issuers with certificates; `review` when left out',
})

/** An issuer whose word counts, as answers show it. */
export const trustedIssuerShape = z
  .object({
    id: z.string(),
    object: z.literal('trusted_issuer'),
    kind: z.enum(ISSUER_KINDS),
    name: z.string(),
    identifier: z
      .string()
      .meta({ description: 'Thumbprint of its certificate (SHA-256), address of its attester or contract, or its DID' }),
    chain_id: z.number().int().nullable(),
    contract: z.string().nullable().meta({ description: 'Of `eas`: the contract in which it attests' }),
    certificate: z.string().nullable().meta({ description: 'PEM; null where it has none' }),
    jwk: z.record(z.string(), z.unknown()).nullable().meta({ description: 'The key that is pinned; null where it is looked up' }),
    country: z.string().nullable().meta({ description: 'Only of holders of this country is it believed' }),
    level: z.enum(['basic', 'enhanced']),
    ial: ialField.nullable(),
    eidas: eidasField.nullable(),
    claims: claimsField,
    revocation: revocationField,
    list_id: z
      .string()
      .nullable()
      .meta({ description: 'The trust list that names it. Past the `next_update` of that list it counts no more' }),
    state: z.enum(STATES).meta({ description: '`proposed`: waits for another person. Only `active` counts' }),
    author: z.string().meta({ description: 'Who asked for it to be trusted' }),
    approved_by: z.string().nullable().meta({ description: 'The second person, who agreed' }),
    approved_at: z.string().nullable(),
    ended_by: z.string().nullable().meta({ description: 'Who let it go' }),
    ended_at: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ title: 'TrustedIssuer' })

export const trustedIssuerAnswer = trustedIssuerShape.extend({ success: z.literal(true) })
export const proposedIssuerAnswer = trustedIssuerAnswer.extend({
  second_person: secondPerson.nullable().meta({ description: 'Who has to agree; null where it counts at once, in the sandbox' }),
})
export const importedIssuersAnswer = z.object({
  success: z.literal(true),
  object: z.literal('trusted_issuer_import'),
  kind: z.enum(IMPORTED_KINDS),
  format: z.enum(['master_list', 'vical', 'pem', 'ts_119_612', 'ts_119_602']),
  sha256: z.string().meta({ description: 'Of the file' }),
  signer: z.string().nullable().meta({ description: 'Of a signed list: thumbprint of the certificate that signed it' }),
  authority: z
    .string()
    .nullable()
    .meta({ description: 'Of a signed list: thumbprint of the authority or provider that stands behind its signer' }),
  list_id: z.string().nullable().meta({ description: 'Of a trust list: under which it is kept' }),
  added: z.number().int(),
  ended: z
    .number()
    .int()
    .meta({ description: 'Of a trust list: issuers that its former issue named and this one does not. They count no more' }),
  known: z.number().int().meta({ description: 'Certificates that were let in or proposed already' }),
  refused: z
    .array(z.object({ reason: z.string(), count: z.number().int() }))
    .meta({ description: 'Certificates that are no authority’s, have run out, or have weak keys' }),
  second_person: secondPerson.nullable(),
})
/** A list of trust services, as answers show it. */
export const trustListShape = z
  .object({
    id: z.string(),
    object: z.literal('trust_list'),
    kind: z.enum(['pid', 'iaca', 'accreditation']),
    format: z.enum(['ts_119_612', 'ts_119_602']),
    operator: z.string(),
    territory: z.string(),
    state: z.enum(['current', 'overdue']).meta({ description: '`overdue`: its issuers count no more until a newer one is imported' }),
    sequence: z.number().int().meta({ description: 'Its number. One with a lower number is not taken' }),
    issued_at: z.string(),
    next_update: z.string(),
    digest: z.string().meta({ description: 'SHA-256 of the file' }),
    authority: z.string().meta({ description: 'Thumbprint of the operator’s certificate that was named' }),
    signer: z.string().meta({ description: 'Thumbprint of the certificate that signed it' }),
    imported_by: z.string(),
    imported_at: z.string(),
    created_at: z.string(),
  })
  .meta({ title: 'TrustList' })
export type WireTrustList = z.output<typeof trustListShape>

export type WireTrustedIssuer = z.output<typeof trustedIssuerShape>
