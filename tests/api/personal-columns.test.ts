import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindVerbs } from '#core/doors/verbs.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { dispatchEvents } from '#core/record/webhooks/dispatch.ts'
import { deliverDue } from '#core/upkeep/webhooks/deliver.ts'
import { mailsTo, userById } from '../stored.ts'
import { startApi } from './harness.ts'
import { makeAccount } from './person.ts'

let api: Awaited<ReturnType<typeof startApi>>
beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW_PRIVATE: '1', RATE_LIMIT: '1' })
})
afterAll(() => api?.stop())

const IP = '203.0.113.177'
const AGENT = 'Mozilla/5.0 (Markeragent; Linux x86_64) Firefox/150.0'
const cookies = new Map<string, string>()

/** A call as it comes over a network: with an address and a browser. */
async function call(method: string, path: string, body?: object, key?: string) {
  const headers = {
    'user-agent': AGENT,
    ...(body && { 'content-type': 'application/json' }),
    ...(key
      ? { authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID() }
      : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
  }
  const env = { incoming: { socket: { remoteAddress: IP } } }
  const answer = await api.app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) }, env)
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]!.split('=')
    cookies.set(name, value)
  }
  const text = await answer.text()
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape.
  return { status: answer.status, text, body: (text.startsWith('{') ? JSON.parse(text) : null) as any }
}

async function as(id: string, role: string) {
  const user = (await userById(api.services, id))!
  const actor = {
    type: 'user',
    id,
    organizationId: user.organization_id,
    role,
    email: user.email,
    sessionId: 's',
    secondFactorAt: Date.now(),
    confirmedAt: Date.now(),
  }
  return bindVerbs({ ...systemCtx(api.services, { id, environment: 'sandbox' }), organizationId: user.organization_id, actor } as Ctx)
}

/** What no column may say in clear, by what it is of. */
const MARKERS: Record<string, RegExp> = {
  name: /quillfeather|ottoline/i,
  address: /9 marmot/i,
  city: /Eelstadt/i,
  phone: /2025550177/,
  'birth date': /1971-08-23/,
  'e-mail': /ottoline\.q|visitor\.q|reader\.q|guest\.q|root\.q|holder\.q/i,
  'network address': /203\.0\.113\.177/,
  browser: /Markeragent/,
  'free text': /mulberry/i,
  creator: /pemberwick/i,
}

