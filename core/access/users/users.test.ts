import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bindVerbs, type Verbs } from '#core/doors/verbs.ts'
import type { Actor, Ctx } from '#core/kernel/context.ts'
import { csvCell } from '#core/kernel/csv.ts'
import { primaryRole } from '#core/kernel/members.ts'
import type { Role } from '#core/kernel/permissions.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { auditLogs, users } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { allMails, mailsTo } from '#tests/stored.ts'
import { createAuth } from '../accounts/auth-library.ts'
import { createAccount } from '../accounts/create-account.ts'

let api: Awaited<ReturnType<typeof startApi>>
const ids: Record<string, string> = {}
beforeAll(async () => {
  api = await startApi()
  const auth = createAuth(api.services, { secret: 'a-secret-of-the-tests', rateLimit: false })
  const make = async (name: string, role: Role, firstName: string, lastName: string) => {
    ids[name] = await createAccount(api.services, auth, {
      email: `${name}@tests.example`,
      password: 'Some-Pass-1',
      firstName,
      lastName,
      role,
    })
  }
  await make('root', 'admin', 'Root', 'Admin')
  await make('ada', 'investor', 'Ada', '=1+1')
  await make('grace', 'investor', 'Grace', 'Hopper, "G"')
})
afterAll(() => api.stop())

function as(name: string, role: Role, secondFactorAt: number | null = Date.now()): Verbs {
  const actor: Actor = {
    type: 'user',
    id: ids[name]!,
    ...atHome('o', role),
    email: `${name}@tests.example`,
    sessionId: 's',
    secondFactorAt,
  }
  const ctx: Ctx = { ...systemCtx(api.services, { id: 'test', environment: 'sandbox' }), actor }
  return bindVerbs(ctx)
}
const entries = async (action: string) => api.services.connection.db.select().from(auditLogs).where(eq(auditLogs.action, action))
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

it('finds users by a part of first name, last name or e-mail, whatever the case, with filters, count and pages of ten', async () => {
  const admin = as('root', 'admin')
  const find = async (input: Parameters<Verbs['searchUsers']>[0]) => (await admin.searchUsers(input)).data.map((user) => user.email)
  expect(await find({ search: 'ADA' })).toEqual(['ada@tests.example'])
  expect(await find({ search: 'hopper' })).toEqual(['grace@tests.example'])
  expect(await find({ search: 'TESTS.example' })).toHaveLength(4)
  expect(await find({ search: '%' })).toEqual([])
  expect(await find({ search: '_' })).toEqual([])
  expect(await find({ role: 'admin' })).toEqual(['root@tests.example'])
  expect(await find({ is_verified: true })).toEqual(['owner@tests.example'])
  const today = new Date().toISOString().slice(0, 10)
  expect(await find({ created_from: today, created_to: today })).toHaveLength(4)
  expect(await find({ created_to: '2020-01-01' })).toEqual([])
  const first = await admin.searchUsers({ per_page: 3 })
  expect(first).toMatchObject({ total: 4, page: 1, per_page: 3, pages: 2 })
  const second = await admin.searchUsers({ per_page: 3, page: 2 })
  expect(new Set([...first.data, ...second.data].map((user) => user.id)).size).toBe(4)
  expect((await admin.searchUsers({})).per_page).toBe(10)
  expect([primaryRole(['king']), primaryRole([]), primaryRole(['investor', 'issuer', 'admin'])]).toEqual(['investor', 'investor', 'admin'])
  expect(await code(admin.searchUsers({ role: 'king' as never }))).toBe('validation_failed')
})

it('refuses everybody else with 403 and audits the attempt', async () => {
  const before = (await entries('admin_access_denied')).length
  for (const role of ['investor', 'issuer'] as const) {
    const verbs = as('ada', role)
    const acts: (() => Promise<unknown>)[] = [
      () => verbs.searchUsers({}),
      () => verbs.exportUsers({}),
      () => verbs.getUser({ id: ids.root! }),
      () => verbs.listUserActivity({ id: ids.root! }),
      () => verbs.setUserVerified({ id: ids.ada!, is_verified: true }),
      () => verbs.setVerificationStatus({ id: ids.ada!, identity_status: 'verified' }),
      () => verbs.replaceUserRole({ id: ids.ada!, role: 'admin' }),
      () => verbs.addUserRole({ id: ids.ada!, role: 'admin' }),
      () => verbs.removeUserRole({ id: ids.root!, role: 'admin' }),
      () => verbs.listRoleRequests({}),
      () => verbs.decideRoleRequest({ id: 'rrq', decision: 'approve' }),
      () => verbs.searchAudit({}),
      () => verbs.verifyAuditLog(),
      () => verbs.auditReceipt({ id: 'aud' }),
    ]
    for (const act of acts) expect(await code(act())).toBe('forbidden')
  }
  const denied = await entries('admin_access_denied')
  expect(denied.length - before).toBe(28)
  expect(denied[0]).toMatchObject({ user_id: ids.ada, status: 'failure', category: 'admin' })
})

