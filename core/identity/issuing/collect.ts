import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { readDpop } from '#credentials/dpop.ts'
import type { HolderKey } from '#credentials/holder-key.ts'
import { readHolderProof } from '#credentials/holder-proof.ts'
import { issuerUrl } from '#credentials/keys.ts'
import { issueSdJwt } from '#credentials/sd-jwt.ts'
import { issueVc } from '#credentials/vc.ts'
import type { Tx } from '#db/connect.ts'
import { credentialOffers } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { recordOf } from '../credentials/forms.ts'
import { findCredential } from '../credentials/manage.ts'
import { assuranceOf } from './assurance.ts'
import { CONFIGURATIONS, type ConfigurationId } from './metadata.ts'
import { isOurNonce } from './nonce.ts'
import { hashOfCode, requireGiving } from './offer.ts'
import type { OfferRow } from './offers.ts'
import { offerBy } from './redeem.ts'
import { IssuingRefusal } from './refusal.ts'
import { issuerOf } from './signed-forms.ts'

/** How many copies one token gets: each form, and one more for a wallet that lost an answer. */
const MOST_COPIES = Object.keys(CONFIGURATIONS).length + 1

const credentialRequest = z.object({
  environment: z.enum(['sandbox', 'production']),
  access_token: z.string().max(200),
  /** What came as the header `DPoP`, with a token that is bound to a key. */
  dpop: z.string().max(10_000).optional(),
  credential_configuration_id: z.string().max(200).optional(),
  credential_identifier: z.string().max(200).optional(),
  credential_response_encryption: z.unknown().optional(),
  proofs: z.record(z.string().max(50), z.array(z.unknown()).max(100)).optional(),
})
type Sent = z.output<typeof credentialRequest>

export interface CollectedCredentials {
  credentials: [{ credential: string }]
}

const noToken = () => new IssuingRefusal('invalid_token', 'This access token is unknown or has run out. Begin with a new offer.')

/**
 * Gives a credential, bound to the key that signed the proof, to whoever took up its offer. It must still be in use, and stays the same
 * credential: its end ends every copy. Throws an `IssuingRefusal`.
 */
export const collectCredential = definePageVerb({
  name: 'credential_offers.collect',
  permission: null,
  input: credentialRequest,
  run: async ({ ctx, input }): Promise<CollectedCredentials> => {
    const token = eq(credentialOffers.token_hash, hashOfCode(input.access_token))
    const found = await offerBy(ctx, and(token, eq(credentialOffers.environment, input.environment)))
    if (!found) throw noToken()
    requireHolds(found.offer, found.ctx.now)
    requireTokenKey(found.ctx, found.offer, input)
    const configuration = configurationOf(input, found.offer)
    const proof = proofOf(found.ctx, input)
    return write(found.ctx, async (tx) => collect(tx, found.ctx, found.offer.id, configuration, proof))
  },
})

/** A token that is bound to a key counts together with a proof of that key alone. The proof of the credential's key is taken once, so this one need not be remembered. */
function requireTokenKey({ services }: Ctx, { token_key }: OfferRow, { environment, access_token, dpop }: Sent): void {
  if (token_key === null && dpop === undefined) return
  const url = `${issuerUrl(services.config.publicUrl, environment)}/openid4vci/credential`
  const key = dpop === undefined ? null : readDpop(dpop, { method: 'POST', url, now: Math.floor(Date.now() / 1_000), token: access_token })
  if (key !== null && key === token_key) return
  throw new IssuingRefusal(
    'invalid_token',
    `Send the token that is bound to a key with "DPoP", and a proof of that key for POST ${url}; send a token that is not with "Bearer".`,
  )
}

/** Throws unless something may still be taken with the token. */
function requireHolds({ ended, token_expires_at }: OfferRow, now: number): void {
  if (ended === 'cancelled')
    throw new IssuingRefusal('invalid_token', 'This offer was ended by whoever made it, and its access token with it. Ask for a new one.')
  if (ended !== null || token_expires_at === null || token_expires_at.getTime() <= now) throw noToken()
}

