import { z } from 'zod'
import { parseInput } from '#core/kernel/parse-input.ts'
import { listNotifications } from '#core/record/notifications/list.ts'
import { markNotificationsRead } from '#core/record/notifications/mark-read.ts'
import type { App, AppDeps } from '../../app-deps.ts'
import { readJson } from '../run-operation.ts'
import { requireUser } from './caller.ts'

const shown = 6
const readInput = z.strictObject({ id: z.string().max(100).optional() })

/** The bell of the header. */
export function mountNotifications(app: App, deps: AppDeps): void {
  app.get('/api/notifications', async (c) =>
    c.json(await listNotifications({ ctx: (await requireUser(deps, c)).ctx, input: { limit: shown } })),
  )
  app.post('/api/notifications/read', async (c) => {
    const { ctx } = await requireUser(deps, c)
    return c.json(await markNotificationsRead({ ctx, input: parseInput(readInput, await readJson(c.req.raw)) }))
  })
}
