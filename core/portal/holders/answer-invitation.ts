import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { parseAddress } from '#chains/address.ts'
import { personalCtx, tenantCtx } from '#core/access/accounts/personal.ts'
import { ensureWallet, type WalletRow } from '#core/chain/wallets/find.ts'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { carryEvidence } from '#core/identity/evidence/carry.ts'
import { openPerson, type PersonData } from '#core/identity/persons/ensure.ts'
import { ownInvestor, ownPerson } from '#core/identity/persons/own-investor.ts'
import { marketSubject } from '#core/identity/wallets/market-subject.ts'
import { bindPerson } from '#core/identity/wallets/starting-credential.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import type { EventInput } from '#core/record/events/events.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { shareLetter } from '#core/securities/investors/accreditation/share.ts'
import { emailHash, type InvestorRow, insertInvestor, statusObject } from '#core/securities/investors/create.ts'
import { runVerification } from '#core/securities/investors/run-verification.ts'
import type { VerifyInvestorInput } from '#core/securities/investors/verify-input.ts'
import type { Tx } from '#db/connect.ts'
import { consents, credentialUses, documents, investors, invitations, wallets } from '#db/schema.ts'
import { inScope, lockScoped } from '#db/scoped.ts'
import { findOwnInvitation } from './admissions.ts'

/** What an organisation sees of everybody it admits. */
const ALWAYS_SHARED = ['name', 'date_of_birth', 'country', 'wallet']

/**
 * Answers an invitation. Accepting is the consent that the organisation relies on the person's check: the person becomes an
 * investor there, verified by that organisation's own decision, and the consent is recorded with what was disclosed. Throws
 * `kyc_data_required` before the person is verified and has sealed a wallet, `conflict` for an answered invitation.
 */
export const answerInvitation = definePageVerb({
  name: 'own.answer_invitation',
  permission: 'account.write',
  input: z.strictObject({
    invitation_id: z.string().max(100),
    accept: z.boolean(),
    /** What may be shown to the organisation; name, birth date and country always are. */
    share: z.array(z.enum(['accreditation', 'documents'])).default([]),
  }),
  run: async ({ ctx, input }): Promise<{ status: string }> => {
    const found = await findOwnInvitation(ctx, input.invitation_id)
    const tenant = await tenantCtx(ctx, found.organization_id, found.environment as Environment)
    const own = await personalCtx(ctx)
    return write(tenant, async (tx) => {
      const invitation = (await lockScoped(tx, invitations, tenant, found.id))!
      if (invitation.status === 'withdrawn') throw new AppError('conflict', 'The organisation took this invitation back.')
      if (invitation.status === 'accepted' || (invitation.status === 'declined' && !input.accept))
        throw new AppError('conflict', 'You answered this invitation already.')
      const events: EventInput[] = []
      const audits = input.accept ? await admit(tx, own, tenant, input.share, events) : []
      await tx
        .update(invitations)
        .set({ status: input.accept ? 'accepted' : 'declined', user_id: ctx.actor.id, answered_at: new Date(tenant.now) })
        .where(inScope(invitations, tenant, eq(invitations.id, invitation.id)))
      return {
        result: { status: input.accept ? 'accepted' : 'declined' },
        audit: [
          {
            action: input.accept ? 'invitation_accepted' : 'invitation_declined',
            category: 'investment' as const,
            subject: { type: 'invitation', id: invitation.id },
            details: { offering_id: invitation.offering_id, shared: input.accept ? [...ALWAYS_SHARED, ...input.share] : [] },
          },
          ...audits,
        ],
        events,
      }
    })
  },
})

/** Makes the person an investor of the tenant, or joins the record the organisation already has for the same address. */
async function admit(tx: Tx, own: Ctx, tenant: Ctx, share: readonly string[], events: EventInput[]) {
  const { row, wallet, credentialId } = await readyPerson(tx, own)
  const data = await openPerson(tx, own, await ownPerson(tx, own, row))
  const email = own.actor.type === 'user' ? own.actor.email : ''
  const there = await walletThere(tx, tenant, wallet)
  let [investor] = await tx
    .select()
    .from(investors)
    .where(inScope(investors, tenant, eq(investors.email_hash, emailHash(tenant, email))))
    .limit(1)
  if (!investor) {
    const parsed = parseAddress(wallet.address)
    const made = await insertInvestor(tx, tenant, {
      type: 'individual',
      full_name: data.full_name,
      email,
      ...(parsed.ok && { wallet_address: parsed }),
      ...(data.date_of_birth && { date_of_birth: data.date_of_birth }),
      ...(data.country && { country: data.country }),
      ...(row.us_state && {
        address: { line1: String(data.address?.line1 ?? ''), city: String(data.address?.city ?? ''), state: row.us_state },
      }),
      metadata: {},
    })
    investor = made.row
    events.push({ type: 'investor.created', resource: { type: 'investor', id: investor.id }, object: statusObject(investor) })
  }
  if (there.person_id !== investor.person_id) await bindPerson(tx, tenant, there, { id: investor.person_id })
  ;[investor] = (await tx
    .update(investors)
    .set({ user_id: own.actor.id, wallet_id: investor.wallet_id ?? there.id, us_state: investor.us_state ?? row.us_state })
    .where(inScope(investors, tenant, eq(investors.id, investor.id)))
    .returning()) as [InvestorRow]
  const carried = await carriedOver(tx, own, tenant, { row, there: investor, wallet: there, data, share })
  investor = carried.there
  const done = await runVerification(tx, tenant, investor, {
    identity: {
      ...(data.date_of_birth && { date_of_birth: data.date_of_birth }),
      ...(data.country && { country: data.country }),
    },
    ...(await evidenceOf(tx, own, row, carried.said)),
    accepted_terms: true,
    force: true,
  })
  events.push(...carried.events, ...done.events)
  const disclosed = [...ALWAYS_SHARED, ...share]
  await tx.insert(consents).values({
    id: newId('consent', tenant.now),
    organization_id: tenant.organizationId,
    environment: tenant.environment,
    person_id: investor.person_id,
    levels: disclosed,
    given_at: new Date(tenant.now),
  })
  // The organisation relies on the platform's check from now on, and its own rules judge that it may.
  const { reliance } = await marketSubject(tx, tenant, { canonical: there.address, family: there.family as 'evm' | 'solana' })
  await tx.insert(credentialUses).values({
    organization_id: tenant.organizationId,
    environment: tenant.environment,
    credential_id: credentialId,
    person_id: investor.person_id,
    market: 'securities',
    decision_id: reliance?.decision.id ?? done.result.decision.id,
    disclosed,
    used_at: new Date(tenant.now),
  })
  return [done.audit, ...carried.audit]
}

