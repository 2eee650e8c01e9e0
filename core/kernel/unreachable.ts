/** Socket errors, and what PostgreSQL says while it starts, stops or has no connection left. */
const CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ENOTFOUND|ETIMEDOUT|57P0[123]|53300|08\w{3})$/
/** What the driver and its pool say without a code. */
const WORDS = /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

/** Whether a query failed because no connection to the database was to be had, or the one it had broke off: what happened then is unknown. */
export function isUnreachable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (WORDS.test(at.message) || (isOfConnection(at) && CODES.test((at as { code?: string }).code ?? ''))) return true
  return false
}

/** A file that is missing has the code of a missing socket. */
const isOfConnection = (error: Error): boolean => 'severity' in error || SOCKET.has((error as { syscall?: string }).syscall ?? '')
const SOCKET = new Set(['connect', 'getaddrinfo', 'read', 'write'])
