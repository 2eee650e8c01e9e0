import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInquiries } from '#core/portal/inquiries/content.ts'
import { cases, mails, settings, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, PASSWORD, Person } from '#tests/api/person.ts'
import { mailsTo, userByEmail } from '#tests/stored.ts'
import { sealPlainRows } from './seal-plain.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api?.stop())
const run = (text: ReturnType<typeof sql>) => api.services.connection.db.execute<Record<string, string | null>>(text)

/** An account and what belongs to it, as the version before wrote them. */
async function writeOldRows() {
  const id = await makeAccount(api, 'template@old.example')
  await run(sql`insert into organizations (id, name) values ('org_old_aaaaaa', 'Old Person')`)
  await run(
    sql`insert into auth."user" (id, name, email, email_verified) values ('auth-old', 'Old Person', 'old.person@old.example', true)`,
  )
  await run(sql`insert into auth.account (id, account_id, provider_id, user_id, password)
    select 'acc-old', 'auth-old', 'credential', 'auth-old', password from auth.account a join users u on u.auth_id = a.user_id where u.id = ${id}`)
  await run(
    sql`insert into users (id, auth_id, email, first_name, last_name, organization_id) values ('usr_old', 'auth-old', 'old.person@old.example', 'Old', 'Person', 'org_old_aaaaaa')`,
  )
  await run(sql`insert into user_roles (id, user_id, role) values ('rol_old', 'usr_old', 'investor')`)
  await run(sql`insert into user_profiles (id, user_id, phone, city, country, date_of_birth, solutions_interest)
    values ('prf_old', 'usr_old', '+12025550188', 'Oldtown', 'Germany', '1950-01-02', '["nfts"]')`)
  await run(
    sql`insert into mails (id, "to", subject, html, text) values ('mal_old', 'old.person@old.example', 'Hello Old Person', '<p>Old</p>', 'Old')`,
  )
  await run(sql`insert into contact_inquiries (id, first_name, last_name, company, email, phone, inquiry_type, notes, handled_by, handled_at, internal_notes, created_at)
    values ('inq_old', 'Old', 'Person', 'Old Ltd', 'old.person@old.example', '+12025550188', 'api', 'Old words', 'template@old.example', now(),
      '[{"at":"2026-01-01","by":"someone@old.example","text":"Called Old Person"}]', now())`)
  await run(
    sql`insert into status_subscribers (id, email, token_hash, created_at) values ('sub_old', 'old.person@old.example', 'x', now())`,
  )
  await run(sql`insert into role_requests (id, user_id, role, reason) values ('rrq_old', 'usr_old', 'issuer', 'Old Person wants to issue')`)
  await run(sql`insert into notifications (id, user_id, title, body) values ('ntf_old', 'usr_old', 'To Old Person', 'Old Person was told')`)
  await run(
    sql`insert into erasure_requests (id, user_id, reason, status, decided_at) values ('ers_old', 'usr_old', 'Old Person goes', 'withdrawn', now())`,
  )
  await run(sql`insert into form_drafts (id, organization_id, environment, user_id, kind, content, updated_at)
    values ('dft_old', 'org_old_aaaaaa', 'sandbox', 'usr_old', 'offering', '{"name":"Old Person House"}', now())`)
  await run(sql`insert into auth.session (id, expires_at, token, ip_address, user_agent, user_id, method)
    values ('ses-old', now() + interval '1 day', 'token-old', '203.0.113.9', 'Old Person Browser Firefox/150.0', 'auth-old', 'password')`)
}

/** A case in whose history a reviewer stands by address. */
const writeOldCase = () =>
  run(sql`insert into cases (id, organization_id, environment, kind, subject_type, subject_id, summary, details, deadline, created_at)
    values ('cas_old', 'org_old_aaaaaa', 'sandbox', 'transaction_review', 'wallet', 'wal_x', 'x',
      '{"history":[{"at":"2026-01-01","by":"template@old.example","what":"escalated","note":null},{"at":"2026-01-01","by":"holder","what":"appealed"}]}', now(), now())`)

async function mentions(text: RegExp): Promise<string[]> {
  const { rows } = await run(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of rows)
    for (const { row } of (await run(sql.raw(`select t::text as row from ${name} t`))).rows) if (text.test(row!)) found.push(name!)
  return [...new Set(found)]
}

test('S13 rows of an older version are sealed at the start, once, by whichever process comes first, and everything goes on working', async () => {
  await api.services.connection.db.delete(settings).where(eq(settings.key, 'plain_columns_sealed'))
  await writeOldRows()
  await writeOldCase()
  // Until then they are read as they are: an older version may still write them.
  const before = await mailsTo(api.services, 'old.person@old.example')
  expect(before).toEqual([])
  const [one, two] = await Promise.all([sealPlainRows(api.services), sealPlainRows(api.services)])
  expect(one + two).toBeGreaterThanOrEqual(11)
  expect(await sealPlainRows(api.services)).toBe(0)
  expect(await mentions(/old person|old\.person|oldtown|2025550188|1950-01-02|203\.0\.113\.9|old words|template@old/i)).toEqual([])

  const person = new Person(api)
  expect((await person.signIn('Old.Person@old.example', PASSWORD)).status).toBe(200)
  expect(await person.user()).toMatchObject({ id: 'usr_old', email: 'old.person@old.example', firstName: 'Old', lastName: 'Person' })
  const { body } = await person.get('/api/accounts/data-export')
  expect(body.profile).toMatchObject({ phone: '+12025550188', city: 'Oldtown', date_of_birth: '1950-01-02', solutions_interest: ['nfts'] })
  expect(body.role_requests).toMatchObject([{ reason: 'Old Person wants to issue' }])
  expect(body.notifications).toMatchObject([{ title: 'To Old Person', body: 'Old Person was told' }])
  expect(body.erasure_requests).toMatchObject([{ reason: 'Old Person goes' }])
  expect(body.sessions).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'ses-old', ip: '203.0.113.9' })]))
  expect(await mailsTo(api.services, 'old.person@old.example')).toMatchObject([{ id: 'mal_old', subject: 'Hello Old Person', text: 'Old' }])
  const { db } = api.services.connection
  const inquiries = await openInquiries(db, api.services, await db.query.contactInquiries.findMany())
  const template = await userByEmail(api.services, 'template@old.example')
  const [history] = await db.select().from(cases).where(eq(cases.id, 'cas_old'))
  expect(history!.details.history).toMatchObject([{ by: template!.id, what: 'escalated' }, { by: 'holder' }])
  expect(inquiries).toMatchObject([
    { email: 'old.person@old.example', handled_by: template!.id, colleagues: [{ text: 'Called Old Person' }] },
  ])
})

test('S13 what an older version writes beside this one is sealed at the next start', async () => {
  const { db } = api.services.connection
  await db
    .insert(mails)
    .values({ id: 'mal_late', plain_to: 'late@old.example', plain_subject: 'Late', plain_html: '', plain_text: 'Late Person' })
  expect(await sealPlainRows(api.services)).toBe(1)
  // A week after the first pass no older version runs any more, and nothing is looked through.
  await db.update(settings).set({ value: '2026-01-01T00:00:00.000Z' }).where(eq(settings.key, 'plain_columns_sealed'))
  await db.insert(mails).values({ id: 'mal_none', plain_to: 'none@old.example', plain_subject: 'None', plain_html: '', plain_text: '' })
  expect(await sealPlainRows(api.services)).toBe(0)
  expect(await db.select({ id: users.id }).from(users).where(eq(users.plain_email, 'old.person@old.example'))).toEqual([])
})
