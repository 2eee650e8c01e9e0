import { createHash, randomUUID } from 'node:crypto'
import { ComplianceDenied, type CreatorVerification, type WebhookEvent } from '@sealwright/sdk'
import { Hono } from 'hono'
import type { App, Signed } from './context.ts'
import { type Told, tell } from './decisions.ts'
import { isVerified, personOf } from './identity.ts'
import { explain, Problem } from './problems.ts'
import { jsonOf } from './sessions.ts'

// Creators: who they are is verified once (identity.ts); here under which name they show works, and how far that is shown.

interface Creator {
  wallet: string
  name: string
  links: string
  verified: number
  tier: string
  risk_score: number | null
  next_tier: string | null
  decision: string
  updated_at: number
}

const LINKS = ['twitter', 'instagram', 'website'] as const
const NAMES = {
  '/creator_name': 'name',
  '/social_links/twitter': 'twitter',
  '/social_links/instagram': 'instagram',
  '/social_links/website': 'website',
}

export function caseRoutes(app: App): Hono<Signed> {
  const { db } = app
  const routes = new Hono<Signed>()

  routes.get('/creator', (c) => {
    const wallet = c.get('wallet')
    const works = db.prepare('SELECT id, title, created_at FROM works WHERE wallet = ? ORDER BY created_at DESC').all(wallet)
    return c.json({ creator: shown(creatorOf(app, wallet)), works })
  })

  routes.post('/creator', async (c) => {
    const wallet = c.get('wallet')
    if (!isVerified(personOf(app, wallet))) throw new Problem(403, 'not_verified', 'Verify yourself first.')
    const given = await jsonOf(c)
    const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
    if (!text('name')) throw new Problem(422, 'required', 'Please look at the marked field.', { name: 'This is needed.' })
    const attempt = text('attempt')
    if (!/^[\w-]{16,64}$/.test(attempt)) throw new Problem(400, 'malformed', 'A check names its attempt.')
    const links = Object.fromEntries(LINKS.map((name) => [name, text(name)]).filter(([, link]) => link))
    const row: Creator = {
      wallet,
      name: text('name'),
      links: JSON.stringify(links),
      ...(await ask(app, attempt, wallet, text('name'), links)),
      updated_at: Date.now(),
    }
    db.prepare(
      `INSERT INTO creators VALUES (:wallet, :name, :links, :verified, :tier, :risk_score, :next_tier, :decision, :updated_at)
       ON CONFLICT (wallet) DO UPDATE SET name = :name, links = :links, verified = :verified, tier = :tier, risk_score = :risk_score,
       next_tier = :next_tier, decision = :decision, updated_at = :updated_at`,
    ).run({ ...row })
    return c.json({ creator: shown(row) }, 201)
  })

  /** A work is listed by who is verified at that moment, and by nobody else. */
  routes.post('/works', async (c) => {
    const wallet = c.get('wallet')
    if (!mayList(app, wallet)) throw new Problem(403, 'not_verified', 'Only a verified creator lists works.')
    const { title } = await jsonOf(c)
    if (typeof title !== 'string' || !title.trim() || title.length > 200)
      throw new Problem(422, 'required', 'Please look at the marked field.', { title: 'Give a title of at most 200 characters.' })
    const work = { id: randomUUID(), wallet, title: title.trim(), created_at: Date.now() }
    db.prepare('INSERT INTO works VALUES (:id, :wallet, :title, :created_at)').run(work)
    return c.json(work, 201)
  })
  return routes
}

type State = Pick<Creator, 'verified' | 'tier' | 'risk_score' | 'next_tier' | 'decision'>

/** Asks who this creator is to buyers. A denial is a type of its own: what follows the call is only reached by what is not denied. */
async function ask(
  { client }: App,
  attempt: string,
  wallet: string,
  creator_name: string,
  social_links: Record<string, string>,
): Promise<State> {
  const idempotencyKey = `${attempt}-${createHash('sha256')
    .update(JSON.stringify([creator_name, social_links]))
    .digest('hex')}`
  try {
    const answer = await client.nfts.verifyCreator(
      { wallet_address: wallet, creator_name, social_links },
      { onDeny: 'error', idempotencyKey },
    )
    return stateOf(answer)
  } catch (error) {
    if (!(error instanceof ComplianceDenied)) throw explain(error, NAMES)
    return { verified: 0, tier: 'none', risk_score: null, next_tier: null, decision: JSON.stringify(tell(error.decision)) }
  }
}

const stateOf = ({ verified, verification_tier, risk_score, next_tier, decision }: CreatorVerification): State => {
  const allowed = verified && decision.outcome === 'allow'
  return {
    verified: allowed ? 1 : 0,
    tier: allowed ? verification_tier : 'none',
    risk_score,
    next_tier: next_tier && JSON.stringify(next_tier),
    decision: JSON.stringify(tell(decision)),
  }
}

const creatorOf = ({ db }: App, wallet: string) => db.prepare('SELECT * FROM creators WHERE wallet = ?').get(wallet) as Creator | undefined

/** Whoever's credential ended lists nothing more, whatever their tier was. */
const mayList = (app: App, wallet: string): boolean => isVerified(personOf(app, wallet)) && creatorOf(app, wallet)?.verified === 1

/** A creator who was flagged, or has no tier any more, lists nothing before they are asked again. Events only close here: none opens. */
export async function onCaseEvent({ db }: App, event: WebhookEvent): Promise<void> {
  if (event.type !== 'nft.creator.flagged' && event.type !== 'nft.creator.tier_changed') return
  const about = event.data.object
  if (event.type === 'nft.creator.tier_changed' && about?.verification_tier && about.verification_tier !== 'none') return
  db.prepare(
    "UPDATE creators SET verified = 0, tier = 'none', updated_at = ? WHERE wallet IN (SELECT wallet FROM people WHERE wallet_id = ?)",
  ).run(Date.now(), about?.wallet_id ?? event.resource.id)
}

const shown = (row: Creator | undefined) =>
  row
    ? {
        name: row.name,
        links: JSON.parse(row.links) as Record<string, string>,
        verified: row.verified === 1,
        tier: row.tier,
        risk_score: row.risk_score,
        next_tier: row.next_tier ? (JSON.parse(row.next_tier) as { tier: string; missing: string[] }) : null,
        decision: JSON.parse(row.decision) as Told,
      }
    : null
export type ShownCreator = NonNullable<ReturnType<typeof shown>>
