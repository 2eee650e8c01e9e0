import type { z } from 'zod'
import { createApiKey, createKeyInput } from './api-keys/create.ts'
import { rotateApiKey } from './api-keys/rotate.ts'
import type { Ctx, Environment } from './context.ts'
import { getDecision } from './decisions/get.ts'
import { scopesFor } from './permissions.ts'
import { getRequestLog, listRequestLogs, outcomesOf, requestLogsQuery } from './request-logs.ts'
import { sandboxNow } from './sandbox/clock.ts'
import { clockInput, listScenarios, moveClock, readClock, triggerEvent, triggerInput } from './sandbox/control.ts'
import { forkInput, forkSandbox } from './sandbox/fork.ts'
import { resetSandbox } from './sandbox/reset.ts'
import { deleteSnapshot, listSnapshots, restoreInput, restoreSnapshot, snapshotInput, takeSnapshot } from './sandbox/snapshots.ts'
import { drillWebhookEndpoint } from './webhooks/drill.ts'
import {
  attemptsQuery,
  createEndpointInput,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookAttempts,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateEndpointInput,
} from './webhooks/endpoints.ts'
import { recoverInput, recoverWebhookEndpoint } from './webhooks/recover.ts'
import { resendEvent, testInput, testWebhookEndpoint } from './webhooks/test.ts'
import { updateWebhookEndpoint } from './webhooks/update.ts'

/** What the developer screens do, in one environment of the signed-in person's organisation, at that environment's time. */
export async function bindDeveloperVerbs(base: Ctx, environment: Environment) {
  const now = environment === 'sandbox' ? await sandboxNow(base.services, base.organizationId) : base.now
  const ctx: Ctx = { ...base, environment, now }
  return {
    /** What a key of the person's may be given, by environment. */
    scopes: () =>
      ctx.actor.type === 'user'
        ? { sandbox: scopesFor(ctx.actor.role, 'sandbox'), production: scopesFor(ctx.actor.role, 'production') }
        : { sandbox: [], production: [] },
    createKey: (input: z.input<typeof createKeyInput>) => createApiKey({ ctx, input: createKeyInput.parse(input) }),
    rotateKey: (input: { id: string; overlap_hours: number }) => rotateApiKey({ ctx, input }),

    listWebhookEndpoints: () => listWebhookEndpoints({ ctx, input: { limit: 100 } }),
    getWebhookEndpoint: (id: string) => getWebhookEndpoint({ ctx, input: { id } }),
    createWebhookEndpoint: (input: z.input<typeof createEndpointInput>) =>
      createWebhookEndpoint({ ctx, input: createEndpointInput.parse(input) }),
    updateWebhookEndpoint: (id: string, input: z.input<typeof updateEndpointInput>) =>
      updateWebhookEndpoint({ ctx, input: { id, ...updateEndpointInput.parse(input) } }),
    deleteWebhookEndpoint: (id: string) => deleteWebhookEndpoint({ ctx, input: { id } }),
    rotateWebhookSecret: (input: { id: string; overlap_hours: number }) => rotateWebhookSecret({ ctx, input }),
    listWebhookAttempts: (id: string, input: z.input<typeof attemptsQuery>) =>
      listWebhookAttempts({ ctx, input: { id, ...attemptsQuery.parse(input) } }),
    testWebhookEndpoint: (id: string, input: z.input<typeof testInput>) =>
      testWebhookEndpoint({ ctx, input: { id, ...testInput.parse(input) } }),
    drillWebhookEndpoint: (id: string) => drillWebhookEndpoint({ ctx, input: { id } }),
    recoverWebhookEndpoint: (id: string, input: z.input<typeof recoverInput>) =>
      recoverWebhookEndpoint({ ctx, input: { id, ...recoverInput.parse(input) } }),
    resendEvent: (input: { id: string; endpoint_id?: string }) => resendEvent({ ctx, input }),

    /** Request logs, each with the outcome of its decision. */
    listRequestLogs: async (input: z.input<typeof requestLogsQuery>) => {
      const page = await listRequestLogs({ ctx, input: requestLogsQuery.parse(input) })
      const outcomes = await outcomesOf({ ctx, input: { ids: page.data.flatMap((log) => log.decision_id ?? []) } })
      return { ...page, data: page.data.map((log) => ({ ...log, outcome: outcomes.get(log.decision_id ?? '') ?? null })) }
    },
    getRequestLog: (id: string) => getRequestLog({ ctx, input: { id } }),
    getDecision: (id: string) => getDecision({ ctx, input: { id } }),

    listScenarios: () => listScenarios({ ctx }),
    readClock: () => readClock({ ctx }),
    moveClock: (input: z.input<typeof clockInput>) => moveClock({ ctx, input: clockInput.parse(input) }),
    triggerEvent: (input: z.input<typeof triggerInput>) => triggerEvent({ ctx, input: triggerInput.parse(input) }),
    resetSandbox: () => resetSandbox({ ctx }),
    listSnapshots: () => listSnapshots({ ctx }),
    takeSnapshot: (input: z.input<typeof snapshotInput>) => takeSnapshot({ ctx, input: snapshotInput.parse(input) }),
    restoreSnapshot: (input: z.input<typeof restoreInput>) => restoreSnapshot({ ctx, input: restoreInput.parse(input) }),
    deleteSnapshot: (id: string) => deleteSnapshot({ ctx, input: { id } }),
    forkSandbox: (input: z.input<typeof forkInput>) => forkSandbox({ ctx, input: forkInput.parse(input) }),
  }
}
