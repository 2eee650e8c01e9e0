import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, type SQL } from 'drizzle-orm'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { personalCtx } from '#core/access/accounts/personal.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { ofPlatform } from '#core/access/second-person/scope.ts'
import { bindVerbs } from '#core/doors/verbs.ts'
import { ownInvestor } from '#core/identity/persons/own-investor.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { atHome } from '#core/kernel/permissions.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { connectUserWallet } from '#core/portal/user-wallets/connect.ts'
import { proveOwnWallet } from '#core/portal/user-wallets/prove.ts'
import { decideCase } from '#core/review/cases/decide.ts'
import { loadListFolder, openLists } from '#core/screening/lists/load.ts'
import { cases, decisions, users } from '#db/schema.ts'
import { SOURCE_KINDS } from '#engine/facts/entry.ts'
import { RULES } from '#engine/rulesets.ts'
import type { RuleOutcome } from '#engine/run-rule.ts'
import { startApi } from '../api/harness.ts'
import { sealedDecisions } from '../api/one-decision.ts'
import { makeAccount } from '../api/person.ts'
import { showIdentity, shownIfAsked } from '../evidence.ts'
import { NOT_YET } from './not-yet.ts'

/** Whom the lists of the installation name: a person of each list, by name. */
export const LISTED = { ofac: 'Zenobia Kowalczyk', un: 'Thaddeus Montgomery' } as const
/** One of whom the list says only the name, until it says more. */
export const LISTED_BY_NAME = 'Bertram Alderton'
/** One whose birth date the list knows, and a wallet that it names. */
export const LISTED_BORN = { full_name: 'Quillon Obermann', date_of_birth: '1970-03-05' } as const
export const LISTED_WALLET = `0x${'d1'.repeat(20)}`

/** Official lists, small: what a first version holds at least is not asked of them. */
export async function loadSmallLists(services: Services, alderton = '-0- '): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-lists-'))
  const nulls = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,'
  const rows = [
    ['KOWALCZYK, Zenobia', '-0- '],
    ['ALDERTON, Bertram', alderton],
    ['OBERMANN, Quillon', '"DOB 05 Mar 1970."'],
    // Another list each day: one that nobody published anew grows old.
    [`PUBLISHED, ${new Date().toISOString().slice(0, 10)}`, '-0- '],
    ['HARBOUR, Walter', `"Digital Currency Address - ETH ${LISTED_WALLET}."`],
  ].map(([name, remarks], i) => `${100 + i},"${name}","individual","SDGT",${nulls}${remarks}\r\n`)
  writeFileSync(join(folder, 'sdn.csv'), `${rows.join('')}\x1a`)
  const made = new Date().toISOString()
  const person = '<DATAID>1</DATAID><FIRST_NAME>Thaddeus Montgomery</FIRST_NAME><UN_LIST_TYPE>Test</UN_LIST_TYPE>'
  writeFileSync(
    join(folder, 'consolidated.xml'),
    `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="${made}"><INDIVIDUALS><INDIVIDUAL>${person}<REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER></INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`,
  )
  await loadListFolder(services, folder, {})
  await openLists(services, { dir: null, source: 'official' })
  rmSync(folder, { recursive: true, force: true })
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, asserted on by each test.
type Body = any

/** An organisation in production, by a key that one of its people made. */
export class Tenant {
  readonly #call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; text: string; body: Body }>
  /** Its own context, for the few acts that have a page and no call. */
  readonly ctx: Ctx
  constructor(ctx: Ctx, call: Tenant['call']) {
    this.ctx = ctx
    this.#call = call
  }
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return this.#call(method, path, body, headers)
  }
  /** As `call`, for what has to be answered with 2xx: the answer itself. */
  async ok(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body> {
    const answer = await this.#call(method, path, body, headers)
    expect(answer.status, `${method} ${path} ${answer.text.slice(0, 3_000)}`).toBeLessThan(300)
    return answer.body
  }
  post = (path: string, body: unknown = {}) => this.ok('POST', path, body)
  patch = (path: string, body: unknown) => this.ok('PATCH', path, body)
  get = (path: string) => this.ok('GET', path)
}

