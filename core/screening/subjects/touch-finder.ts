import { inTurns } from '#core/kernel/turns.ts'
import { type NumberedKeys, openJson, unwrapDataKey } from '#credentials/seal.ts'
import { buildSubjectIndex, entriesNow } from '#screening/blast-radius.ts'
import type { ListDelta } from '#screening/delta.ts'
import { createScreener, type Screener } from '#screening/screen.ts'
import { isNamed, nameFacts, REVIEW_SCORE, type SubjectToScreen } from '../matching/screen-subject.ts'
import { sealContext } from './monitor.ts'

/** Monitored subjects as they are kept, packed so that handing a thousand to a thread copies nothing. */
export interface SealedSubjects {
  keyIds: string[]
  thresholds: number[]
  /** Entries of the last result of each. */
  matched: string[][]
  /** Wrapped key and sealed subject of each, one after the other; `ends` says where each of them ends. */
  bytes: Uint8Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
}

export interface Sealed {
  keyId: string
  threshold: number
  matched: string[]
  wrapped: Uint8Array
  sealed: Uint8Array
}

export function packSubjects(subjects: readonly Sealed[]): SealedSubjects {
  const parts = subjects.flatMap(({ wrapped, sealed }) => [wrapped, sealed])
  const ends = new Uint32Array(parts.length)
  let at = 0
  for (const [i, part] of parts.entries()) ends[i] = at += part.length
  const bytes = new Uint8Array(at)
  for (const [i, part] of parts.entries()) bytes.set(part, i ? ends[i - 1]! : 0)
  return {
    keyIds: subjects.map((s) => s.keyId),
    thresholds: subjects.map((s) => s.threshold),
    matched: subjects.map((s) => s.matched),
    bytes,
    ends,
  }
}

/**
 * Finds the subjects whose result a list change can touch: they matched an entry that changed or left, or their address or name is that of
 * one that came. All others keep their result. Holds scratch memory: one per thread.
 */
export class TouchFinder {
  readonly #delta: ListDelta
  readonly #sealingKey: NumberedKeys
  readonly #screener: Screener | null

  constructor(delta: ListDelta, sealingKey: NumberedKeys) {
    const entries = entriesNow(delta)
    const at = new Date(0).toISOString()
    this.#delta = delta
    this.#sealingKey = sealingKey
    // The source only stands in a header here; entries keep their own.
    this.#screener = entries.length
      ? createScreener([{ source: delta.source, version: 'delta', sha256: 'delta', published_at: at, loaded_at: at, entries }])
      : null
  }

  /** Positions of the touched subjects, rising. */
  find(sealed: SealedSubjects): number[] {
    return this.#touched(sealed, 0, sealed.keyIds.length)
  }

  /** The same a few at a time, for a thread that has other things to do. */
  async findInTurns(sealed: SealedSubjects): Promise<number[]> {
    const found: number[] = []
    const turn = inTurns()
    for (let i = 0; i < sealed.keyIds.length; i++) {
      found.push(...this.#touched(sealed, i, i + 1))
      await turn()
    }
    return found
  }

  #touched(sealed: SealedSubjects, from: number, to: number): number[] {
    const subjects: SubjectToScreen[] = []
    for (let i = from; i < to; i++) subjects.push(openSealed(sealed, i, this.#sealingKey))
    const known = (i: number) => ({ threshold: sealed.thresholds[from + i]!, matched: sealed.matched[from + i]! })
    return this.among(subjects, known).map((i) => from + i)
  }

  /** The same among subjects at hand, of which `known` says with which threshold they are asked and what they matched before. */
  among(subjects: readonly SubjectToScreen[], known: (i: number) => Known = () => UNKNOWN): number[] {
    const touched = buildSubjectIndex(
      subjects.map((subject, i) => ({
        id: String(i),
        addresses: subject.wallet_address ? [subject.wallet_address] : [],
        identifiers: (subject.identifiers ?? []).map(({ value }) => value),
        matched: known(i).matched,
      })),
    ).touched(this.#delta, (id) => this.#isNamed(subjects[Number(id)]!, known(Number(id)).threshold))
    return [...touched.keys()].map(Number).sort((a, b) => a - b)
  }

  #isNamed(subject: SubjectToScreen, threshold: number): boolean {
    if (!isNamed(subject) || !this.#screener) return false
    const found = this.#screener.screen(nameFacts(subject), { threshold: threshold / 10_000, limit: 1, explain: false })
    return found.length > 0
  }
}

type Known = { threshold: number; matched: readonly string[] }
const UNKNOWN: Known = { threshold: REVIEW_SCORE * 10_000, matched: [] }

/** The subject at a position, opened. */
function openSealed({ keyIds, bytes, ends }: SealedSubjects, i: number, sealingKey: NumberedKeys): SubjectToScreen {
  const keyId = keyIds[i]!
  const middle = ends[2 * i]!
  const key = unwrapDataKey(sealingKey, keyId, bytes.subarray(i ? ends[2 * i - 1]! : 0, middle))
  return openJson<SubjectToScreen>(key, sealContext(keyId), bytes.subarray(middle, ends[2 * i + 1]!))
}
