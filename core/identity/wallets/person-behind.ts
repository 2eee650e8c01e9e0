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
    if (!created) await keepRegion(tx, ctx, person, kyc)
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

/** Where in their country somebody known before says to live: every later check reads it. */
async function keepRegion(tx: Tx, ctx: Sealing, person: PersonRow, kyc: NonNullable<WalletVerifyInput['kyc_data']>): Promise<void> {
  const said = regionOf(kyc)
  if (!Object.keys(said).length) return
  const known = await openPerson(tx, ctx, person)
  if (known.region !== said.region || known.ukraine_area !== said.ukraine_area) await updatePerson(tx, ctx, person, { ...known, ...said })
}
