import { useRef, useState } from 'react'

export interface Aside<T> {
  /** What the last sending was answered; null where nothing was, or where it failed. */
  answer: T | null
  busy: boolean
  failed: boolean
  send: (fields: Record<string, string>) => void
}

/**
 * Sends the terms of an offering, as they are typed, beside the page and without the router. A fetcher of the router that answers while a form of the page leads on
 * ends that navigation where it stands: the old page is then shown under the new address. Only the answer to the last sending counts.
 */
export function useTypedTerms<T>(): Aside<T> {
  const [{ answer, busy, failed }, set] = useState<Omit<Aside<T>, 'send'>>({ answer: null, busy: false, failed: false })
  const sending = useRef(false)
  const waiting = useRef<Record<string, string> | null>(null)
  // One at a time, and the newest next: of two that are on their way the server may take the older one last.
  const send = async (fields: Record<string, string>) => {
    waiting.current = fields
    if (sending.current) return
    sending.current = true
    set((before) => ({ ...before, busy: true }))
    let answer: T | null = null
    while (waiting.current) {
      const next: Record<string, string> = waiting.current
      waiting.current = null
      answer = await read<T>(next)
    }
    sending.current = false
    set({ answer, busy: false, failed: answer === null })
  }
  return { answer, busy, failed, send: (fields) => void send(fields) }
}

/** Null where the server was not reached, had an accident, or led to the sign-in. */
async function read<T>(fields: Record<string, string>): Promise<T | null> {
  try {
    const response = await fetch('/issuer/typed-terms', { method: 'POST', body: new URLSearchParams(fields) })
    return response.ok && !response.redirected ? ((await response.json()) as T) : null
  } catch {
    return null
  }
}
