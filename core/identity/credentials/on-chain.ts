import { and, between, eq, inArray } from 'drizzle-orm'
import type { Client } from 'viem'
import { z } from 'zod'
import type { Unsigned } from '#chains/adapter.ts'
import {
  encodeRemoveClaim,
  encodeRevokeClaim,
  encodeRevokeOffchain,
  encodeSetStatus,
  type FinalBlock,
  isClaimRevoked,
  isRevokedOffchain,
  isStatusSet,
  readWord,
} from '#chains/evm/claims.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { globalStatusIndex } from '#credentials/status-list.ts'
import { credentials } from '#db/schema.ts'
import { type CopyRow, chainState, copiesOf, isOver, overAs } from './chain-state.ts'
import { askChain } from './forms.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt } from './live.ts'
import { findCredential } from './manage.ts'

type Hex = `0x${string}`
type Evm = Extract<Unsigned, { kind: 'evm' }>
interface EndingAct {
  does: 'set_status' | 'revoke_claim' | 'remove_claim' | 'revoke_offchain'
  /** Who may send it. */
  signer: 'issuer_admin' | 'issuer_manager' | 'identity_manager' | 'attester'
  /** Whether it ends the form. A removed claim can be added again by whoever has it, so that one only tidies up. */
  ends: boolean
  /** `from` is null where the chain does not say who may send it. */
  transaction: Omit<Evm, 'from'> & { from: Hex | null }
}

/** Whether the chain itself takes this form as over, at a final block. */
export async function endedThere(client: Client, block: FinalBlock, copy: CopyRow, row: CredentialRow): Promise<boolean> {
  const contract = copy.contract as Hex
  // A claim of ONCHAINID's own issuer knows no end.
  if (copy.kind !== 'onchainid' && row.expires_at.getTime() <= Number(block.timestamp) * 1000) return true
  if (copy.kind === 'status') return isStatusSet(client, block, contract, globalStatusIndex(row.status_list, row.status_index))
  const each = await Promise.all(
    copy.signed.map((one) =>
      copy.kind === 'eas'
        ? isRevokedOffchain(client, block, contract, one.signer as Hex, one.uid as Hex)
        : isClaimRevoked(client, block, contract, one.signature as Hex),
    ),
  )
  return each.every(Boolean)
}

const state = z.enum(['live', 'pending', 'unknown', 'confirmed'])

/**
 * What chains know of a credential, and for each that has to be told of its end the unsigned transactions that tell it. Nothing here is
 * signed or sent. Reads the newest blocks; `state` is what final blocks said when the worker last looked, or `chain_state` of the whole.
 */
export const readCredentialChain = defineVerb({
  name: 'credentials.chain',
  permission: 'credentials.read',
  input: byId(),
  output: z.object({
    success: z.literal(true),
    object: z.literal('credential_chain'),
    id: z.string(),
    state: z.string(),
    chain_state: z.enum(['none', ...state.options]),
    copies: z.array(
      z.object({
        form: z.enum(['erc735', 'eas']),
        chain_id: z.number().int(),
        contract: z.string(),
        identity: z.string().nullable().meta({ description: 'Of a claim: whose' }),
        state,
        block: z.string().nullable().meta({ description: 'The final block that was read last' }),
        checked_at: z.string().nullable(),
        confirmed_at: z.string().nullable(),
        acts: z.array(
          z.object({
            does: z.enum(['set_status', 'revoke_claim', 'remove_claim', 'revoke_offchain']),
            signer: z.enum(['issuer_admin', 'issuer_manager', 'identity_manager', 'attester']).meta({ description: 'Who may send it' }),
            ends: z.boolean().meta({ description: 'Whether it ends the form. A removed claim can be added again' }),
            transaction: z.object({
              kind: z.literal('evm'),
              chain_id: z.number().int(),
              from: z.string().nullable(),
              to: z.string(),
              data: z.string(),
              value: z.string(),
            }),
          }),
        ),
        acts_unavailable: z
          .enum(['chain_not_configured', 'rpc_error'])
          .nullable()
          .meta({ description: 'Why the act of the claim issuer could not be built' }),
      }),
    ),
  }),
  run: async ({ ctx, input }) => {
    const { row, wallet } = await findCredential(ctx.db, ctx, input.id)
    const over = isOver(row, ctx.now)
    const copies = await Promise.all(
      (await copiesOf(ctx.db, ctx, row.id)).map(async (copy) => ({
        form: copy.form as 'erc735' | 'eas',
        chain_id: copy.chain_id,
        contract: copy.contract,
        identity: copy.identity || null,
        state: over ? overAs(copy.state) : ('live' as const),
        block: copy.block,
        checked_at: copy.checked_at?.toISOString() ?? null,
        confirmed_at: copy.confirmed_at?.toISOString() ?? null,
        ...(over && copy.state !== 'confirmed' ? await actsOf(ctx, copy, row, wallet) : { acts: [], acts_unavailable: null }),
      })),
    )
    return {
      success: true as const,
      object: 'credential_chain' as const,
      id: row.id,
      state: stateAt(row, ctx.now),
      chain_state: chainState(row, ctx.now),
      copies,
    }
  },
})

