import { createContext } from 'react-router'
import type { SessionUser } from '#core/accounts/session.ts'
import type { Verbs } from '#core/verbs.ts'
import type { OpenApi } from './lib/reference.ts'

export type { SessionUser }

/** What the server lends to a page's loader or action: who is asking, and the verbs bound to that person. */
export interface ServerContext {
  nonce: string
  session: SessionUser | null
  publicUrl: string
  /** Whose data the person looks at: chosen with the switch of the dashboards, sandbox unless said. */
  environment: 'sandbox' | 'production'
  /** The product's verbs, acting as the signed-in person (or nobody). */
  verbs: Verbs
  headers: Headers
  /** The API's own description, as it is served. */
  openApi(): OpenApi
}

// Pages and server are two module graphs. The key must be one object in both, so it is kept on globalThis.
const key = Symbol.for('sealwright.server-context')
const store = globalThis as unknown as Record<symbol, ReturnType<typeof createContext<ServerContext | null>> | undefined>

store[key] ??= createContext<ServerContext | null>(null)

/** Null while pages are prerendered at build time. */
export const serverContext = store[key]
