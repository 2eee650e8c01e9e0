import type { z } from 'zod'

/** What an event says, with the second person by the old name, too, for whoever reads that; an event from before has no other. */
export function bothNames(object: Record<string, unknown>): Record<string, unknown> {
  const { countersigned_by = object.sealwrighted_by } = object
  return countersigned_by === undefined ? object : { ...object, countersigned_by, sealwrighted_by: countersigned_by }
}

/** The same for its schema. */
export function withOldName(object: z.ZodObject): z.ZodObject {
  const second = object.shape.countersigned_by as z.ZodType | undefined
  return second ? object.extend({ sealwrighted_by: second.meta({ deprecated: true, description: 'As `countersigned_by`' }) }) : object
}
