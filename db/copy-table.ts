import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The driver's connection under a client, as far as COPY needs it. */
type Wire = pg.Connection & {
  stream: Writable & Readable
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(why: string): void
}

/** Writes what a statement `COPY … TO STDOUT` gives, as fast as `to` takes it. Resolves to the number of rows. */
export function copyOut(client: pg.ClientBase, statement: string, to: Writable): Promise<number> {
  return new Promise((resolve, reject) => void client.query(new Copying(statement, resolve, reject, to, null)))
}

/** Gives a statement `COPY … FROM STDIN` the rows of `from`. Resolves to their number. */
export function copyIn(client: pg.ClientBase, statement: string, from: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => void client.query(new Copying(statement, resolve, reject, null, from)))
}

class Copying implements pg.Submittable {
  readonly #statement: string
  readonly #resolve: (rows: number) => void
  readonly #reject: (error: Error) => void
  readonly #to: Writable | null
  readonly #from: AsyncIterable<Buffer> | null
  #rows = 0

  constructor(
    statement: string,
    resolve: (rows: number) => void,
    reject: (error: Error) => void,
    to: Writable | null,
    from: AsyncIterable<Buffer> | null,
  ) {
    this.#statement = statement
    this.#resolve = resolve
    this.#reject = reject
    this.#to = to
    this.#from = from
  }

  submit(connection: pg.Connection): void {
    ;(connection as Wire).query(this.#statement)
  }
  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // The driver writes over its buffer as soon as this returns; what takes the rows may still keep them.
    if (this.#to!.write(Buffer.from(chunk))) return
    const { stream } = connection as Wire
    stream.pause()
    this.#to!.once('drain', () => stream.resume())
  }
  handleCopyInResponse(connection: pg.Connection): void {
    void this.#send(connection as Wire)
  }
  async #send(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#from!) {
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
      }
      wire.endCopyFrom()
    } catch (error) {
      wire.sendCopyFail((error as Error).message)
    }
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }
  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }
  handleError(error: Error): void {
    this.#reject(error)
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
}
