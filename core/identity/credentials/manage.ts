import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { askSecond, type SecondPerson } from '#core/access/second-person/ask-second.ts'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import { credential, secondPerson } from '#core/kernel/answers.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError, notFound } from '#core/kernel/errors.ts'
import { byId, reasonCode, walletAddress } from '#core/kernel/fields.ts'
import type { AskedAnswer } from '#core/record/cases/asked-kinds.ts'
import type { CaseRow } from '#core/record/cases/steps.ts'
import { listVerb } from '#core/record/list-verb.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { type Written, write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { credentials, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { CREDENTIAL, InvalidTransition, transition } from '#engine/lifecycles/index.ts'
import { chainState } from './chain-state.ts'
import { type Changed, changeState } from './change-state.ts'
import type { CredentialRow } from './issue.ts'
import { stateAt, summarise } from './live.ts'
import { requireClear } from './require-clear.ts'

export const actInput = z.strictObject({
  reason_code: reasonCode.meta({ description: 'Why, as a short code such as key_compromise' }),
  note: z.string().max(2_000).optional(),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
type Act = z.output<typeof actInput>

/** A credential as these operations answer it, without `success`. */
export const storedCredential = credential.extend({
  object: z.literal('credential'),
  wallet_id: z.string(),
  wallet_address: z.string(),
  evidence: z.string(),
  reason_code: z.string().nullable(),
  superseded_by: z.string().nullable(),
  decision_id: z.string().nullable(),
  status_list: z.number().int(),
  status_index: z.number().int(),
  chain_state: z.enum(['none', 'live', 'pending', 'unknown', 'confirmed']).meta({
    description:
      'What chains know of it. none: no form was made for one; live: one was; pending: over here, and a chain has not finally said so; unknown: that chain cannot be asked; confirmed: over on every chain, by final blocks',
  }),
  environment: z.enum(['sandbox', 'production']),
  updated_at: z.string(),
})

export const credentialAnswer = storedCredential.extend({ success: z.literal(true) })

const credentialActAnswer = credentialAnswer.extend({
  second_person: secondPerson.nullable().meta({ description: 'What waits for another person; null when it is done' }),
})

/** A credential with what its owner may see of it. Nothing personal. */
export function presentCredential(row: CredentialRow, wallet: Pick<WalletRow, 'address' | 'control'>, now: number) {
  return {
    object: 'credential' as const,
    ...summarise(row, wallet, now, false),
    wallet_id: row.wallet_id,
    wallet_address: wallet.address,
    evidence: row.evidence,
    reason_code: row.reason_code,
    superseded_by: row.superseded_by,
    decision_id: row.decision_id,
    status_list: row.status_list,
    status_index: row.status_index,
    chain_state: chainState(row, now),
    environment: row.environment as Environment,
    updated_at: row.updated_at.toISOString(),
  }
}

/** The caller's credentials, newest first. */
export const listCredentials = listVerb({
  name: 'credentials.list',
  permission: 'credentials.read',
  table: credentials,
  list: 'credentials',
  madeAt: credentials.issued_at,
  filters: {
    state: z.enum(['active', 'suspended', 'revoked', 'superseded']).optional().meta({ description: 'Stored state' }),
    level: z.enum(['basic', 'enhanced', 'accredited']).optional(),
    wallet_address: walletAddress.optional(),
  },
  item: storedCredential,
  wanted: ({ ctx, input }) =>
    and(
      input.state ? eq(credentials.state, input.state) : undefined,
      input.level ? eq(credentials.level, input.level) : undefined,
      input.wallet_address ? inArray(credentials.wallet_id, walletsAt(ctx, input.wallet_address.canonical)) : undefined,
    ),
  present: ({ ctx }, rows) => presentCredentials(ctx, rows),
})

const walletsAt = (ctx: Ctx, address: string) =>
  ctx.db
    .select({ id: wallets.id })
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.address, address)))

/** Credentials as they are shown, with the wallet of each. */
async function presentCredentials(ctx: Ctx, rows: readonly CredentialRow[]) {
  const ids = [...new Set(rows.map((row) => row.wallet_id))]
  const sealedTo = ids.length
    ? await ctx.db
        .select()
        .from(wallets)
        .where(inScope(wallets, ctx, inArray(wallets.id, ids)))
    : []
  const walletOf = new Map(sealedTo.map((wallet) => [wallet.id, wallet]))
  return rows.map((row) => presentCredential(row, walletOf.get(row.wallet_id)!, ctx.now))
}