/** What a rule did in a decision: it held, or it spoke (failed, asked, sent to review, warned, told). */
export type Way = 'holds' | 'speaks'
export type Reached = ReadonlyMap<string, ReadonlySet<Way>>

let installations = 0

/**
 * An installation in production: lists loaded, no scenario, no sandbox, keys of production; several organisations, and people of
 * Sealwright who act as administrators.
 */
export async function startProduction(settings: Record<string, string> = {}) {
  const api = await startApi(settings)
  await loadSmallLists(api.services)
  const { db } = api.services.connection
  const keys = new Map<string, string>()
  const tenants: Tenant[] = []
  const run = ++installations

  /**
   * A further organisation, whose people an administrator verified unless said otherwise, with a key of production. Whom it asks about shows
   * who they are, unless said otherwise.
   */
  async function tenant(name: string, options: { verified?: boolean; shows?: boolean } = {}): Promise<Tenant> {
    const id = await makeAccount(api, `${name}-${run}@tenants.example`, 'issuer')
    const [user] = await db
      .update(users)
      .set({ is_verified: options.verified ?? true })
      .where(eq(users.id, id))
      .returning()
    const ctx = systemCtx(api.services, { id, organizationId: user!.organization_id, environment: 'production' })
    const { key } = await createApiKey({ ctx, input: { name, environment: 'production', scopes: ['*'], allowed_ips: [] } })
    keys.set(user!.organization_id, key)
    const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      api.call(method, `/v1${path}`, body, key, headers)
    const shows = options.shows ?? true
    const made = new Tenant(ctx, async (method, path, body, headers) => {
      const answer = await call(method, path, body, headers)
      return shows ? shownIfAsked(api.services, { method, path: `/v1${path}`, body }, answer, (said) => call(method, path, said)) : answer
    })
    tenants.push(made)
    return made
  }

  /** One of Sealwright's administrators, signed in with a second factor: pages and acts of two people. */
  const administrator = (id = 'usr_platform'): Ctx => ({
    ...systemCtx(api.services, { id, organizationId: 'org_platform', environment: 'production' }),
    actor: {
      type: 'user',
      id,
      ...atHome('org_platform', 'admin'),
      email: `${id}@platform.example`,
      sessionId: 's',
      secondFactorAt: Date.now(),
      hasSecondFactor: true,
    },
  })

  /** Somebody else of an organisation, who decides its cases: signed in with a second factor. */
  const colleague = (organizationId: string, id = 'usr_colleague'): Ctx => ({
    ...systemCtx(api.services, { id, organizationId, environment: 'production' }),
    actor: {
      type: 'user',
      id,
      ...{ organizationId, home: 'none', role: 'investor', member: { role: 'compliance_officer', permissions: null, standing: 'issuer' } },
      email: `${id}@tenants.example`,
      sessionId: 's',
      secondFactorAt: Date.now(),
      hasSecondFactor: true,
    },
  })

  /** What is decided of a case: by an administrator where it is the platform's, else by one more person of its organisation. */
  async function settle(caseId: string, outcome: 'release' | 'refuse', by?: string, more: object = {}) {
    const of = (which?: SQL) =>
      db
        .select({ organization: cases.organization_id })
        .from(cases)
        .where(and(eq(cases.id, caseId), which))
    const [[row], [platform]] = await Promise.all([of(), of(ofPlatform)])
    const ctx = platform ? administrator(by) : colleague(row!.organization, by)
    return decideCase({ ctx, input: { id: caseId, outcome, reason_code: 'looked_at', note: 'The papers were read.', ...more } })
  }

  /** Somebody with an account of their own, who lets organisations rely on the check that Sealwright made of them. */
  async function admittable(n: number, { shows = true, ...identity }: Record<string, string> & { shows?: boolean } = {}) {
    const email = `person-${run}-${n}@people.example`
    const id = await makeAccount(api, email, 'investor')
    const [user] = await db.select().from(users).where(eq(users.id, id))
    const actor = { type: 'user', id, ...atHome(user!.organization_id, 'investor'), email, sessionId: 's' } as const
    const ctx = (): Ctx => ({
      ...systemCtx(api.services, { id, organizationId: user!.organization_id, environment: 'production' }),
      actor: { ...actor, secondFactorAt: Date.now() },
    })
    const account = holderAccount(n)
    const said = {
      ...{ firstName: 'Ada', lastName: `Person${'abcdefghij'[n % 10]}`, dateOfBirth: '1985-04-02', nationalIdLast4: '1234' },
      ...{ address: '1 Harbour Street', city: 'Wilmington', state: 'DE', zipCode: '19801', country: 'US', phoneNumber: '+13025550123' },
      ...identity,
    }
    /** Says who they are, at first and whenever something of it is another now. */
    const verify = async (change: Record<string, string> = {}) => {
      const values = Object.assign(said, change)
      const verbs = bindVerbs(ctx())
      await verbs.saveOwnVerification({ step: 'identity', values, complete: true })
      const sent = await verbs.submitOwnVerification({ acceptedTerms: true, signature: `${values.firstName} ${values.lastName}` })
      if (!shows) return sent
      await showOwn()
      return { identity: (await bindVerbs(ctx()).readOwnVerification()).statuses.identity }
    }
    /** Shows who they are, as a passport does. */
    const showOwn = async () => {
      const own = await personalCtx(ctx())
      const row = await ownInvestor(own.db, own)
      await showIdentity({ ...own, actor: { type: 'system', id: 'passport' } }, row!.person_id)
    }
    /** Connects the wallet and signs for it, as the browser does. */
    const prove = async () => {
      const own = await personalCtx(ctx())
      const { message } = await connectUserWallet({ ctx: own, input: { address: account.address, chainId: '1', provider: 'metamask' } })
      return proveOwnWallet({ ctx: own, input: { message, signature: await account.signMessage({ message }) } })
    }
    /** Accepts the invitation of an organisation, which is the consent. */
    const admit = async (by: Tenant, share: ('accreditation' | 'documents')[] = []) => {
      const offering = await by.post('/offerings', {
        ...{ name: `Invites ${email}`, regulation: 'reg_d_506c', total_supply: 1_000, price_per_token: '10', maximum_raise: '10000' },
        status: 'draft',
      })
      const { id: invitation_id } = await by.post('/invitations', { offering_id: offering.id, email })
      await bindVerbs(ctx()).answerInvitation({ invitation_id, accept: true, share })
    }
    return { address: account.address, ctx, verify, prove, admit, verbs: () => bindVerbs(ctx()) }
  }

  const holderAccount = (n: number) => privateKeyToAccount(`0x${(0xa11ce + run * 10_000 + n).toString(16).padStart(64, '0')}`)
  /** A wallet that its holder can sign with. */
  const holder = (n: number) => {
    const account = holderAccount(n)
    const prove = async (of: Tenant) => {
      const { message } = await of.post('/wallets/challenge', { wallet_address: account.address })
      return { message, signature: await account.signMessage({ message }) }
    }
    return { address: account.address, prove }
  }

  /**
   * What every rule did in the decisions of this installation, each as it was sealed and as `GET /v1/decisions/{id}` tells it to its owner.
   */
  async function reached(): Promise<Map<string, Set<Way>>> {
    const rows = await db
      .select({ id: decisions.id, organization: decisions.organization_id })
      .from(decisions)
      .where(and(eq(decisions.environment, 'production')))
    const sealed = await sealedDecisions(
      db,
      rows.map(({ id }) => id),
    )
    const found = new Map<string, Set<Way>>()
    for (const { id, organization } of rows) {
      const { result } = sealed.get(id)!
      for (const rule of result.rules) {
        const way = wayOf(rule)
        if (way) found.set(rule.code, (found.get(rule.code) ?? new Set()).add(way))
      }
      const key = keys.get(organization)
      if (!key) continue
      const { status, body, text } = await api.call('GET', `/v1/decisions/${id}`, undefined, key)
      expect(status, text).toBe(200)
      expect(wronglyFrom(body.facts_used), id).toEqual([])
      const told = new Map<string, string>(body.rules.map((rule: { code: string; result: string }) => [rule.code, rule.result]))
      for (const { code, result: said, visibility } of result.rules)
        if (visibility !== 'officer' && !told.has(code.toLowerCase())) throw new Error(`${id} does not tell its owner of ${code}: ${said}`)
    }
    return found
  }

  return { api, db, tenant, administrator, colleague, settle, holder, admittable, reached, stop: api.stop }
}

