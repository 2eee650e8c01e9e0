import { z } from 'zod'
import { monitoringLogs } from '#db/schema.ts'
import type { Ctx } from './context.ts'
import { newId } from './ids.ts'
import { redact } from './request-log.ts'

export const monitoringLogInput = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  message: z.string().min(1).max(4_000),
  data: z.unknown().optional(),
  timestamp: z.string().max(40).optional(),
  context: z.unknown().optional(),
})

export const errorRecordInput = z.object({
  code: z.string().min(1).max(100),
  message: z.string().max(4_000),
  details: z.unknown().optional(),
  recoverable: z.boolean().optional(),
  timestamp: z.string().max(40).optional(),
  userAgent: z.string().max(500).optional(),
  url: z.string().max(2_000).optional(),
})

/** The page of an identity session has its key in its address. */
const SECRET =
  /(\/verify\/)[A-Za-z0-9_-]{20,}|(sw_(?:sandbox|production)_)[0-9a-f]{64}|(bearer\s+)[a-z0-9._-]{16,}|(password["':=\s]+)\S+/gi
const withoutSecrets = (text: string) => text.replace(SECRET, (_, a, b, c, d) => `${a ?? b ?? c ?? d}[redacted]`)

/** The same in every text of a value. */
export function withoutSecretsIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (Array.isArray(value)) return value.map(withoutSecretsIn)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [withoutSecrets(key), withoutSecretsIn(inner)]))
}

/** Keeps a log entry of a browser, with personal fields and secrets taken out. A debugging aid, not a record. */
export async function recordMonitoringLog({
  ctx,
  input,
}: {
  ctx: Ctx
  input: z.output<typeof monitoringLogInput>
}): Promise<{ id: string }> {
  return keep(ctx, 'log', input.level, input.message, { data: input.data, context: input.context, timestamp: input.timestamp })
}

/** Keeps an error that a browser met; its id can be told to support. */
export async function recordError({ ctx, input }: { ctx: Ctx; input: z.output<typeof errorRecordInput> }): Promise<{ error_id: string }> {
  const { id } = await keep(ctx, 'error', 'error', `${input.code}: ${input.message}`, {
    details: input.details,
    recoverable: input.recoverable,
    url: input.url?.split('?')[0],
    userAgent: input.userAgent,
    timestamp: input.timestamp,
  })
  return { error_id: id }
}

async function keep(
  ctx: Ctx,
  kind: string,
  level: z.output<typeof monitoringLogInput>['level'],
  message: string,
  data: unknown,
): Promise<{ id: string }> {
  const id = newId('error_record')
  const safe = withoutSecretsIn(redact(data))
  await ctx.db.insert(monitoringLogs).values({ id, kind, level, message: withoutSecrets(message), data: safe, created_at: new Date() })
  return { id }
}
