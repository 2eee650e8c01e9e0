import { ERRORS, type ErrorCode, notFound } from '#core/kernel/errors.ts'
import { readPublicStatement, statementReceipt } from '#core/markets/reserves/read.ts'
import { newestCheckpoint } from '#core/record/audit/checkpoint.ts'
import { describeLog } from '#core/record/audit/describe.ts'
import { consistencyProof, inclusionProof } from '#core/record/audit/proofs.ts'
import { readTile } from '#core/record/audit/tiles.ts'
import { eventJsonSchema } from '#core/record/events/event-schemas.ts'
import { EVENT_TYPES, type EventType } from '#core/record/events/event-types.ts'
import { policyInForce } from '#core/record/policies/list.ts'
import { webhookKeys } from '#credentials/keys.ts'
import type { Rule } from '#engine/rule.ts'
import { CURRENT_VERSION, RULES } from '#engine/rulesets.ts'
import type { App, AppDeps } from '../app-deps.ts'
import { askedVersion } from '../asked-version.ts'

/** Addresses anybody may read: the log's head, and what the error codes mean. */
export function mountPublic(app: App, deps: AppDeps): void {
  const { services } = deps
  const open = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

  app.get('/.well-known/webhook-keys.json', (c) =>
    c.json(
      webhookKeys(
        (['sandbox', 'production'] as const).flatMap((environment) =>
          services.keyring.published.webhook[environment].map((signer) => ({ signer, environment })),
        ),
      ),
      200,
      open,
    ),
  )
  // RFC 9116: where a weakness is reported. It must name a day after which it is not to be trusted.
  app.get('/.well-known/security.txt', (c) => {
    const { publicUrl } = services.config
    const expires = new Date(Date.now() + 180 * 86_400_000).toISOString().slice(0, 11)
    const lines = [
      `Contact: ${publicUrl}/contact?inquiry=technical`,
      `Expires: ${expires}00:00:00Z`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      `Policy: ${publicUrl}/documentation/security#report-a-weakness`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, open)
  })
  // What password managers open to change a password.
  app.get('/.well-known/change-password', (c) => c.redirect('/settings#password', 302))
  app.get('/.well-known/sealwright-log', async (c) => c.json(await describeLog(services), 200, open))
  app.get('/log/tile/*', async (c) => {
    const tile = await readTile(services, c.req.path.slice('/log/tile/'.length))
    // What is whole never changes.
    const kept = { ...open, 'cache-control': 'public, max-age=31536000, immutable' }
    return c.body(new Uint8Array(tile), 200, { ...kept, 'content-type': 'application/octet-stream' })
  })
  app.get('/log/checkpoint', async (c) => c.text(await newestCheckpoint(services), 200, { ...open, 'cache-control': 'no-store' }))

  app.get('/log/proofs/inclusion', async (c) => c.json(await inclusionProof(services, c.req.query()), 200, open))
  app.get('/log/proofs/consistency', async (c) => c.json(await consistencyProof(services, c.req.query()), 200, open))

  for (const prefix of ['/api/v1', '/v1']) {
    const address = (type: string) => `${services.config.publicUrl}${prefix}/schemas/events/${type}`
    app.get(`${prefix}/schemas/events`, (c) =>
      c.json({ data: [...EVENT_TYPES].map(([type, when]) => ({ type, when, schema: address(type) })) }, 200, open),
    )
    app.get(`${prefix}/schemas/events/:type`, (c) => {
      const type = c.req.param('type') as EventType
      if (!EVENT_TYPES.has(type)) throw notFound()
      const { $schema, ...schema } = eventJsonSchema(type, askedVersion(c))
      return c.body(JSON.stringify({ $schema, $id: address(type), ...schema }), 200, { ...open, 'content-type': 'application/schema+json' })
    })
  }

  // The same addresses are pages for people: only who asks for JSON first gets it.
  app.get('/errors/:code', async (c, next) => {
    if (!prefersJson(c.req.header('accept'))) return next()
    const code = c.req.param('code') as ErrorCode
    if (!Object.hasOwn(ERRORS, code)) throw notFound()
    const { status, title } = ERRORS[code]
    return c.json({ code, status, title, doc_url: `${services.config.publicUrl}/errors/${code}` }, 200, { ...open, vary: 'accept' })
  })
  app.get('/reserves/:id', async (c, next) => {
    if (!prefersJson(c.req.header('accept'))) return next()
    const statement = await readPublicStatement(services, c.req.param('id'))
    if (!statement) throw notFound()
    return c.json(statement, 200, { ...open, vary: 'accept' })
  })
  app.get('/reserves/:id/receipt', async (c) => c.json(await statementReceipt(services, c.req.param('id')), 200, open))
  app.get('/rules', async (c, next) => {
    if (!prefersJson(c.req.header('accept'))) return next()
    const policy = await policyInForce(services)
    const in_force_since = policy?.version === CURRENT_VERSION ? policy.in_force_since : null
    return c.json({ ruleset: CURRENT_VERSION, in_force_since, data: publishedRules().map(presentRule) }, 200, { ...open, vary: 'accept' })
  })
  app.get('/rules/:code', async (c, next) => {
    if (!prefersJson(c.req.header('accept'))) return next()
    const rule = publishedRules().find((one) => one.code === c.req.param('code').toUpperCase())
    if (!rule) throw notFound()
    return c.json({ ruleset: CURRENT_VERSION, ...presentRule(rule) }, 200, { ...open, vary: 'accept' })
  })
}

/** True when a program asks: JSON is named, and not after HTML. */
function prefersJson(accept: string | undefined): boolean {
  const json = accept?.search(/application\/([a-z.]+\+)?json/) ?? -1
  const html = accept?.indexOf('text/html') ?? -1
  return json >= 0 && (html < 0 || json < html)
}

/** Rules about suspicion are not published: the law forbids telling anyone how they are watched. */
const publishedRules = () => RULES.filter((rule) => rule.visibility !== 'officer')

const presentRule = (rule: Rule) => ({
  code: rule.code,
  version: rule.version,
  market: rule.market,
  summary: rule.sentence,
  severity: rule.severity,
  citation: rule.citation,
  certainty: rule.certainty,
  params: rule.params,
  checks: rule.checks,
  in_force_from: rule.in_force_from,
  in_force_to: rule.in_force_to ?? null,
})
