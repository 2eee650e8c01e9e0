import { z } from 'zod'
import { settingsTakeTwo } from '#core/access/tenant/by-two.ts'
import { requireLater } from '#core/access/tenant/facts.ts'
import { weakened } from '#core/access/tenant/four-eyes.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField } from '#core/kernel/errors.ts'
import { newId } from '#core/kernel/ids.ts'
import { requirePermission } from '#core/kernel/permissions.ts'
import { mayWeigh } from '#core/record/decisions/about-caller.ts'
import { decideAgain } from '#core/record/simulations/decide-again.ts'
import { forTenant } from '#core/record/simulations/simulate.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Queryable } from '#db/connect.ts'
import { decisions, policyPlans } from '#db/schema.ts'
import { inScope } from '#db/scoped.ts'
import { hashOf, type Json } from '#engine/canonical.ts'
import { MOST_TEXT, type Policy, readPolicy } from './file.ts'
import { changesOf, type PlanRow, type PolicyChange, planAnswer, policyNow, presentPlan } from './present.ts'
import { isOfTrust, letsIn, requireSetUp } from './trust.ts'
import { underSettings } from './under-settings.ts'

/** For so long a plan can be applied. */
const GOOD_FOR_MS = 7 * 86_400_000
const MOST_DECISIONS = 2_000

const planInput = z.strictObject({
  policy: z
    .union([z.string().max(MOST_TEXT), z.record(z.string(), z.any())])
    .meta({ description: 'The whole file: as an object, or as a text of YAML or JSON. GET /v1/policy/schema says its form' }),
  effective_at: z.iso
    .datetime({ offset: true })
    .transform((value) => new Date(value))
    .optional()
    .meta({
      description: 'From when the settings count, at most two years ahead; policies of protocols count at once and are planned apart',
    }),
  note: z.string().trim().min(1).max(500).optional().meta({ description: 'Why; kept with each word and shown to the second person' }),
  last_n: z.number().int().min(0).max(MOST_DECISIONS).default(500).meta({ description: 'So many of the newest decisions are made again' }),
  dry_run: z.boolean().default(false).meta({ description: 'Only tries it out: nothing is kept, and nothing can be applied' }),
})

/** Whether these changes take two people: by the organisation's own rule, or because they let one person do what took two. */
export async function planTakesTwo(db: Queryable, ctx: Ctx, before: Policy, after: Policy): Promise<boolean> {
  if (ctx.world.people.playedByOne) return false
  return (await settingsTakeTwo(db, ctx)) || weakenedBy(before, after).length > 0 || changesOf(before, after).some(letsIn)
}

/** Rules of two people that the change ends, and keys it adds to a programme that is relied on. */
export const weakenedBy = (before: Policy, after: Policy): string[] => {
  const names = Object.keys({ ...before.settings, ...after.settings })
  const said = Object.fromEntries(names.map((name) => [name, after.settings[name] ?? null] as const))
  const changed = Object.entries(said).filter(([name, value]) => hashOf(value) !== hashOf(before.settings[name] ?? null))
  // Whether a programme is relied on is not in the file: a key more is always another pair of eyes.
  return weakened(Object.fromEntries(changed), { ...before.settings, identity_reliance: 'basic' })
}

/** The values that a plan gives to settings. */
export const settingsIn = (changes: readonly PolicyChange[]): Record<string, Json> =>
  Object.fromEntries(changes.flatMap(({ path, to }) => (path.startsWith('/settings/') ? [[path.slice('/settings/'.length), to]] : [])))

/** Throws where a change is none that can be made. */
function requirePossible(ctx: Ctx, before: Policy, changes: readonly PolicyChange[], from: Date | undefined): void {
  if (!changes.length) throw new AppError('conflict', 'This policy is in force already: nothing would change.')
  const protocols = changes.filter(({ path }) => path.startsWith('/protocols/'))
  if (protocols.length) requirePermission(ctx, 'protocols.write')
  const atOnce = [...protocols, ...changes.filter(isOfTrust)]
  if (atOnce.length > protocols.length) requirePermission(ctx, 'identity.write')
  requireSetUp(changes)
  const gone = protocols.find(({ to }) => to === null)
  if (gone) {
    const known = Object.keys(before.protocols).find((name) => gone.path === `/protocols/${name}`)
    throw invalidField(`/policy${gone.path}`, 'required', `${known} is registered. Keep it in the file, with paused: true to stop it.`)
  }
  if (from && atOnce.length)
    throw invalidField(
      '/effective_at',
      'not_allowed',
      'Policies of protocols, and whom you trust, count at once. Plan them apart from settings that count later.',
    )
  if (from) requireLater(ctx, settingsIn(changes), from)
  if ('member_changes_by_two' in settingsIn(changes) && ctx.world.people.playedByOne)
    throw invalidField(
      '/policy/settings/member_changes_by_two',
      'not_allowed',
      'Say this in production: it counts there, for both environments.',
    )
}

/** A protocol keeps the spelling under which it is registered. */
function spelled(before: Policy, after: Policy): Policy {
  const known = new Map(Object.keys(before.protocols).map((name) => [name.toLowerCase(), name]))
  const protocols = Object.entries(after.protocols).map(([name, terms]) => [known.get(name.toLowerCase()) ?? name, terms] as const)
  return { ...after, protocols: Object.fromEntries(protocols) }
}

/**
 * Says what a policy would change and which of the newest decisions would turn, each made again from its own sealed facts. The plan can
 * be applied for seven days, while nothing else changed. Throws `validation_failed` with the place in the file, `conflict` where nothing
 * would change.
 */
export const planPolicy = defineVerb({
  name: 'policy.plan',
  permission: 'tenant.write',
  input: planInput,
  output: planAnswer,
  run: async ({ ctx, input }) => {
    const { policy: before, sha256: base } = await policyNow(ctx.db, ctx)
    const read = readPolicy(input.policy as string | Record<string, unknown>, { trust: before, now: ctx.now })
    const policy = spelled(before, read)
    const changes = changesOf(before, policy)
    requirePossible(ctx, before, changes, input.effective_at)
    const settings = settingsIn(changes)
    const found = await decideAgain(ctx, inScope(decisions, ctx, mayWeigh(ctx)), input.last_n, null, underSettings(settings))
    const flips = forTenant(found)
    const byTwo = await planTakesTwo(ctx.db, ctx, before, policy)
    const row: PlanRow = {
      ...{ id: newId('policy_plan', ctx.now), organization_id: ctx.organizationId, environment: ctx.environment, status: 'planned' },
      ...{ base, policy: policy as never, changes: changes as never, flips: flips as never, note: input.note ?? null },
      ...{ effective_at: input.effective_at ?? null, planned_by: ctx.actor.id, planned_at: new Date(ctx.now) },
      ...{ expires_at: new Date(ctx.now + GOOD_FOR_MS), case_id: null, applied_by: null, applied_at: null },
    }
    if (input.dry_run) return { ...presentPlan(row, byTwo), id: null }
    // no event: nothing has changed yet; applying it says so.
    return write(ctx, async (tx) => {
      await tx.insert(policyPlans).values(row)
      return {
        result: presentPlan(row, byTwo),
        audit: {
          action: 'policy_planned',
          category: 'system',
          subject: { type: 'policy_plan', id: row.id },
          details: { changes: changes.map(({ path }) => path), base, sha256: hashOf(policy as unknown as Json), flipped: flips.flipped },
        },
      }
    })
  },
})
