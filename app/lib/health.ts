import { useSyncExternalStore } from 'react'
import { log } from './logger.ts'

/** Features that keep a state of their own. One that failed is said to be unusable, and the rest of the page goes on. */
export type Feature = 'auth' | 'wallet'
export type Health = { state: 'healthy' } | { state: 'failed'; message: string }

const healthy: Health = { state: 'healthy' }
const health: Record<Feature, Health> = { auth: healthy, wallet: healthy }
const listeners = new Set<() => void>()

export const healthOf = (feature: Feature): Health => health[feature]

export function setHealthy(feature: Feature): void {
  if (health[feature].state === 'healthy') return
  health[feature] = healthy
  for (const listener of listeners) listener()
}

/** Marks a feature as failed and tells the log why. */
export function setFailed(feature: Feature, message: string, cause?: unknown): void {
  health[feature] = { state: 'failed', message }
  log('error', `${feature}: ${message}`, cause instanceof Error ? cause.message : cause)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a feature can be used now. */
export const useHealth = (feature: Feature): Health =>
  useSyncExternalStore(
    subscribe,
    () => health[feature],
    () => healthy,
  )
