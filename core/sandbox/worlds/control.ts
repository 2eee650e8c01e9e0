import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError, ERRORS, type ErrorCode, invalidField } from '#core/kernel/errors.ts'
import { dateTime } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { exampleEvent } from '#core/record/events/event-schemas.ts'
import { EVENT_TYPES, type EventType } from '#core/record/events/event-types.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import { forgetClock, sandboxNow } from '#core/sources/clock/sandbox.ts'
import { SCENARIOS } from '#core/sources/personas/sandbox.ts'
import { runDue } from '#core/upkeep/deadlines/run-due.ts'
import { sandboxes } from '#db/schema.ts'
import { magicSolanaWallet, magicWallet } from '#screening/sandbox-sample.ts'
import { ERROR_RECIPES, RECIPE_KEYS, RECIPE_METHODS } from './error-recipes.ts'
import { reasonRecipes } from './reason-recipes.ts'

const scenariosQuery = z.strictObject({
  include: z.literal('recipes').optional().meta({ description: '`recipes` adds how to see every error code and every reason code' }),
  code: z.string().max(100).optional().meta({ description: 'Only what has this code or name; with its recipe' }),
})

/** The catalogue of scenarios with their magic wallets; if asked, with a way to see every error code and reason code. */
export const listScenarios = defineVerb({
  name: 'sandbox.scenarios',
  permission: 'sandbox.manage',
  input: scenariosQuery,
  output: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        title: z.string(),
        market: z.string(),
        wallet_address: z.string(),
        solana_address: z.string(),
        header: z.string(),
      }),
    ),
    errors: z
      .array(
        z.object({
          code: z.string(),
          status: z.number().int(),
          title: z.string(),
          steps: z
            .array(
              z.object({
                method: z.enum(RECIPE_METHODS),
                path: z.string().meta({ description: 'Below /v1; `{{1.id}}` is a field of the answer to the first call' }),
                body: z.unknown().optional(),
                padding: z.number().int().optional(),
                text: z.string().optional(),
                headers: z.record(z.string(), z.string()).optional(),
                key: z.string().optional(),
              }),
            )
            .optional(),
          elsewhere: z.string().optional().meta({ description: 'Where it appears, when no operation answers with it' }),
        }),
      )
      .optional(),
    reasons: z
      .array(
        z.object({
          code: z.string(),
          meaning: z.string(),
          way: z.union([
            z.object({
              kind: z.literal('simulation'),
              check: z.string(),
              result: z.string(),
              changes: z.record(z.string(), z.unknown()).meta({ description: 'For POST /v1/simulations, with the id of any decision' }),
            }),
            z.object({ kind: z.enum(['call', 'note', 'guard']), say: z.string() }),
            z.object({ kind: z.literal('officer_only') }),
          ]),
        }),
      )
      .optional(),
    keys: z.record(z.string(), z.string()).optional().meta({ description: 'The keys that recipes name, in words' }),
  }),
  run: async ({ ctx, input }) => {
    const wanted = input.code?.toLowerCase()
    const has = (...codes: string[]) => wanted === undefined || codes.some((code) => code.toLowerCase() === wanted)
    const recipes = input.include === 'recipes' || wanted !== undefined
    return {
      success: true as const,
      data: SCENARIOS.filter((s) => has(s.code, s.name)).map((s) => ({
        code: s.code,
        name: s.name,
        title: s.title,
        market: s.market,
        wallet_address: magicWallet(s.code),
        solana_address: magicSolanaWallet(s.code),
        header: `Sandbox-Scenario: ${s.name}`,
      })),
      ...(recipes && {
        errors: errorRecipes().filter((one) => has(one.code)),
        reasons: reasonRecipes()
          .filter((one) => has(one.code))
          .map((one) => ({ ...one, code: one.code.toLowerCase() })),
        keys: RECIPE_KEYS,
      }),
    }
  },
})

const errorRecipes = () =>
  Object.entries(ERROR_RECIPES).map(([code, recipe]) => ({
    code,
    status: ERRORS[code as ErrorCode].status,
    title: ERRORS[code as ErrorCode].title,
    ...(typeof recipe === 'string' ? { elsewhere: recipe } : { steps: recipe }),
  }))

const clockView = (now: number, row: { clock_offset_ms: number; frozen_at: Date | null } | undefined) => ({
  success: true as const,
  object: 'sandbox_clock' as const,
  now: new Date(now).toISOString(),
  offset_seconds: Math.round((row?.clock_offset_ms ?? 0) / 1000),
  frozen: row?.frozen_at != null,
})

export const readClock = defineVerb({
  name: 'sandbox.clock',
  permission: 'sandbox.manage',
  output: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_clock'),
    now: z.string(),
    offset_seconds: z.number().int(),
    frozen: z.boolean(),
  }),
  run: async ({ ctx }) => {
    const [row] = await ctx.db.select().from(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId)).limit(1)
    return clockView(await sandboxNow(ctx.services, ctx.organizationId), row)
  },
})

const DURATION = /^(?:(\d+)\s*d(?:ays?)?)?\s*(?:(\d+)\s*h(?:ours?)?)?\s*(?:(\d+)\s*m(?:in(?:utes?)?)?)?\s*(?:(\d+)\s*s(?:ec(?:onds?)?)?)?$/

/** The same as ISO 8601 writes it: P30D, PT1H30M. */
const ISO_DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** How far a sandbox may stand from the real time, before or after it: farther than any deadline or retention reaches. */
const MAX_YEARS = 10
const MAX_MS = MAX_YEARS * 366 * 86_400_000

