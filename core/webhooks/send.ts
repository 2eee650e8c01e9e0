import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { GuardedTarget } from './address-guard.ts'

export interface SendResult {
  status: number | null
  error: string | null
  headers: Record<string, string> | null
  body: string | null
  durationMs: number
}

const TIMEOUT_MS = 15_000
const KEPT_BYTES = 4_096

export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** One POST to an address that was checked, without redirects, keeping the first 4 kB of the answer. Never throws. */
export function sendOnce(
  target: GuardedTarget,
  headers: Record<string, string>,
  body: string,
  timeoutMs = TIMEOUT_MS,
): Promise<SendResult> {
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  return new Promise((resolve) => {
    const make = target.url.protocol === 'https:' ? httpsRequest : httpRequest
    const done = (result: Omit<SendResult, 'durationMs'>) => {
      clearTimeout(timer)
      resolve({ ...result, durationMs: took() })
    }
    const request = make(target.url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // The connection goes to the address that was checked, whatever the name says now.
      lookup: (_host, options, callback) =>
        (options as { all?: boolean }).all
          ? (callback as (e: null, a: { address: string; family: number }[]) => void)(null, [
              { address: target.address, family: target.family },
            ])
          : callback(null, target.address, target.family),
      agent: false,
    })
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
    request.on('error', (error) => done({ status: null, error: error.message, headers: null, body: null }))
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () =>
        done({
          status: response.statusCode ?? null,
          error: null,
          headers: Object.fromEntries(Object.entries(response.headers).map(([k, v]) => [k, Array.isArray(v) ? v.join(', ') : String(v)])),
          body: Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8'),
        })
      response.on('data', (chunk: Buffer) => {
        if (size < KEPT_BYTES) chunks.push(chunk)
        size += chunk.length
        if (size > 1_000_000) {
          finish()
          request.destroy()
        }
      })
      response.on('end', finish)
      response.on('error', (error) => done({ status: null, error: error.message, headers: null, body: null }))
    })
    request.end(body)
  })
}
