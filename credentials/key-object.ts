import { createSecretKey, type KeyObject } from 'node:crypto'

const prepared = new WeakMap<Uint8Array, KeyObject>()

/** A key as an object, which costs a quarter of bare bytes to use, even fresh. It is prepared once and forgotten with its bytes. */
export function keyObject(key: Uint8Array): KeyObject {
  let object = prepared.get(key)
  if (!object) {
    object = createSecretKey(key)
    prepared.set(key, object)
  }
  return object
}
