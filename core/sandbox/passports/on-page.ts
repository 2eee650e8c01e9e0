import { z } from 'zod'
import { showOwnPassportChip } from '#core/identity/chips/show.ts'
import { openPerson } from '#core/identity/persons/ensure.ts'
import { openIdentitySession } from '#core/identity/sessions/open.ts'
import { AppError } from '#core/kernel/errors.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { persons } from '#db/schema.ts'
import { findScoped } from '#db/scoped.ts'
import { makePassport } from './make.ts'

/**
 * Shows a made-up passport in a session of the sandbox, so that the way can be walked without a reader: of the person whom the session is
 * about, or of Anna Maria Eriksson. Throws `sandbox_only`, and what `showOwnPassportChip` throws.
 */
export const showMadeUpPassport = definePageVerb({
  name: 'sandbox.show_passport',
  permission: null,
  input: z.strictObject({ token: z.string().max(200) }),
  run: async ({ ctx: caller, input }) => {
    const { ctx, session } = await openIdentitySession(caller, input.token)
    if (!ctx.world.issuers.simulated) throw new AppError('sandbox_only', 'Passports of states that do not exist are for the sandbox.')
    const person = session.person_id ? await findScoped(ctx.db, persons, ctx, session.person_id) : null
    const said = person ? await openPerson(ctx.db, ctx, person) : null
    const words = said?.full_name.split(/\s+/) ?? []
    const named =
      said?.date_of_birth && words.length > 1
        ? { given_names: words.slice(0, -1).join(' '), family_name: words.at(-1)!, date_of_birth: said.date_of_birth }
        : {}
    const { dg1, dg14, dg15, sod, active_authentication } = await makePassport.run({
      ctx: { ...ctx, actor: { type: 'system', id: 'sandbox' } },
      input: makePassport.input.parse({ ...named, session_id: session.id }) as never,
    })
    return showOwnPassportChip({
      ctx: caller,
      input: { token: input.token, dg1, dg14, dg15, sod, active_authentication: active_authentication! },
    })
  },
})
