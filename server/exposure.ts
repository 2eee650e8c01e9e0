import type { Env } from './env.ts'
import { isLoopback } from './own-address.ts'

/**
 * Refuses to serve others by halves. Whoever can be reached, by the address it listens on or by the one it gives out, is a
 * production installation behind https; without NODE_ENV=production there are demo sign-ins and a mailbox anybody may read.
 * On this machine alone everything goes. Throws one plain sentence.
 */
export function refuseExposure(env: Pick<Env, 'host' | 'role' | 'publicUrl' | 'production'>): void {
  const { protocol, hostname } = new URL(env.publicUrl)
  const https = protocol === 'https:'
  const listens = env.role !== 'worker' && !isLoopback(env.host)
  const named = https || !isLoopback(hostname)
  if (!env.production && listens)
    throw new Error(
      `HOST=${env.host} can be reached by others: set NODE_ENV=production and an https PUBLIC_URL, or listen on 127.0.0.1. Without them anybody could use the demo sign-ins and read all mail.`,
    )
  if (!env.production && named)
    throw new Error(
      `PUBLIC_URL=${env.publicUrl} is for others: set NODE_ENV=production. Without it anybody could use the demo sign-ins and read all mail.`,
    )
  if (!https && named)
    throw new Error(`PUBLIC_URL=${env.publicUrl} must begin with https:// in production. Only this machine itself may go without.`)
  if (!https && listens)
    throw new Error(`HOST=${env.host} can be reached by others: set PUBLIC_URL to the https address people use, or listen on 127.0.0.1.`)
}
