import { AppError } from '#core/kernel/errors.ts'

/** Below 13 nothing about the child may be kept, so the call ends before anything is written. Throws `under_age`. */
export function refuseChildren(born: string, now: number, pointer: string): void {
  const today = new Date(now).toISOString().slice(0, 10)
  const age = Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0)
  if (age < 13)
    throw new AppError('under_age', 'This person is younger than 13; nothing was kept.', {
      fields: [{ pointer, code: 'under_age', detail: 'The person must be at least 13.' }],
    })
}
