import type { ChipFiles, ChipRead, StateAnchor } from '#credentials/passport/check.ts'
import { BadCrl, type Crl, type CrlProblem, readCrlOf } from '#credentials/revocation/crl.ts'
import { AppError, type ErrorCode, invalidField } from '../errors.ts'
import { parseJson } from './json.ts'
import type { Inspected } from './sniff.ts'
import { ReaderThreads, Unreadable } from './threads.ts'

/** What a thread of `worker.ts` is asked to read. */
export type Asked =
  | { kind: 'document'; bytes: Uint8Array }
  | { kind: 'json'; text: string }
  | { kind: 'crl'; bytes: Uint8Array; signers: readonly Uint8Array[] | null }
  | { kind: 'passport'; files: ChipFiles; anchors: readonly StateAnchor[]; now: number; challenge: Uint8Array }
export type Told = { result: unknown } | { refused: { code: ErrorCode; detail: string; extra: Record<string, unknown> } }

/** What a thread tells of a list of revoked certificates. */
export type CrlTold = ReturnType<typeof readCrlOf> | { bad: CrlProblem }

/** Below this many characters or bytes handing something to a thread costs more than reading it. */
const OWN_THREAD = 64 * 1024
/** Either is read in a fraction of a second; a machine in trouble has time enough. */
const DEADLINE_MS = { document: 10_000, json: 5_000, crl: 10_000, passport: 5_000 }
/** A file of 10 MB as text, with room to work; what asks for more ends its thread and nothing else. */
const HEAP_MB = 160

/**
 * Reads what strangers send, in threads that may be ended: whatever a file or a text does to its reader, requests are answered
 * meanwhile, and what is not read by its deadline is refused. A thread that failed is replaced.
 */
export class UntrustedReader {
  readonly #threads: ReaderThreads<Asked>
  readonly #deadlines: typeof DEADLINE_MS

  constructor(options: { worker?: URL; deadlines?: typeof DEADLINE_MS } = {}) {
    this.#threads = new ReaderThreads(options.worker ?? new URL('./worker.ts', import.meta.url), HEAP_MB)
    this.#deadlines = options.deadlines ?? DEADLINE_MS
  }

  /** What a file is and whether it acts. Throws `validation_failed` when that cannot be found out in time. */
  async document(bytes: Uint8Array): Promise<Inspected> {
    try {
      return this.#resultOf(await this.#ask({ kind: 'document', bytes })) as Inspected
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw invalidField('/file', 'too_complex', 'This file cannot be looked through in time. Print it to a new PDF and send that.')
    }
  }

  /** A JSON text as `parseJson` reads it: short ones here and now, long ones once a thread has found them well made. */
  async json(text: string): Promise<unknown> {
    if (text.length <= OWN_THREAD) return parseJson(text)
    try {
      this.#resultOf(await this.#ask({ kind: 'json', text }))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw new AppError('malformed_json', 'The body could not be read in time. Send it in several calls.')
    }
    // Nothing can go wrong any more, and what a thread has read would have to be copied.
    return JSON.parse(text)
  }

  /** What the files of a chip say, once they are shown to be what a trusted state signed. Throws the codes `passport_…`. */
  async passport(files: ChipFiles, anchors: readonly StateAnchor[], at: { now: number; challenge: Uint8Array }): Promise<ChipRead> {
    try {
      return this.#resultOf(await this.#ask({ kind: 'passport', files, anchors, ...at })) as ChipRead
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw new AppError('passport_unreadable', 'The chip could not be read in time. Send the files as they were read from it.')
    }
  }

  /**
   * A list of revoked certificates as `readCrl` reads it, and which of these certificates (DER) signed it; with none given, nobody asks whose
   * it is. Throws `BadCrl`.
   */
  async crl(bytes: Uint8Array, signers: readonly Uint8Array[] | null): Promise<{ crl: Crl; signer: number }> {
    if (bytes.byteLength <= OWN_THREAD) return readCrlOf(bytes, signers)
    try {
      const told = this.#resultOf(await this.#ask({ kind: 'crl', bytes, signers })) as CrlTold
      if ('bad' in told) throw new BadCrl(told.bad)
      return told
    } catch (error) {
      throw error instanceof Unreadable ? new BadCrl('unreadable') : error
    }
  }

  #resultOf(told: Told): unknown {
    if ('result' in told) return told.result
    const { code, detail, extra } = told.refused
    throw new AppError(code, detail, { extra })
  }

  #ask(asked: Asked): Promise<Told> {
    return this.#threads.ask(asked, this.#deadlines[asked.kind])
  }
}

/** The threads of this process; they start when they are needed first. */
export const untrusted = new UntrustedReader()
