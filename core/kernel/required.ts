import type { z } from 'zod'

/** Whether any of these fields was sent, valid or not. */
type Given = (...names: string[]) => boolean

/**
 * A request some of whose fields are required together or one for another: `absent` has a sentence for each that is missing. They are
 * named with every other invalid field, so nobody is told of them one call later.
 */
export const requiring = <S extends z.ZodObject>(
  schema: S,
  absent: (given: Given, said: z.output<S>) => Record<string, string | false>,
): S =>
  schema.superRefine(
    (said, c) => {
      if (typeof said !== 'object' || said === null) return
      const given: Given = (...names) =>
        names.some((name) => (said as Record<string, unknown>)[name] !== undefined || c.issues.some((issue) => issue.path?.[0] === name))
      for (const [name, message] of Object.entries(absent(given, said as z.output<S>)))
        if (message) c.addIssue({ code: 'custom', path: [name], message, params: { code: 'required' } })
    },
    { when: () => true },
  )
