let tries = 0

/**
 * Loads a module on demand, and once more under another address when its file did not arrive: a browser remembers that an
 * address failed, so the same one would fail until the page is loaded anew.
 */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const address = error instanceof Error ? /https?:\/\/[^\s?]+\.js/.exec(error.message)?.[0] : undefined
    if (!address?.startsWith(`${location.origin}/`)) throw error
    return (await import(/* @vite-ignore */ `${address}?again=${++tries}`)) as T
  }
}
