/** Runs once the page has loaded and the browser has nothing better to do: after the first paint, before anybody can have filled a form. */
export function whenIdle(work: () => unknown): void {
  if (typeof window === 'undefined') return
  const run = () => ('requestIdleCallback' in window ? requestIdleCallback(() => work(), { timeout: 1_000 }) : setTimeout(work, 200))
  if (document.readyState === 'complete') run()
  else addEventListener('load', run, { once: true })
}