interface Acts {
  acts: EndingAct[]
  /** Why an act could not be built. */
  acts_unavailable: 'chain_not_configured' | 'rpc_error' | null
}

async function actsOf(ctx: Ctx, copy: CopyRow, row: CredentialRow, wallet: WalletRow): Promise<Acts> {
  const built = (does: EndingAct['does'], signer: EndingAct['signer'], from: string | null, to: string, data: Hex): EndingAct => ({
    does,
    signer,
    ends: does !== 'remove_claim',
    transaction: { kind: 'evm', chain_id: copy.chain_id, from: from as Hex | null, to: to as Hex, data, value: '0x0' },
  })
  if (copy.kind === 'eas')
    return {
      acts: copy.signed.map((one) =>
        built('revoke_offchain', 'attester', one.signer!, copy.contract, encodeRevokeOffchain(one.uid as Hex)),
      ),
      acts_unavailable: null,
    }
  const topics = [...new Set(copy.signed.map((one) => one.topic!))]
  const removals = topics.map((topic) =>
    built('remove_claim', 'identity_manager', wallet.address, copy.identity, encodeRemoveClaim(copy.contract as Hex, BigInt(topic))),
  )
  if (copy.kind === 'onchainid')
    return {
      acts: [
        ...copy.signed.map((one) => built('revoke_claim', 'issuer_manager', null, copy.contract, encodeRevokeClaim(one.signature as Hex))),
        ...removals,
      ],
      acts_unavailable: null,
    }
  try {
    const word = BigInt(globalStatusIndex(row.status_list, row.status_index)) >> 8n
    const known = await wordOf(ctx, row)
    // A whole word is written: what it says on the chain already stays said.
    const { admin, bits } = await askChain(ctx.services, copy.chain_id, (client) => readWord(client, copy.contract as Hex, word))
    return {
      acts: [built('set_status', 'issuer_admin', admin, copy.contract, encodeSetStatus(word, bits | known)), ...removals],
      acts_unavailable: null,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { acts: removals, acts_unavailable: error.code === 'chain_not_configured' ? 'chain_not_configured' : 'rpc_error' }
  }
}

/** The 256 bits around a credential as the published list has them; they are nobody's secret. */
async function wordOf(ctx: Ctx, row: CredentialRow): Promise<bigint> {
  const first = row.status_index - (row.status_index % 256)
  const set = await ctx.db
    .select({ index: credentials.status_index })
    .from(credentials)
    .where(
      and(
        eq(credentials.environment, row.environment),
        eq(credentials.status_list, row.status_list),
        between(credentials.status_index, first, first + 255),
        inArray(credentials.state, ['revoked', 'superseded']),
      ),
    )
  return set.reduce((bits, { index }) => bits | (1n << BigInt(index - first)), 0n)
}
