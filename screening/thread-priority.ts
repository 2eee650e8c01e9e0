import { setPriority } from 'node:os'

/**
 * Lets the thread that calls it wait for those that answer requests. On Linux a thread has a priority of its own; elsewhere the
 * whole process would get it, so nothing is done there.
 */
export function workInBackground(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(10)
  } catch {
    // Where it is not allowed, the thread works at the priority of the others.
  }
}