const KINDS: readonly string[] = SOURCE_KINDS.filter((kind) => kind !== 'simulated')

/** The facts of a decision in production whose source is none of the kinds. */
const wronglyFrom = (used: readonly { path: string; source: string }[]) => used.filter(({ source }) => !KINDS.includes(source))

const UNKNOWN = ['FACT_MISSING', 'STRONGER_SOURCE_NEEDED', 'FX_RATE_REQUIRED', 'RULE_COULD_NOT_RUN']
const DEFINED = new Map(RULES.map((rule) => [rule.code, rule]))
const spoken = (result: string) => !['pass', 'not_applicable'].includes(result)

/** A rule that only asks for what it does not know has judged nothing, unless asking is all that it does. */
function wayOf(rule: Pick<RuleOutcome, 'code' | 'result' | 'reason'>): Way | null {
  if (rule.result === 'pass') return 'holds'
  if (!spoken(rule.result)) return null
  if (!UNKNOWN.includes(rule.reason ?? '')) return 'speaks'
  const others = DEFINED.get(rule.code)!.goldens.some(({ expect: wanted }) => spoken(wanted) && wanted !== 'needs_info')
  return rule.reason === 'FACT_MISSING' && !others ? 'speaks' : null
}

/** The ways a rule has, by the goldens beside it: some only tell, some only hold. */
function waysOf(code: string): Way[] {
  const results = DEFINED.get(code)!.goldens.map((golden) => golden.expect as string)
  return [...(results.includes('pass') ? (['holds'] as const) : []), ...(results.some(spoken) ? (['speaks'] as const) : [])]
}

