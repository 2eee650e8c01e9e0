import { invalidField } from '../errors.ts'
import { isBreached } from './breached.ts'

/** Refuses a password that is on the offline list of leaked ones. */
export async function refuseBreached(password: string): Promise<void> {
  if (await isBreached(password))
    throw invalidField('/password', 'breached', 'This password is known from a data breach. Please choose another one.')
}
