import { eq } from 'drizzle-orm'
import type { WalletRow } from '#core/chain/wallets/find.ts'
import type { Judging } from '#core/kernel/context.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Identity } from '#core/sources/identity/source.ts'
import { ageTiers, type HolderClaims } from '#credentials/sd-jwt.ts'
import type { VcEvidence } from '#credentials/vc.ts'
import type { Queryable } from '#db/connect.ts'
import { evidence, organizations, persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import type { CredentialRow } from '../credentials/issue.ts'
import { readContext, type Shown } from '../evidence/record.ts'
import { openPerson } from '../persons/ensure.ts'

/** What is established of the holder of a credential now. */
export interface Assurance {
  /** How it was found out; null where it was not. */
  evidence: VcEvidence | null
  /** What an SD-JWT VC may disclose. */
  claims: HolderClaims
  /** What it may disclose besides, where the organisation and the holder both ask for it. */
  named: Pick<HolderClaims, 'full_name' | 'birthdate'>
  /** How far the evidence of who they are goes. */
  identity: Identity['level']
  /** The evidence it rests on, where there is a record of it. */
  row: typeof evidence.$inferSelect | null
}

const NOTHING: Assurance = { evidence: null, claims: {}, named: {}, identity: null, row: null }

/**
 * What evidence establishes of the holder of a credential, in the words of its forms. Of what was only said nothing is put in; in the
 * sandbox, which plays whoever looks, what was said is what was found.
 */
export async function assuranceOf(
  db: Queryable,
  ctx: Judging,
  credential: Pick<CredentialRow, 'person_id' | 'level' | 'expires_at'>,
  wallet: Pick<WalletRow, 'id' | 'address'>,
): Promise<Assurance> {
  const person = await findScoped(db, persons, ctx, credential.person_id)
  if (!person || person.erased_at) return NOTHING
  const played = ctx.world.personas.at(wallet.address)
  const identity = await ctx.world.identity.of(db, ctx, { personId: person.id, shownFor: wallet.id, played })
  if (identity.status !== 'verified') return NOTHING
  const row = identity.evidence ? await findScoped(db, evidence, ctx, identity.evidence) : null
  if (identity.kind !== 'simulated' && !row) return NOTHING
  const found: Shown = row
    ? await ctx.services.keyring.open<Shown>(db, row.subject_key_id, readContext(row.id), row.read_sealed)
    : ((await openPerson(db, ctx, person)) as Shown)
  const established = (field: string): string | undefined => {
    const value = found[field]
    return typeof value === 'string' && (!row || row.covers.includes(field)) ? value : undefined
  }
  const [name, born] = [established('full_name'), established('date_of_birth')]
  const country = established('country')
  const nationality = established('nationality')
  return {
    row,
    identity: identity.kind === 'simulated' ? 'enhanced' : identity.level,
    evidence: {
      method: row?.method ?? 'simulated',
      ...(row?.ial && { identityAssuranceLevel: row.ial }),
      ...(row?.eidas && { eidasLevel: row.eidas }),
    },
    claims: {
      ...(born && ageTiers(born, rulesDay(ctx.now))),
      ...(country && { resident_country: country }),
      ...(nationality && { nationality }),
      ...(credential.level === 'accredited' && (await accreditationClaims(db, ctx, credential, wallet))),
      evidence_method: row?.method ?? 'simulated',
      ...(row?.ial && { identity_assurance_level: row.ial }),
      ...(row?.eidas && { eidas_loa: row.eidas }),
    },
    named: { ...(name && { full_name: name }), ...(born && { birthdate: born }) },
  }
}

/** On which ground somebody is accredited, who verified it, and until when: no longer than the credential that says so. Nothing where nobody vouches now. */
async function accreditationClaims(
  db: Queryable,
  ctx: Judging,
  credential: Pick<CredentialRow, 'person_id' | 'expires_at'>,
  wallet: Pick<WalletRow, 'id' | 'address'>,
): Promise<HolderClaims> {
  const played = ctx.world.personas.at(wallet.address)
  const found = await ctx.world.accreditation.of(db, ctx, { personId: credential.person_id, shownFor: wallet.id, played })
  if (found.status !== 'verified' || (found.expires_at && found.expires_at.getTime() <= ctx.now)) return {}
  const row = found.evidence ? await findScoped(db, evidence, ctx, found.evidence.id) : null
  const read = row && (await ctx.services.keyring.open<Shown>(db, row.subject_key_id, readContext(row.id), row.read_sealed))
  const basis = read?.basis ?? found.shown?.type
  if (typeof basis !== 'string') return {}
  const until = Math.min(credential.expires_at.getTime(), found.expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
  return {
    accreditation_basis: basis,
    // The last day that it lasts whole.
    accreditation_verified_until: rulesDay(until - 86_400_000 + 1),
    accreditation_verified_by: await verifiedBy(db, ctx, row, found.shown?.verifier ?? 'sandbox'),
  }
}

/** A reviewer speaks for their organisation; whoever else vouches is named as the evidence names them. */
async function verifiedBy(db: Queryable, ctx: Judging, row: typeof evidence.$inferSelect | null, played: string) {
  if (!row) return { kind: 'author', name: played }
  if (row.voucher.kind !== 'reviewer') return { kind: row.voucher.kind, name: row.voucher.name }
  const [tenant] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, ctx.organizationId))
    .limit(1)
  return { kind: 'reviewer', name: tenant?.name ?? 'An organisation' }
}
