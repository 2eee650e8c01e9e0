const MOST = 256
const texts = new Map<number, string>()

/** A moment (ms) in ISO 8601, UTC. A call tells its own in a dozen places, and lists theirs in every call: each is made into text once. */
export function isoTime(ms: number): string {
  let text = texts.get(ms)
  if (text === undefined) {
    text = new Date(ms).toISOString()
    if (texts.size === MOST) texts.clear()
    texts.set(ms, text)
  }
  return text
}
