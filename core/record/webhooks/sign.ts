import { createHmac, randomBytes } from 'node:crypto'
import { type Signer, signWebhook } from '#credentials/keys.ts'

/** A Standard Webhooks secret: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Every signature of one delivery: HMAC with each valid secret (`v1`), Ed25519 with each of the product's own keys in use (`v1a`). */
export async function signaturesOf(input: {
  id: string
  timestamp: number
  body: string
  secrets: string[]
  /** The key in use, and those it replaced of late. */
  signers: readonly Signer[]
}): Promise<string> {
  const content = `${input.id}.${input.timestamp}.${input.body}`
  const symmetric = input.secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(content)
        .digest('base64')}`,
  )
  const asymmetric = await Promise.all(input.signers.map((signer) => signWebhook(signer, input.id, input.timestamp, input.body)))
  return [...symmetric, ...asymmetric].join(' ')
}