/** Every value of every column of every schema of the product that says a marker: `table.column: of what`. */
async function inClear(): Promise<string[]> {
  const { pool } = api.services.connection
  const { rows } = await pool.query<{ table: string; schema: string; column: string; type: string }>(
    `select table_schema as schema, table_name as "table", column_name as "column", data_type as type from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found = new Set<string>()
  for (const one of rows) {
    const column = one.type === 'bytea' ? `encode("${one.column}", 'escape')` : `"${one.column}"::text`
    const { rows: values } = await pool.query<{ v: string | null }>(`select distinct ${column} as v from "${one.schema}"."${one.table}"`)
    for (const { v } of values)
      for (const [what, marker] of Object.entries(MARKERS))
        if (v && marker.test(v)) found.add(`${one.schema === 'public' ? '' : `${one.schema}.`}${one.table}.${one.column}: ${what}`)
  }
  return [...found].sort()
}

async function visit() {
  const form = {
    firstName: 'Ottoline',
    lastName: 'Quillfeather',
    company: 'Harbour Works',
    email: 'visitor.q@harbour.example',
    phone: '+12025550177',
    inquiryType: 'api',
    notes: 'Ottoline Quillfeather of 9 Marmot Lane asks about the mulberry plan.',
  }
  expect((await call('POST', '/functions/v1/send-contact-email', form)).status).toBeLessThan(300)
  expect((await call('POST', '/api/status/subscribe', { email: 'reader.q@harbour.example' })).status).toBeLessThan(300)
  const account = {
    email: 'ottoline.q@harbour.example',
    password: 'Fresh-Horse-78',
    firstName: 'Ottoline',
    lastName: 'Quillfeather',
    phone: '+12025550177',
    companyName: 'Harbour Works',
    solutionsInterest: ['nfts'],
    country: 'Germany',
    city: 'Eelstadt',
    address: '9 Marmot Lane',
  }
  expect((await call('POST', '/api/accounts/sign-up', account)).status).toBe(201)
  expect((await call('POST', '/api/accounts/sign-up', account)).status).toBe(201)
  const [mail] = await mailsTo(api.services, account.email)
  const link = new URL(/http\S+verify-email\S+/.exec(mail!.text)![0])
  expect((await call('GET', link.pathname + link.search)).status).toBe(302)
  const wrong = await call('POST', '/api/accounts/sign-in', { email: account.email, password: 'Wrong-Horse-1', rememberMe: true })
  expect(wrong.status).toBe(401)
  expect((await call('POST', '/api/accounts/sign-in', { email: account.email, password: account.password, rememberMe: true })).status).toBe(
    200,
  )
  expect((await call('POST', '/api/accounts/reset-password', { email: account.email })).status).toBe(200)
  const { user } = (await call('GET', '/api/session')).body
  expect(user).toMatchObject({ email: account.email, firstName: 'Ottoline' })
  return user.id as string
}

async function work(id: string) {
  const own = await as(id, 'investor')
  await own.updateOwnProfile({
    firstName: 'Ottoline',
    lastName: 'Quillfeather',
    phone: '+12025550177',
    companyName: 'Harbour Works',
    country: 'Germany',
    city: 'Eelstadt',
    state: '',
    address: '9 Marmot Lane',
    postalCode: '10115',
    dateOfBirth: '1971-08-23',
  })
  await own.requestIssuerRole({ reason: 'I, Ottoline Quillfeather, want to issue the mulberry notes.' })
  await own.uploadDocument({
    owner_type: 'user',
    owner_id: id,
    kind: 'passport',
    file_name: 'ottoline-quillfeather.pdf',
    bytes: new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF'),
  })
  await own.requestErasure({ reason: 'The mulberry matter of Ottoline Quillfeather.' })
  const root = await as(await makeAccount(api, 'root.q@harbour.example', 'admin'), 'admin')
  const [inquiry] = (await root.listInquiries({ search: 'quillfeather' })).data
  await root.updateInquiry({ id: inquiry!.id, status: 'handled', note: 'Called Ottoline Quillfeather at +12025550177.' })
  expect(await root.setVerificationStatus({ id, identity_status: 'verified' })).toMatchObject({ second_person: expect.anything() })
  const [wish] = (await root.listRoleRequests({ status: 'pending' })).data
  await root.decideRoleRequest({ id: wish!.id, decision: 'decline', note: 'Not for Ottoline: ask about mulberry again.' })
  expect((await root.searchUsers({ search: 'uillfeath' })).data).toMatchObject([{ email: 'ottoline.q@harbour.example' }])
  expect((await own.listNotifications({ limit: 10 })).data[0]!.body).toContain('mulberry')
  expect(JSON.stringify(await own.exportOwnData())).toContain('1971-08-23')
}

async function integrate() {
  const { key } = await api.makeKey('sandbox')
  const post = async (path: string, body: object) => {
    const answer = await call('POST', `/api/v1${path}`, body, key)
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
    return answer.body
  }
  const wallet = `0x${'d7'.repeat(20)}`
  const who = { full_name: 'Ottoline Quillfeather', date_of_birth: '1971-08-23', country: 'DE' }
  await post('/webhook-endpoints', { url: 'http://127.0.0.1:9/', payload: 'full' })
  const investor = await post('/investors', { ...who, email: 'holder.q@harbour.example', wallet_address: wallet })
  await post('/wallets/verify', { wallet_address: wallet, kyc_data: who })
  await post(`/investors/${investor.id}/verify`, { force: true })
  await post('/sanctions/check', { ...who, monitor: true })
  const home = {
    addressType: 'HOME',
    streetName: '9 Marmot Lane',
    buildingNumber: '9',
    townName: 'Eelstadt',
    postCode: '10115',
    country: 'DE',
  }
  await post('/transactions', {
    from_address: '0x5ea15ea15ea15ea15ea15ea15ea15ea100005002',
    to_address: `0x${'0'.repeat(37)}b11`,
    amount: '2900',
    currency: 'USDC',
    originator: { name: 'Ottoline Quillfeather', address: home },
    beneficiary: { name: 'Ottoline Quillfeather', vasp: 'vasp.example' },
  })
  await post('/nfts/verify-creator', { wallet_address: wallet, creator_name: 'Atelier Pemberwick', social_links: {} })
  const terms = { type: 'equity', regulation: 'reg_d_506c', total_supply: '1000', price_per_token: '100', maximum_raise: '100000' }
  const offering = await post('/offerings', { name: 'Harbour', status: 'open', ...terms })
  await post('/invitations', { offering_id: offering.id, email: 'guest.q@harbour.example' })
  await call('GET', `/api/v1/investors/${investor.id}`, undefined, key)
  await dispatchEvents(api.services)
  await deliverDue(api.services, 100)
  await api.requestLog.flush()
}

test('S13 what people say of themselves is nowhere in clear but where the list of columns says why', async () => {
  const id = await visit()
  await work(id)
  await integrate()
  // A creator's professional name: see PLAIN of db/plain-columns.ts. All else is sealed.
  expect(await inClear()).toEqual(['events.object: creator', 'wallets.creator: creator'])
})
