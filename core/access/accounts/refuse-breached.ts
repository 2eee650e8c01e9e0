import { invalidField } from '#core/kernel/errors.ts'
import { isBreached } from './breached.ts'

/** Words that whoever guesses a password for this product tries first. Compared without case, as a part of the password. */
const OWN_WORDS = ['sealwright']

/** Refuses a password that is on the offline list of leaked ones, or is made of the product's own name. */
export async function refuseBreached(password: string): Promise<void> {
  if (OWN_WORDS.some((word) => password.toLowerCase().includes(word)))
    throw invalidField('/password', 'guessable', 'A password with the name of this product is easily guessed. Please choose another one.')
  if (await isBreached(password))
    throw invalidField('/password', 'breached', 'This password is known from a data breach. Please choose another one.')
}
