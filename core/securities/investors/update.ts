import { and, eq, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { bestCredential, summarise } from '#core/identity/credentials/live.ts'
import { openPerson, type PersonData, updatePerson } from '#core/identity/persons/ensure.ts'
import { refuseRegionElsewhere, refuseUnknownState, stateOfPerson } from '#core/identity/persons/places.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { byId, regionOf, walletSignature } from '#core/kernel/fields.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { EventInput } from '#core/record/events/events.ts'
import type { AuditInput } from '#core/record/log/append.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { investors, persons, wallets } from '#db/schema.ts'
import { findScoped, inScope, lockScoped } from '#db/scoped.ts'
import { judgeWaitingSoon } from '../bookings/of-investor.ts'
import { affiliationAfter } from '../holdings/holder-facts.ts'
import { bindWallet } from './bind-wallet.ts'
import { emailHash, type InvestorRow, investorFields } from './create.ts'
import { isLookedAt } from './looked-at.ts'
import { materialChange } from './material-change.ts'
import { type InvestorView, investorAnswer, presentInvestor } from './present.ts'
import { refuseSelf } from './refuse-self.ts'
import { runVerification } from './run-verification.ts'
import { updatedEvents } from './updated-events.ts'
import type { VerifyInvestorInput } from './verify-input.ts'

const { type: _type, accreditation_type: _accreditation, national_id_last4: _id, metadata, phone, external_id, ...fields } = investorFields

const updateInvestorInput = z
  .strictObject({
    ...fields,
    metadata: metadata.removeDefault(),
    phone: phone.nullable().meta({ description: 'null takes it away' }),
    external_id: external_id.nullable().meta({ description: 'null takes it away' }),
    signature: walletSignature,
  })
  .partial()
  .refine(({ id: _id, ...input }: Record<string, unknown>) => Object.values(input).some((value) => value !== undefined), {
    message: 'Give a field to change.',
  })
type Change = z.output<typeof updateInvestorInput>

/**
 * Changes what is known of an investor. Contacts, ids and the affiliation are taken as given. Name, birth date and country of somebody
 * whose identity was checked are not overwritten by a word: they are checked and screened anew, and until then nothing rests on the old
 * check. A wallet is bound as when verifying. Throws `verification_in_progress` while people look at the identity, `investor_exists`.
 */
export const updateInvestor = defineVerb({
  name: 'investors.update',
  permission: 'investors.write',
  input: updateInvestorInput.safeExtend(byId('Investor id, inv_…').shape),
  output: investorAnswer,
  run: async ({ ctx, input }) => {
    const { id, ...change } = input
    return write(ctx, async (tx) => {
      const row = await lockScoped(tx, investors, ctx, id)
      if (!row) throw notFound()
      refuseSelf(row)
      await refuseTaken(tx, ctx, row, change)
      const person = await findScoped(tx, persons, ctx, row.person_id)
      if (!person || person.erased_at) throw new AppError('facts_erased', 'The personal data of this investor was erased.')
      const known = await openPerson(tx, ctx, person)
      refuseRegionElsewhere('/region', change, [change.country ?? known.country])
      refuseUnknownState('/address/state', change.address?.state, change.country ?? known.country)
      const identity = identityOf(row, known, change)
      const checked = row.identity_status !== 'incomplete' && materialChange(known, identity).length > 0
      if (checked && (await isLookedAt(tx, ctx, row)))
        throw new AppError('verification_in_progress', 'People look at this identity as it was sent. Change it when they have decided.')
      const data: PersonData = {
        ...known,
        ...(change.email !== undefined && { email: change.email }),
        ...(change.phone !== undefined && { phone: change.phone }),
        ...(change.address !== undefined && { address: change.address }),
        ...(!checked && regionOf(change)),
        ...(!checked && said(identity)),
      }
      await updatePerson(tx, ctx, person, data)
      const bound = change.wallet_address
        ? await bindWallet(tx, ctx, row, { wallet_address: change.wallet_address, signature: change.signature })
        : row
      const [stored] = await tx
        .update(investors)
        .set(columnsOf(ctx, bound, change, checked))
        .where(inScope(investors, ctx, eq(investors.id, row.id)))
        .returning()
      const own: AuditInput = {
        action: 'investor_updated',
        category: 'investment',
        subject: { type: 'investor', id: row.id },
        // The fields, not what stands in them.
        details: { fields: Object.keys(change).sort(), checked_again: checked },
      }
      if (stored!.wallet_id !== row.wallet_id || change.affiliation) await judgeWaitingSoon(tx, ctx, row.id)
      const events: EventInput[] = updatedEvents(row, stored!, { known, data })
      const again = checked ? await runVerification(tx, ctx, stored!, { identity, force: true }) : null
      return {
        result: await viewOf(tx, ctx, row.id),
        audit: again ? [own, again.audit] : own,
        events: [...events, ...(again?.events ?? [])],
      }
    })
  },
})

/** Name, birth date and country as a verification takes them. */
function identityOf(row: InvestorRow, known: PersonData, change: Change): NonNullable<VerifyInvestorInput['identity']> {
  const full = change.full_name?.trim()
  if ((change.first_name === undefined) !== (change.last_name === undefined))
    throw invalidField(
      change.first_name === undefined ? '/first_name' : '/last_name',
      'required',
      'Give first_name and last_name, or full_name.',
    )
  const space = full?.lastIndexOf(' ') ?? -1
  if (full !== undefined && full !== known.full_name && space < 0 && row.type === 'individual')
    throw invalidField('/full_name', 'invalid_format', 'Give the first and the last name.')
  const first = change.first_name ?? (full && space > 0 ? full.slice(0, space) : undefined)
  const last = change.last_name ?? (full && space > 0 ? full.slice(space + 1) : undefined)
  return {
    ...(first !== undefined && last !== undefined && { first_name: first, last_name: last }),
    ...(change.date_of_birth !== undefined && { date_of_birth: change.date_of_birth }),
    ...(change.country !== undefined && { country: change.country }),
    ...regionOf(change),
  }
}

const said = (identity: NonNullable<VerifyInvestorInput['identity']>): Partial<PersonData> => ({
  ...(identity.first_name && { full_name: `${identity.first_name} ${identity.last_name}` }),
  ...(identity.date_of_birth && { date_of_birth: identity.date_of_birth }),
  ...(identity.country && { country: identity.country }),
})

function columnsOf(ctx: Ctx, row: InvestorRow, change: Change, checked: boolean): Partial<InvestorRow> {
  return {
    ...(change.email !== undefined && { email_hash: emailHash(ctx, change.email) }),
    ...(change.external_id !== undefined && { external_id: change.external_id }),
    ...(change.metadata !== undefined && { metadata: change.metadata }),
    ...((change.address !== undefined || change.region !== undefined) && { us_state: stateOfPerson({ full_name: '', ...change }) }),
    ...(change.affiliation !== undefined && { affiliation: affiliationAfter(row.affiliation, change.affiliation, rulesDay(ctx.now)) }),
    ...(change.country !== undefined && !checked && { country: change.country }),
    updated_at: new Date(ctx.now),
  }
}

async function refuseTaken(tx: Tx, ctx: Ctx, row: InvestorRow, change: Change): Promise<void> {
  const same = [
    ...(change.email !== undefined ? [eq(investors.email_hash, emailHash(ctx, change.email))] : []),
    ...(change.external_id ? [eq(investors.external_id, change.external_id)] : []),
  ]
  if (!same.length) return
  const [other] = await tx
    .select({ id: investors.id })
    .from(investors)
    .where(inScope(investors, ctx, and(or(...same), ne(investors.id, row.id))))
    .limit(1)
  if (other) throw new AppError('investor_exists', 'Another investor has this email or external_id.', { extra: { existing_id: other.id } })
}

async function viewOf(tx: Tx, ctx: Ctx, id: string): Promise<InvestorView> {
  const row = (await findScoped(tx, investors, ctx, id))!
  const person = await findScoped(tx, persons, ctx, row.person_id)
  const wallet = row.wallet_id ? await findScoped(tx, wallets, ctx, row.wallet_id) : null
  const live = wallet ? await bestCredential(tx, ctx, wallet) : null
  return presentInvestor(
    row,
    await openPerson(tx, ctx, person!),
    wallet,
    live && wallet ? summarise(live, wallet, ctx.now, true) : null,
    ctx.now,
  )
}
