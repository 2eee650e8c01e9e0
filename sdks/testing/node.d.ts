import type { Cassette, Kit, KitOptions, Webhooks } from './index.js'

/** A cassette in a file. Records where `record` is true, or `SEALWRIGHT_RECORD=1` is set; `save()` writes what was recorded. Throws where there is nothing to play. */
export declare function openCassette(path: string, options?: { record?: boolean; fetch?: Cassette['fetch'] }): Cassette & { save(): void }

export interface KitServer {
  readonly url: string
  readonly apiKey: string
  readonly kit: Kit
  readonly webhooks: Webhooks
  close(): Promise<void>
}

/** The kit over HTTP on 127.0.0.1, for other languages: the API below `/v1` and `/api/v1`, orders to the kit below `/_kit`. */
export declare function startServer(options?: KitOptions & { port?: number }): Promise<KitServer>