/** The check that the person lets the organisation rely on, as evidence there, and the letter that they share with it. */
async function carriedOver(
  tx: Tx,
  own: Ctx,
  tenant: Ctx,
  p: { row: InvestorRow; there: InvestorRow; wallet: WalletRow; data: PersonData; share: readonly string[] },
) {
  const { row, there, wallet, data, share } = p
  const { full_name, date_of_birth, country } = data
  const identity = await own.world.identity.of(tx, own, { personId: row.person_id, shownFor: row.id, played: null })
  const read = { full_name, ...(date_of_birth && { date_of_birth }), ...(country && { country }) }
  const carried = await carryEvidence(tx, tenant, await ownPerson(tx, tenant, there), { identity, read, shownFor: [there.id, wallet.id] })
  const letter = share.includes('accreditation') ? await shareLetter(tx, { own, row, tenant, there }) : null
  return {
    there: letter?.there ?? there,
    // What goes along as evidence is not sent as words besides.
    said: letter ? share.filter((one) => one !== 'accreditation') : share,
    audit: [...carried.audit, ...(letter ? [letter.audit] : [])],
    events: [...carried.events, ...(letter?.events ?? [])],
  }
}

/** The person's verified identity and sealed wallet, without which nothing can be admitted. */
async function readyPerson(tx: Tx, own: Ctx) {
  const row = await ownInvestor(tx, own)
  if (row?.identity_status !== 'verified')
    throw new AppError('kyc_data_required', 'Verify your identity first: the organisation may only admit people it can rely on.')
  const [wallet] = row.wallet_id
    ? await tx
        .select()
        .from(wallets)
        .where(inScope(wallets, own, eq(wallets.id, row.wallet_id)))
        .limit(1)
    : []
  const credential = wallet ? await bestCredential(tx, own, wallet) : null
  if (wallet?.control !== 'proven' || !credential || stateAt(credential, own.now) !== 'active')
    throw new AppError('wallet_required', 'Connect a wallet and sign with it first, so that your credential can be sealed to it.')
  return { row, wallet, credentialId: credential.id }
}

/** The same wallet as the tenant knows it; the proof of control was given to the platform and counts there too. */
async function walletThere(tx: Tx, tenant: Ctx, wallet: WalletRow): Promise<WalletRow> {
  const found = await ensureWallet(tx, tenant, { canonical: wallet.address, family: wallet.family })
  const { control_method, control_chain_id, control_proven_at } = wallet
  if (found.control_chain_id !== null && control_chain_id !== null && found.control_chain_id !== control_chain_id)
    throw new AppError('signer_mismatch', `The organisation knows this wallet as a contract of chain ${found.control_chain_id}.`)
  const [row] = await tx
    .update(wallets)
    .set({ control: 'proven', control_method, control_chain_id, control_proven_at })
    .where(inScope(wallets, tenant, eq(wallets.id, found.id)))
    .returning()
  return row!
}

/** What the person lets the organisation see of accreditation and documents, as the verification takes it. */
async function evidenceOf(
  tx: Tx,
  own: Ctx,
  row: InvestorRow,
  share: readonly string[],
): Promise<VerifyInvestorInput | Record<string, never>> {
  const record = row.accreditation as {
    type?: 'income'
    method?: 'third_party_letter'
    verifier?: 'attorney'
    dated?: string
    evidence_sha256?: string
  } | null
  const shown = share.includes('accreditation') && record?.method !== undefined
  const kinds = ['passport', 'id_card', 'drivers_license', 'proof_of_address'] as const
  const accepted = share.includes('documents')
    ? await tx
        .select({ kind: documents.kind, sha256: documents.sha256 })
        .from(documents)
        .where(and(eq(documents.owner_type, 'user'), eq(documents.owner_id, own.actor.id), eq(documents.status, 'accepted')))
    : []
  const papers = accepted.flatMap(({ kind, sha256 }) => {
    const known = kinds.find((each) => each === kind)
    return known ? [{ kind: known, sha256 }] : []
  })
  return {
    ...(shown && {
      accreditation: {
        ...(record!.type && { type: record!.type }),
        method: record!.method!,
        ...(record!.verifier && { verifier: record!.verifier }),
        // Only what a reviewer read counts by its date; the rest waits for the organisation's own look.
        ...(row.accreditation_status === 'verified' && record!.dated && { dated: record!.dated, evidence_sha256: record!.evidence_sha256 }),
      },
    }),
    ...(papers.length && { documents: papers }),
  } as VerifyInvestorInput
}
