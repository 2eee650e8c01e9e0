import { jsonText } from '#db/copy-rows.ts'

const names = new Map<string, string>()

/** On what was put together from texts at hand: its JSON. A property, which no JSON shows, for a weak map of what lives so briefly costs more. */
const TEXT = Symbol('text')

/** Freezes a value of which the JSON is at hand. */
export function withText<T extends object>(value: T, text: string): Readonly<T> {
  ;(value as { [TEXT]?: string })[TEXT] = text
  return Object.freeze(value)
}

function memberText(value: unknown): string | undefined {
  if (value === null) return 'null'
  return (typeof value === 'object' ? (value as { [TEXT]?: string })[TEXT] : undefined) ?? jsonText(value)
}

/** The members of an object between two of its names, as JSON.stringify writes them; what is frozen is made into text once. */
export function membersOf(object: object, { from, until }: { from?: string; until?: string } = {}): string {
  let text = ''
  let passed = from === undefined
  for (const name in object) {
    if (name === until) return text
    if (name === from) passed = true
    else if (passed) {
      const member = memberText((object as Record<string, unknown>)[name])
      if (member === undefined) continue
      let named = names.get(name)
      if (named === undefined) {
        named = `${JSON.stringify(name)}:`
        names.set(name, named)
      }
      text += text === '' ? named + member : `,${named}${member}`
    }
  }
  return text
}
