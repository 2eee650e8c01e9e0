import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { requireStepUp } from '#core/access/accounts/step-up.ts'
import { AppError } from '#core/kernel/errors.ts'
import { country, name } from '#core/kernel/fields.ts'
import { newId } from '#core/kernel/ids.ts'
import { write } from '#core/record/transaction.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { venues } from '#db/schema.ts'
import { lockName } from '#db/scoped.ts'
import { presentVenue, VENUE_KIND_NAMES, type WireVenue } from './venue.ts'

const day = z.iso.date({ error: 'Use a day such as 2026-11-21.' })

const proposeVenueInput = z
  .strictObject({
    name: name(120),
    kind: z.enum(VENUE_KIND_NAMES, { error: 'Choose what it is registered as.' }),
    registration: name(80).meta({ description: 'Its number or code with the regulator' }),
    regulator: name(120),
    jurisdictions: z.array(country).min(1, 'Name at least one country.').max(60),
    valid_from: day,
    valid_until: day.optional(),
    evidence_url: z.url({ protocol: /^https$/, error: 'Give the https address of the regulator’s entry.' }).max(500),
    evidence_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'A SHA-256 has 64 hex digits.')
      .optional(),
  })
  .refine(({ valid_from, valid_until }) => valid_until === undefined || valid_until >= valid_from, {
    path: ['valid_until'],
    message: 'The last day lies before the first.',
  })

/** States in which a name and a registration are taken. */
const STANDING = ['proposed', 'active', 'withdrawing'] as const

/**
 * Proposes a venue for the register: it counts once a second administrator approved it. Throws `already_exists` where one of this
 * name or registration stands, `step_up_required`.
 */
export const proposeVenue = definePageVerb({
  name: 'venues.propose',
  permission: 'venues.manage',
  admin: true,
  input: proposeVenueInput,
  run: async ({ ctx, input }): Promise<WireVenue> => {
    requireStepUp(ctx)
    // no event: the register is everybody's, and what nobody approved changes nothing.
    return write(ctx, async (tx) => {
      await lockName(tx, { organizationId: 'everybody', environment: 'production' }, 'venues')
      const same = or(
        sql`lower(${venues.name}) = lower(${input.name})`,
        and(eq(venues.regulator, input.regulator), eq(venues.registration, input.registration)),
      )
      const [known] = await tx
        .select({ id: venues.id })
        .from(venues)
        .where(and(same, inArray(venues.status, STANDING)))
        .limit(1)
      if (known)
        throw new AppError('already_exists', 'A venue of this name or registration is in the register already. Withdraw that one first.', {
          extra: { existing_id: known.id },
        })
      const now = Date.now()
      const [row] = await tx
        .insert(venues)
        .values({
          ...input,
          id: newId('venue', now),
          jurisdictions: [...new Set(input.jurisdictions)].sort(),
          valid_until: input.valid_until ?? null,
          evidence_sha256: input.evidence_sha256 ?? null,
          proposed_by: ctx.actor.id,
          proposed_at: new Date(now),
        })
        .returning()
      return {
        result: presentVenue(ctx, row!),
        audit: {
          action: 'venue_proposed',
          category: 'admin',
          subject: { type: 'venue', id: row!.id },
          details: { ...input },
          standing: [`venue:${row!.id}`],
        },
      }
    })
  },
})
