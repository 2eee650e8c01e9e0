import { jsonText } from '#db/copy-rows.ts'

const names = new Map<string, string>()

/** The members of an object between two of its names, as JSON.stringify writes them; what is frozen is made into text once. */
export function membersOf(object: object, { from, until }: { from?: string; until?: string } = {}): string {
  let text = ''
  let passed = from === undefined
  for (const name in object) {
    if (name === until) return text
    if (name === from) passed = true
    else if (passed) {
      const member: string | undefined = jsonText((object as Record<string, unknown>)[name])
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
