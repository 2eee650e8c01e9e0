// What errors need is loaded with the first one: most visits never have any.
const show = async (error: unknown) => (await import('./error-handler.ts')).toastError(error)

/** What nobody caught is still said and kept. Called once, when the page's scripts start. */
export function watchUncaught(): void {
  addEventListener('error', (event) => void show(event.error ?? event.message).catch(() => {}))
  addEventListener('unhandledrejection', (event) => void show(event.reason).catch(() => {}))
}
