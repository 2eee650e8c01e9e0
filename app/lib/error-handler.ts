import { toast } from '../ui/toast.ts'
import { tellMonitoring } from './logger.ts'

/** The product's error codes and the sentences shown for them. */
export type ErrorCode = 'NETWORK_ERROR' | 'AUTH_ERROR' | 'VALIDATION_ERROR' | 'APPLICATION_ERROR' | 'UNKNOWN_ERROR'

export interface ErrorRecord {
  code: ErrorCode
  message: string
  details?: unknown
  recoverable: boolean
}

const history: ErrorRecord[] = []
const keep = 50

export function recordOf(error: unknown): ErrorRecord {
  if (!(error instanceof Error))
    return { code: 'UNKNOWN_ERROR', message: 'An unexpected error occurred. Please try again.', details: error, recoverable: true }
  const text = error.message.toLowerCase()
  const code = text.includes('fetch')
    ? 'NETWORK_ERROR'
    : text.includes('auth')
      ? 'AUTH_ERROR'
      : text.includes('validation')
        ? 'VALIDATION_ERROR'
        : 'APPLICATION_ERROR'
  return { code, message: error.message, details: error.stack, recoverable: code !== 'APPLICATION_ERROR' }
}

export function userMessage(error: unknown, status?: number): string {
  if (!(error instanceof Error) && status === undefined) return 'An unexpected error occurred. Please try again.'
  if (status === 404) return 'The requested resource was not found.'
  if (status === 401) return 'Authentication required. Please sign in to continue.'
  if (status !== undefined && status >= 500) return 'Server is temporarily unavailable. Please try again in a moment.'
  const { code } = recordOf(error)
  if (code === 'NETWORK_ERROR') return 'Network connection issue. Please check your internet connection and try again.'
  if (code === 'AUTH_ERROR') return 'Authentication required. Please sign in to continue.'
  return 'Something went wrong. Please try again.'
}

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

/** What nobody caught is still said and kept. Called once, when the page's scripts start. */
export function watchUncaught(): void {
  addEventListener('error', (event) => toastError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => toastError(event.reason))
}