/** The caller's credentials by their ids, as they are shown. */
export async function credentialsById(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = wanted.length
    ? await ctx.db
        .select()
        .from(credentials)
        .where(inScope(credentials, ctx, inArray(credentials.id, wanted)))
    : []
  return new Map((await presentCredentials(ctx, rows)).map((one) => [one.id, one]))
}

/** One credential and the wallet it is sealed to. Throws `not_found` outside the caller's tenant. */
export async function findCredential(db: Tx | Ctx['db'], ctx: Ctx, id: string): Promise<{ row: CredentialRow; wallet: WalletRow }> {
  const row = await findScoped(db, credentials, ctx, id)
  const wallet = row && (await findScoped(db, wallets, ctx, row.wallet_id))
  if (!row || !wallet) throw notFound()
  return { row, wallet }
}

export const getCredential = defineVerb({
  name: 'credentials.get',
  permission: 'credentials.read',
  input: byId(),
  output: credentialAnswer,
  run: async ({ ctx, input }) => {
    const { row, wallet } = await findCredential(ctx.db, ctx, input.id)
    return { success: true as const, ...presentCredential(row, wallet, ctx.now) }
  },
})

/** The state after an event, or `invalid_transition`. Expiry counts even before a job wrote it down. */
export function stateAfter(row: CredentialRow, event: string, now: number): CredentialRow['state'] {
  try {
    return transition(CREDENTIAL, stateAt(row, now), event)
  } catch (error) {
    if (error instanceof InvalidTransition) throw new AppError('invalid_transition', error.message)
    throw error
  }
}

type Answer = { success: true; second_person: SecondPerson | null } & ReturnType<typeof presentCredential>

/** The credential of a call, locked, with its wallet and whether the event is possible. Throws `not_found`, `invalid_transition`. */
async function begin(tx: Tx, ctx: Ctx, id: string, event: 'suspend' | 'resume' | 'revoke') {
  const found = await lockScoped(tx, credentials, ctx, id)
  if (!found) throw notFound()
  const { wallet } = await findCredential(tx, ctx, id)
  stateAfter(found, event, ctx.now)
  return { found, wallet }
}

const answer = (done: Changed, wallet: WalletRow, input: Act, now: number): Written<Answer> => ({
  result: { success: true, ...presentCredential(done.rows[0]!, wallet, now), second_person: null },
  audit: [withDocument(done.audit[0]!, input)],
  events: done.events,
})

const withDocument = (entry: AuditInput, { document_sha256 }: Act): AuditInput =>
  document_sha256 ? { ...entry, details: { ...entry.details, document_sha256 } } : entry

/** Takes a credential out of use until it is resumed. */
export const suspendCredential = defineVerb({
  name: 'credentials.suspend',
  permission: 'credentials.write',
  input: byId().extend(actInput.shape),
  output: credentialActAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const { found, wallet } = await begin(tx, ctx, input.id, 'suspend')
      return answer(await changeState(tx, ctx, [found], 'suspended', { reasonCode: input.reason_code }), wallet, input, ctx.now)
    })
  },
})

/** Of a suspension because of a list: two people end it. */
const LIST_HIT = /^sanction/

const PRESENTED_KEPT = 'The credential that the holder presented to you ended where it was given out: let them present one that is in use.'

/** Suspensions that something else ends. */
const KEPT: Partial<Record<string, string>> = {
  consent_withdrawn: 'The holder took their consent back: only they can give it again.',
  material_change: 'The holder’s name, birth date, country or owners changed: check the investor again, and it comes back by itself.',
  identity_not_verified: 'The investor’s identity is not verified at present: once it is, the credential comes back by itself.',
  presented_credential_suspended: PRESENTED_KEPT,
  presented_credential_revoked: PRESENTED_KEPT,
  identity_doubted: 'Somebody asked to take the identity back. Decide that case; declined, the credential comes back by itself.',
}

/**
 * Puts a suspended credential back in use, after a new screening found nothing. One that a sanctions list suspended waits for
 * another person first. Throws `not_found`, `invalid_transition`, `already_exists` when it waits already.
 */
export const resumeCredential = defineVerb({
  name: 'credentials.resume',
  permission: 'credentials.write',
  input: byId().extend(actInput.shape),
  output: credentialActAnswer,
  run: async ({ ctx, input }) => {
    return write(ctx, async (tx) => {
      const { found, wallet } = await begin(tx, ctx, input.id, 'resume')
      const kept = KEPT[found.reason_code ?? '']
      if (kept) throw new AppError('invalid_transition', kept)
      await requireResumable(tx, ctx, found, wallet)
      if (!LIST_HIT.test(found.reason_code ?? ''))
        return answer(await changeState(tx, ctx, [found], 'active', { reasonCode: input.reason_code }), wallet, input, ctx.now)
      const asked = await askSecond(tx, ctx, {
        kind: 'credential_resumption',
        subject: { type: 'credential', id: found.id },
        summary: 'A credential that a sanctions list suspended is to be used again',
        word: input,
      })
      return waiting(asked, found, wallet, 'credential_resume_asked', input, ctx.now)
    })
  },
})

