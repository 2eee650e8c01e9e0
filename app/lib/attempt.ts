/** What an action tells its page: what was done, or why not. */
export type Attempted<T> = { done: T; refused?: undefined } | { done?: undefined; refused: string; fields: Record<string, string> }

interface Refusal {
  name?: string
  message?: string
  fields?: { pointer: string; detail: string }[]
  issues?: { path: PropertyKey[]; message: string }[]
}

/** Does the work of an action. A refusal of the verb becomes words for the page; a fault of ours is thrown on. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempted<T>> {
  try {
    return { done: await work() }
  } catch (error) {
    const { name, message, fields, issues } = (error ?? {}) as Refusal
    // Verbs and pages are two module graphs, so errors are known by their shape.
    if (issues) {
      const named = issues.map((issue) => [String(issue.path[0] ?? ''), issue.message])
      return { refused: named[0]?.[1] ?? 'Some fields are not valid.', fields: Object.fromEntries(named) }
    }
    if (name !== 'AppError') throw error
    const named = (fields ?? []).map((field) => [field.pointer.split('/')[1] ?? '', field.detail])
    return { refused: fields?.[0]?.detail ?? message ?? '', fields: Object.fromEntries(named) }
  }
}
