import type { SharedRequest } from './permalink.ts'

/** A request that was sent, without its key. */
export interface PastRequest extends SharedRequest {
  at: string
  status: number
}

const key = 'sealwright.playground-history'
const most = 20

export function readHistory(): PastRequest[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? (found as PastRequest[]) : []
  } catch {
    return []
  }
}

/** Remembers a request in this browser and returns the list, newest first. */
export function remember(request: PastRequest): PastRequest[] {
  const list = [request, ...readHistory()].slice(0, most)
  try {
    localStorage.setItem(key, JSON.stringify(list))
  } catch {
    // Storage closed: the list lasts as long as the page.
  }
  return list
}

export function forgetHistory(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // There is none.
  }
}
