import { keyedHash } from '#credentials/keys.ts'
import type { Services } from '../services.ts'

/** What the address of an invitation is sealed to. */
export const invitationSeal = (id: string) => `invitations.email:${id}`

/** A keyed hash by which a person finds the invitations sent to their address, of whatever organisation. */
export const invitedHash = (services: Services, email: string) =>
  keyedHash(Buffer.from(services.keyring.derive('invitation-lookup'), 'hex'), email.trim().toLowerCase())
