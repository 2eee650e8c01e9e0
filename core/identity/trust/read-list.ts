import { ReaderThreads, Unreadable } from '#core/kernel/untrusted/threads.ts'
import type { MasterList } from './master-list.ts'
import type { SignedProviderList } from './provider-list.ts'

/** A signed list of authorities as a stranger sent it. */
export type ListAsked =
  | { kind: 'master_list'; bytes: Uint8Array; now: number }
  | { kind: 'vical' | 'lote' | 'trusted_list'; bytes: Uint8Array; provider: string; now: number }
/** What it says once its signature was found to hold, or in words why it does not count. */
export type ListTold = { plain: MasterList } | { services: SignedProviderList } | { bad: string }

/** Of 4 MB with 1,600 services a list is taken apart in half a second. */
const DEADLINE_MS = 10_000
/** A list of 4 MB as a tree of elements, with room to work. */
const HEAP_MB = 512

const threads = new ReaderThreads<ListAsked>(new URL('./list-worker.ts', import.meta.url), HEAP_MB)

/** Reads a list in a thread that may be ended: the signature is found to hold or not only after a stranger's file was taken apart. */
export async function readSignedList(asked: ListAsked): Promise<ListTold> {
  try {
    return await threads.ask<ListTold>(asked, DEADLINE_MS)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { bad: 'This list cannot be read in time. Send it as its publisher gives it out.' }
  }
}
