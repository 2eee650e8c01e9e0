import { toast } from '../ui/toast.ts'
import { type ErrorRecord, recordOf, userMessage } from './error-words.ts'
import { tellMonitoring } from './logger.ts'

const history: ErrorRecord[] = []
const keep = 50

export const recentErrors = (): readonly ErrorRecord[] => history

/** Keeps the error and, outside development, tells the server about it. Returns the server's id for it when there is one. */
export async function reportError(error: unknown): Promise<string | null> {
  const record = recordOf(error)
  history.push(record)
  if (history.length > keep) history.shift()
  const told = await tellMonitoring('/api/errors', {
    ...record,
    timestamp: new Date().toISOString(),
    userAgent: navigator.userAgent,
    url: location.href,
  })
  return (told?.error_id as string | undefined) ?? null
}

/** Shows the failure as the product's destructive toast. */
export function toastError(error: unknown, status?: number) {
  const critical = error instanceof Error && /critical|fatal/i.test(error.message)
  toast.error(critical ? 'Critical Error' : 'Something went wrong', {
    description: userMessage(error, status),
    duration: critical ? 10_000 : 5_000,
  })
  void reportError(error)
}
