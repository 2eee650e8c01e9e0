import { eq } from 'drizzle-orm'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { CredentialRow } from '#core/identity/credentials/issue.ts'
import { bestCredential, stateAt } from '#core/identity/credentials/live.ts'
import { openPerson, type PersonData, type PersonRow } from '#core/identity/persons/ensure.ts'
import { refuseRegionElsewhere, refuseUnknownState } from '#core/identity/persons/places.ts'
import { refuseFuture } from '#core/identity/wallets/identification.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { isTimerSet } from '#core/record/timers/set-timer.ts'
import type { Release } from '#core/screening/holds/lift-matches.ts'
import type { Accreditation } from '#core/sources/accreditation/source.ts'
import { type Resolution, resolvedPersona } from '#core/sources/personas/resolved.ts'
import type { Persona } from '#core/sources/personas/source.ts'
import type { Tx } from '#db/connect.ts'
import { persons, wallets } from '#db/schema.ts'
import { findScoped, inScope } from '#db/scoped.ts'
import { refuseMethod, refuseOutdated } from './accreditation-evidence.ts'
import { refuseAttempt } from './attempts.ts'
import type { InvestorRow } from './create.ts'
import { isLookedAt } from './looked-at.ts'
import { materialChange } from './material-change.ts'
import { readStatus, type Status } from './present.ts'
import { fillGaps } from './said-identity.ts'
import type { VerifyInvestorInput } from './verify-input.ts'

type Check = NonNullable<VerifyInvestorInput['checks']>[number]

/** What a verification is run on besides the investor's own call. */
export interface How {
  /** What two people saw of the matches of this investor. */
  release?: Release
  /** How the sandbox was told that it ends. */
  resolved?: Resolution
  /** Reason of a suspension that this verification ends. */
  lifts?: string
}

/** One verification: whom it is of, what was known and is said of them, and what is checked. */
export interface Attempt {
  row: InvestorRow
  input: VerifyInvestorInput
  how: How
  person: PersonRow
  wallet: WalletRow | null
  /** The best credential of the wallet before. */
  live: CredentialRow | null
  /** What was known before, and what is after this call's words. */
  known: PersonData
  data: PersonData
  /** Fields that are said otherwise than before, and those of them that end a verified identity. */
  corrected: string[]
  changed: string[]
  /** The identity's status before. */
  status: Status
  persona: Persona | null
  accreditation: Accreditation
  checks: readonly Check[]
}

/** Reads what a verification rests on. Changes nothing. */
export async function readAttempt(tx: Tx, ctx: Ctx, row: InvestorRow, input: VerifyInvestorInput, how: How): Promise<Attempt> {
  const wallet = await walletOf(tx, ctx, row.wallet_id)
  ctx.world.faults.meetAtOnce(ctx, wallet?.address ?? null)
  const person = (await findScoped(tx, persons, ctx, row.person_id))!
  const known = await openPerson(tx, ctx, person)
  const status = readStatus(row.identity_status)
  const corrected = (await isLookedAt(tx, ctx, row)) ? [] : materialChange(known, input.identity)
  const changed = status === 'verified' ? corrected : []
  const kept = Object.fromEntries(Object.entries(known).filter(([field]) => !corrected.includes(field))) as PersonData
  const data = fillGaps(kept, input.identity)
  refuseRegionElsewhere('/identity/region', input.identity, [data.country])
  refuseFuture(ctx.now, input.identity, '/identity')
  refuseUnknownState('/identity/state', input.identity?.state, data.country)
  const played = ctx.world.personas.at(wallet?.address ?? null) ?? ctx.world.personas.named(data.full_name)
  const persona = how.resolved ? resolvedPersona(played, how.resolved) : played
  const accreditation = await ctx.world.accreditation.of(tx, ctx, { personId: row.person_id, shownFor: row.id, played: persona })
  const checks = checksOf(row, input, changed, accreditation)
  const live = wallet && (await bestCredential(tx, ctx, wallet))
  return { row, input, how, person, wallet, live, known, data, corrected, changed, status, persona, accreditation, checks }
}

async function walletOf(tx: Tx, ctx: Ctx, id: string | null): Promise<WalletRow | null> {
  if (!id) return null
  const [row] = await tx
    .select()
    .from(wallets)
    .where(inScope(wallets, ctx, eq(wallets.id, id)))
    .limit(1)
  return row ?? null
}

/** What is checked: what was asked for, or all that something is known of. A change of who somebody is is always checked. */
function checksOf(row: InvestorRow, input: VerifyInvestorInput, changed: string[], accreditation: Accreditation): readonly Check[] {
  // Asked again without new evidence, what was decided stays so.
  const undecided = row.accreditation && !['verified', 'rejected'].includes(row.accreditation_status)
  const wanted = input.checks ?? [
    'identity',
    'sanctions',
    ...(undecided || input.accreditation || accreditation.status !== 'unknown' ? (['accreditation'] as const) : []),
    ...(input.documents ? (['documents'] as const) : []),
  ]
  return changed.length ? [...new Set([...wanted, 'identity' as const, 'sanctions' as const])] : wanted
}

export const checksIdentity = (checks: readonly Check[]): boolean => checks.includes('identity') || checks.includes('sanctions')

/**
 * Refuses what would show nothing or start over what is under way. Throws `conflicting_fields`, `invalid_transition`, `already_verified`,
 * `verification_in_progress`.
 */
export async function refuseAgain(tx: Tx, ctx: Ctx, attempt: Attempt): Promise<void> {
  const { row, input, how, persona, accreditation, checks } = attempt
  refuseMethod(input.accreditation, row)
  if (accreditation.status === 'unknown') refuseOutdated(ctx, row, input.accreditation)
  if (!how.release && !how.resolved) refuseAttempt(row, { identity: checksIdentity(checks), accreditation: !!input.accreditation }, persona)
  if (input.force) return
  if (bringsNothing(attempt) && attempt.live && stateAt(attempt.live, ctx.now) === 'active')
    throw new AppError('already_verified', 'This investor is verified. Send force: true to check again.')
  // The identity provider has not answered yet: asking again would only start over.
  if (row.status === 'pending' && !how.resolved && !how.release && (await isTimerSet(tx, ctx, 'investor_identity', row.id)))
    throw inProgress()
}

const bringsNothing = ({ row, input, changed, checks }: Attempt): boolean =>
  row.status === 'verified' &&
  !changed.length &&
  !input.accreditation &&
  !input.documents &&
  !input.affiliation &&
  checks.every((one) => one === 'identity' || one === 'sanctions')

export const inProgress = () =>
  new AppError('verification_in_progress', 'A verification of this investor is running. Wait for its event, or send force: true.')
