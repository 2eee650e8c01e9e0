import type { Ctx } from '#core/kernel/context.ts'
import { AppError } from '#core/kernel/errors.ts'
import { databaseLimits } from '#core/record/rate-limits/store.ts'

/** Mails a day: of one organisation, and to one address from whoever. Anybody may open a sandbox, and its mails go to real people. */
const PER_DAY = { sandbox: { sent: 20, received: 5 }, production: { sent: 1_000, received: 20 } } as const
const DAY_SECONDS = 86_400

/**
 * Takes one of the day's invitations of the organisation and one of the address, or throws `rate_limited`. The day is the
 * database's: the clock of a sandbox can be moved, and resetting one gives nothing back.
 */
export async function takeInvitation(ctx: Ctx, emailHash: string): Promise<void> {
  const limits = databaseLimits(ctx.services.connection)
  const { sent, received } = PER_DAY[ctx.environment]
  for (const [key, burst] of [
    [`invitations:${ctx.environment}:${ctx.organizationId}`, sent],
    [`invited:${ctx.environment}:${emailHash}`, received],
  ] as const) {
    const rate = burst / DAY_SECONDS
    if ((await limits.take(key, { name: 'invitations', rate, burst }, 1)) === null) throw tooMany(ctx, sent, Math.ceil(1 / rate))
  }
}

const tooMany = (ctx: Ctx, sent: number, wait: number) =>
  new AppError(
    'rate_limited',
    `In ${ctx.environment}, an organisation mails ${sent} invitations a day, and few to one address. Try again later.`,
    {
      extra: { headers: { 'retry-after': String(wait) } },
    },
  )
