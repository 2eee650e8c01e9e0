import { z } from 'zod'
import type { Ctx } from '#core/kernel/context.ts'
import { AppError, invalidField, requireFields } from '#core/kernel/errors.ts'
import { rulesDay } from '#core/kernel/rules-day.ts'
import type { Queryable } from '#db/connect.ts'
import { accreditationFiles } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { isoDay, legalDay } from '#engine/dates.ts'
import { RULES } from '#engine/rulesets.ts'
import type { FileInput, SaidOfFile } from './input.ts'
import { openSaid } from './present.ts'

/** What a reviewer found in a register about the author of a letter, or about a licence. Nothing of it is taken from the file. */
export const lookedUpFields = {
  looked_up: z
    .strictObject({
      register: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .meta({ description: 'The register, such as FINRA BrokerCheck, the SEC’s IAPD, or that of a state bar or board of accountancy' }),
      looked_up_on: z.iso.date().meta({ description: 'The day of the look-up: at most 30 days ago' }),
      number: z.string().trim().min(1).max(60).meta({ description: 'The number as the register has it: that of the file' }),
      entry: z.string().trim().min(2).max(500).meta({ description: 'What the register says of them: name and standing, in its words' }),
      good_standing: z.boolean().meta({ description: 'Whether it finds them registered and in good standing' }),
    })
    .optional()
    .meta({
      description:
        'Of cases of kind `accreditation_review`, with `release`, where a letter or a licence is shown: what each reviewer found in its register',
    }),
}
export type RegisterLookUp = NonNullable<z.output<z.ZodObject<typeof lookedUpFields>>['looked_up']>

/** What of a file is looked up: the author of its letter, or else the licence that is its ground; null of every other. */
export function toLookUp(
  { basis, method }: Pick<FileInput, 'basis' | 'method'>,
  said: SaidOfFile,
): { what: 'author' | 'licence'; number: string | undefined } | null {
  if (method === 'third_party_letter') return { what: 'author', number: said.letter?.license_number }
  return basis === 'license' && said.figures.license ? { what: 'licence', number: said.figures.license.number } : null
}

/** How long a look-up speaks for today, days: as the rule of licences says. */
const DAYS = (RULES.find(({ code }) => code === 'ACCREDITED_LICENSE')!.params as { lookup_days: number }).lookup_days
const plain = (number: string) => number.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Refuses to confirm a letter or a licence that nobody looked up: only registered and licensed professionals in good standing count (17 CFR
 * 230.506(c)(2)(ii)(C), 230.501(a)(10)), which no file says of itself. Throws `validation_failed`, `conflict`.
 */
export async function requireLookedUp(db: Queryable, ctx: Ctx, fileId: string, found: RegisterLookUp | undefined): Promise<void> {
  const file = await findScoped(db, accreditationFiles, ctx, fileId)
  if (file?.status !== 'in_review') return
  const asked = toLookUp(file, await openSaid(db, ctx, file))
  if (!asked) return
  const whom = asked.what === 'author' ? 'the author of the letter' : 'the licence'
  requireFields({ looked_up: !found && `Look up ${whom} in its register, and say in which, on which day, and what it says.` })
  const { looked_up_on, number, good_standing } = found!
  if (looked_up_on > rulesDay(ctx.now)) throw invalidField('/looked_up/looked_up_on', 'future_date', 'Say the day on which you looked.')
  if (looked_up_on < isoDay(legalDay(ctx.now) - DAYS))
    throw invalidField('/looked_up/looked_up_on', 'out_of_date', `This look-up is older than ${DAYS} days. Look once more.`)
  if (asked.number === undefined)
    throw new AppError(
      'conflict',
      'The file names no licence number of the author, so nobody can be looked up. Ask for it, or refuse the file.',
    )
  if (plain(number) !== plain(asked.number))
    throw invalidField('/looked_up/number', 'conflicting', 'The file names another number. Refuse it, or have it filed anew with this one.')
  if (!good_standing)
    throw invalidField('/looked_up/good_standing', 'conflicting', 'Who is not in good standing vouches for nobody. Refuse the file.')
}
