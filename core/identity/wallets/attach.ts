import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { ensureWallet, refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import { credential } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, walletAddress } from '#core/kernel/fields.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { type EasAttestation, readEas } from '#credentials/eas.ts'
import { issuerDid } from '#credentials/keys.ts'
import { readVc } from '#credentials/vc.ts'
import type { Tx } from '#db/connect.ts'
import { challenges, credentials } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { issuerKeys } from '../credentials/issuer-keys.ts'
import { isOfWallet, stateAt, summarise } from '../credentials/live.ts'
import { countFor } from '../persons/count-for.ts'
import {
  type Attachment,
  acceptPresented,
  isPresentation,
  messageOfNonce,
  type PresentedHere,
  readPresentation,
  useNonce,
} from './attach-presented.ts'
import { proveControl } from './prove-control.ts'
import { bindPerson } from './starting-credential.ts'

const proof = {
  message: z.string().max(4_000).optional().meta({ description: 'The challenge as signed; the newest open one when absent' }),
  signature: z.string().max(20_000).optional().meta({ description: 'Over the challenge. Needed in production' }),
}
const attachInput = z
  .strictObject({
    wallet_address: walletAddress,
    credential_id: z.string().max(100).optional(),
    credential: z.union([z.string().max(40_000), z.looseObject({ signer: z.string(), sig: z.looseObject({}) })]).optional(),
    ...proof,
  })
  .refine((v) => (v.credential_id === undefined) !== (v.credential === undefined), {
    message: 'Give credential_id or credential.',
    path: ['credential_id'],
  })

/** Proves control when a signature came; production does not go on without one. */
async function prove(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow,
  given: { message?: string | undefined; signature?: string | undefined },
): Promise<{ wallet: WalletRow; events: EventInput[] }> {
  if (!given.signature) {
    if (ctx.world.chain.wantsProof && wallet.control !== 'proven')
      throw new AppError('signature_invalid', 'A signature by this wallet is needed. Ask for a challenge first.')
    return { wallet, events: [] }
  }
  const message = given.message ?? (await openChallenge(tx, ctx, wallet.address))
  const proven = await proveControl(tx, ctx, wallet, { message, signature: given.signature })
  return { wallet: proven.wallet, events: [proven.event] }
}

/** The same for a wallet whose credential was presented: with or without a signature, the challenge that it was presented for is used up. */
async function proveShown(tx: Tx, ctx: Ctx, shown: PresentedHere, input: z.output<typeof attachInput>) {
  const found = await ensureWallet(tx, ctx, input.wallet_address)
  refuseSuperseded(found)
  const { signature } = input
  const done = await prove(tx, ctx, found, { signature, ...(signature && { message: await messageOfNonce(tx, ctx, shown.nonce) }) })
  if (!signature) await useNonce(tx, ctx, found, shown.nonce)
  return done
}

async function openChallenge(tx: Tx, ctx: Ctx, address: string): Promise<string> {
  const [row] = await tx
    .select({ message: challenges.message })
    .from(challenges)
    .where(
      inScope(
        challenges,
        ctx,
        and(
          eq(challenges.address, address),
          eq(challenges.purpose, 'control'),
          isNull(challenges.used_at),
          gt(challenges.expires_at, new Date(ctx.now)),
        ),
      ),
    )
    .orderBy(desc(challenges.expires_at))
    .limit(1)
  if (!row) throw new AppError('nonce_expired', 'There is no open challenge for this wallet. Ask for one.')
  return row.message
}

/** The stored credential that a presented VC or attestation names. Only this issuer's own are believed. */
async function readPresented(tx: Tx, ctx: Ctx, presented: string | Record<string, unknown>): Promise<CredentialRow> {
  const { attester } = ctx.services.keyring.published
  const read =
    typeof presented === 'string'
      ? readVc(presented, issuerDid(ctx.services.config.publicUrl, ctx.environment), issuerKeys(ctx.services, ctx.environment))
      : await readEas(
          presented as unknown as EasAttestation,
          attester[ctx.environment].map(({ address }) => address),
        )
  if (!read.ok)
    throw read.reason === 'issuer_not_trusted'
      ? new AppError('issuer_not_trusted', 'The credential was not issued by this service in this environment.')
      : new AppError('credential_invalid', 'The credential cannot be read, or its signature does not hold.')
  const [row] = await tx
    .select()
    .from(credentials)
    .where(inScope(credentials, ctx, eq(credentials.credential_hash, read.facts.credentialHash)))
    .limit(1)
  if (!row) throw new AppError('credential_invalid', 'This organisation does not hold this credential.')
  return row
}

