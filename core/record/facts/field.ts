import { z } from 'zod'
import { type Fact, type Facts, isUnmeasured } from './fact.ts'

const MOST_CHARACTERS = 20_000

/** What a caller who states a fact that is not theirs to state is told: that it is known here, or who finds it out. */
function refusalOf(name: string, fact: Fact | undefined): { code: string; message: string } {
  if (!fact) return { code: 'unknown_field', message: `No rule reads a fact of the name ${name}.` }
  const way = fact.how ? ` It comes by: ${fact.how}.` : ''
  return fact.source === 'established'
    ? { code: 'established_fact', message: `This is established by an administrator of Sealwright, not stated. ${fact.means}${way}` }
    : {
        code: 'derived_fact',
        message: `${isUnmeasured(fact) ? 'This is not stated.' : 'This is derived from our own records, not stated.'} ${fact.means}${way}`,
      }
}

const TAKEN_BACK = 'null takes a fact back'

/**
 * The field in which a caller states facts: each of its own type, and nothing else. What we hold or find out ourselves is refused by
 * name, with where it comes from; `prefixed` fields name facts of several objects by their whole names. `update` takes null for what is
 * said no more.
 */
export function factsField(objects: Readonly<Record<string, Facts>>, options: { prefixed: boolean; update?: boolean; about: string }) {
  const known = new Map<string, Fact>()
  for (const [object, facts] of Object.entries(objects))
    for (const [name, fact] of Object.entries(facts)) known.set(options.prefixed ? `${object}.${name}` : name, fact)
  const shape: Record<string, z.ZodType> = {}
  for (const [name, fact] of known) {
    if (!fact.kind) continue
    const schema = options.update ? fact.kind.schema.nullable() : fact.kind.schema
    // Whose word it is goes without saying where an issuer speaks of itself.
    shape[name] = schema.optional().meta({ description: options.prefixed ? `${fact.means} Stated by the ${fact.who}` : fact.means })
  }
  return z
    .looseObject(shape)
    .superRefine(
      (said, c) => {
        if (typeof said !== 'object' || said === null) return
        for (const name of Object.keys(said)) {
          if (Object.hasOwn(shape, name)) continue
          const { code, message } = refusalOf(name.slice(0, 100), known.get(name))
          c.addIssue({ code: 'custom', path: [name], message, params: { code } })
        }
        if (JSON.stringify(said).length > MOST_CHARACTERS)
          c.addIssue({ code: 'custom', message: `At most ${MOST_CHARACTERS} characters in all.`, params: { code: 'too_large' } })
      },
      { when: () => true },
    )
    .meta({
      description: `${options.about}${options.update ? `; ${TAKEN_BACK}` : ''}. Kept as stated, with who said it and when`,
      additionalProperties: false,
    }) as unknown as z.ZodType<Record<string, unknown>>
}
