/** Socket errors, and what PostgreSQL says while it starts, stops, takes no writes (25006) or has no connection, memory or disk left. */
const CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[123]|25006|53\w{3}|58030|08\w{3})$/
/** What the driver and its pool say without a code. */
const WORDS =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/

/** Whether a query failed because no database that works was to be had, or the connection it had broke off: what happened then is unknown. */
export function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (WORDS.test(at.message) || (isOfConnection(at) && CODES.test((at as { code?: string }).code ?? ''))) return true
  return false
}

/** A file that is missing has the code of a missing socket. */
const isOfConnection = (error: Error): boolean => 'severity' in error || SOCKET.has((error as { syscall?: string }).syscall ?? '')
const SOCKET = new Set(['connect', 'getaddrinfo', 'read', 'write'])
