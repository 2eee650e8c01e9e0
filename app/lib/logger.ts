/** The browser's own log: the last hundred entries are kept for a bug report, errors are told to the server. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface LogEntry {
  level: LogLevel
  message: string
  data?: unknown
  timestamp: string
  context?: unknown
}

const keep = 100
const entries: LogEntry[] = []
const inDevelopment = () => import.meta.env?.DEV ?? false

export const recentLog = (): readonly LogEntry[] => entries

/** Posts to one of the monitoring calls. Failures are ignored: a log must never be the cause of another error. */
export async function tellMonitoring(path: '/api/monitoring/logs' | '/api/errors', body: object): Promise<Record<string, unknown> | null> {
  if (inDevelopment()) return null
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
    })
    return response.ok ? ((await response.json()) as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Adds an entry; error-level entries are sent to the server outside development. */
export function log(level: LogLevel, message: string, data?: unknown, context?: unknown): LogEntry {
  const entry: LogEntry = {
    level,
    message,
    timestamp: new Date().toISOString(),
    ...(data !== undefined && { data }),
    ...(context !== undefined && { context }),
  }
  entries.push(entry)
  if (entries.length > keep) entries.shift()
  if (level === 'error') void tellMonitoring('/api/monitoring/logs', entry)
  return entry
}
