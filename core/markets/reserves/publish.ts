import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { decision } from '#core/kernel/answers.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, notFound } from '#core/kernel/errors.ts'
import { country, decimal, name, sixDecimals } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { recordDecision } from '#core/record/decisions/decide.ts'
import { write } from '#core/record/transaction.ts'
import { defineVerb } from '#core/record/verb.ts'
import type { Tx } from '#db/connect.ts'
import { reserveDuties, reserveStatements } from '#db/schema.ts'
import { inScope, lockName } from '#db/scoped.ts'
import { eligibleKind, RESERVE_TYPES } from '#engine/calculations/reserves.ts'
import { isoDay, legalDay, parseDay } from '#engine/dates.ts'
import { exactFacts, type FactsOf } from '#engine/facts/of-checks.ts'
import { formatMicro, micro } from '#engine/money.ts'
import { currentRuleset } from '#engine/rulesets.ts'
import { dueOn, monthEnd, nextMonth, overdueAt } from './months.ts'
import { presentStatement, type ReserveAsset, statementAnswer, statementHash } from './present.ts'

const DATED = ['treasury', 'repo', 'reverse_repo']

const asset = z.strictObject({
  type: z.enum(RESERVE_TYPES),
  amount: sixDecimals(decimal).meta({ description: 'Market value at the end of the month, in US dollars' }),
  maturity_date: z.iso.date().optional().meta({ description: 'Required for treasury, repo and reverse_repo' }),
  custodian_country: country,
  encumbered: z
    .union([z.boolean(), z.enum(['no', 'repo_liquidity', 'yes'])])
    .transform((v) => (v === true ? 'yes' : v === false ? 'no' : v))
    .meta({ description: 'Pledged or used again; `repo_liquidity`: overnight, to meet redemptions, which the law allows' }),
})

const publishStatementInput = z.strictObject({
  token: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.+-]{0,19}$/, 'Use the symbol of the token: letters, digits, dot, plus or hyphen, at most 20')
    .meta({ examples: ['USDX'] }),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use YYYY-MM')
    .meta({ description: 'The month stated, YYYY-MM', examples: ['2026-10'] }),
  outstanding: sixDecimals(decimal).meta({ description: 'Tokens outstanding at the end of the month, in US dollars at par' }),
  reserves: z.array(asset).max(500),
  accountant: z
    .strictObject({ name: name(), registration: z.string().trim().min(1).max(100) })
    .meta({ description: 'The registered public accounting firm that examined the report, and its registration' }),
  certified_by: z
    .array(z.strictObject({ name: name(), role: z.enum(['ceo', 'cfo']), signed_at: z.iso.datetime({ offset: true }) }))
    .max(10)
    .meta({ description: 'Both chief officers' }),
  document_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'Use 64 hex digits')
    .transform((v) => v.toLowerCase())
    .meta({ description: 'Hash of the examined report' }),
  document_url: z
    .url({ protocol: /^https$/ })
    .max(2_048)
    .optional(),
  corrects: z.string().max(60).optional().meta({ description: 'Id of the newest statement of that month, when this one takes its place' }),
  correction: z
    .string()
    .trim()
    .min(10)
    .max(1_000)
    .optional()
    .meta({ description: 'With `corrects`: what was wrong, published with the statement' }),
})
type Input = z.output<typeof publishStatementInput>

export const publishedStatement = statementAnswer.extend({ decision })

/**
 * Publishes what stood behind a stablecoin at the end of a month. What counts is decided by the rules of the GENIUS Act, as if in
 * force; a statement that does not cover the token is published all the same, and says so. Throws `validation_failed`,
 * `already_exists` for a month stated before, and `not_found` for a statement to correct that is not the newest of its month.
 */
