import type { WebhookEvent } from './resources.generated.js'

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/**
 * Proves that a delivery is from Sealwright and whole, as Standard Webhooks say, and gives its event, told apart by
 * its `type`. Throws `WebhookVerificationError` when it is not. Deliveries may come twice: remember `event.id`.
 */
export declare function verifyWebhook(input: {
  /** The body as it arrived. A parsed object is refused. */
  payload: string | ArrayBuffer | ArrayBufferView
  headers: WebhookHeaders
  /** `whsec_…` of the endpoint, or the public key `whpk_…`; several while you rotate. */
  secret: string | readonly string[]
  /** How far the clocks may be apart; 300. */
  toleranceSeconds?: number
  /** The time in milliseconds, for tests. */
  now?: number
}): Promise<WebhookEvent>
