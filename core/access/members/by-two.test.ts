import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decideCase } from '#core/review/cases/decide.ts'
import { searchPlatformCases } from '#core/review/cases/list.ts'
import { cases, memberInvitations, memberships, session, tenantFacts, userRoles } from '#db/schema.ts'
import { personCtx } from '#tests/api/admin-caller.ts'
import { startApi } from '#tests/api/harness.ts'
import { makeAccount, Person } from '#tests/api/person.ts'
import { mailsTo } from '#tests/stored.ts'
import { establishTenantFacts } from '../tenant/facts.ts'

let api: Awaited<ReturnType<typeof startApi>>
const db = () => api.services.connection.db
const ids: Record<string, string> = {}
const people: Record<string, Person> = {}
const at = (name: string) => `${name}@bytwo.example`
/** As somebody who has just proven a second factor. */
async function verbs(name: string) {
  await db().update(session).set({ secondFactorAt: new Date() })
  return people[name]!.verbs()
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message?: string }) => error.code ?? String(error),
  )
async function linkTo(name: string): Promise<string | undefined> {
  const mails = await mailsTo(api.services, at(name))
  return mails.flatMap((mail) => /\/join\/([\w-]+)/.exec(mail.text)?.[1] ?? []).at(-1)
}
const say = async (name: string, value: boolean | null) =>
  (await (await verbs(name)).developer('production')).stateTenantFacts({ facts: { member_changes_by_two: value } })
const agree = async (name: string, id: string, outcome: 'release' | 'refuse' = 'release') =>
  (await verbs(name)).decideMemberChange({ id, outcome })
const memberId = async (name: string) =>
  (await (await verbs('ann')).listMembers({ limit: '100' })).data.find((one) => one.user_id === ids[name])!.id
const ofInvitation = async (id: string) => (await db().select().from(memberInvitations).where(eq(memberInvitations.id, id)))[0]!

beforeAll(async () => {
  api = await startApi()
  for (const name of ['ann', 'bob', 'cyd', 'dee', 'eve']) {
    ids[name] = await makeAccount(api, at(name), name === 'ann' ? 'issuer' : 'investor')
    people[name] = new Person(api)
    await people[name].signIn(at(name))
  }
  for (const [name, role] of [
    ['bob', 'admin'],
    ['cyd', 'reviewer'],
  ] as const) {
    if (name === 'bob') expect(await code(say('ann', true))).toBe('second_person_required')
    await (await verbs('ann')).inviteMember({ email: at(name), role })
    await (await verbs(name)).acceptInvitation({ token: (await linkTo(name))! })
  }
  // As in an organisation that has been one for a while.
  await db()
    .update(memberships)
    .set({ role_since: new Date(Date.now() - 3 * 86_400_000) })
  await db().update(userRoles).set({ granted_at: null })
})
afterAll(() => api.stop())

it('an invitation waits, its address sealed and no mail sent, until a second person agrees who may give the role', async () => {
  expect(await say('ann', true)).toMatchObject({ second_person: null })
  const asked = await (await verbs('ann')).inviteMember({ email: at('dee'), role: 'admin' })
  expect(asked).toMatchObject({ status: 'awaiting_second', email: at('dee'), second_person: { status: 'awaiting_second' } })
  const { case_id } = asked.second_person!
  expect(JSON.stringify([await ofInvitation(asked.id), await db().select().from(cases)])).not.toContain('bytwo.example')
  expect(await linkTo('dee')).toBeUndefined()
  expect(await code((await verbs('bob')).inviteMember({ email: at('dee'), role: 'admin' }))).toBe('already_exists')
  expect((await (await verbs('bob')).listMemberChanges()).map((one) => [one.id, one.subject_id])).toEqual([[case_id, asked.id]])
  // Not by who asked, nor by a reviewer, who decides other cases, nor from another organisation.
  expect(await code(agree('ann', case_id))).toBe('second_person_required')
  expect(await code(agree('cyd', case_id))).toBe('forbidden')
  expect(await code(agree('eve', case_id))).toMatch(/not_found|forbidden/)
  await agree('bob', case_id)
  const row = await ofInvitation(asked.id)
  expect(row).toMatchObject({ waits_for: null, agreed_by: ids.bob })
  await (await verbs('dee')).acceptInvitation({ token: (await linkTo('dee'))! })
  const [dee] = await db()
    .select()
    .from(memberships)
    .where(and(eq(memberships.user_id, ids.dee!), eq(memberships.came, 'invited')))
  expect(dee).toMatchObject({ role: 'admin', invited_by: ids.ann, role_given_by: [ids.ann, ids.bob] })
})

