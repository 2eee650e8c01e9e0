import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'

const WAITING_MAX = 64
const THREADS = Math.min(2, availableParallelism())

/** A thread did not come to an end within its time, or asked for more memory than it may. */
export class Unreadable extends Error {}

interface Job<Asked, Told> {
  asked: Asked
  deadlineMs: number
  resolve: (told: Told) => void
  reject: (error: Error) => void
}

/** Threads that may be ended, whatever is done to them by what they read: of each is told by its deadline, or nothing. One that failed is replaced. */
export class ReaderThreads<Asked extends { kind: string }> {
  readonly #worker: URL
  readonly #heapMb: number
  readonly #idle: Worker[] = []
  // biome-ignore lint/suspicious/noExplicitAny: what is told is known to who asks.
  readonly #waiting: Job<Asked, any>[] = []
  #threads = 0

  /** `heapMb`: what asks for more memory ends its thread and nothing else. */
  constructor(worker: URL, heapMb: number) {
    this.#worker = worker
    this.#heapMb = heapMb
  }

  /** What a thread tells. Throws `Unreadable`, and `not_ready` while too many wait. */
  ask<Told>(asked: Asked, deadlineMs: number): Promise<Told> {
    if (this.#waiting.length >= WAITING_MAX)
      throw new AppError('not_ready', 'There is too much to read just now. Try again with the same Idempotency-Key.')
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, deadlineMs, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    const worker = this.#idle.pop() ?? (this.#waiting.length && this.#threads < THREADS ? this.#start() : null)
    if (!worker) return
    const job = this.#waiting.shift()
    if (job) this.#run(worker, job)
    else this.#idle.push(worker)
  }

  #start(): Worker {
    this.#threads++
    const worker = new Worker(this.#worker, { resourceLimits: { maxOldGenerationSizeMb: this.#heapMb, maxYoungGenerationSizeMb: 32 } })
    // One that ends, by itself or because it was ended, makes room for another.
    worker.on('error', () => {})
    worker.once('exit', () => {
      this.#threads--
      const at = this.#idle.indexOf(worker)
      if (at >= 0) this.#idle.splice(at, 1)
      this.#next()
    })
    return worker
  }

  #run<Told>(worker: Worker, job: Job<Asked, Told>): void {
    worker.ref()
    const end = () => {
      clearTimeout(timer)
      worker.off('message', tell).off('error', fail).off('exit', fail)
    }
    const fail = () => {
      end()
      void worker.terminate()
      job.reject(new Unreadable(`a ${job.asked.kind} was not read`))
    }
    const tell = (told: Told) => {
      end()
      // A thread that waits keeps no process alive.
      worker.unref()
      this.#idle.push(worker)
      job.resolve(told)
      this.#next()
    }
    const timer = setTimeout(fail, job.deadlineMs)
    worker.on('message', tell).on('error', fail).on('exit', fail)
    worker.postMessage(job.asked)
  }
}
