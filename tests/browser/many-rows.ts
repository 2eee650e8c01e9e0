/**
 * Gives a running product's database some 10,000 rows of everything a dashboard lists, so that its screens can be looked at full:
 * node tests/browser/many-rows.ts <database url> <issuer's e-mail> <investor's e-mail> [rows]
 * Rows go in by the thousand, sealed like real ones where a page opens them; nothing in the product uses this.
 */
import { eq, sql } from 'drizzle-orm'
import { newId } from '#core/ids.ts'
import { deriveKeySet } from '#credentials/keys.ts'
import { newDataKey, sealJson, wrapDataKey } from '#credentials/seal.ts'
import { connect } from '#db/connect.ts'
import { feeEntries, investments, investors, lots, offerings, persons, subjectKeys, transactions, users } from '#db/schema.ts'

const [url, issuerMail, investorMail, rows] = process.argv.slice(2)
const secret = process.env.APP_SECRET
if (!url || !issuerMail || !investorMail || !secret) throw new Error('Give the database, two e-mail addresses and APP_SECRET.')
const MANY = Number(rows ?? 10_000)
const DAY = 86_400_000
const COUNTRIES = ['US', 'DE', 'FR', 'GB', 'SG', 'JP', 'CH', 'NL', 'SE', 'CA', 'BR', 'IN', 'ZA', 'AU', 'MX']
const NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Maximiliane-Charlotte', 'Bartholomäus', 'Li']
const { db, pool, close } = connect(url)
const { sealing } = deriveKeySet(secret)
const now = Date.now()
const [issuer] = await db.select().from(users).where(eq(users.email, issuerMail))
const [investor] = await db.select().from(users).where(eq(users.email, investorMail))
const scope = { organization_id: issuer!.organization_id, environment: 'sandbox' }

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
  amount_raised: String(MANY * 1_234),
  tokens_issued: String(MANY * 100),
  investor_count: MANY,
  first_sale_at: new Date(now - 100 * DAY),
  created_at: new Date(now - 120 * DAY),
  updated_at: new Date(now),
})