it('needs a second factor of the last five minutes for role changes and the export', async () => {
  for (const at of [null, Date.now() - 301_000]) {
    const admin = as('root', 'admin', at)
    expect(await code(admin.replaceUserRole({ id: ids.ada!, role: 'issuer' }))).toBe('step_up_required')
    expect(await code(admin.addUserRole({ id: ids.ada!, role: 'issuer' }))).toBe('step_up_required')
    expect(await code(admin.removeUserRole({ id: ids.ada!, role: 'issuer' }))).toBe('step_up_required')
    expect(await code(admin.exportUsers({}))).toBe('step_up_required')
  }
})

it('replaces, adds and removes roles, keeps users.role in step, audits, mails, and keeps the last admin', async () => {
  const admin = as('root', 'admin')
  expect(await admin.addUserRole({ id: ids.ada!, role: 'issuer' })).toEqual({ id: ids.ada, role: 'issuer', roles: ['issuer', 'investor'] })
  expect(await admin.addUserRole({ id: ids.ada!, role: 'admin' })).toMatchObject({ role: 'admin' })
  expect(await admin.replaceUserRole({ id: ids.ada!, role: 'issuer' })).toEqual({ id: ids.ada, role: 'issuer', roles: ['issuer'] })
  const [row] = await api.services.connection.db.select().from(users).where(eq(users.id, ids.ada!))
  expect(row?.role).toBe('issuer')
  expect(await admin.removeUserRole({ id: ids.ada!, role: 'issuer' })).toEqual({ id: ids.ada, role: 'investor', roles: ['investor'] })
  const audited = await entries('update_user_role')
  expect(audited.map((each) => each.details).at(-1)).toEqual({ previous: ['issuer'], roles: ['investor'], role: 'investor' })
  const sent = await mailsTo(api.services, 'ada@tests.example')
  expect(sent.filter((mail) => mail.subject === 'Your role at Sealwright changed')).toHaveLength(4)

  expect(await code(admin.removeUserRole({ id: ids.root!, role: 'admin' }))).toBe('last_admin')
  expect(await code(admin.replaceUserRole({ id: ids.root!, role: 'investor' }))).toBe('last_admin')
  await admin.addUserRole({ id: ids.grace!, role: 'admin' })
  const both = await Promise.all([
    code(as('grace', 'admin').removeUserRole({ id: ids.root!, role: 'admin' })),
    code(admin.removeUserRole({ id: ids.grace!, role: 'admin' })),
  ])
  expect(both.sort()).toEqual(['done', 'last_admin'])
  const left = (await as('root', 'admin').searchUsers({ role: 'admin' })).data
  expect(left).toHaveLength(1)
  if (left[0]!.id !== ids.root) {
    await as('grace', 'admin').addUserRole({ id: ids.root!, role: 'admin' })
    await as('root', 'admin').replaceUserRole({ id: ids.grace!, role: 'investor' })
  }
})

it('exports what the filter names as CSV that no spreadsheet calculates, and audits it', async () => {
  const made = await as('root', 'admin').exportUsers({ role: 'investor' })
  let file = ''
  for await (const chunk of made.chunks) file += chunk
  expect(file.startsWith('\uFEFFid,email,first_name')).toBe(true)
  const lines = file.split('\r\n')
  expect(lines).toHaveLength(4)
  expect(file).toContain(",'=1+1,")
  expect(file).toContain('"Hopper, ""G"""')
  expect([csvCell('@x'), csvCell('+1415'), csvCell('-5'), csvCell('-x'), csvCell('\tx')]).toEqual(["'@x", "'+1415", '-5', "'-x", "'\tx"])
  expect((await entries('users_exported')).at(-1)).toMatchObject({
    user_id: ids.root,
    details: { role: 'investor', rows: 2, searched: false },
  })
})

