import { tenantCtx } from '#core/access/accounts/personal.ts'
import { createApiKey } from '#core/access/api-keys/create.ts'
import { rotateApiKey } from '#core/access/api-keys/rotate.ts'
import { createDomain, deleteDomain, listDomains, verifyDomain } from '#core/access/domains/manage.ts'
import { readTenantFactHistory, readTenantFacts, stateTenantFacts } from '#core/access/tenant/facts.ts'
import { listRevocationLists } from '#core/identity/revocations/manage.ts'
import { addTrustedIssuer } from '#core/identity/trust/add.ts'
import { listTrustLists } from '#core/identity/trust/keep-list.ts'
import { endTrustedIssuer, listTrustedIssuers } from '#core/identity/trust/manage.ts'
import type { Ctx, Environment } from '#core/kernel/context.ts'
import { scopesFor } from '#core/kernel/permissions.ts'
import { getDecision } from '#core/record/decision-views/get.ts'
import { getRequestLog, listRequestLogsWithOutcomes } from '#core/record/request-logs.ts'
import { drillWebhookEndpoint } from '#core/record/webhooks/drill.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookAttempts,
  listWebhookEndpoints,
  rotateWebhookSecret,
} from '#core/record/webhooks/endpoints.ts'
import { recoverWebhookEndpoint } from '#core/record/webhooks/recover.ts'
import { resendEvent, testWebhookEndpoint } from '#core/record/webhooks/test.ts'
import { updateWebhookEndpoint } from '#core/record/webhooks/update.ts'
import { decidePolicyChange } from '#core/review/cases/policy-changes.ts'
import { applyPolicy } from '#core/review/policy/apply.ts'
import { getPolicy } from '#core/review/policy/get.ts'
import { planPolicy } from '#core/review/policy/plan.ts'
import { listScenarios, moveClock, readClock, triggerEvent } from '#core/sandbox/worlds/control.ts'
import { forkSandbox } from '#core/sandbox/worlds/fork.ts'
import { resetSandbox } from '#core/sandbox/worlds/reset.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from '#core/sandbox/worlds/snapshots.ts'
import { bind } from './bind.ts'

/** What the developer screens do, in one environment of the signed-in person's organisation, at that environment's time. */
export async function bindDeveloperVerbs(base: Ctx, environment: Environment) {
  const ctx = await tenantCtx(base, base.organizationId, environment)
  return {
    /** What a key of the person's may be given, by environment. */
    scopes: () =>
      ctx.actor.type === 'user'
        ? { sandbox: scopesFor(ctx.actor.member, 'sandbox'), production: scopesFor(ctx.actor.member, 'production') }
        : { sandbox: [], production: [] },
    ...bind(ctx, { readTenantFacts, readTenantFactHistory, stateTenantFacts }),
    ...bind(ctx, { getPolicy, planPolicy, applyPolicy, decidePolicyChange }),
    ...bind(ctx, { listTrustedIssuers, listRevocationLists, listTrustLists, addTrustedIssuer, endTrustedIssuer }),
    ...bind(ctx, {
      createKey: createApiKey,
      rotateKey: rotateApiKey,
      listWebhookEndpoints,
      getWebhookEndpoint,
      createWebhookEndpoint,
      updateWebhookEndpoint,
      deleteWebhookEndpoint,
      rotateWebhookSecret,
      listWebhookAttempts,
      testWebhookEndpoint,
      drillWebhookEndpoint,
      recoverWebhookEndpoint,
      resendEvent,
      listDomains,
      createDomain,
      verifyDomain,
      deleteDomain,
      listRequestLogs: listRequestLogsWithOutcomes,
      getRequestLog,
      getDecision,
      listScenarios,
      readClock,
      moveClock,
      triggerEvent,
      resetSandbox,
      listSnapshots,
      takeSnapshot,
      restoreSnapshot,
      deleteSnapshot,
      forkSandbox,
    }),
  }
}
