import { stringify } from 'yaml'
import { z } from 'zod'
import { settingsTakeTwo } from '#core/access/tenant/by-two.ts'
import { notFound } from '#core/kernel/errors.ts'
import { anyJson, byId } from '#core/kernel/fields.ts'
import { defineVerb } from '#core/record/verb.ts'
import { policyPlans } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { policyFile } from './file.ts'
import { type PolicyShape, planAnswer, policyAnswer, policyNow, presentPlan, waitingPlans } from './present.ts'

/** The settings and policies in force, as one file. */
export const getPolicy = defineVerb({
  name: 'policy.get',
  permission: 'tenant.read',
  output: policyAnswer,
  run: async ({ ctx }) => {
    const { policy, sha256 } = await policyNow(ctx.db, ctx)
    const waiting = await waitingPlans(ctx.db, ctx)
    return {
      success: true as const,
      object: 'tenant_policy' as const,
      environment: ctx.environment,
      sha256,
      policy: policy as unknown as PolicyShape,
      yaml: stringify(policy, { aliasDuplicateObjects: false }),
      by_two: await settingsTakeTwo(ctx.db, ctx),
      waiting: waiting.map(({ id, case_id, planned_by, changes }) => ({
        ...{ id, case_id, planned_by },
        changes: changes.map(({ path }) => String(path)),
      })),
    }
  },
})

/** A plan, whatever became of it. Throws `not_found`. */
export const getPolicyPlan = defineVerb({
  name: 'policy.plan_of',
  permission: 'tenant.read',
  input: byId('Plan id, pln_…'),
  output: planAnswer,
  run: async ({ ctx, input }) => {
    const row = await findScoped(ctx.db, policyPlans, ctx, input.id)
    if (!row) throw notFound()
    return presentPlan(row, await settingsTakeTwo(ctx.db, ctx))
  },
})

const schema = z.toJSONSchema(policyFile, { io: 'input', unrepresentable: 'any' }) as unknown as Record<string, never>

/** The JSON Schema of the file. */
export const getPolicySchema = defineVerb({
  name: 'policy.schema',
  permission: 'tenant.read',
  output: z.object({ success: z.literal(true), object: z.literal('json_schema'), schema: z.record(z.string(), anyJson) }),
  run: async () => ({ success: true as const, object: 'json_schema' as const, schema }),
})
