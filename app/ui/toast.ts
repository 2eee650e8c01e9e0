import { showPlainly } from './plain-toast.ts'

/** Durations are the product's: 5 s, and 10 s for a critical error. */
interface ToastOptions {
  description?: string
  duration?: number
}
type Kind = 'success' | 'error' | 'info'

let parts: Promise<typeof import('./toaster.tsx')> | undefined

/** Loads what shows toasts. It is asked for when the page is at rest, so that it is there before the network can fail. */
export function loadToaster(): Promise<typeof import('./toaster.tsx')> {
  parts ??= import('./toaster.tsx').catch((error) => {
    parts = undefined
    throw error
  })
  return parts
}

async function show(kind: Kind, title: string, options: ToastOptions = {}) {
  const duration = options.duration ?? 5000
  let toaster: typeof import('./toaster.tsx')
  try {
    toaster = await loadToaster()
  } catch {
    // Its file did not arrive. An error has to be said all the more.
    showPlainly(kind, title, options.description, duration)
    return
  }
  // A place made this moment is not known to readers yet.
  if (toaster.mountToaster()) await new Promise((known) => setTimeout(known, 120))
  // Said again, it takes the place of the first: a pile of the same words tells nothing.
  toaster.toast[kind](title, { id: `${kind}: ${title}`, description: options.description, duration })
}

export const toast = {
  success: (title: string, options?: ToastOptions) => void show('success', title, options),
  error: (title: string, options?: ToastOptions) => void show('error', title, options),
  /** Takes away what is shown: it no longer holds. */
  dismiss: () => void parts?.then((toaster) => toaster.toast.dismiss()).catch(() => {}),
  info: (title: string, options?: ToastOptions) => void show('info', title, options),
}