export const publishStatement = defineVerb({
  name: 'stablecoins.publish_statement',
  permission: 'reserves.write',
  input: publishStatementInput,
  output: publishedStatement,
  run: async ({ ctx, input }) => {
    const end = checkTimes(ctx, input)
    const reserves = input.reserves.map((one, i) => assetAt(one, i, end))
    return write(ctx, async (tx) => {
      await lockName(tx, ctx, `reserves:${input.token}`)
      const supersedes = await superseded(tx, ctx, input)
      const id = newId('reserve_statement', ctx.now)
      const { decision, engine, audit } = await recordDecision(tx, ctx, {
        facts: factsOf(ctx, input, reserves, end),
        market: 'stablecoins',
        subject: { type: 'reserve_statement', id },
        category: 'payment',
      })
      const counted = String(engine.rules.find((rule) => rule.code === 'GENIUS_RESERVE_ELIGIBLE')?.params?.counted ?? '0')
      const unsigned = {
        id,
        organization_id: ctx.organizationId,
        environment: ctx.environment,
        token: input.token,
        month: input.month,
        version: (supersedes?.version ?? 0) + 1,
        supersedes: supersedes?.id ?? null,
        correction: input.correction ?? null,
        outstanding: input.outstanding,
        reserves: reserves as unknown as Record<string, unknown>[],
        total: plain(formatMicro(reserves.reduce((sum, one) => sum + micro(one.amount), 0n))),
        counted: plain(counted),
        ratio: ratioOf(counted, input.outstanding),
        accountant: input.accountant,
        certified_by: input.certified_by,
        document_sha256: input.document_sha256,
        document_url: input.document_url ?? null,
        due_on: isoDay(dueOn(input.month)),
        decision_id: decision.id,
        created_at: new Date(ctx.now),
      }
      const sha256 = statementHash(unsigned)
      const row = { ...unsigned, sha256 }
      await tx.insert(reserveStatements).values(row)
      await moveDuty(tx, ctx, input)
      const statement = presentStatement(row, ctx.services.config.publicUrl)
      return {
        result: { success: true as const, ...statement, late: isLate(row), decision },
        audit: [
          {
            action: 'reserve_statement_published',
            category: 'payment',
            subject: { type: 'reserve_statement', id },
            details: { statement: sha256, token: row.token, month: row.month, version: row.version, supersedes: row.supersedes },
          },
          audit,
        ],
        events: [
          {
            type: 'stablecoin.reserve_statement.published',
            resource: { type: 'reserve_statement', id },
            object: {
              statement: {
                id,
                token: row.token,
                month: row.month,
                version: row.version,
                supersedes: row.supersedes,
                sha256,
                document_sha256: row.document_sha256,
                outstanding: row.outstanding,
                counted: row.counted,
                ratio: row.ratio,
                accountant: row.accountant.name,
                late: isLate(row),
                public_url: statement.public_url,
              },
              decision: { id: decision.id, outcome: decision.outcome, reason_codes: decision.reason_codes },
            },
          },
        ],
      }
    })
  },
})

/** Published after its due day, by the legal calendar. */
export const isLate = (row: { created_at: Date; due_on: string }) => legalDay(row.created_at.getTime()) > parseDay(row.due_on)!

/** The last moment of the month. Throws where something is dated at a time that cannot be. */
function checkTimes(ctx: Ctx, input: Input): number {
  const end = monthEnd(input.month)
  if (end >= ctx.now) throw invalidField('/month', 'future_date', 'This month is not over.')
  if (!currentRuleset.plan['reserve.statement'].some((rule) => rule.from <= legalDay(end)))
    throw invalidField('/month', 'too_small', 'Statements begin with July 2025, when the Act was signed.')
  for (const role of ['ceo', 'cfo'] as const)
    if (!input.certified_by.some((one) => one.role === role))
      throw invalidField(
        '/certified_by',
        'required',
        `The certificate of the ${role.toUpperCase()} is missing: both chief officers certify the report.`,
      )
  for (const [i, { signed_at }] of input.certified_by.entries()) {
    const at = Date.parse(signed_at)
    if (at > ctx.now) throw invalidField(`/certified_by/${i}/signed_at`, 'future_date', 'This is in the future.')
    if (at <= end) throw invalidField(`/certified_by/${i}/signed_at`, 'past_date', 'Nobody can certify a month before it is over.')
  }
  if (input.correction && !input.corrects) throw invalidField('/corrects', 'required', 'Name the statement that is corrected.')
  if (input.corrects && !input.correction) throw invalidField('/correction', 'required', 'Say what was wrong.')
  return end
}

