import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ensureWallet, findWallet, refuseSuperseded, type WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound, requireFields } from '#core/kernel/errors.ts'
import { walletAddress, walletSignature } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable, Tx } from '#db/connect.ts'
import { persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { egress, type Fetch } from '#egress/gate.ts'
import { presentEvidence } from '../evidence/present.ts'
import { type EvidenceFound, recordEvidence } from '../evidence/record.ts'
import { evidenceAnswer } from '../evidence/shape.ts'
import { ensurePerson, type PersonRow } from '../persons/ensure.ts'
import { type Concluded, concludeSession, lockSession } from '../sessions/conclude.ts'
import { findTrusted, voucherOf } from '../trust/trusted.ts'
import { proveControl } from '../wallets/prove-control.ts'
import { bindPerson } from '../wallets/starting-credential.ts'
import { type ForeignWord, levelProven } from './found.ts'
import { readAttestations, readClaimsOf } from './on-chain.ts'
import { readForeignVc } from './vc.ts'

/** What others say may be taken back, so it is looked at anew after so long. */
const COUNTS_MS = 30 * 86_400_000

const contractAddress = walletAddress.refine((address) => address.family === 'evm', 'An EVM address')

/** What a call that presents nothing is told. */
const WHAT = 'Say what is presented: eas with chain_id and uids, onchainid with chain_id, identity and topics, or vc with credential.'

/** What is presented, by its kind. */
export const presentedFields = {
  kind: z.enum(['eas', 'onchainid', 'vc'], WHAT).meta({
    description:
      '`eas`: attestations about the wallet. `onchainid`: claims of the identity it manages. `vc`: a verifiable credential, as a JWT',
  }),
  chain_id: z.number().int().min(1).max(2_147_483_647).optional().meta({ description: 'Of `eas` and `onchainid`' }),
  uids: z
    .array(z.string().regex(/^0x[0-9a-f]{64}$/, 'A UID is 0x and 64 digits or letters from a to f.'))
    .min(1)
    .max(4)
    .optional()
    .meta({ description: 'Of `eas`: the attestations, all of one attester' }),
  identity: contractAddress.optional().meta({ description: 'Of `onchainid`: the identity contract' }),
  topics: z
    .array(z.string().regex(/^[0-9]{1,78}$/, 'A topic is a number.'))
    .min(1)
    .max(4)
    .optional()
    .meta({ description: 'Of `onchainid`: the topics of the claims, all of one issuer' }),
  credential: z.string().max(50_000).optional().meta({ description: 'Of `vc`' }),
  holder_proof: z.string().max(10_000).optional().meta({
    description:
      'Of a `vc` bound to a key of its holder (`cnf`, did:key): a JWS by that key over `aud` (the address of this service), `sub` (the wallet), `sha256` (of the credential) and `iat`',
  }),
  signature: walletSignature
    .optional()
    .meta({ description: 'A signed challenge of POST /v1/wallets/challenge, where control is not proven yet' }),
}
const presentInput = z.strictObject({
  wallet_address: walletAddress,
  session_id: z.string().max(100).optional().meta({ description: 'Of an identity session about this wallet, which it ends' }),
  ...presentedFields,
})
export type Presented = Omit<z.output<typeof presentInput>, 'wallet_address' | 'session_id'>

const outside = egress.fetch('did')

/**
 * Takes what an issuer whom the tenant trusts says of the holder of a wallet, as evidence of the method `foreign_credential`, at the level the
 * tenant gives that issuer and no further than it says. Throws `control_not_proven`, `kyc_data_required`, and what `readForeignWord` throws.
 */
export const presentForeignCredential = defineVerb({
  name: 'foreign_credentials.present',
  permission: 'identity.write',
  input: presentInput,
  output: evidenceAnswer,
  run: (given) => takeForeignCredential(given),
})

/** As `presentForeignCredential`; `ask` is the way to documents and lists, else the one of this machine. */
export async function takeForeignCredential(
  { ctx, input: { wallet_address, session_id, ...presented } }: { ctx: Ctx; input: z.output<typeof presentInput> },
  ask: Fetch = outside,
) {
  const known = await findWallet(ctx.db, ctx, wallet_address.canonical)
  if (known) refuseSuperseded(known)
  if (!presented.signature) refuseUnproven(ctx, known)
  const word = await readForeignWord(ctx, known ?? { address: wallet_address.canonical, control_chain_id: null }, presented, ask)
  return write(ctx, async (tx) => {
    const { wallet, events: proven } = await requireControl(tx, ctx, await ensureWallet(tx, ctx, wallet_address), presented.signature)
    const found = await foundBy(tx, ctx, word)
    if (session_id !== undefined) {
      const done = await concludeWith(tx, ctx, session_id, wallet, found)
      const [first, ...more] = done.audit
      return {
        result: { success: true as const, ...presentEvidence(done.evidence, ctx.now) },
        audit: [first!, ...more],
        events: [...proven, ...done.events],
      }
    }
    const person = await personOf(tx, ctx, wallet, found)
    const { row, audit, events } = await recordEvidence(tx, ctx, person, found, [wallet.id])
    return { result: { success: true as const, ...presentEvidence(row, ctx.now) }, audit, events: [...proven, ...events] }
  })
}

/** Ends a session with it, where the session takes it and is about this wallet. Throws `not_found`, `invalid_transition`, `credential_of_another`. */
export async function concludeWith(tx: Tx, ctx: Ctx, sessionId: string, wallet: WalletRow, found: EvidenceFound): Promise<Concluded> {
  const session = await lockSession(tx, ctx, sessionId)
  if (session.wallet_id !== wallet.id) throw new AppError('credential_of_another', 'This session is about another wallet.')
  if (!session.methods.includes('foreign_credential'))
    throw new AppError(
      'invalid_transition',
      'This session takes no credentials of others. Open one that names foreign_credential in methods.',
    )
  return concludeSession(tx, ctx, session, found)
}

/** What the issuer says, read and checked. Outside of any transaction: it waits for chains and for strangers. */
export function readForeignWord(
  ctx: Ctx,
  wallet: Pick<WalletRow, 'address' | 'control_chain_id'>,
  presented: Presented,
  ask: Fetch = outside,
): Promise<ForeignWord> {
  const { kind, chain_id, uids, identity, topics, credential, holder_proof } = presented
  if (kind === 'vc') {
    requireFields({ credential: !credential && 'Give the credential.' })
    return readForeignVc(ctx, wallet, { credential: credential!, holder_proof }, ask)
  }
  if (!wallet.address.startsWith('0x')) throw invalidField('/kind', 'invalid_enum', 'Attestations and claims are about EVM wallets.')
  requireFields({ chain_id: chain_id === undefined && 'Say on which chain.' })
  if (kind === 'eas') {
    requireFields({ uids: !uids && 'Name the attestations.' })
    return readAttestations(ctx, wallet, chain_id!, uids as `0x${string}`[])
  }
  requireFields({ identity: !identity && 'Name the identity.', topics: !topics && 'Name the topics.' })
  return readClaimsOf(ctx, wallet, chain_id!, identity!.canonical as `0x${string}`, topics!)
}

/** The wallet, whose holder has shown that it is theirs, now or before. Throws `control_not_proven`. */
export async function requireControl(
  tx: Tx,
  ctx: Ctx,
  wallet: WalletRow,
  signature: Presented['signature'],
): Promise<{ wallet: WalletRow; events: EventInput[] }> {
  if (signature) {
    const { wallet: proven, event } = await proveControl(tx, ctx, wallet, signature)
    return { wallet: proven, events: [event] }
  }
  refuseUnproven(ctx, wallet)
  return { wallet, events: [] }
}

/** What somebody says of a wallet is said of its holder: who sends it has to be that. */
function refuseUnproven(ctx: Ctx, wallet: WalletRow | null): void {
  if (wallet?.control !== 'proven' && ctx.world.chain.wantsProof)
    throw new AppError('control_not_proven', 'Let the wallet sign a message of POST /v1/wallets/challenge, and send it as signature.')
}

/** The word as evidence. The issuer is asked for again: it may have been let go while chains were asked. Throws `issuer_not_trusted`. */
export async function foundBy(db: Queryable, ctx: Ctx, word: ForeignWord): Promise<EvidenceFound> {
  const { kind, identifier, chain_id } = word.issuer
  const issuer = await findTrusted(db, ctx, kind, identifier, chain_id)
  if (issuer?.id !== word.issuer.id) throw new AppError('issuer_not_trusted', 'This issuer is not trusted any more.')
  const level = levelProven(word)
  const counts = ctx.now + COUNTS_MS
  return {
    ...{ proves: 'identity', method: 'foreign_credential', level, rejected: null, voucher: voucherOf(issuer) },
    ...(level === issuer.level ? { ial: issuer.ial, eidas: issuer.eidas } : { ial: null, eidas: null }),
    // Shown again on another day it is looked at again, and counts on.
    digest: createHash('sha256')
      .update(`${rulesDay(ctx.now)} ${word.shown}`)
      .digest('hex'),
    ...{ read: word.read, covers: word.covers, proof: word.proof, takenAt: new Date(ctx.now) },
    expiresAt: new Date(word.until === null ? counts : Math.min(word.until, counts)),
  }
}

/** Whom it is about: the person behind the wallet; where nobody is known, whom the credential names. Throws `kyc_data_required`. */
async function personOf(tx: Tx, ctx: Ctx, wallet: WalletRow, { read }: EvidenceFound): Promise<PersonRow> {
  if (wallet.person_id) {
    const person = await findScoped(tx, persons, ctx, wallet.person_id)
    if (!person || person.erased_at) throw notFound()
    return person
  }
  const { full_name, date_of_birth, country, nationality } = read
  if (!full_name || !date_of_birth)
    throw new AppError('kyc_data_required', 'This does not name its holder. Say who they are first: POST /v1/wallets/verify with kyc_data.')
  const { person } = await ensurePerson(tx, ctx, { full_name, date_of_birth, country: country ?? null, nationality: nationality ?? null })
  await bindPerson(tx, ctx, wallet, person)
  return person
}
