import { hostname } from 'node:os'
import type { Fetch } from '#egress/gate.ts'
import type { LogRecord } from './log.ts'

/** What waits for a receiver that is away: at most so many lines and bytes. Lines beyond are dropped and counted. */
export const MOST_WAITING = 20_000
const MOST_BYTES = 16 * 1024 * 1024
const PER_CALL = 1_000
const BYTES_PER_CALL = 1024 * 1024
const LAST_MS = 2_000

/** Numbers of OpenTelemetry's severities. */
const SEVERITY: Record<string, number> = { debug: 5, info: 9, warn: 13, error: 17 }

/**
 * Sends each line of the log to a receiver of OTLP (OpenTelemetry's logs over HTTP, in JSON) as well. Taking a line never waits: a loop
 * calls `flush`. What the receiver does not take for now is kept within the bounds above and sent again, so it may come twice; what it
 * calls unreadable (400, 413) is dropped and counted.
 */
export class LogShipper {
  readonly #waiting: string[] = []
  #bytes = 0
  readonly #to: { url: string; headers: Record<string, string>; fetch: Fetch }
  #trouble: string | null = null
  dropped = 0

  constructor(to: { url: string; headers: Record<string, string>; fetch: Fetch }) {
    this.#to = to
  }

  get waiting(): number {
    return this.#waiting.length
  }

  readonly take = (record: LogRecord): void => {
    const line = JSON.stringify(otlpRecord(record))
    if (this.#waiting.length >= MOST_WAITING || this.#bytes + line.length > MOST_BYTES) {
      this.dropped++
      return
    }
    this.#waiting.push(line)
    this.#bytes += line.length
  }

  /** Sends what waits, one call of at most 1 MB. True when there is more to send. Tells on standard error when the receiver goes and when it is back. */
  async flush(timeoutMs?: number): Promise<boolean> {
    const lines = this.#nextLines()
    if (lines.length === 0) return false
    const trouble = await this.#send(lines, timeoutMs)
    if ((trouble === null) !== (this.#trouble === null))
      console.error(
        trouble === null ? 'The receiver of LOG_OTLP_URL takes lines again.' : `The receiver of LOG_OTLP_URL takes no lines: ${trouble}.`,
      )
    this.#trouble = trouble
    if (trouble !== null) return false
    this.#waiting.splice(0, lines.length)
    for (const line of lines) this.#bytes -= line.length
    return this.#waiting.length > 0
  }

  /** At the end of the process: what can be sent in two seconds. */
  async close(): Promise<void> {
    const until = Date.now() + LAST_MS
    while (Date.now() < until && (await this.flush(Math.max(1, until - Date.now()))));
  }

  #nextLines(): string[] {
    let size = 0
    const lines: string[] = []
    for (const line of this.#waiting) {
      size += line.length
      if (lines.length > 0 && (lines.length === PER_CALL || size > BYTES_PER_CALL)) break
      lines.push(line)
    }
    return lines
  }

  /** What went wrong, or null when these lines need not be sent again. */
  async #send(lines: string[], timeoutMs?: number): Promise<string | null> {
    try {
      const response = await this.#to.fetch(this.#to.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#to.headers },
        body: `{"resourceLogs":[{"resource":${RESOURCE},"scopeLogs":[{"scope":{"name":"sealwright"},"logRecords":[${lines.join(',')}]}]}]}`,
        ...(timeoutMs !== undefined && { timeoutMs }),
      })
      const said = await response.text()
      if (response.status === 400 || response.status === 413) this.dropped += lines.length
      else if (!response.ok) return `it answers ${response.status}`
      else this.dropped += rejectedIn(said)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
}

const RESOURCE = JSON.stringify({
  attributes: attributesOf({ 'service.name': 'sealwright', 'host.name': hostname(), 'process.pid': process.pid }),
})

function otlpRecord({ time, level, message, fields }: LogRecord) {
  return {
    timeUnixNano: `${Date.parse(time)}000000`,
    severityNumber: SEVERITY[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: attributesOf(fields),
  }
}

function attributesOf(fields: Record<string, unknown>) {
  return Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: otlpValue(value) }]))
}

function otlpValue(value: unknown) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { stringValue: JSON.stringify(value) }
}

/** How many lines a receiver says it did not take of those it answered 200 to. */
function rejectedIn(text: string): number {
  try {
    const rejected = Number(JSON.parse(text)?.partialSuccess?.rejectedLogRecords ?? 0)
    return Number.isSafeInteger(rejected) && rejected > 0 ? Math.min(rejected, PER_CALL) : 0
  } catch {
    return 0
  }
}