it('sets the flag and the three states, and reads them back joined with the profile', async () => {
  const admin = as('root', 'admin')
  expect((await admin.setUserVerified({ id: ids.ada!, is_verified: true })).is_verified).toBe(true)
  await admin.setUserVerified({ id: ids.ada!, is_verified: true })
  const told = (await as('ada', 'investor').listNotifications({ limit: 100 })).data
  expect(told.filter((each) => each.body === 'Your account is now verified.')).toHaveLength(1)
  // Of the states, what stops takes one, what lets go takes two; a request that was declined changes nothing.
  const half = await admin.setVerificationStatus({ id: ids.ada!, identity_status: 'verified', documents_status: 'pending' })
  expect(half.verification).toMatchObject({ identity_status: 'incomplete', documents_status: 'pending' })
  expect((await admin.getUser({ id: ids.ada! })).verification_case).toEqual({
    id: half.second_person!.case_id,
    changes: { identity_status: { from: 'incomplete', to: 'verified' } },
  })
  expect(await code(admin.setVerificationStatus({ id: ids.ada!, identity_status: 'verified' }))).toBe('already_exists')
  const reason = 'I have seen the passport as well.'
  expect(await code(admin.decideCase({ id: half.second_person!.case_id, outcome: 'release', note: reason }))).toBe('second_person_required')
  const other = as('grace', 'admin')
  await other.decideCase({ id: half.second_person!.case_id, outcome: 'refuse', note: 'Nobody has seen the passport yet.' })
  expect((await admin.getUser({ id: ids.ada! })).verification.identity_status).toBe('incomplete')
  const more = await admin.setVerificationStatus({ id: ids.ada!, identity_status: 'verified' })
  await other.decideCase({ id: more.second_person!.case_id, outcome: 'release', note: reason })
  const after = await admin.getUser({ id: ids.ada! })
  expect(after.verification).toEqual({ identity_status: 'verified', accreditation_status: 'incomplete', documents_status: 'pending' })
  expect(await code(admin.setVerificationStatus({ id: ids.ada!, identity_status: 'maybe' as never }))).toBe('validation_failed')
  const detail = await admin.getUser({ id: ids.ada! })
  // Root is the only administrator by now: the page says what to do.
  expect(detail).toMatchObject({
    second_administrator: false,
    email: 'ada@tests.example',
    is_verified: true,
    profile: { country: null },
    passkeys: 0,
  })
  expect(await code(admin.getUser({ id: 'usr_none' }))).toBe('not_found')
  const { data, total } = await admin.listUserActivity({ id: ids.ada!, per_page: 2 })
  expect(total).toBeGreaterThan(2)
  expect(data.map((each) => each.action)).toEqual(['update_verification_status', 'update_verification_status'])
})

it('takes a request to become an issuer to its decision, once', async () => {
  const grace = as('grace', 'investor')
  expect(await code(grace.requestIssuerRole({ reason: 'short' }))).toBe('validation_failed')
  const { id } = await grace.requestIssuerRole({ reason: 'We issue a Reg D offering next spring.' })
  expect(await code(grace.requestIssuerRole({ reason: 'We issue a Reg D offering next spring.' }))).toBe('already_exists')
  const admin = as('root', 'admin')
  expect((await admin.listRoleRequests({ status: 'pending' })).data).toMatchObject([{ id, user: { email: 'grace@tests.example' } }])
  expect(await code(as('root', 'admin', null).decideRoleRequest({ id, decision: 'approve' }))).toBe('step_up_required')
  expect(await admin.decideRoleRequest({ id, decision: 'approve', note: 'Welcome aboard.' })).toMatchObject({ status: 'approved' })
  const mail = (await allMails(api.services)).find(({ text }) => text.includes('Welcome aboard.'))
  expect(mail).toMatchObject({ to: 'grace@tests.example', subject: 'Your role at Sealwright changed' })
  expect(await code(admin.decideRoleRequest({ id, decision: 'decline' }))).toBe('invalid_transition')
  expect((await admin.getUser({ id: ids.grace! })).roles).toEqual(['investor', 'issuer'])
  expect((await as('grace', 'issuer').listOwnRoleRequests()).data[0]).toMatchObject({ status: 'approved' })
  expect(await code(as('grace', 'issuer').requestIssuerRole({ reason: 'We issue a Reg D offering next spring.' }))).toBe('already_exists')
})

it('reads what one did oneself, newest first, page after page', async () => {
  const root = as('root', 'admin')
  const all = (await root.listOwnActivity({ limit: 100 })).data.map((entry) => entry.id)
  // Who of two admins acted in the race above is not certain; an entry and a further one are there in any case.
  const first = await root.listOwnActivity({ limit: 1 })
  const second = await root.listOwnActivity({ limit: 100, before: first.data[0]!.id })
  expect([...first.data, ...second.data].map((entry) => entry.id)).toEqual(all)
  expect([first.has_more, second.has_more]).toEqual([true, false])
  const [foreign] = (await as('ada', 'investor').listOwnActivity({ limit: 1 })).data
  expect((await root.listOwnActivity({ limit: 5, before: foreign!.id })).data).toEqual([])
})

it('searches the whole audit log, verifies it and gives receipts', async () => {
  const admin = as('root', 'admin')
  const found = await admin.searchAudit({ action: 'update_user_role', email: 'ada@tests.example' })
  expect(found.total).toBe(4)
  expect(found.data[0]).toMatchObject({
    category: 'admin',
    user_email: 'ada@tests.example',
    actor: { type: 'user', email: 'root@tests.example' },
  })
  expect((await admin.searchAudit({ id: ids.root!, status: 'failure' })).data).toMatchObject([
    { action: 'transition_refused' },
    { action: 'act_refused' },
  ])
  expect((await admin.searchAudit({ category: 'auth', from: '2020-01-01', to: '2020-01-02' })).total).toBe(0)
  const receipt = await admin.auditReceipt({ id: found.data[0]!.id })
  expect(receipt.receipt).toMatchObject({ type: 'sealwright-receipt/1', entry: { id: found.data[0]!.id } })
  expect(await admin.verifyAuditLog()).toMatchObject({ whole: true, faults: [] })
  expect((await entries('audit_verified')).at(-1)?.status).toBe('success')
})