/** Rules that another journey shows than those of their market. */
export const SHOWN_BY: Readonly<Record<'reliance' | 'accreditation' | 'company' | 'exposed', readonly string[]>> = {
  reliance: ['KYC_EVENT_REFRESH', 'KYC_REFRESH_DUE'],
  exposed: ['PEP_EDD', 'PEP_MATCH'],
  accreditation: RULES.map(({ code }) => code).filter((code) => /^ACCREDITED_|^REG_D_506C_M\d/.test(code)),
  company: [
    ...['CDD_CONTROL_PERSON', 'CDD_EXEMPT', 'CDD_INDIRECT_SHARE', 'CDD_OWNER_25', 'CDD_OWNERSHIP_IMPOSSIBLE', 'CDD_REVERIFY'],
    'CIP_NOT_VERIFIED',
  ],
}
const ELSEWHERE = Object.values(SHOWN_BY).flat()

/**
 * What is wrong with what was reached of the rules of some markets, or of those named: a way that no decision shows and `not-yet.ts` does not name, and
 * one named there that was reached. Empty when all is as it should be: so the list can only get shorter.
 */
export function notReached(found: Reached, markets: readonly string[], only?: readonly string[]): string[] {
  const wrong: string[] = []
  for (const { code, market, in_force_to } of RULES) {
    if (in_force_to !== undefined && in_force_to < rulesDay(Date.now())) continue
    if (!markets.includes(market) || !(only ? only.includes(code) : !ELSEWHERE.includes(code))) continue
    const excused = NOT_YET[code]?.missing ?? []
    for (const way of waysOf(code)) {
      const seen = found.get(code)?.has(way) ?? false
      if (!seen && !excused.includes(way)) wrong.push(`${code} was never seen where it ${way}`)
      if (seen && excused.includes(way)) wrong.push(`${code} was seen where it ${way}: take that from tests/reach/not-yet.ts`)
    }
    for (const way of excused) if (!waysOf(code).includes(way)) wrong.push(`${code} has no way where it ${way}`)
  }
  return wrong
}
