import { newId } from '#core/kernel/ids.ts'
import { Keyring } from '#core/kernel/keys/keyring.ts'
import { hasEmail } from '#core/kernel/people.ts'
import { deriveKeySet } from '#credentials/keys.ts'
import { newDataKey, sealJson, wrapDataKey } from '#credentials/seal.ts'
import type { connect } from '#db/connect.ts'
import { feeEntries, investments, investors, lots, offerings, persons, subjectKeys, transactions, users } from '#db/schema.ts'

const DAY = 86_400_000
const BATCH = 1_000
const COUNTRIES = ['US', 'DE', 'FR', 'GB', 'SG', 'JP', 'CH', 'NL', 'SE', 'CA', 'BR', 'IN', 'ZA', 'AU', 'MX']
const NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Maximiliane-Charlotte', 'Bartholomäus', 'Li']

/**
 * Gives an issuer's organisation one open offering with so many investors, all invested and issued, by the thousand and sealed
 * like real ones where a page opens them. The first of them is `firstInvestor`, when there is one. For pages that are looked at
 * or measured full; nothing in the product uses this.
 */
export async function seedOffering(
  db: ReturnType<typeof connect>['db'],
  wanted: { secret: string; issuerEmail: string; size: number; firstInvestor?: string },
): Promise<{ offering: string; scope: { organization_id: string; environment: 'sandbox' } }> {
  const { size } = wanted
  const [issuer] = await db
    .select()
    .from(users)
    .where(hasEmail({ keyring: new Keyring(wanted.secret) }, wanted.issuerEmail))
  const scope = { organization_id: issuer!.organization_id, environment: 'sandbox' as const }
  const { sealing } = deriveKeySet(wanted.secret)
  const now = Date.now()
  const offering = newId('offering')
  await db.insert(offerings).values({
    id: offering,
    ...scope,
    name: 'Northern Harbour Logistics Real Estate Income Partners, Series B Participating Preferred',
    type: 'equity',
    regulation: 'reg_a_plus',
    status: 'open',
    total_supply: '100000000',
    price_per_token: '10',
    minimum_investment: '100',
    maximum_raise: '75000000',
    target_amount: '60000000',
    currency: 'USD',
    amount_raised: String(size * 1_234),
    tokens_issued: String(size * 100),
    investor_count: size,
    first_sale_at: new Date(now - 100 * DAY),
    created_at: new Date(now - 120 * DAY),
    updated_at: new Date(now),
  })
  for (let from = 0; from < size; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, size - from) }, (_, i) => {
      const n = from + i
      return {
        n,
        at: new Date(now - 100 * DAY + Math.floor((n / size) * 100 * DAY)),
        person: newId('person'),
        investor: newId('investor'),
        investment: newId('investment'),
        country: COUNTRIES[n % COUNTRIES.length]!,
        wallet: `0x${(n + 0x5ea1_0000).toString(16).padStart(40, '0')}`,
        key: newDataKey(),
      }
    })
    const base = (r: (typeof batch)[number]) => ({ ...scope, created_at: r.at, updated_at: r.at })
    await db
      .insert(subjectKeys)
      .values(batch.map((r) => ({ id: `person:${r.person}`, ...scope, wrapped_key: wrapDataKey(sealing, `person:${r.person}`, r.key) })))
    await db.insert(persons).values(
      batch.map((r) => ({
        ...base(r),
        id: r.person,
        subject_key_id: `person:${r.person}`,
        pii_sealed: sealJson(r.key, `persons.pii:${r.person}`, { full_name: `${NAMES[r.n % NAMES.length]} Example-${r.n}` }),
        country: r.country,
      })),
    )
    await db.insert(investors).values(
      batch.map((r) => ({
        ...base(r),
        id: r.investor,
        type: 'individual' as const,
        person_id: r.person,
        user_id: r.n === 0 ? (wanted.firstInvestor ?? null) : null,
        country: r.country,
        status: r.n % 10 ? ('verified' as const) : ('pending' as const),
        identity_status: r.n % 10 ? ('verified' as const) : ('pending' as const),
        accreditation_status: r.n % 7 ? ('verified' as const) : ('rejected' as const),
        accreditation_expires_at: new Date(now + (r.n % 90) * DAY),
      })),
    )
    await db.insert(investments).values(
      batch.map((r) => ({
        ...base(r),
        id: r.investment,
        offering_id: offering,
        investor_id: r.investor,
        person_id: r.person,
        status: r.n % 20 ? ('accepted' as const) : ('pending' as const),
        amount: String(1_000 + (r.n % 977) * 1_111.5),
        token_quantity: '100',
        currency: 'USD',
        accredited: r.n % 3 === 0,
        issued_quantity: r.n % 20 ? '100' : '0',
        decision_id: 'none',
      })),
    )
    await db.insert(feeEntries).values(
      batch.map((r) => ({
        ...scope,
        id: newId('fee_entry'),
        offering_id: offering,
        investment_id: r.investment,
        amount: '12.34',
        raised_after: String((r.n + 1) * 1_234),
        accrued_after: ((r.n + 1) * 12.34).toFixed(2),
        created_at: r.at,
      })),
    )
    await db.insert(lots).values(
      batch.map((r) => ({
        ...scope,
        id: newId('lot'),
        offering_id: offering,
        person_id: r.person,
        investor_id: r.investor,
        wallet_address: r.wallet,
        quantity: '100',
        cost: '10',
        acquired_at: r.at,
        acquired_from: 'issuer' as const,
        acquired_under: 'reg_a_plus' as const,
        lockup_until: r.n % 2 ? new Date(r.at.getTime() + 180 * DAY) : null,
        created_at: r.at,
      })),
    )
    await db.insert(transactions).values(
      batch.map((r) => ({
        ...base(r),
        id: newId('transaction'),
        market: 'securities' as const,
        type: 'transfer' as const,
        status: (['approved', 'settled', 'denied', 'review'] as const)[r.n % 4]!,
        from_address: r.wallet,
        to_address: `0x${(r.n + 1).toString(16).padStart(40, '0')}`,
        amount: String(1 + (r.n % 100)),
        offering_id: offering,
        restriction_code: r.n % 4 === 2 ? 5 : 0,
        checks: {},
        decision_id: 'none',
      })),
    )
  }
  return { offering, scope }
}
