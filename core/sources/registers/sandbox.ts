import { createHash } from 'node:crypto'
import type { Answered, AskedEntity, RegisterSource } from './source.ts'

/**
 * A register in which everybody stands as they say; a number that ends with 404 is not in it, one that ends with 410 is dissolved,
 * and of one that ends with 503 it gives no answer.
 */
export const playedRegisters: RegisterSource = {
  company: async (_, asked) => played('Register of the sandbox', asked.number, asked),
  lei: async (_, lei, asked) => played('LEI register of the sandbox', lei, asked),
}

function played(register: string, number: string, { legal_name, formation_date, country }: AskedEntity): Answered {
  if (number.endsWith('404')) return { state: 'not_found' }
  if (number.endsWith('503')) return { state: 'unavailable', problem: `The ${register} does not answer.` }
  const entry = { register, number, legal_name, formation_date, country, active: !number.endsWith('410') }
  return { state: 'found', entry: { ...entry, digest: createHash('sha256').update(JSON.stringify(entry)).digest('hex') } }
}
