import { and, desc, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { connect } from '#db/connect.ts'
import { decisions, events } from '#db/schema.ts'
import { decisionsIn, otherwise, sealedDecisions } from '../api/one-decision.ts'
import type { Delivered } from '../receiver.ts'
import type { Installation } from './installation.ts'
import { all, sideBySide } from './load.ts'

type Told = Parameters<typeof decisionsIn>[2]

/** Of a customer who asked for thousands, so many are read one by one, the newest; lists, events and webhooks tell of all. */
const ONE_BY_ONE = 180

/**
 * Every decision that the customer of this key has in the database is listed, and is told there, by its id, in a receipt, in the events
 * and in what webhooks carried with the sealed outcome, reason codes and rules. The events of all customers are read beside them.
 */
export async function oneDecisionEverywhere(gate: Installation, key: string, deliveries: readonly Delivered[]) {
  const connection = connect(gate.databaseUrl, 2)
  try {
    const { db } = connection
    const told: Told = []
    const newest = (await gate.call('GET', '/decisions?limit=1', { key })).data[0].id as string
    const [mine] = await db.select({ id: decisions.organization_id }).from(decisions).where(eq(decisions.id, newest))
    const rows = await db
      .select({ id: decisions.id, check: decisions.check, outcome: decisions.outcome })
      .from(decisions)
      .where(and(eq(decisions.organization_id, mine!.id), eq(decisions.environment, 'production')))
      .orderBy(desc(decisions.evaluated_at))
    const listed = await all(gate, key, '/decisions')
    decisionsIn(listed, 'GET /decisions', told)
    const there = new Set(listed.map((one) => one.id))
    expect(rows.filter(({ id }) => !there.has(id))).toEqual([])
    // One of each kind is proven too.
    const proven = new Set(new Map(rows.map((row) => [`${row.check} ${row.outcome}`, row.id])).values())
    const paths = rows.slice(0, ONE_BY_ONE).map(({ id }) => `/decisions/${id}`)
    await sideBySide([...paths, ...[...proven].map((id) => `/decisions/${id}/receipt`)], async (path) =>
      decisionsIn(await gate.call('GET', path, { key }), `GET ${path}`, told),
    )
    const inAnswers = told.length
    decisionsIn(await all(gate, key, '/events'), 'GET /events', told)
    for (const row of await db.select({ type: events.type, object: events.object }).from(events)) decisionsIn(row.object, row.type, told)
    const inEvents = told.length - inAnswers
    for (const { id, event } of deliveries) decisionsIn(event, `webhook ${id}`, told)
    const inWebhooks = told.length - inAnswers - inEvents

    const sealed = await sealedDecisions(
      db,
      told.map(({ id }) => id),
    )
    expect(rows.filter(({ id }) => !sealed.has(id))).toEqual([])
    expect(told.flatMap((one) => (sealed.has(one.id) && otherwise(one, sealed.get(one.id)!)) || [])).toEqual([])
    expect(inAnswers).toBe(listed.length + paths.length + proven.size)
    return { decisions: rows.length, inAnswers, inEvents, inWebhooks }
  } finally {
    await connection.close()
  }
}
