/** Toasts are loaded when the first one is shown. Durations are the product's: 5 s, and 10 s for a critical error. */
interface ToastOptions {
  description?: string
  duration?: number
}
type Kind = 'success' | 'error' | 'info'

async function show(kind: Kind, title: string, options: ToastOptions = {}) {
  const { mountToaster } = await import('./toaster.tsx')
  mountToaster()
  const { toast: sonner } = await import('sonner')
  const duration = options.duration ?? 5000
  sonner[kind](title, { description: options.description, duration })
}

export const toast = {
  success: (title: string, options?: ToastOptions) => void show('success', title, options),
  error: (title: string, options?: ToastOptions) => void show('error', title, options),
  /** Takes away what is shown: it no longer holds. */
  dismiss: () => void import('sonner').then(({ toast: sonner }) => sonner.dismiss()),
  info: (title: string, options?: ToastOptions) => void show('info', title, options),
}
