import { useEffect, useRef, useState } from 'react'

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
  const last = useRef(0)
  // What was sent is not taken back when the page is left; its answer is nobody's then.
  useEffect(() => () => void last.current++, [])
  const send = async (fields: Record<string, string>) => {
    const mine = ++last.current
    set((before) => ({ ...before, busy: true }))
    const answer = await read<T>(fields)
    if (mine === last.current) set({ answer, busy: false, failed: answer === null })
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
