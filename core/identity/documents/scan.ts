import { AppError } from '#core/kernel/errors.ts'
import type { Services } from '#core/kernel/services.ts'
import { scanBytes } from '#egress/clamd.ts'

/**
 * Has the operator's antivirus look at a file: the name of what it found, or null when it found nothing or none is set. Throws `not_ready` with
 * `sentence` when it gives no answer: what nobody looked at is neither kept nor handed out.
 */
export async function findMalware({ config, log }: Services, bytes: Uint8Array, sentence: string): Promise<string | null> {
  if (!config.antivirusUrl) return null
  let found: string | null
  try {
    found = await scanBytes(config.antivirusUrl, bytes)
  } catch (error) {
    log.error({ error: (error as Error).message }, 'the antivirus of ANTIVIRUS_URL gives no answer')
    throw new AppError('not_ready', sentence)
  }
  if (found) log.warn({ signature: found, size: bytes.byteLength }, 'malware was found in a document')
  return found
}
