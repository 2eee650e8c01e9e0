const key = 'sealwright.code-language'
const listeners = new Set<() => void>()

/** Calls back when the language is chosen anew, anywhere on the page. */
export function onCodeLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language a reader chose last, on any page; null before. */
export function codeLanguage(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return document.documentElement.dataset.code ?? null
  }
}

export function chooseCodeLanguage(next: string): void {
  try {
    localStorage.setItem(key, next)
  } catch {
    // Not remembered, but this page still follows.
  }
  document.documentElement.dataset.code = next
  for (const listener of listeners) listener()
}
