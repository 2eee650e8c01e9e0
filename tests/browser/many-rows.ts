/**
 * Gives a running product's database some 10,000 rows of everything a dashboard lists, so that its screens can be looked at full:
 * node tests/browser/many-rows.ts <database url> <issuer's e-mail> <investor's e-mail> [rows]
 * Nothing in the product uses this.
 */

import { Keyring } from '#core/kernel/keys/keyring.ts'
import { hasEmail } from '#core/kernel/people.ts'
import { connect } from '#db/connect.ts'
import { users } from '#db/schema.ts'
import { seedOffering } from '../seed-offering.ts'

const [url, issuerMail, investorMail, rows] = process.argv.slice(2)
const secret = process.env.APP_SECRET
if (!url || !issuerMail || !investorMail || !secret) throw new Error('Give the database, two e-mail addresses and APP_SECRET.')
const MANY = Number(rows ?? 10_000)
const { db, pool, close } = connect(url)
const keys = { keyring: new Keyring(secret) }
const [issuer] = await db.select().from(users).where(hasEmail(keys, issuerMail))
const [investor] = await db.select().from(users).where(hasEmail(keys, investorMail))
// The first investor is the one whose own pages are looked at, with every lot below.
const { offering, scope } = await seedOffering(db, { secret, issuerEmail: issuerMail, size: MANY, firstInvestor: investor!.id })
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
   select ${id('ivs')}, $1, 'sandbox', $2, $3, $4, (array['cancelled','rejected'])[n % 2 + 1], n * 10.5, n, 'USD', true, 0, 'none', now() - n * interval '1 hour', now() from generate_series(1, ${MANY}) n`,
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
  `insert into incidents (id, title, status, services, updates, starts_at, ends_at, created_at)
   select ${id('inc')}, 'Webhook deliveries were late, number ' || n, 'resolved', '["webhooks"]', '[]', now() - n * interval '1 day', now() - n * interval '1 day' + interval '20 minutes', now() - n * interval '1 day' from generate_series(1, ${MANY}) n`,
)
await insert(
  `insert into erasure_requests (id, user_id, reason, created_at) select ${id('ers')}, ${id('usr')}, 'I no longer use it.', now() - n * interval '1 hour' from generate_series(1, ${MANY}) n`,
)
await pool.query('analyze')
console.log(offering)
await close()
