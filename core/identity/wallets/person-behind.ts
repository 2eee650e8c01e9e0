import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Judging, Sealing } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { regionOf } from '#core/kernel/fields.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { stateAt } from '../credentials/live.ts'
import { ensurePerson, openPerson, type PersonData, type PersonRow, updatePerson } from '../persons/ensure.ts'
import { bindPerson, boundPerson, playedHolder } from './starting-credential.ts'
import type { WalletVerifyInput } from './verification-fields.ts'

/** Who is behind the wallet: the person named in the call, else the one already bound to it. */
export async function personOf(
  tx: Tx,
  ctx: Judging,
  wallet: WalletRow,
  input: WalletVerifyInput,
  persona: Persona | null,
  credential: CredentialRow | null,
): Promise<{ person: PersonRow; data: PersonData }> {
  const kyc = input.kyc_data
  if (kyc?.full_name && kyc.date_of_birth && kyc.country) {
    const data: PersonData = { ...kyc, full_name: kyc.full_name }
    // Who stands behind a wallet that plays a persona is its own holder: one person verified on many of them joins none.
    if (persona?.effects.credential) {
      const person = (await boundPerson(tx, ctx, wallet)) ?? (await playedHolder(tx, ctx, wallet, persona))
      if (wallet.person_id !== person.id) await bindPerson(tx, ctx, wallet, person)
      wallet.person_id = person.id
      return { person, data }
    }
    const { person, created } = await ensurePerson(tx, ctx, data)
    if (!created) await keepSaid(tx, ctx, person, kyc)
    if (wallet.person_id !== person.id) await bindPerson(tx, ctx, wallet, person)
    wallet.person_id = person.id
    return { person, data }
  }
  if (wallet.person_id && credential && (stateAt(credential, ctx.now) === 'active' || persona) && !kyc) {
    const person = await boundPerson(tx, ctx, wallet)
    if (person) return { person, data: await openPerson(tx, ctx, person) }
  }
  if (ctx.world.personas.standIn && !kyc && !credential && (persona?.effects.credential !== 'none' || persona.effects.verification)) {
    const person = await playedHolder(tx, ctx, wallet, persona)
    await bindPerson(tx, ctx, wallet, person)
    wallet.person_id = person.id
    return { person, data: await openPerson(tx, ctx, person) }
  }
  const missing = (['full_name', 'date_of_birth', 'country'] as const).filter((field) => !kyc?.[field])
  throw new AppError('kyc_data_required', 'This wallet has no live credential: name, date of birth and country are needed.', {
    fields: missing.map((field) => ({ pointer: `/kyc_data/${field}`, code: 'required', detail: 'This field is required.' })),
  })
}

/** The file of identification besides name and birth date: what was obtained is kept (31 CFR 1020.220(a)(3)(i)). */
const FILE = ['address', 'id_number', 'notice_shown_at', 'collected_at', 'document'] as const

/** What is said of somebody known before, and where in their country they live: every later check reads it. What was known of the file stays. */
async function keepSaid(tx: Tx, ctx: Sealing, person: PersonRow, kyc: NonNullable<WalletVerifyInput['kyc_data']>): Promise<void> {
  const region = regionOf(kyc)
  const file = FILE.filter((field) => kyc[field] !== undefined)
  if (!Object.keys(region).length && !file.length) return
  const known = await openPerson(tx, ctx, person)
  const added = file.filter((field) => known[field] === undefined || known[field] === null).map((field) => [field, kyc[field]] as const)
  const moved = Object.keys(region).length > 0 && (known.region !== region.region || known.ukraine_area !== region.ukraine_area)
  if (moved || added.length) await updatePerson(tx, ctx, person, { ...known, ...(moved && region), ...Object.fromEntries(added) })
}
