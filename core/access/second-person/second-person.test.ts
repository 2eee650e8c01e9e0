import { readdirSync, readFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor, Ctx } from '#core/kernel/context.ts'
import { newId } from '#core/kernel/ids.ts'
import type { Role } from '#core/kernel/permissions.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { approveHoldingAct } from '#core/markets/holdings/settle-act.ts'
import { caseApprovalOptions, decideCase } from '#core/review/cases/decide.ts'
import { approveException } from '#core/screening/exceptions/manage.ts'
import { CANCELLATION } from '#core/securities/offerings/cancel.ts'
import { auditLogs, cases, exceptions, holdingActs, memberships, notifications, organizations, userRoles } from '#db/schema.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount } from '#tests/api/person.ts'
import { addUserRole } from '../users/add-role.ts'
import { replaceUserRole } from '../users/replace-role.ts'
import { setRoleByOperator } from '../users/set-role-by-operator.ts'
import { suspendUser } from '../users/suspend.ts'
import { requireSecondPerson } from './second-person.ts'

const HOUR = 3_600_000
const ORG = 'org_of_the_tests'
let api: Awaited<ReturnType<typeof startApi>>
const ids: Record<string, string> = {}
const db = () => api.services.connection.db
beforeAll(async () => {
  api = await startApi()
  for (const [name, role] of [
    ['ann', 'admin'],
    ['bob', 'admin'],
    ['puppet', 'investor'],
  ] as const)
    ids[name] = await makeAccount(api, `${name}@two.example`, role)
  // As in an installation that has run for a while.
  await db().update(userRoles).set({ granted_at: null })
  api.services.config.production = true
})
afterAll(() => api.stop())

