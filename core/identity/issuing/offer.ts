import { createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { issuerUrl } from '#credentials/keys.ts'
import type { Tx } from '#db/connect.ts'
import { credentialOffers } from '#db/schema.ts'
import { requireInUse } from '../credentials/forms.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { findCredential } from '../credentials/manage.ts'
import { CONFIGURATIONS, type ConfigurationId, PRE_AUTHORIZED } from './metadata.ts'
import { offerEvent } from './offers.ts'

const asked = z.strictObject({
  with_code: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether the holder also types a code, which you tell them another way than the offer' }),
  named: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether the holder may have name and birth date put in. Their wallet asks for it, or not' }),
  expires_in: z.number().int().min(60).max(86_400).default(900).meta({ description: 'For how many seconds it can be taken up' }),
})
export type OfferAsked = z.output<typeof asked>

/** What is answered when an offer is made: its codes are shown this once. */
const offerAnswer = z.object({
  success: z.literal(true),
  object: z.literal('credential_offer'),
  id: z.string(),
  credential_id: z.string(),
  url: z
    .string()
    .meta({ description: 'Opens the holder’s wallet; as a QR code for a wallet on another device. Shown once; who has it can take it up' }),
  credential_offer: z.looseObject({ credential_issuer: z.string(), credential_configuration_ids: z.array(z.string()) }),
  tx_code: z.string().nullable().meta({ description: 'What the holder types besides. Shown once' }),
  expires_at: z.string(),
})

/**
 * Offers a credential to the holder's own wallet (OpenID4VCI 1.0, pre-authorised code). In production control of the wallet it is sealed to
 * must be proven: what a stranger could have asked for is not handed on. Throws `not_found`, `credential_invalid`, `signature_invalid`.
 */
export const offerCredential = defineVerb({
  name: 'credentials.offer',
  permission: 'credentials.write',
  input: byId().extend(asked.shape),
  output: offerAnswer,
  run: async ({ ctx, input }) =>
    write(ctx, async (tx) => {
      const { row, wallet } = await findCredential(tx, ctx, input.id)
      return makeOffer(tx, ctx, row, wallet, input)
    }),
})

/** The offer and what the log says of it. The codes are kept as hashes only. */
export async function makeOffer(
  tx: Tx,
  ctx: Ctx,
  row: CredentialRow,
  wallet: WalletRow,
  { with_code, named, expires_in }: OfferAsked,
): Promise<{ result: z.output<typeof offerAnswer>; audit: AuditInput; events: EventInput[] }> {
  requireGiving(ctx, row, wallet)
  const id = newId('credential_offer', ctx.now)
  const code = randomBytes(32).toString('base64url')
  const tx_code = with_code ? String(randomInt(1_000_000)).padStart(6, '0') : null
  const expires = new Date(ctx.now + expires_in * 1_000)
  const [made] = await tx
    .insert(credentialOffers)
    .values({
      id,
      organization_id: ctx.organizationId,
      environment: ctx.environment,
      credential_id: row.id,
      code_hash: hashOfCode(code),
      tx_code_hash: tx_code && hashOfTxCode(ctx, id, tx_code),
      named,
      created_by: ctx.actor.id,
      expires_at: expires,
      created_at: new Date(ctx.now),
    })
    .returning()
  const credential_offer = {
    credential_issuer: issuerUrl(ctx.services.config.publicUrl, ctx.environment),
    credential_configuration_ids: (Object.keys(CONFIGURATIONS) as ConfigurationId[]).filter((one) => named || !CONFIGURATIONS[one].named),
    grants: {
      [PRE_AUTHORIZED]: {
        'pre-authorized_code': code,
        ...(tx_code && { tx_code: { input_mode: 'numeric', length: 6, description: 'The code that you were told with this offer' } }),
      },
    },
  }
  return {
    result: {
      success: true,
      object: 'credential_offer',
      id,
      credential_id: row.id,
      url: `openid-credential-offer://?${new URLSearchParams({ credential_offer: JSON.stringify(credential_offer) })}`,
      credential_offer,
      tx_code,
      expires_at: expires.toISOString(),
    },
    audit: {
      action: 'credential_offered',
      category: 'user',
      subject: { type: 'credential', id: row.id },
      details: { offer_id: id, named, with_code },
    },
    events: [offerEvent('credential.offer.created', made!, ctx.now)],
  }
}

/** Whether a credential may be given into a wallet of its holder now. Throws `credential_invalid`, `signature_invalid`. */
export function requireGiving(ctx: Pick<Ctx, 'world' | 'now'>, row: CredentialRow, wallet: WalletRow): void {
  requireInUse(row, wallet, ctx.now)
  if (ctx.world.chain.wantsProof && wallet.control !== 'proven')
    throw new AppError(
      'signature_invalid',
      'This wallet has not proven control. Let it sign a challenge first: only then it is known whose it is.',
    )
}

export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex')

/** So few codes there are that a plain hash would tell them. */
export const hashOfTxCode = ({ services }: Pick<Ctx, 'services'>, offerId: string, txCode: string): string =>
  services.keyring.mac('credential-offers/tx-code', `${offerId}|${txCode}`)