/** An asset with its remaining maturity, and whether it counts. */
function assetAt(one: z.output<typeof asset>, i: number, end: number): ReserveAsset {
  const today = Math.floor(end / 86_400_000)
  const matures = one.maturity_date ? Math.floor(Date.parse(one.maturity_date) / 86_400_000) : null
  if (matures === null && DATED.includes(one.type))
    throw invalidField(
      `/reserves/${i}/maturity_date`,
      'required',
      `A ${one.type} needs its maturity date: how long is left decides whether it counts.`,
    )
  if (matures !== null && matures < today)
    throw invalidField(`/reserves/${i}/maturity_date`, 'past_date', 'It had matured before the end of the month.')
  const remaining_days = matures === null ? 0 : matures - today
  const { max_days } = currentRuleset.paramsOn('GENIUS_RESERVE_ELIGIBLE', legalDay(end)) as { max_days: number }
  const { type, amount, custodian_country, encumbered } = one
  return {
    type,
    amount,
    maturity_date: one.maturity_date ?? null,
    remaining_days,
    custodian_country,
    encumbered,
    counted: encumbered !== 'yes' && eligibleKind({ type, value: micro(amount), remaining_days, encumbered }, max_days, legalDay(end)),
  }
}

/** As of the end of the month. Who publishes a statement asks to be held to the Act before it binds. */
function factsOf(ctx: Ctx, input: Input, reserves: ReserveAsset[], end: number): FactsOf<'reserve.statement'> {
  const as_of = new Date(end).toISOString()
  return exactFacts('reserve.statement', {
    check: 'reserve.statement',
    as_of,
    tenant: { genius_early: true },
    tx: { market: 'stablecoins', type: 'mint', amount: { amount: '0', currency: 'USD' } },
    token: {
      symbol: input.token,
      frameworks: ['genius'],
      outstanding_usd: input.outstanding,
      reserves: reserves.map(({ type, amount, remaining_days, encumbered }) => ({ type, value: amount, remaining_days, encumbered })),
      reserves_at: as_of,
      report: {
        period: input.month,
        published_on: isoDay(legalDay(ctx.now)),
        examined: true,
        certified_by: [...new Set(input.certified_by.map((one) => one.role))].sort(),
      },
    },
  })
}

/** To a millionth, rounded down; null when nothing is outstanding. */
function ratioOf(counted: string, outstanding: string): string | null {
  const whole = micro(outstanding)
  if (whole === 0n) return null
  const millionths = (micro(counted) * 1_000_000n) / whole
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`
}

/** As the database hands a decimal back, so that the hash of what was stored is that of what was sent. */
const plain = (value: string) => (value.includes('.') ? value.replace(/\.?0+$/, '') : value)

/** The statement that this one takes the place of, or null for the first of its month. */
async function superseded(tx: Tx, ctx: Ctx, input: Input) {
  const [newest] = await tx
    .select({ id: reserveStatements.id, version: reserveStatements.version })
    .from(reserveStatements)
    .where(inScope(reserveStatements, ctx, and(eq(reserveStatements.token, input.token), eq(reserveStatements.month, input.month))))
    .orderBy(desc(reserveStatements.version))
    .limit(1)
  if (input.corrects && newest?.id !== input.corrects) throw notFound()
  if (newest && !input.corrects)
    throw new AppError(
      'already_exists',
      `${input.month} is stated. To correct it, name ${newest.id} as \`corrects\` and say what was wrong.`,
      {
        extra: { existing_id: newest.id },
      },
    )
  return newest ?? null
}

/** From the first statement on each month is awaited; where nothing is outstanding any more, none is. */
async function moveDuty(tx: Tx, ctx: Ctx, { token, month, outstanding }: Input): Promise<void> {
  const about = inScope(reserveDuties, ctx, eq(reserveDuties.token, token))
  const [duty] = await tx.select().from(reserveDuties).where(about).for('update')
  const ended = micro(outstanding) === 0n
  // An earlier month than the newest, stated later or corrected, changes nothing of what is awaited.
  if (duty && nextMonth(month) < duty.next_month) return
  const next_month = duty?.due_at && month > duty.next_month && !ended ? duty.next_month : nextMonth(month)
  const values = { next_month, due_at: ended ? null : overdueAt(next_month), updated_at: new Date(ctx.now) }
  await tx
    .insert(reserveDuties)
    .values({ organization_id: ctx.organizationId, environment: ctx.environment, token, ...values })
    .onConflictDoUpdate({ target: [reserveDuties.organization_id, reserveDuties.environment, reserveDuties.token], set: values })
}
