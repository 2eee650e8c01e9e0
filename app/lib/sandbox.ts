/** The throw-away sandbox of a visitor: a key made on first use, kept for this page only. */
export interface SandboxAnswer {
  status: number
  statusText: string
  ms: number
  data: unknown
}

let session: Promise<{ key: string; expires_at: string }> | undefined

async function openSession() {
  const response = await fetch('/api/playground/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}`)
  return (await response.json()) as { key: string; expires_at: string }
}
/** The key of this visitor's throw-away sandbox, made on first use and again when it has ended. */
export async function sandboxKey() {
  session ??= openSession()
  try {
    const current = await session
    if (Date.parse(current.expires_at) > Date.now() + 5_000) return current.key
    session = openSession()
    return (await session).key
  } catch (error) {
    session = undefined
    throw error
  }
}

/** Leaves the sandbox of this visitor: the next call begins in an empty one. */
export function leaveSandbox(): void {
  session = undefined
}

/** Calls the API for real: a function by its name, or an operation by its path, without the first slash. Throws only when there was no answer at all. */
export async function callSandbox(name: string, body: unknown): Promise<SandboxAnswer> {
  const key = await sandboxKey()
  const started = performance.now()
  const response = await fetch(`/${name.includes('/') ? name : `functions/v1/${name}`}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - started)
  let data: unknown = text
  try {
    data = JSON.parse(text)
  } catch {
    // Not JSON: shown as it came.
  }
  return { status: response.status, statusText: response.statusText, ms, data }
}