it('a role is given by two; who it is about, and whoever was brought in by who asks, do not agree', async () => {
  const cyd = await memberId('cyd')
  const asked = await (await verbs('ann')).changeMemberRole({ id: cyd, role: 'developer' })
  expect(asked).toMatchObject({ role: 'reviewer', second_person: { status: 'awaiting_second' } })
  const { case_id } = asked.second_person!
  expect(await code((await verbs('bob')).changeMemberRole({ id: cyd, role: 'auditor' }))).toBe('already_exists')
  // Ann and Bob let Dee in today.
  expect(await code(agree('dee', case_id))).toBe('second_person_required')
  await agree('bob', case_id)
  expect((await people.cyd!.session()).actor.member).toMatchObject({ role: 'developer' })
  const own = await (await verbs('ann')).changeMemberRole({ id: await memberId('bob'), role: 'auditor' })
  expect(await code(agree('bob', own.second_person!.case_id))).toBe('second_person_required')
})

it('a role that two agree to give is not another one by the time it is had', async () => {
  const ann = await verbs('ann')
  const { id: role_id } = await ann.createOrganizationRole({ name: 'Reader', permissions: ['wallets.read'] })
  const widen = async () =>
    code((await verbs('ann')).changeOrganizationRole({ id: role_id, permissions: ['wallets.read', 'members.write'] }))
  const asked = await ann.inviteMember({ email: 'reader@bytwo.example', role: 'custom', role_id })
  expect(await widen()).toBe('second_person_required')
  await agree('bob', asked.second_person!.case_id)
  expect(await widen()).toBe('second_person_required')
  expect(await code((await verbs('ann')).deleteOrganizationRole({ id: role_id }))).toBe('conflict')
  await (await verbs('ann')).revokeMemberInvitation({ id: asked.id })
  const change = await (await verbs('ann')).changeMemberRole({ id: await memberId('cyd'), role: 'custom', role_id })
  expect(await widen()).toBe('second_person_required')
  expect(await code((await verbs('ann')).deleteOrganizationRole({ id: role_id }))).toBe('conflict')
  await agree('bob', change.second_person!.case_id, 'refuse')
  expect(await widen()).toBe('done')
})

it('what was asked for ends where it was taken back, declined, or whoever asked may not any more', async () => {
  const ask = async () => (await verbs('bob')).inviteMember({ email: at('eve'), role: 'reviewer' })
  const back = await ask()
  await (await verbs('bob')).revokeMemberInvitation({ id: back.id })
  expect(await code(agree('ann', back.second_person!.case_id))).toMatch(/invalid_transition|conflict/)
  const declined = await ask()
  await agree('ann', declined.second_person!.case_id, 'refuse')
  expect(await ofInvitation(declined.id)).toMatchObject({ revoked_by: ids.ann, email_sealed: null, email_hash: null })
  const late = await ask()
  await db()
    .update(memberships)
    .set({ role: 'auditor' })
    .where(and(eq(memberships.user_id, ids.bob!), eq(memberships.came, 'invited')))
  expect(await code(agree('ann', late.second_person!.case_id))).toBe('conflict')
  await db()
    .update(memberships)
    .set({ role: 'admin' })
    .where(and(eq(memberships.user_id, ids.bob!), eq(memberships.came, 'invited')))
  await agree('ann', late.second_person!.case_id, 'refuse')
  expect(await linkTo('eve')).toBeUndefined()
})

it('several that were shown are agreed to at once, each judged by itself, and none that was not shown', async () => {
  const ask = async (name: string) => (await verbs('bob')).inviteMember({ email: `${name}@several.example`, role: 'reviewer' })
  const [one, two, three, unseen] = [await ask('one'), await ask('two'), await ask('three'), await ask('unseen')]
  await (await verbs('bob')).revokeMemberInvitation({ id: three.id })
  const shown = [one, two, three].map((each) => each.second_person!.case_id)
  const own = await (await verbs('bob')).decideMemberChanges({ ids: shown.slice(0, 2), outcome: 'release' })
  expect(own).toMatchObject({ decided: 0, left: [{ id: shown[0] }, { id: shown[1] }] })
  const done = await (await verbs('ann')).decideMemberChanges({ ids: [...shown, shown[0]!, 'cas_none'], outcome: 'release' })
  expect(done).toMatchObject({ decided: 2, left: [{ id: shown[2] }, { id: 'cas_none' }] })
  expect(done.left[1]!.why).toContain('This is not here')
  for (const each of [one, two]) expect((await ofInvitation(each.id)).waits_for).toBeNull()
  expect((await ofInvitation(unseen.id)).waits_for).toBe(unseen.second_person!.case_id)
  await agree('ann', unseen.second_person!.case_id, 'refuse')
})

