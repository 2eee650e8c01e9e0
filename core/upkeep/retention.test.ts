import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#db/test-database.ts'
import { forgetPastPeriod, PERIODS } from './retention.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** How sessions ended in which pictures were sent. Of a try that failed nothing is kept, unless somebody appeals or a court has it held. */
const SHOWN = [
  ['expired', 'expired', null],
  ['verified', 'verified', null],
  ['unread', 'rejected', 'document_unreadable'],
  ['appealed', 'rejected', 'document_unreadable'],
  ['held', 'rejected', 'pictures_incomplete'],
  ['other', 'rejected', 'data_mismatch'],
] as const

test('forgets what is past its period, and nothing before', async () => {
  const { db } = database
  const ago = (days: number) => sql`now() - make_interval(days => ${days})`
  await db.execute(sql`insert into organizations (id, name) values ('o', 'O')`)
  await db.execute(sql`insert into auth."user" (id, name, email) values ('u', 'Ada', 'ada@kept.example')`)
  await db.execute(sql`insert into persons (id, organization_id, environment, kind, subject_key_id, created_at, updated_at)
    values ('p', 'o', 'sandbox', 'natural', 'k', now(), now())`)
  for (const [id, days] of [
    ['past', 0],
    ['kept', 1],
  ] as const) {
    const at = (period: number) => ago(days ? period - 2 : period + 2)
    await db.execute(sql`insert into mails (id, "to", subject, html, text, status, created_at, sent_at)
      values (${id}, 'a@b.example', 's', '', '', 'sent', ${at(30)}, ${at(30)}), (${`${id}-failed`}, 'a@b.example', 's', '', '', 'failed', ${at(30)}, null),
        (${`${id}-waits`}, 'a@b.example', 's', '', '', 'queued', ${at(30)}, null)`)
    await db.execute(sql`insert into monitoring_logs (id, kind, level, message, created_at) values (${id}, 'log', 'info', 'm', ${at(90)})`)
    await db.execute(sql`insert into contact_inquiries (id, first_name, last_name, company, email, phone, inquiry_type, notes, created_at)
      values (${id}, 'a', 'b', 'c', 'd@e.example', '1', 'general', 'n', ${at(731)})`)
    await db.execute(sql`insert into status_subscribers (id, email, token_hash, confirmed_at, unsubscribed_at, created_at)
      values (${id}, ${`${id}@a.example`}, ${id}, null, null, ${at(30)}), (${`${id}-ended`}, ${`${id}@b.example`}, ${id}, ${at(90)}, ${at(30)}, ${at(90)}),
        (${`${id}-wanted`}, ${`${id}@c.example`}, ${id}, ${at(900)}, null, ${at(900)})`)
    for (const accepted of [false, true])
      await db.execute(sql`insert into member_invitations (id, organization_id, role, token_hash, invited_by, expires_at, accepted_at, accepted_by)
        values (${accepted ? `${id}-accepted` : id}, 'o', 'auditor', md5(${id}) || md5(${String(accepted)}), 'u', ${at(30)},
          ${accepted ? at(33) : sql`null`}, ${accepted ? 'u' : null})`)
    await db.execute(sql`insert into sign_on_keys (id, organization_id, signing_certificate, signing_sealed, encryption_certificate, encryption_sealed,
        signs_from, made_by, ends_at) values (${id}, 'o', 'c', 's', 'c', 's', now(), 'u', now() + ${days ? 1 : -1} * interval '1 day')`)
    await db.execute(sql`insert into client_sessions (id, organization_id, environment, api_key_id, token_hash, scopes, origins, identity, expires_at, created_at)
      values (${id}, 'o', 'sandbox', 'k', md5(${id}) || md5(${id}), '[]', '[]', '{}', ${at(1)}, ${at(2)})`)
    await db.execute(sql`insert into auth.verification (id, identifier, value, expires_at) values (${id}, ${id}, 'v', ${at(1)})`)
    await db.execute(sql`insert into auth.session (id, token, user_id, expires_at) values (${id}, ${id}, 'u', ${at(1)})`)
    await db.execute(sql`insert into auth.attempt (key, failures, updated_at) values (${id}, 3, ${at(1)})`)
    await db.execute(
      sql`insert into auth.rate_limit (id, key, count, last_request) values (${id}, ${id}, 1, extract(epoch from ${at(1)}) * 1000)`,
    )
    await db.execute(sql`insert into auth.known_device (id, user_id, token_hash, last_used_at) values (${id}, 'u', ${id}, ${at(400)})`)
    const tenant = sql`'o', 'sandbox'`
    for (const [name, status, reason] of SHOWN)
      await db.execute(sql`with one as (insert into identity_sessions (id, organization_id, environment, status, reason_code, person_id, level, methods, subject_key_id, token_hash,
          created_by, expires_at, created_at, updated_at) values (${`${id}-${name}`}, ${tenant}, ${status}, ${reason}, ${name === 'held' ? 'p' : null}, 'basic', '{document_review}', 'k',
          md5(${id}) || md5(${name}), 'u', now(), ${at(30)}, ${at(30)}) returning id)
        insert into documents (id, organization_id, environment, owner_type, owner_id, kind, file_name, media_type, size, sha256, subject_key_id, content_sealed)
        select ${`${id}-${name}`} || suffix, ${tenant}, 'identity_session', id, shows, '"f"', 'image/png', 1, md5(id) || md5(shows), 'k', ''
        from one, (values ('', 'front'), ('-face', 'portrait')) as shown(suffix, shows)`)
  }
  await db.execute(sql`insert into cases (id, organization_id, environment, kind, subject_type, subject_id, summary, deadline, created_at)
    values ('c', 'o', 'sandbox', 'identity_appeal', 'identity_session', 'past-appealed', 's', now(), now())`)
  await db.execute(sql`insert into erasures (id, organization_id, environment, person_id, status, law, asked_on, records, legal_hold, requested_by, created_at)
    values ('e', 'o', 'sandbox', 'p', 'restricted', 'gdpr', '2026-01-01', '[]', 'A court', 'u', now())`)
  await forgetPastPeriod({ connection: database })
  const left: Record<string, string[]> = {}
  for (const table of Object.keys(PERIODS)) {
    const column = table === 'auth.attempt' ? 'key' : 'id'
    const { rows } = await db.execute<{ id: string }>(sql.raw(`select ${column} as id from ${table} order by 1`))
    left[table] = rows.map((row) => row.id)
  }
  expect(left).toEqual({
    mails: ['kept', 'kept-failed', 'kept-waits', 'past-waits'],
    monitoring_logs: ['kept'],
    contact_inquiries: ['kept'],
    documents: ['kept-appealed', 'kept-expired', 'kept-held', 'kept-other', 'kept-unread', 'kept-verified'].concat([
      'past-appealed',
      'past-held',
      'past-other',
      'past-verified',
    ]),
    status_subscribers: ['kept', 'kept-ended', 'kept-wanted', 'past-wanted'],
    member_invitations: ['kept', 'kept-accepted', 'past-accepted'],
    client_sessions: ['kept'],
    sign_on_keys: ['kept'],
    'auth.verification': ['kept'],
    'auth.session': ['kept'],
    'auth.attempt': ['kept'],
    'auth.rate_limit': ['kept'],
    'auth.known_device': ['kept'],
  })
})
