import { createHash, randomUUID } from 'node:crypto'
import { ComplianceDenied, type GamingExcludeInputDuration, type GamingReadinessInputActivity, type WebhookEvent } from '@sealwright/sdk'
import { Hono } from 'hono'
import type { App, Signed } from './context.ts'
import { type Told, tell } from './decisions.ts'
import { explain, Problem } from './problems.ts'
import { jsonOf } from './sessions.ts'

// The gate: age and place decide, for each kind of game. The date of birth goes to Sealwright and is not kept here.

const ACTIVITIES: readonly GamingReadinessInputActivity[] = ['general', 'skill_gaming', 'gambling']
const BREAKS: readonly GamingExcludeInputDuration[] = ['1_month', '3_months', '6_months', '1_year']
/** How long a check opens the gate when nothing ends it earlier. */
const OPEN_MS = 24 * 3_600_000

interface Check {
  id: string
  wallet: string
  attempt: string
  jurisdiction: string
  activity: string
  eligible: number
  evidence: string | null
  valid_until: string | null
  decision: string
  created_at: number
  ended_at: number | null
  wallet_id: string | null
  credential_id: string | null
}

const NAMES = { '/date_of_birth': 'date_of_birth', '/jurisdiction': 'jurisdiction', '/activity': 'activity' }

export function caseRoutes(app: App): Hono<Signed> {
  const { client, db } = app
  const routes = new Hono<Signed>()

  routes.get('/gate', (c) => {
    const rows = db.prepare('SELECT * FROM checks WHERE wallet = ? ORDER BY created_at DESC LIMIT 20').all(c.get('wallet'))
    const checks = rows as unknown as Check[]
    // The latest word on each counts.
    const open = ACTIVITIES.filter((one) => isOpen(checks.find(({ activity }) => activity === one)))
    return c.json({ open, checks: checks.map(shown) })
  })

  routes.post('/gate', async (c) => {
    const wallet = c.get('wallet')
    const given = await jsonOf(c)
    const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
    const attempt = text('attempt')
    if (!/^[\w-]{16,64}$/.test(attempt)) throw new Problem(400, 'malformed', 'A check names its attempt.')
    const activity = ACTIVITIES.find((one) => one === text('activity'))
    const fields: Record<string, string> = {}
    for (const name of ['date_of_birth', 'jurisdiction']) if (!text(name)) fields[name] = 'This is needed.'
    if (!activity) fields.activity = 'Choose one.'
    if (Object.keys(fields).length > 0 || !activity) throw new Problem(422, 'required', 'Please look at the marked fields.', fields)
    const known = () => db.prepare('SELECT * FROM checks WHERE wallet = ? AND attempt = ?').get(wallet, attempt) as Check | undefined
    const before = known()
    if (before) return c.json(shown(before))

    const asked = {
      wallet_address: wallet,
      date_of_birth: text('date_of_birth'),
      jurisdiction: text('jurisdiction').toUpperCase(),
      activity,
    }
    const row: Check = {
      id: randomUUID(),
      wallet,
      attempt,
      jurisdiction: asked.jurisdiction,
      activity,
      ...(await ask(app, attempt, asked)),
      created_at: Date.now(),
      ended_at: null,
    }
    db.prepare(
      `INSERT INTO checks VALUES (:id, :wallet, :attempt, :jurisdiction, :activity, :eligible, :evidence, :valid_until, :decision, :created_at, :ended_at,
       :wallet_id, :credential_id) ON CONFLICT DO NOTHING`,
    ).run({ ...row })
    return c.json(shown(known() ?? row), 201)
  })

  /** What lies behind the gate asks this at each door, not the page. */
  routes.get('/play/:activity', (c) => {
    const rows = db.prepare('SELECT * FROM checks WHERE wallet = ? AND activity = ? ORDER BY created_at DESC LIMIT 1')
    const latest = rows.get(c.get('wallet'), c.req.param('activity')) as Check | undefined
    if (!isOpen(latest)) throw new Problem(403, 'gate_closed', 'Pass the gate first.')
    return c.json({ playing: c.req.param('activity') })
  })

  /** Whoever wants a break gets it at once, and nobody can take it back before its end. */
  routes.post('/break', async (c) => {
    const wallet = c.get('wallet')
    const { duration } = await jsonOf(c)
    const chosen = BREAKS.find((one) => one === duration)
    if (!chosen) throw new Problem(422, 'required', 'Say for how long.', { duration: 'Choose one.' })
    await client.gaming.exclude({ wallet_address: wallet, duration: chosen, scope: 'all' }).catch((error: unknown) => {
      throw explain(error, { '/duration': 'duration' })
    })
    db.prepare('UPDATE checks SET ended_at = ? WHERE wallet = ? AND ended_at IS NULL').run(Date.now(), wallet)
    return c.json({ until: chosen }, 201)
  })
  return routes
}

type State = Pick<Check, 'eligible' | 'evidence' | 'valid_until' | 'decision' | 'wallet_id' | 'credential_id'>

/** Asks whether this player may play. A denial is a type of its own: what follows the call is only reached by what is not denied. */
async function ask(
  { client }: App,
  attempt: string,
  asked: { wallet_address: string; date_of_birth: string; jurisdiction: string; activity: GamingReadinessInputActivity },
): Promise<State> {
  const idempotencyKey = `${attempt}-${createHash('sha256').update(JSON.stringify(asked)).digest('hex')}`
  const required_age_tier = asked.activity === 'gambling' ? '21+' : '18+'
  try {
    const answer = await client.gaming.verifyAge({ ...asked, required_age_tier }, { onDeny: 'error', idempotencyKey })
    return {
      eligible: answer.eligible && answer.decision.outcome === 'allow' ? 1 : 0,
      evidence: answer.evidence,
      valid_until: answer.valid_until,
      decision: JSON.stringify(tell(answer.decision)),
      wallet_id: answer.wallet_id,
      credential_id: answer.credential?.id ?? null,
    }
  } catch (error) {
    if (!(error instanceof ComplianceDenied)) throw explain(error, NAMES)
    const decision = JSON.stringify(tell(error.decision))
    return { eligible: 0, evidence: null, valid_until: null, decision, wallet_id: null, credential_id: null }
  }
}

const isOpen = (check: Check | undefined): boolean =>
  check?.eligible === 1 &&
  check.ended_at === null &&
  check.created_at + OPEN_MS > Date.now() &&
  (check.valid_until === null || Date.parse(check.valid_until) > Date.now())

/** A self-exclusion that began elsewhere, and a credential that ended, close the gate: the player is asked again. */
export async function onCaseEvent({ db }: App, event: WebhookEvent): Promise<void> {
  const now = Date.now()
  if (/^credential\.(revoked|suspended|expired)$/.test(event.type))
    db.prepare('UPDATE checks SET ended_at = ? WHERE ended_at IS NULL AND credential_id = ?').run(now, event.resource.id)
  if (event.type !== 'gaming.self_exclusion.started') return
  const wallet = event.data.object?.wallet_id
  if (wallet) db.prepare('UPDATE checks SET ended_at = ? WHERE ended_at IS NULL AND wallet_id = ?').run(now, wallet)
  // Whom it is about is not said: then everybody is asked again, rather than somebody let in who is excluded.
  else db.prepare('UPDATE checks SET ended_at = ? WHERE ended_at IS NULL').run(now)
}

const shown = ({ wallet: _, wallet_id: __, credential_id: ___, decision, eligible, ...row }: Check) => ({
  ...row,
  eligible: eligible === 1,
  decision: JSON.parse(decision) as Told,
})
export type ShownCheck = ReturnType<typeof shown>
