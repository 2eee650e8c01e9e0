import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** Hono's own choice of routers, asked once for each address without parameters: what answers there does not change. */
export class FixedFirstRouter<T> implements Router<T> {
  name = 'FixedFirstRouter'
  readonly #inner: Router<T> = new SmartRouter<T>({ routers: [new RegExpRouter<T>(), new TrieRouter<T>()] })
  readonly #fixed = new Set<string>()
  readonly #found = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    if (!/[:*{?]/.test(path)) this.#fixed.add(path)
    this.#inner.add(method, path, handler)
  }

  match(method: string, path: string): Result<T> {
    if (!this.#fixed.has(path)) return this.#inner.match(method, path)
    const key = `${method} ${path}`
    let found = this.#found.get(key)
    if (!found) {
      found = this.#inner.match(method, path)
      this.#found.set(key, found)
    }
    return found
  }
}