/** "90d", "1h 30m", "P30D", or seconds, as ms. */
function parseDuration(value: string | number): number | null {
  if (typeof value === 'number') return Number.isInteger(value) && value > 0 ? value * 1000 : null
  const match = ISO_DURATION.exec(value.trim()) ?? DURATION.exec(value.trim())
  if (!match || !match.slice(1).some(Boolean)) return null
  const [d = 0, h = 0, m = 0, s = 0] = match.slice(1).map((x) => Number(x ?? 0))
  return (((d * 24 + h) * 60 + m) * 60 + s) * 1000
}

const clockInput = z
  .strictObject({
    advance: z
      .union([z.string().max(60), z.number().int()])
      .optional()
      .meta({
        description:
          'How far to move on: seconds, or text such as "90d", "1h 30m" or "PT1H"; the sandbox stands at most 10 years from the real time',
      }),
    set: dateTime.optional().meta({ description: 'A time to stand at from now on' }),
    resume: z.literal(true).optional().meta({ description: 'Back to the real time' }),
  })
  .refine((v) => [v.advance, v.set, v.resume].filter((x) => x !== undefined).length === 1, {
    message: 'Give one of advance, set or resume.',
    path: ['advance'],
  })

/** Moves, freezes or resets this sandbox's clock. Expiries, lock-ups, retries and deadlines obey it. */
export const moveClock = defineVerb({
  name: 'sandbox.clock_move',
  permission: 'sandbox.manage',
  input: clockInput,
  output: z.object({
    success: z.literal(true),
    object: z.literal('sandbox_clock'),
    now: z.string(),
    offset_seconds: z.number().int(),
    frozen: z.boolean(),
  }),
  run: async ({ ctx, input }) => {
    const from = await sandboxNow(ctx.services, ctx.organizationId)
    const result = await write(ctx, async (tx) => {
      await tx.insert(sandboxes).values({ organization_id: ctx.organizationId, updated_at: new Date() }).onConflictDoNothing()
      const [row] = await tx.select().from(sandboxes).where(eq(sandboxes.organization_id, ctx.organizationId)).for('update')
      const next = nextClock(row!, input)
      const [stored] = await tx
        .update(sandboxes)
        .set({ ...next, updated_at: new Date() })
        .where(eq(sandboxes.organization_id, ctx.organizationId))
        .returning()
      const to = next.frozen_at?.getTime() ?? Date.now() + next.clock_offset_ms
      refuseTooFar(to, input)
      return {
        result: clockView(to, stored),
        audit: { action: 'sandbox_clock', category: 'system', details: { to: new Date(to).toISOString() } },
        events: [
          {
            type: 'sandbox.clock.advanced',
            resource: { type: 'sandbox', id: ctx.organizationId },
            object: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
          },
        ],
      }
    })
    forgetClock(ctx.organizationId)
    await runDue(ctx.services, { organizationId: ctx.organizationId, environment: 'sandbox' })
    return result
  },
})

const tooFar = (pointer: string) =>
  invalidField(
    pointer,
    'too_large',
    `A sandbox stands at most ${MAX_YEARS} years from the real time, all moves together. Send {"resume": true} to go back to it.`,
  )

function refuseTooFar(to: number, input: z.output<typeof clockInput>): void {
  if (!input.resume && Math.abs(to - Date.now()) > MAX_MS) throw tooFar(input.set ? '/set' : '/advance')
}

function nextClock(
  row: typeof sandboxes.$inferSelect,
  input: z.output<typeof clockInput>,
): { clock_offset_ms: number; frozen_at: Date | null } {
  if (input.resume) return { clock_offset_ms: 0, frozen_at: null }
  if (input.set) return { clock_offset_ms: row.clock_offset_ms, frozen_at: new Date(input.set) }
  const by = parseDuration(input.advance!)
  if (by === null) throw invalidField('/advance', 'invalid_format', 'Use seconds, or text such as "90d", "1h 30m" or "PT1H".', '90d')
  // Farther than a date can be written.
  if (by > MAX_MS) throw tooFar('/advance')
  if (row.frozen_at) return { clock_offset_ms: row.clock_offset_ms, frozen_at: new Date(row.frozen_at.getTime() + by) }
  return { clock_offset_ms: row.clock_offset_ms + by, frozen_at: null }
}

const triggerInput = z.strictObject({
  type: z
    .string()
    .max(100)
    .meta({ enum: [...EVENT_TYPES.keys()] }),
  object: z.record(z.string(), z.unknown()).default({}),
})

/** Sends an event of any type with the given object, as if it had happened, to this sandbox's subscribers. */
export const triggerEvent = defineVerb({
  name: 'sandbox.trigger',
  permission: 'sandbox.manage',
  input: triggerInput,
  output: z.object({ success: z.literal(true), object: z.literal('event_trigger'), type: z.string(), resource_id: z.string() }),
  run: async ({ ctx, input }) => {
    if (!EVENT_TYPES.has(input.type as EventType))
      throw new AppError('validation_failed', '1 field needs attention', {
        fields: [{ pointer: '/type', code: 'invalid_enum', detail: `${input.type} is not an event type.` }],
      })
    const id = newId('check', ctx.now)
    const type = input.type as EventType
    const object = { ...exampleEvent(type).data.object, ...input.object, triggered: true }
    return write(ctx, async () => ({
      result: { success: true as const, object: 'event_trigger' as const, type: input.type, resource_id: id },
      audit: { action: 'sandbox_event_triggered', category: 'system', details: { type: input.type } },
      events: [{ type, resource: { type: 'trigger', id }, object }],
    }))
  },
})
