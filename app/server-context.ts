import { createContext } from 'react-router'

export interface SessionUser {
  id: string
  email: string
  firstName: string
  lastName: string
  role: 'admin' | 'issuer' | 'investor'
  isVerified: boolean
  mfaEnabled: boolean
}

/** What the server lends to a page's loader or action: who is asking, and the verbs bound to that person. */
export interface ServerContext {
  nonce: string
  session: SessionUser | null
  publicUrl: string
  call<T>(verb: string, input?: unknown): Promise<T>
}

// Pages and server are two module graphs. The key must be one object in both, so it is kept on globalThis.
const key = Symbol.for('sealwright.server-context')
const store = globalThis as unknown as Record<symbol, ReturnType<typeof createContext<ServerContext | null>> | undefined>

store[key] ??= createContext<ServerContext | null>(null)

/** Null while pages are prerendered at build time. */
export const serverContext = store[key]