async function requireResumable(tx: Tx, ctx: Ctx, row: CredentialRow, wallet: WalletRow): Promise<void> {
  if (row.expires_at.getTime() <= ctx.now) throw new AppError('invalid_transition', 'The credential has expired.')
  await requireClear(tx, ctx, row, wallet)
}

/**
 * Ends a credential for good. In production it is suspended at once and revoked when another person agrees; the sandbox plays
 * the provider that verified the holder, whose word alone is enough. A person at a page confirms it first: throws
 * `step_up_required`; `already_exists` when it waits already.
 */
export const revokeCredential = defineVerb({
  name: 'credentials.revoke',
  permission: 'credentials.write',
  input: byId().extend(actInput.shape),
  output: credentialActAnswer,
  run: async ({ ctx, input }) => {
    requireStepUp(ctx, { own: true })
    return write(ctx, async (tx) => {
      const { found, wallet } = await begin(tx, ctx, input.id, 'revoke')
      if (ctx.world.people.playedByOne)
        return answer(await changeState(tx, ctx, [found], 'revoked', { reasonCode: input.reason_code }), wallet, input, ctx.now)
      const stopped =
        stateAt(found, ctx.now) === 'active'
          ? await changeState(tx, ctx, [found], 'suspended', { reasonCode: input.reason_code })
          : { rows: [found], audit: [], events: [] }
      const asked = await askSecond(tx, ctx, {
        kind: 'credential_revocation',
        subject: { type: 'credential', id: found.id },
        summary: 'A credential is to be revoked for good',
        word: input,
        details: { was: found.state },
      })
      const waits = waiting(asked, stopped.rows[0]!, wallet, 'credential_revoke_asked', input, ctx.now)
      return { ...waits, audit: [...waits.audit, ...stopped.audit], events: [...stopped.events, ...waits.events] }
    })
  },
})

const waiting = (
  asked: Awaited<ReturnType<typeof askSecond>>,
  row: CredentialRow,
  wallet: WalletRow,
  action: string,
  input: Act,
  now: number,
) => ({
  result: { success: true as const, ...presentCredential(row, wallet, now), second_person: asked.waits },
  audit: [
    withDocument(
      {
        action,
        category: 'user',
        subject: { type: 'credential', id: row.id },
        details: { reason_code: input.reason_code, case_id: asked.waits.case_id },
      },
      input,
    ),
  ] as [AuditInput],
  events: asked.events,
})

/** The second person's word on what was asked for, within the transaction that decides its case. */
export async function settleCredential(tx: Tx, ctx: Ctx, row: CaseRow, word: AskedAnswer) {
  const revoking = row.kind === 'credential_revocation'
  const found = await lockScoped(tx, credentials, ctx, row.subject_id)
  if (!found) throw notFound()
  const { wallet } = await findCredential(tx, ctx, found.id)
  const by = { reasonCode: String(row.details.reason_code), askedBy: word.author, countersignedBy: word.approver, caseId: row.id }
  if (word.outcome === 'release') {
    // What has run out meanwhile is over: nothing is left to revoke.
    if (revoking && stateAt(found, ctx.now) === 'expired') return { what: 'expired already', audit: [], events: [] }
    stateAfter(found, revoking ? 'revoke' : 'resume', ctx.now)
    if (!revoking) await requireResumable(tx, ctx, found, wallet)
    const done = await changeState(tx, ctx, [found], revoking ? 'revoked' : 'active', by)
    return { what: revoking ? 'revoked' : 'resumed', ...done }
  }
  // What was in use before the request is in use again, if its holder still may have it.
  if (!revoking || row.details.was !== 'active' || found.state !== 'suspended') return { what: 'as before', audit: [], events: [] }
  try {
    await requireResumable(tx, ctx, found, wallet)
  } catch (error) {
    if (error instanceof AppError) return { what: 'stays suspended', audit: [], events: [] }
    throw error
  }
  const done = await changeState(tx, ctx, [found], 'active', { ...by, reasonCode: 'revocation_declined' })
  return { what: 'in use again', ...done }
}
