import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@sealwright/sdk'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { onCaseEvent } from './case.ts'
import type { App } from './context.ts'
import { onIdentityEvent } from './identity.ts'

const RETRY_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000]

/**
 * Takes an event into the inbox, once: the same one again changes nothing. It is kept before it is answered, and worked on afterwards, so that
 * none is lost when this process ends in between.
 */
export function keepEvent({ db }: App, event: WebhookEvent): boolean {
  const now = Date.now()
  const { changes } = db
    .prepare('INSERT INTO inbox (id, type, event, received_at, next_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
    .run(event.id, event.type, JSON.stringify(event), now, now)
  return changes > 0
}

/** Works on what is due, the oldest first. What fails is tried again, later and later; it stays, with what went wrong. */
export async function workInbox(app: App): Promise<number> {
  const { db } = app
  let done = 0
  const due = db
    .prepare('SELECT id, event, attempts FROM inbox WHERE done_at IS NULL AND next_at <= ? ORDER BY received_at, rowid LIMIT 50')
    .all(Date.now())
  for (const { id, event, attempts } of due) {
    try {
      const told = JSON.parse(String(event)) as WebhookEvent
      await onIdentityEvent(app, told)
      await onCaseEvent(app, told)
      db.prepare('UPDATE inbox SET done_at = ?, problem = NULL WHERE id = ?').run(Date.now(), String(id))
      done++
    } catch (error) {
      const wait = RETRY_MS[Math.min(Number(attempts), RETRY_MS.length - 1)]!
      const problem = error instanceof Error ? error.message : String(error)
      db.prepare('UPDATE inbox SET attempts = attempts + 1, next_at = ?, problem = ? WHERE id = ?').run(
        Date.now() + wait,
        problem,
        String(id),
      )
      console.error(`event ${id}: ${problem}`)
    }
  }
  return done
}

/** The receiver of webhooks. The signature is over the bytes as they arrived, so they are read before anything is parsed. */
export function webhooks(app: App, wake: () => void): Hono {
  const routes = new Hono()
  routes.post('/', bodyLimit({ maxSize: 1024 * 1024 }), async (c) => {
    const secret = app.config.webhookSecret
    if (!secret) return c.text('SEALWRIGHT_WEBHOOK_SECRET is not set.', 503)
    try {
      const event = await verifyWebhook({ payload: await c.req.arrayBuffer(), headers: c.req.raw.headers, secret })
      keepEvent(app, event)
    } catch (error) {
      if (error instanceof WebhookVerificationError) return c.text(error.message, 401)
      throw error
    }
    wake()
    return c.body(null, 204)
  })
  return routes
}

/** Fetches events where no webhook reaches, such as on your own machine, and goes on where it stopped. Ends with the signal. */
export async function fetchEvents(app: App, wake: () => void, signal: AbortSignal): Promise<void> {
  const { db, client } = app
  const read = () => db.prepare("SELECT value FROM settings WHERE name = 'last_event'").get()?.value as string | undefined
  const keep = (id: string) =>
    db.prepare("INSERT INTO settings VALUES ('last_event', ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(id)
  for (let after = read(); !signal.aborted; ) {
    try {
      const { data } = await client.events.stream({ wait: 25, ...(after && { after }) }, { signal, timeoutMs: 40_000 })
      for (const event of data) {
        keepEvent(app, event as unknown as WebhookEvent)
        keep(event.id)
        after = event.id
      }
      if (data.length > 0) wake()
    } catch (error) {
      if (signal.aborted) return
      console.error(`events: ${error instanceof Error ? error.message : error}`)
      await new Promise((resume) => setTimeout(resume, 5_000).unref())
    }
  }
}
