import { storable } from '#core/kernel/storable.ts'
import { EgressError } from '#egress/error.ts'
import { egress } from '#egress/gate.ts'

/** What came back, as it may be stored: a receiver writes whatever it likes. */
export interface SendResult {
  status: number | null
  error: string | null
  headers: Record<string, string> | null
  body: string | null
  /** The address it was sent to; null where none was reached. */
  address: string | null
  durationMs: number
}

const KEPT_BYTES = 4_096
const KEPT_ERROR = 1_000

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** One POST to where a webhook may go, without redirects, keeping the first 4 kB of the answer. Never throws. */
export async function sendOnce(
  url: string,
  options: { headers: Record<string, string>; body: string; allowPrivate: boolean; timeoutMs?: number | undefined },
): Promise<SendResult> {
  const started = performance.now()
  let address: string | null = null
  const { headers, body, allowPrivate, timeoutMs } = options
  const took = () => Math.round(performance.now() - started)
  try {
    const send = egress.fetch('webhook', { allowPrivate, onConnect: (reached) => (address = reached) })
    const response = await send(url, { method: 'POST', headers, body, ...(timeoutMs && { timeoutMs }) })
    const text = await beginningOf(response)
    const kept = Object.fromEntries([...response.headers].map(([name, value]) => [name, storable(value)]))
    return { status: response.status, error: null, headers: kept, body: storable(text), address, durationMs: took() }
  } catch (error) {
    const message = storable((error as Error).message.slice(0, KEPT_ERROR))
    return { status: null, error: message, headers: null, body: null, address, durationMs: took() }
  }
}

/** The first bytes of the answer. The rest is read as far as it may be, so that a receiver's last write does not fail. */
async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      if (size < KEPT_BYTES) chunks.push(chunk)
      size += chunk.length
    }
  } catch (error) {
    if (!(error instanceof EgressError && error.code === 'too_large')) throw error
  }
  return Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8')
}
