import { keyedHash } from '#credentials/keys.ts'
import type { Services } from '../services.ts'

/** A keyed hash by which a person finds the invitations sent to their address, of whatever organisation. */
export const invitedHash = (services: Services, email: string) =>
  keyedHash(Buffer.from(services.keyring.derive('invitation-lookup'), 'hex'), email.trim().toLowerCase())