function as(name: string, role: Role = 'admin'): Ctx {
  const actor: Actor = {
    type: 'user',
    id: ids[name]!,
    ...atHome(ORG, role),
    email: `${name}@two.example`,
    sessionId: 's',
    secondFactorAt: Date.now(),
    hasSecondFactor: true,
  }
  return { ...systemCtx(api.services, { id: 'test' }), actor, organizationId: ORG, environment: 'production' }
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const reason = 'Seen and found to be right.'
const release = { outcome: 'release' as const, reason_code: 'fine', note: reason }

it('S7 making an administrator takes two of them in production', async () => {
  const id = ids.puppet!
  const asked = await addUserRole({ ctx: as('ann'), input: { id, role: 'admin' } })
  expect(asked).toMatchObject({ role: 'investor', roles: ['investor'], second_person: { status: 'awaiting_second' } })
  const case_id = asked.second_person!.case_id
  // As the page of the second person tells every change.
  const [waiting] = await db().select().from(cases).where(eq(cases.id, case_id))
  expect(waiting?.details).toMatchObject({ changes: { roles: { from: ['investor'], to: ['admin', 'investor'] } } })
  expect(await code(replaceUserRole({ ctx: as('ann'), input: { id, role: 'admin' } }))).toBe('already_exists')
  const word = { id: case_id, ...release }
  for (const who of ['ann', 'puppet']) expect(await code(decideCase({ ctx: as(who), input: word }))).toBe('second_person_required')
  // By a key of the organisation, or as its issuer, nobody agrees to it.
  expect(await code(decideCase({ ctx: as('bob', 'issuer'), input: word }))).toBe('not_found')
  await decideCase({ ctx: as('bob'), input: word })
  const [row] = await db().select().from(userRoles).where(eq(userRoles.user_id, id)).orderBy(userRoles.role)
  expect(row).toMatchObject({ role: 'admin', granted_by: [ids.ann, ids.bob] })
  const [entry] = await db().select().from(auditLogs).where(eq(auditLogs.action, 'update_user_role'))
  expect(entry?.details).toMatchObject({ roles: ['admin', 'investor'], asked_by: ids.ann, countersigned_by: ids.bob, case_id })
  expect(await db().select().from(auditLogs).where(eq(auditLogs.action, 'admin_grant_asked'))).toHaveLength(1)
  const told = await db()
    .select()
    .from(notifications)
    .where(eq(notifications.href, `/admin/users/${id}`))
  expect(told.map((each) => each.user_id).sort()).toEqual([ids.ann, ids.bob].sort())
})

/** Everything that takes two people: as asked for by Ann at a time, and how another agrees to it. */
const ACTS: Record<string, (at: Date) => Promise<(ctx: Ctx) => Promise<unknown>>> = {
  'a release in the review queue': async (at) => {
    const id = await makeCase(at, { status: 'awaiting_second', first_approval: word(at) })
    return (ctx) => decideCase({ ctx, input: { id, ...release } })
  },
  'a release signed with a passkey': async (at) => {
    const id = await makeCase(at, { status: 'awaiting_second', first_approval: word(at) })
    return (ctx) => caseApprovalOptions({ ctx, input: { id, reason_code: 'fine', note: reason } })
  },
  'the cancellation of an offering': async (at) => {
    const id = await makeCase(at, { kind: CANCELLATION, details: { asked_by: ids.ann } })
    return (ctx) => decideCase({ ctx, input: { id, ...release } })
  },
  'a false positive': async (at) => {
    const id = newId('exception')
    const texts = { subject_id: 's', entity_id: 'e', entity_name: 'E', check_id: 'c', subject_hash: 'h', entity_hash: 'h', reason }
    const row = { id, organization_id: ORG, environment: 'production' as const, author: ids.ann!, created_at: at }
    await db()
      .insert(exceptions)
      .values({ ...row, ...texts, expires_at: new Date(Date.now() + HOUR) })
    return (ctx) => approveException({ ctx, input: { id } })
  },
  'an act on holdings': async (at) => {
    const id = newId('holding_act')
    const asked = { kind: 'unfreeze', status: 'proposed', person_id: 'p' } as const
    const row = { id, organization_id: ORG, environment: 'production' as const, ...asked }
    await db()
      .insert(holdingActs)
      .values({ ...row, legal_basis: 'order', asked_by: ids.ann!, created_at: at })
    return (ctx) => approveHoldingAct({ ctx, input: { id } })
  },
}
const word = (at: Date) => ({ by: ids.ann, at: at.toISOString(), outcome: 'release' as const, act_hash: 'x', note: reason, entities: [] })
async function makeCase(at: Date, more: Partial<typeof cases.$inferInsert>): Promise<string> {
  const id = newId('case')
  const row = {
    id,
    organization_id: ORG,
    environment: 'production' as const,
    kind: 'documents_found_false',
    subject_type: 'x',
    subject_id: id,
  }
  await db()
    .insert(cases)
    .values({ ...row, summary: 'x', deadline: new Date(Date.now() + HOUR), created_at: at, ...more })
  return id
}

it.each(Object.keys(ACTS))('S7 nobody agrees to their own act, nor by somebody made for it: %s', async (name) => {
  const act = ACTS[name]!
  const given = (change: Partial<typeof userRoles.$inferInsert>) =>
    db().update(userRoles).set(change).where(eq(userRoles.user_id, ids.puppet!))
  const [before, after] = [await act(new Date(Date.now() - 30 * HOUR)), await act(new Date())]
  await given({ granted_by: [ids.ann!, ids.bob!], granted_at: new Date(Date.now() - HOUR) })
  for (const agree of [before, after]) {
    expect(await code(agree(as('ann')))).toBe('second_person_required')
    expect(await code(agree(as('puppet')))).toBe('second_person_required')
    expect(await code(agree(as('bob')))).not.toBe('second_person_required')
  }
  // Made by somebody else: not for what was asked before, and for the rest at once.
  const [older, newer] = [await act(new Date(Date.now() - 30 * HOUR)), await act(new Date())]
  await given({ granted_by: [], granted_at: new Date(Date.now() - HOUR) })
  expect(await code(older(as('puppet')))).toBe('second_person_required')
  expect(await code(newer(as('puppet')))).not.toBe('second_person_required')
  // A day later the two are two people.
  const [, later] = [null, await act(new Date())]
  await given({ granted_by: [ids.ann!, ids.bob!], granted_at: new Date(Date.now() - 25 * HOUR) })
  expect(await code(later(as('puppet')))).not.toBe('second_person_required')
})

it.each(['a false positive', 'an act on holdings'])('S7 nobody agrees as a member whom the one who asked brought in: %s', async (name) => {
  const act = ACTS[name]!
  ids.eve ??= await makeAccount(api, 'eve@two.example', 'issuer')
  await db().insert(organizations).values({ id: ORG, name: 'Of the tests' }).onConflictDoNothing()
  await db().delete(memberships).where(eq(memberships.organization_id, ORG))
  const row = (who: string) => ({ id: newId('membership'), organization_id: ORG, user_id: ids[who]!, came: 'invited' as const })
  const since = (hours: number) => new Date(Date.now() - hours * HOUR)
  await db()
    .insert(memberships)
    .values([
      { ...row('ann'), role: 'owner', came: 'founded', role_since: since(99) },
      { ...row('eve'), role: 'compliance_officer' },
    ])
  const set = (change: Partial<typeof memberships.$inferInsert>) =>
    db()
      .update(memberships)
      .set(change)
      .where(and(eq(memberships.user_id, ids.eve!), eq(memberships.organization_id, ORG)))
  const agreed = async (askedAt: Date) => code((await act(askedAt))(as('eve', 'issuer')))
  // Invited by whoever asked, or given their role by them: not for a day, and never for what was asked before.
  for (const change of [
    { invited_by: ids.ann!, role_given_by: [] },
    { invited_by: null, role_given_by: [ids.ann!] },
  ]) {
    await set({ ...change, role_since: since(1) })
    expect(await agreed(since(30))).toBe('second_person_required')
    expect(await agreed(new Date())).toBe('second_person_required')
    await set({ role_since: since(25) })
    expect(await agreed(since(30))).toBe('second_person_required')
    expect(await agreed(new Date())).not.toBe('second_person_required')
  }
  // By somebody else: not for what was asked before, and for the rest at once.
  await set({ invited_by: ids.bob!, role_given_by: [ids.bob!], role_since: since(1) })
  expect(await agreed(since(30))).toBe('second_person_required')
  expect(await agreed(new Date())).not.toBe('second_person_required')
})

it('S7 nobody has papers that they sent read by somebody they brought in, be it through another, nor by who came only then', async () => {
  ids.eve ??= await makeAccount(api, 'eve@two.example', 'issuer')
  ids.mia = await makeAccount(api, 'mia@two.example', 'issuer')
  await db().insert(organizations).values({ id: ORG, name: 'Of the tests' }).onConflictDoNothing()
  const since = (hours: number) => new Date(Date.now() - hours * HOUR)
  const members = async (rows: { who: string; by?: string; hours: number; ended?: boolean }[]) => {
    await db().delete(memberships).where(eq(memberships.organization_id, ORG))
    for (const { who, by, hours, ended } of rows)
      await db()
        .insert(memberships)
        .values({
          ...{
            id: newId('membership'),
            organization_id: ORG,
            user_id: ids[who]!,
            came: by ? 'invited' : 'founded',
            role: 'compliance_officer',
          },
          ...{ invited_by: by ? ids[by]! : null, role_given_by: by ? [ids[by]!] : [], role_since: since(hours) },
          ...(ended && { ended_at: new Date(), ended_by: ids[who]! }),
        })
  }
  const reads = async (details: object, kind: string, askedAt = new Date(), outcome: 'release' | 'refuse' = 'release') => {
    const id = await makeCase(askedAt, { kind, details: { ...details } })
    return code(decideCase({ ctx: as('eve', 'issuer'), input: { id, ...release, outcome, reason_code: 'document_unreadable' } }))
  }
  const sends = (who: string, at?: Date, outcome?: 'release' | 'refuse') =>
    Promise.all([
      reads({ sent_by: ids[who]! }, 'accreditation_review', at, outcome),
      reads({ sent_by: ids[who]! }, 'entity_review', at, outcome),
      reads({ opened_by: ids[who]! }, 'identity_review', at, outcome),
    ])
  const none = Array<string>(3).fill('second_person_required')
  const ann = { who: 'ann', hours: 99 }
  for (const team of [
    [ann, { who: 'eve', by: 'ann', hours: 1 }],
    [ann, { who: 'mia', by: 'ann', hours: 2 }, { who: 'eve', by: 'mia', hours: 1 }],
    [ann, { who: 'mia', by: 'ann', hours: 2, ended: true }, { who: 'eve', by: 'mia', hours: 1 }],
  ]) {
    await members(team)
    expect(await sends('ann')).toEqual(none)
    // Refusing needs no older person: there is always a way on.
    expect(await sends('ann', undefined, 'refuse')).not.toContain('second_person_required')
  }
  // Nor by another one whom the same person brought in.
  await members([ann, { who: 'mia', by: 'ann', hours: 2 }, { who: 'eve', by: 'ann', hours: 1 }])
  expect(await sends('mia')).toEqual(none)
  // By somebody else: not what was there before, until a day is over.
  await members([ann, { who: 'eve', hours: 1 }])
  expect(await sends('ann', since(3))).toEqual(none)
  expect(await sends('ann')).not.toContain('second_person_required')
  await members([ann, { who: 'mia', by: 'ann', hours: 26 }, { who: 'eve', by: 'mia', hours: 25 }])
  expect(await sends('ann', since(30))).not.toContain('second_person_required')
})

it('S7 a word of somebody who was removed meanwhile counts no more', async () => {
  const own = and(eq(memberships.user_id, ids.eve!), eq(memberships.organization_id, ORG))
  await db().update(memberships).set({ ended_at: new Date(), ended_by: ids.ann! }).where(own)
  const id = await makeCase(new Date(), { kind: 'accreditation_review' })
  expect(await code(decideCase({ ctx: as('eve', 'issuer'), input: { id, ...release, outcome: 'refuse' } }))).toBe('forbidden')
  // So with every other act that takes two: exceptions, acts on holdings, files of due diligence, lists and venues.
  const first = { by: ids.ann!, at: new Date(), own: 'Somebody else agrees.' }
  expect(await code(requireSecondPerson(db(), as('eve', 'issuer'), first))).toBe('forbidden')
})

it('S7 every place that wants a second person asks for one of their own', () => {
  const files = readdirSync('core', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const using = files.filter((file) => /sameActor\(/.test(readFileSync(`core/${file}`, 'utf8')))
  // Who asks themselves, who refuses what they asked for, and what a page shows.
  expect(using.sort()).toEqual([
    'access/second-person/scope.ts',
    'access/second-person/second-person.ts',
    'identity/due-diligence/list-rows.ts',
    'review/cases/may-decide.ts',
    'review/erasure/file.ts',
    'securities/holdings/list-act-rows.ts',
  ])
})

it('S7 of one administrator alone none becomes two, except by the operator', async () => {
  await suspendUser({ ctx: as('ann'), input: { id: ids.bob!, reason: 'left' } })
  await suspendUser({ ctx: as('ann'), input: { id: ids.puppet!, reason: 'compromised' } })
  // The one who was left over by others is still there: the account the tests begin with is no administrator.
  const id = await makeAccount(api, 'colleague@two.example', 'investor')
  const refused = addUserRole({ ctx: as('ann'), input: { id, role: 'admin' } })
  await expect(refused).rejects.toMatchObject({ code: 'second_person_required', message: expect.stringContaining('set-role') })
  expect(await setRoleByOperator(api.services, { userId: id, role: 'admin' })).toEqual(['admin'])
  expect(await code(addUserRole({ ctx: as('ann'), input: { id: ids.puppet!, role: 'issuer' } }))).toBe('done')
})
