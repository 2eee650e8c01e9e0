import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { type SubjectToScreen, screenSubject } from '#core/screening/matching/screen-subject.ts'
import { furtherFacts } from '#core/screening/matching/subject.ts'
import type { Tx } from '#db/connect.ts'
import { persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { openPerson, type PersonData } from '../persons/ensure.ts'
import type { CredentialRow } from './issue.ts'

/** A credential comes to life only for somebody who is clear now. Throws `invalid_transition`. */
export async function requireClear(
  tx: Tx,
  ctx: Ctx,
  row: Pick<CredentialRow, 'person_id'>,
  wallet: Pick<WalletRow, 'address'>,
): Promise<void> {
  if (!(await isClear(tx, ctx, row, wallet)))
    throw new AppError('invalid_transition', 'The holder is not screened clear, so the credential cannot become active.')
}

/** Screens wallet and holder again. */
export async function isClear(
  tx: Tx,
  ctx: Ctx,
  row: Pick<CredentialRow, 'person_id'>,
  wallet: Pick<WalletRow, 'address'>,
): Promise<boolean> {
  const person = await findScoped(tx, persons, ctx, row.person_id)
  const data = person ? await openPerson(tx, ctx, person) : null
  return (await screenSubject(tx, ctx, holderSubject(wallet, data))).status === 'clear'
}

/** A wallet and the person behind it, as they are screened. */
export const holderSubject = (wallet: Pick<WalletRow, 'address'>, data: PersonData | null): SubjectToScreen => ({
  wallet_address: wallet.address,
  ...(data?.full_name && { full_name: data.full_name }),
  ...(data?.date_of_birth && { date_of_birth: data.date_of_birth }),
  ...(data?.country && { country: data.country }),
  ...furtherFacts(data),
})
