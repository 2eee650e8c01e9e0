import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callBackEnd, Refusal } from './back-end.ts'
import { recentErrors, reportError } from './error-handler.ts'
import { recordOf, userMessage } from './error-words.ts'
import { healthOf, setFailed, setHealthy } from './health.ts'
import { log, recentLog } from './logger.ts'
import { keepPartialAuth, keepRememberMe, readPartialAuth, readRememberMe } from './partial-auth.ts'
import { rate, THRESHOLDS } from './web-vitals.ts'

const sent: { path: string; body: Record<string, unknown> }[] = []
beforeEach(() => {
  sent.length = 0
  // The tests count as development, where nothing is sent; this is the product as it is built.
  vi.stubEnv('DEV', false)
  vi.stubGlobal('navigator', { userAgent: 'test' })
  vi.stubGlobal('location', { href: 'http://localhost/x', pathname: '/x' })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) })
    return Response.json({ error_id: 'err_1' }, { status: 202 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

it('gives errors the codes and people the sentences of the specification', () => {
  expect(recordOf(new Error('Failed to fetch')).code).toBe('NETWORK_ERROR')
  expect(recordOf(new Error('auth token gone')).code).toBe('AUTH_ERROR')
  expect(recordOf(new Error('validation went wrong')).code).toBe('VALIDATION_ERROR')
  expect(recordOf(new Error('boom')).code).toBe('APPLICATION_ERROR')
  expect(recordOf('a string').code).toBe('UNKNOWN_ERROR')
  expect(userMessage(new Error('Failed to fetch'))).toBe('Network connection issue. Please check your internet connection and try again.')
  expect(userMessage(new Error('auth'))).toBe('Authentication required. Please sign in to continue.')
  expect(userMessage(new Error('x'), 404)).toBe('The requested resource was not found.')
  expect(userMessage(new Error('x'), 503)).toBe('Server is temporarily unavailable. Please try again in a moment.')
  expect(userMessage(new Error('x'))).toBe('Something went wrong. Please try again.')
  expect(userMessage('x')).toBe('An unexpected error occurred. Please try again.')
})

it('keeps the last 50 errors and 100 log entries, and tells the server of errors only', async () => {
  for (let i = 0; i < 60; i++) await reportError(new Error(`e${i}`))
  expect(recentErrors()).toHaveLength(50)
  expect(recentErrors().at(-1)?.message).toBe('e59')
  expect(sent).toHaveLength(60)
  expect(sent[0]).toMatchObject({ path: '/api/errors', body: { code: 'APPLICATION_ERROR', url: 'http://localhost/x', userAgent: 'test' } })
  expect(sent[0]!.body.timestamp).toEqual(expect.any(String))
  sent.length = 0
  for (let i = 0; i < 120; i++) log('info', `m${i}`)
  expect(recentLog()).toHaveLength(100)
  expect(sent).toEqual([])
  log('error', 'broken', { a: 1 }, { page: '/x' })
  expect(sent).toMatchObject([
    { path: '/api/monitoring/logs', body: { level: 'error', message: 'broken', data: { a: 1 }, context: { page: '/x' } } },
  ])
})

it('ignores that the monitoring calls fail', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new Error('offline')
  })
  expect(await reportError(new Error('x'))).toBeNull()
})

it('rates web vitals by the thresholds of the specification', () => {
  expect(THRESHOLDS).toEqual({
    CLS: [0.1, 0.25],
    FID: [100, 300],
    FCP: [1800, 3000],
    LCP: [2500, 4000],
    TTFB: [800, 1800],
    INP: [200, 500],
  })
  expect([rate('LCP', 2500), rate('LCP', 2501), rate('LCP', 4001), rate('CLS', 0.1), rate('CLS', 0.3)]).toEqual([
    'good',
    'needs-improvement',
    'poor',
    'good',
    'poor',
  ])
})

it('says of each feature whether it can be used', () => {
  expect(healthOf('auth')).toEqual({ state: 'healthy' })
  setFailed('wallet', 'Failed to register wallet')
  expect(healthOf('wallet')).toEqual({ state: 'failed', message: 'Failed to register wallet' })
  expect(healthOf('auth').state).toBe('healthy')
  setHealthy('wallet')
  expect(healthOf('wallet').state).toBe('healthy')
})

it('keeps nothing secret: the mark of a half-done sign-in says whose and that, remember-me is yes or gone', () => {
  const store = () => {
    const held = new Map<string, string>()
    return {
      held,
      getItem: (k: string) => held.get(k) ?? null,
      setItem: (k: string, v: string) => void held.set(k, v),
      removeItem: (k: string) => void held.delete(k),
    }
  }
  const [session, local] = [store(), store()]
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', local)
  keepPartialAuth({ auth_id: 'a1', requires_mfa: true })
  expect([...session.held.values()]).toEqual(['{"auth_id":"a1","requires_mfa":true}'])
  expect(readPartialAuth()).toEqual({ auth_id: 'a1', requires_mfa: true })
  keepPartialAuth(null)
  expect(session.held.size).toBe(0)
  keepRememberMe(true)
  expect(readRememberMe()).toBe(true)
  keepRememberMe(false)
  expect(local.held.size).toBe(0)
})

it('turns a refusal of the server into words, and a dead line into those of the specification', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden', detail: 'Not you.' }, { status: 403 }))
  await expect(callBackEnd('/x')).rejects.toMatchObject({ status: 403, code: 'forbidden', message: 'Not you.' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(callBackEnd('/x')).rejects.toBeInstanceOf(Refusal)
  await expect(callBackEnd('/x')).rejects.toMatchObject({ status: 0 })
})