it('what would go round two people is refused, and to end the rule takes two as well', async () => {
  const ann = await verbs('ann')
  expect(await code(ann.transferOwnership({ id: await memberId('bob') }))).toBe('second_person_required')
  await ann.removeMember({ id: await memberId('dee') })
  expect(await code((await verbs('ann')).removeMember({ id: await memberId('bob') }))).toBe('second_person_required')
  expect(await code((await verbs('bob')).leaveOrganization())).toBe('second_person_required')
  const asked = await say('ann', false)
  expect(asked.facts.find((one) => one.fact === 'member_changes_by_two')?.value).toBe(true)
  expect(await code(agree('ann', asked.second_person!.case_id))).toBe('second_person_required')
  await agree('bob', asked.second_person!.case_id)
  expect(await (await verbs('ann')).teamPowers()).toMatchObject({ by_two: false })
  expect(await (await verbs('ann')).inviteMember({ email: at('eve'), role: 'auditor' })).toMatchObject({
    status: 'open',
    second_person: null,
  })
  expect(await linkTo('eve')).toBeDefined()
})

it('who owns an organisation that is no issuer’s runs it all the same: its settings, its domains, and changes by two', async () => {
  const made = await (await verbs('dee')).createOrganization({ name: 'A studio' })
  const dee = async () => (await verbs('dee')).developer('production')
  expect((await people.dee!.session()).actor).toMatchObject({ organizationId: made.id, member: { role: 'owner', standing: 'investor' } })
  expect((await (await dee()).createDomain({ domain: 'studio.example' })).status).toBe('pending')
  await (await verbs('dee')).inviteMember({ email: at('eve'), role: 'admin' })
  await (await verbs('eve')).acceptInvitation({ token: (await linkTo('eve'))! })
  await db()
    .update(memberships)
    .set({ role_since: new Date(Date.now() - 3 * 86_400_000) })
    .where(eq(memberships.organization_id, made.id))
  await (await dee()).stateTenantFacts({ facts: { member_changes_by_two: true, policy_changes_by_two: true } })
  const asked = await (await verbs('dee')).inviteMember({ email: at('cyd'), role: 'auditor' })
  const id = asked.second_person!.case_id
  // The platform has no part in it, though it is the second person of such an organisation otherwise.
  const operator = personCtx(api.services, 'admin', { environment: 'production' })
  expect((await searchPlatformCases.sent({ ctx: operator, input: { status: 'all' } })).data.map((row) => row.id)).not.toContain(id)
  await expect(
    decideCase.sent({ ctx: operator, input: { id, outcome: 'refuse', reason_code: 'not_wanted', note: 'As an operator.' } }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await code(agree('dee', id))).toBe('second_person_required')
  expect(await agree('eve', id)).toMatchObject({ status: 'decided' })
  const settings = { member_changes_by_two: true, policy_changes_by_two: true, serves_eu: false }
  const plan = await (await dee()).planPolicy({ policy: { version: 1, settings, protocols: {} } })
  const waits = (await (await dee()).applyPolicy({ plan_id: plan.id! })).second_person!.case_id
  // A verb for changes of members decides nothing else.
  expect(await code(agree('eve', waits))).toBe('not_found')
  const eve = (await verbs('eve')).developer('production')
  expect(await (await eve).decidePolicyChange({ id: waits, outcome: 'release' })).toMatchObject({ status: 'decided' })
  expect((await (await dee()).getPolicy()).policy.settings).toMatchObject(settings)
})

it('a key of the sandbox asks for it in production, where nobody is two people', async () => {
  await say('ann', true)
  const key = (await (await verbs('ann')).createApiKey({ name: 'Members', environment: 'sandbox' })).key
  const asked = await api.call('POST', '/v1/member-invitations', { email: 'by.key@bytwo.example', role: 'developer' }, key)
  expect(asked.body, asked.text).toMatchObject({ status: 'awaiting_second' })
  const other = (await (await verbs('bob')).createApiKey({ name: 'Other', environment: 'sandbox' })).key
  const word = { outcome: 'release', reason_code: 'member_change', note: 'As far as a key can say.' }
  const id = asked.body.second_person.case_id
  expect((await api.call('POST', `/v1/cases/${id}/decide`, word, other)).status).toBe(404)
  expect(await code(agree('ann', id))).toBe('second_person_required')
  expect((await api.call('PATCH', '/v1/tenant-facts', { facts: { member_changes_by_two: null } }, key)).status).toBe(422)
  await agree('bob', id)
})

it('what has two people look at identities and accreditations, and who signs for them, is not undone by one', async () => {
  const state = async (name: string, facts: Record<string, unknown>) =>
    (await (await verbs(name)).developer('production')).stateTenantFacts({ facts: facts as never })
  const known = async (fact: string) =>
    (await (await (await verbs('ann')).developer('production')).readTenantFacts()).facts.find((one) => one.fact === fact)?.value ?? null
  const rules = ['identity_second_person', 'accreditation_second_person']
  expect(await state('ann', Object.fromEntries(rules.map((rule) => [rule, true])))).toMatchObject({ second_person: null })
  for (const end of [false, null]) {
    const asked = await state('ann', { ...Object.fromEntries(rules.map((rule) => [rule, end])), identity_evidence_days: 30 })
    // What takes nobody else counts at once.
    expect(await known('identity_evidence_days')).toBe(30)
    for (const rule of rules) expect(await known(rule)).toBe(true)
    expect(await code(state('bob', { identity_second_person: null }))).toBe('already_exists')
    const { case_id } = asked.second_person!
    expect(await code(agree('ann', case_id))).toBe('second_person_required')
    expect(await code(agree('cyd', case_id))).toBe('forbidden')
    await agree('bob', case_id)
    for (const rule of rules) expect(await known(rule)).toBe(end)
    if (end === false) await state('ann', Object.fromEntries(rules.map((rule) => [rule, true])))
  }
  // A key that signs who somebody is: said by one while nobody relies on it, by two from then on.
  const [one, two] = [
    'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
    'did:key:z6MkjchhfUsD6mmvni8mCdXHw216Xrm9bQe2mBH1P5RDjVJG',
  ]
  expect(await state('ann', { reliance_keys: [one] })).toMatchObject({ second_person: null })
  await db()
    .insert(tenantFacts)
    .values({
      ...{ id: 'tfa_by_two', organization_id: (await people.ann!.session()).actor.organizationId, environment: 'production' },
      ...{ fact: 'identity_reliance', value: 'basic', stated_by: 'usr_somebody', stated_as: 'administrator', at: new Date() },
    })
  const added = await state('ann', { reliance_keys: [one, two] })
  expect(await known('reliance_keys')).toEqual([one])
  // Taken back at once, and not given again by what was asked for before.
  expect(await state('bob', { reliance_keys: [] })).toMatchObject({ second_person: null })
  expect(await code(agree('bob', added.second_person!.case_id))).toBe('conflict')
  await agree('bob', added.second_person!.case_id, 'refuse')
  expect(await known('reliance_keys')).toEqual([])
})

it('where nobody is left to agree, an administrator of the platform ends such a rule', async () => {
  await makeAccount(api, at('fay'), 'issuer')
  people.fay = new Person(api)
  await people.fay.signIn(at('fay'))
  const organization_id = (await people.fay.session()).actor.organizationId
  const alone = await (await verbs('fay')).developer('production')
  expect(await alone.stateTenantFacts({ facts: { identity_second_person: true } })).toMatchObject({ second_person: null })
  expect(await code(alone.stateTenantFacts({ facts: { identity_second_person: null } }))).toBe('second_person_required')
  const ctx = { ...personCtx(api.services, 'admin'), idempotency: null }
  const end = (organization: string) =>
    code(
      establishTenantFacts({
        ctx,
        input: { organization_id: organization, environment: 'production', facts: { identity_second_person: null } },
      }),
    )
  expect(await end(organization_id)).toBe('done')
  const theirs = (await people.ann!.session()).actor.organizationId
  await (await (await verbs('ann')).developer('production')).stateTenantFacts({ facts: { identity_second_person: true } })
  expect(await end(theirs)).toBe('forbidden')
})