for (let from = 0; from < MANY; from += 1_000) {
  const batch = Array.from({ length: Math.min(1_000, MANY - from) }, (_, i) => {
    const n = from + i
    return {
      n,
      at: new Date(now - 100 * DAY + Math.floor((n / MANY) * 100 * DAY)),
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
      type: 'individual',
      person_id: r.person,
      // The first of them is the investor whose own pages are looked at, with every lot below.
      user_id: r.n === 0 ? investor!.id : null,
      country: r.country,
      status: r.n % 10 ? 'verified' : 'pending',
      identity_status: r.n % 10 ? 'verified' : 'pending',
      accreditation_status: r.n % 7 ? 'verified' : 'rejected',
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
      status: r.n % 20 ? 'accepted' : 'pending',
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
      accrued_after: String((r.n + 1) * 12.34),
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
      acquired_from: 'issuer',
      acquired_under: 'reg_a_plus',
      lockup_until: r.n % 2 ? new Date(r.at.getTime() + 180 * DAY) : null,
      created_at: r.at,
    })),
  )
  await db.insert(transactions).values(
    batch.map((r) => ({
      ...base(r),
      id: newId('transaction'),
      market: 'securities',
      type: 'transfer',
      status: ['approved', 'settled', 'denied', 'review'][r.n % 4]!,
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
const insert = (text: string, values: unknown[] = []) => pool.query(text, values)
/** As many ids of a kind as rows, in the order of the rows. */
const id = (prefix: string) => `'${prefix}_01kz' || lpad(to_hex(n), 22, '0')`

const { rows: known } = await insert(
  `select i.id as investor, i.person_id as person from investors i where i.user_id = $1 and i.organization_id = $2 limit 1`,
  [investor!.id, scope.organization_id],
)
const own = known[0] as { investor: string; person: string }
await insert(
  `insert into lots (id, organization_id, environment, offering_id, person_id, investor_id, wallet_address, quantity, cost, acquired_at, acquired_from, acquired_under, lockup_until, created_at, closed_at)
   select ${id('lot')}, $1, 'sandbox', $2, $3, $4, '0x' || lpad(to_hex(n % 5 + 24221), 40, '0'), (n % 997 + 1)::numeric * 1.5, 10.25, now() - n * interval '1 hour', 'issuer', 'reg_d_506c', now() + (n % 300) * interval '1 day', now(), case when n % 11 = 0 then now() end
   from generate_series(1, ${MANY}) n`,
  [scope.organization_id, offering, own.person, own.investor],
)
await insert(
  `insert into investments (id, organization_id, environment, offering_id, investor_id, person_id, status, amount, token_quantity, currency, accredited, issued_quantity, decision_id, created_at, updated_at)
   select ${id('ivs')}, $1, 'production', $2, $3, $4, (array['accepted','pending','rejected'])[n % 3 + 1], n * 10.5, n, 'USD', true, n, 'none', now() - n * interval '1 hour', now() from generate_series(1, 1) n`,
  [scope.organization_id, offering, own.investor, own.person],
)
await insert(
  `insert into notifications (id, user_id, title, body, href, created_at, read_at)
   select ${id('ntf')}, $1, 'The lock-up of lot number ' || n || ' ends', 'You can transfer it from then on, if the rules of its offering allow.', '/dashboard/holdings', now() - n * interval '1 hour', case when n > 120 then now() end from generate_series(1, ${MANY}) n`,
  [investor!.id],
)
// What an admin sees: people, cases, requests, inquiries, exceptions, incidents, the log.
await insert(
  `insert into auth."user" (id, name, email, email_verified) select 'many-' || n, 'Person ' || n, 'person' || n || '@a-rather-long-company-name.example', true from generate_series(1, ${MANY}) n`,
).catch(() =>
  insert(
    `insert into "user" (id, name, email, email_verified) select 'many-' || n, 'Person ' || n, 'person' || n || '@a-rather-long-company-name.example', true from generate_series(1, ${MANY}) n`,
  ),
)
await insert(
  `insert into users (id, auth_id, email, first_name, last_name, role, is_verified, organization_id, created_at)
   select ${id('usr')}, 'many-' || n, 'person' || n || '@a-rather-long-company-name.example', (array['Ada','Grace','Maximiliane-Charlotte','Li'])[n % 4 + 1], 'Example-' || n, (array['investor','issuer','investor'])[n % 3 + 1], n % 2 = 0, $1, now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
  [issuer!.organization_id],
)
await insert(
  `insert into user_roles (id, user_id, role) select ${id('rol')}, ${id('usr')}, (array['investor','issuer','investor'])[n % 3 + 1] from generate_series(1, ${MANY}) n`,
)
await insert(
  `insert into role_requests (id, user_id, role, reason, created_at) select ${id('rrq')}, ${id('usr')}, 'issuer', 'We own houses number ' || n || ' and want to raise debt on one of them under Regulation S. Our counsel has prepared the memorandum.', now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
)
await insert(
  `insert into cases (id, organization_id, environment, kind, status, subject_type, subject_id, priority, summary, details, deadline, created_at)
   select ${id('cas')}, $1, 'sandbox', (array['sanctions_match','verification_accreditation','transaction_review','investment_review'])[n % 4 + 1], (array['open','assigned'])[n % 2 + 1], 'wallet', 'wal_' || n, n % 90, 'Possible match of a wallet with a listed person whose names are long enough to wrap, number ' || n, json_build_object('score', (n % 1000) / 1000.0), now() + (n % 200 - 20) * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
  [scope.organization_id],
)
await insert(
  `insert into exceptions (id, organization_id, environment, subject_id, entity_id, entity_name, check_id, reason, author, approved_by, approved_at, subject_hash, entity_hash, state, expires_at, created_at, wallet_address)
   select ${id('exc')}, $1, 'sandbox', 'many-' || n, 'sandbox-' || n, 'Abd al-Rahman Example the ' || n || 'th of a Long Line', 'chk_' || n, 'Another birth date and another country than the listed person; I have seen the passport.', $2, case when n % 9 > 0 then ${id('usr')} end, case when n % 9 > 0 then now() end, 'x', 'y', (array['proposed','active','active','active','refused','expired','voided','active','active'])[n % 9 + 1], now() + n % 300 * interval '1 day', now() - n * interval '1 hour', '0x' || lpad(to_hex(n), 40, '0') from generate_series(1, ${MANY}) n`,
  [scope.organization_id, issuer!.id],
)
await insert(
  `insert into contact_inquiries (id, first_name, last_name, company, email, phone, inquiry_type, notes, created_at)
   select ${id('inq')}, 'Ines', 'Example-' || n, 'Example Marketplace and Sons Holding ' || n, 'ines' || n || '@marketplace.example', '+49 40 1234567', (array['pricing','api','partnership','licensing','technical','general'])[n % 6 + 1], 'We list tokenized artwork and want to check creators and buyers. Which of the two calls do we need first?', now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
)
await insert(
  `insert into incidents (id, title, status, services, updates, starts_at, created_at)
   select ${id('inc')}, 'Webhook deliveries were late, number ' || n, 'resolved', '["webhooks"]', '[]', now() - n * interval '1 day', now() - n * interval '1 day' from generate_series(1, ${MANY}) n`,
)
await insert(
  `insert into erasure_requests (id, user_id, reason, created_at) select ${id('ers')}, ${id('usr')}, 'I no longer use it.', now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
)
await pool.query('analyze')
console.log(offering)
await close()