/**
 * Ties a credential to the wallet that shows it: the wallet it was sealed to, or another of the same holder. One of another organisation is
 * presented by its holder as SD-JWT VC, which is their consent, and becomes evidence here.
 */
export const attachCredential = defineVerb({
  name: 'credentials.attach',
  permission: 'credentials.write',
  input: attachInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('credential_attachment'),
    wallet_id: z.string(),
    wallet_address: z.string(),
    credential,
    evidence_id: z.string().nullable().meta({ description: 'Of a credential of another organisation: what it is evidence of here' }),
    attached_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    return write<Attachment>(ctx, async (tx) => {
      const shown = isPresentation(input.credential) ? await readPresentation(tx, ctx, input.credential, input) : null
      if (shown && shown.row.organization_id !== ctx.organizationId) {
        const { wallet, events } = await proveShown(tx, ctx, shown, input)
        return acceptPresented(tx, ctx, shown, wallet, events)
      }
      const row = shown
        ? shown.row
        : input.credential_id
          ? await findScoped(tx, credentials, ctx, input.credential_id)
          : await readPresented(tx, ctx, input.credential!)
      if (!row) throw notFound()
      const state = stateAt(row, ctx.now)
      if (state !== 'active') throw new AppError('credential_invalid', `The credential is ${state}.`)
      const found = await ensureWallet(tx, ctx, input.wallet_address)
      refuseSuperseded(found)
      // Whoever holds the credential may show it for another wallet of theirs; that a wallet was given their name says nothing.
      const shownByHolder = shown?.isBound === true && row.person_id === found.person_id
      if (row.wallet_id !== found.id && !shownByHolder && !(await isOfWallet(tx, ctx, row, found)))
        throw new AppError('credential_bound_elsewhere', 'The credential is sealed to a wallet of somebody else.')
      const { wallet, events } = shown?.isBound ? await proveShown(tx, ctx, shown, input) : await prove(tx, ctx, found, input)
      if (shownByHolder && row.evidence_id) await countFor(tx, ctx, row.evidence_id, [wallet.id])
      return {
        result: {
          success: true as const,
          object: 'credential_attachment' as const,
          wallet_id: wallet.id,
          wallet_address: wallet.address,
          credential: summarise(row, wallet, ctx.now, true),
          evidence_id: null,
          attached_at: new Date(ctx.now).toISOString(),
        },
        audit: {
          action: 'credential_attached',
          category: 'user',
          subject: { type: 'credential', id: row.id },
          details: { wallet_id: wallet.id, control: wallet.control },
        },
        events: [
          ...events,
          {
            type: 'wallet.linked',
            resource: { type: 'wallet', id: wallet.id },
            object: { wallet_id: wallet.id, credential_id: row.id, control: wallet.control },
          },
        ],
      }
    })
  },
})

/** Joins one more wallet to the holder of a credential. */
export const linkCredentialWallet = defineVerb({
  name: 'credentials.wallets',
  permission: 'credentials.write',
  input: byId().extend({ wallet_address: walletAddress, ...proof }),
  output: z.object({
    success: z.literal(true),
    object: z.literal('wallet_link'),
    wallet_id: z.string(),
    wallet_address: z.string(),
    credential,
    linked_at: z.string(),
  }),
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, credentials, ctx, input.id)
      if (!row) throw notFound()
      const state = stateAt(row, ctx.now)
      if (state !== 'active') throw new AppError('invalid_transition', `The credential is ${state}: no wallet can be joined to it.`)
      const found = await ensureWallet(tx, ctx, input.wallet_address)
      refuseSuperseded(found)
      if (found.person_id && found.person_id !== row.person_id)
        throw new AppError('wallet_bound_to_other_person', 'This wallet belongs to another person.')
      const { wallet: proven, events } = await prove(tx, ctx, found, input)
      const wallet = await bindPerson(tx, ctx, proven, { id: row.person_id })
      if (row.evidence_id) await countFor(tx, ctx, row.evidence_id, [wallet.id])
      return {
        result: {
          success: true as const,
          object: 'wallet_link' as const,
          wallet_id: wallet.id,
          wallet_address: wallet.address,
          credential: summarise(row, wallet, ctx.now, true),
          linked_at: new Date(ctx.now).toISOString(),
        },
        audit: {
          action: 'wallet_linked',
          category: 'user',
          subject: { type: 'wallet', id: wallet.id },
          details: { credential_id: row.id, control: wallet.control },
        },
        events: [
          ...events,
          {
            type: 'wallet.linked',
            resource: { type: 'wallet', id: wallet.id },
            object: { wallet_id: wallet.id, credential_id: row.id, control: wallet.control },
          },
        ],
      }
    })
  },
})
