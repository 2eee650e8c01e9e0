/** The product's error codes and the sentences shown for them. */
type ErrorCode = 'NETWORK_ERROR' | 'AUTH_ERROR' | 'VALIDATION_ERROR' | 'APPLICATION_ERROR' | 'UNKNOWN_ERROR'

export interface ErrorRecord {
  code: ErrorCode
  message: string
  details?: unknown
  recoverable: boolean
}

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

export const networkProblem = 'Network connection issue. Please check your internet connection and try again.'

export function userMessage(error: unknown, status?: number): string {
  if (!(error instanceof Error) && status === undefined) return 'An unexpected error occurred. Please try again.'
  if (status === 404) return 'The requested resource was not found.'
  if (status === 401) return 'Authentication required. Please sign in to continue.'
  if (status !== undefined && status >= 500) return 'Server is temporarily unavailable. Please try again in a moment.'
  const { code } = recordOf(error)
  if (code === 'NETWORK_ERROR') return networkProblem
  if (code === 'AUTH_ERROR') return 'Authentication required. Please sign in to continue.'
  return 'Something went wrong. Please try again.'
}