/** The form that is asked for, by what the offer allows. */
function configurationOf(sent: Sent, offer: OfferRow): ConfigurationId {
  if (sent.credential_response_encryption !== undefined)
    throw new IssuingRefusal('invalid_encryption_parameters', 'Answers are not encrypted beyond TLS: the metadata names no algorithm.')
  if (sent.credential_identifier !== undefined)
    throw new IssuingRefusal('unknown_credential_identifier', 'Ask by credential_configuration_id: the token named no identifiers.')
  const id = sent.credential_configuration_id
  if (id === undefined) throw new IssuingRefusal('invalid_credential_request', 'Name a credential_configuration_id.')
  if (!Object.hasOwn(CONFIGURATIONS, id))
    throw new IssuingRefusal('unknown_credential_configuration', `Known: ${Object.keys(CONFIGURATIONS).join(', ')}.`)
  if (CONFIGURATIONS[id as ConfigurationId].named && !offer.named)
    throw new IssuingRefusal('credential_request_denied', 'This offer does not include the name and birth date of the holder.')
  return id as ConfigurationId
}

/** The wallet's key, which it proved to have just now and for us. */
function proofOf(ctx: Ctx, { proofs, environment }: Sent): { key: HolderKey; nonce: string } {
  const [jwt, ...more] = proofs?.jwt ?? []
  if (typeof jwt !== 'string' || more.length || Object.keys(proofs ?? {}).length !== 1)
    throw new IssuingRefusal('invalid_proof', 'Send one proof of the kind "jwt" in proofs.')
  const now = Date.now()
  const audience = issuerUrl(ctx.services.config.publicUrl, environment)
  const read = readHolderProof(jwt, { audience, now: Math.floor(now / 1_000) })
  if (!read)
    throw new IssuingRefusal(
      'invalid_proof',
      `The proof does not hold: it is signed with ES256 or EdDSA by the key in its header (jwk, or a did:jwk as kid), not older than five minutes, and its aud is ${audience}.`,
    )
  if (read.nonce === null || !isOurNonce(ctx.services, environment, read.nonce, now)) throw usedNonce()
  return { key: read.key, nonce: read.nonce }
}

const usedNonce = () => new IssuingRefusal('invalid_nonce', 'The nonce of the proof is missing, old, used or not ours. Ask for a new one.')

async function collect(
  tx: Tx,
  ctx: Ctx,
  offerId: string,
  id: ConfigurationId,
  { key, nonce }: { key: HolderKey; nonce: string },
): Promise<Written<CollectedCredentials>> {
  const offer = await lockScoped(tx, credentialOffers, ctx, offerId)
  if (!offer) throw noToken()
  requireHolds(offer, ctx.now)
  if (offer.nonces.includes(nonce)) throw usedNonce()
  if (offer.nonces.length >= MOST_COPIES)
    throw new IssuingRefusal('credential_request_denied', 'This offer was taken up. Ask for a new one.')
  const credential = await formOf(tx, ctx, offer, id, key)
  await tx
    .update(credentialOffers)
    .set({ nonces: sql`array_append(${credentialOffers.nonces}, ${nonce})`, collected_at: offer.collected_at ?? new Date(ctx.now) })
    .where(inScope(credentialOffers, ctx, eq(credentialOffers.id, offer.id)))
  const { format } = CONFIGURATIONS[id]
  return {
    result: { credentials: [{ credential }] },
    audit: {
      action: 'credential_collected',
      category: 'user',
      subject: { type: 'credential', id: offer.credential_id },
      details: { offer_id: offer.id, configuration: id },
    },
    events: [
      {
        type: 'credential.collected',
        resource: { type: 'credential', id: offer.credential_id },
        object: { credential_id: offer.credential_id, offer_id: offer.id, configuration: id, format },
      },
    ],
  }
}

/** The credential in the form that was asked for. What ended meanwhile is given to nobody. */
async function formOf(tx: Tx, ctx: Ctx, offer: OfferRow, id: ConfigurationId, holderKey: HolderKey): Promise<string> {
  try {
    const { row, wallet } = await findCredential(tx, ctx, offer.credential_id)
    requireGiving(ctx, row, wallet)
    const { claims, named, evidence, identity } = await assuranceOf(tx, ctx, row, wallet)
    const record = recordOf(row, wallet)
    const issuer = await issuerOf(ctx, CONFIGURATIONS[id].alg)
    if (CONFIGURATIONS[id].format === 'jwt_vc_json') return await issueVc(issuer, record, { evidence, holderKey })
    return await issueSdJwt(issuer, record, { holderKey, identity, claims: { ...claims, ...(CONFIGURATIONS[id].named && named) } })
  } catch (error) {
    if (error instanceof AppError) throw new IssuingRefusal('credential_request_denied', error.message)
    throw error
  }
}
