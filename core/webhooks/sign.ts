import { createHmac, randomBytes } from 'node:crypto'
import { type Signer, signWebhook } from '#credentials/keys.ts'

/** A Standard Webhooks secret: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Every signature of one delivery: HMAC with each valid secret (`v1`), Ed25519 with the product's own key (`v1a`). */
export async function signaturesOf(input: {
  id: string
  timestamp: number
  body: string
  secrets: string[]
  signer: Signer
}): Promise<string> {
  const content = `${input.id}.${input.timestamp}.${input.body}`
  const symmetric = input.secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(content)
        .digest('base64')}`,
  )
  return [...symmetric, await signWebhook(input.signer, input.id, input.timestamp, input.body)].join(' ')
}
