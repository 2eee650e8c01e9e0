export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

/** The envelope of every event. `data.object` is what it is about, as it was then. */
export interface WebhookEvent {
  id: string
  type: string
  timestamp: string
  api_version: string
  environment: 'sandbox' | 'production'
  sequence: number
  resource: { type: string; id: string }
  request: { id: string; idempotency_key: string | null } | null
  actor: { type: string; id: string }
  // biome-ignore lint/suspicious/noExplicitAny: its shape depends on `type`; the schemas are in the OpenAPI document.
  data: Record<string, any>
}

/**
 * Proves that a delivery is from Sealwright and whole, as Standard Webhooks say, and gives its event. Throws
 * `WebhookVerificationError` when it is not. Deliveries may come twice: remember `event.id`.
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
