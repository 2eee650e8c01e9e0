/**
 * Runs in the page's head before anything is drawn: its text is written into the page (`firstPaint`), so it uses nothing from outside
 * itself. It sets the remembered theme and language of code, and whether to expect a signed-in visitor. What a visitor presses or types
 * before the page's scripts answer it keeps, and does when they do (`pageIsLive`): buttons, fields, and forms that only scripts can send.
 * Whatever the browser can do alone (links, forms with a method, popovers) it does at once. Parts that come later than the page stand in
 * an element with `data-late` until they answer (`components/late.tsx`).
 */
function beforeScripts(): void {
  const root = document.documentElement
  root.setAttribute('data-js', '')
  try {
    const theme = localStorage.getItem('sealwright.theme')
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme)
    const code = localStorage.getItem('sealwright.code-language')
    if (code && /^(curl|JavaScript|Python|Go|Ruby)$/.test(code)) root.setAttribute('data-code', code)
    if (localStorage.getItem('sealwright.user')) root.setAttribute('data-session', 'expected')
  } catch {
    // Storage may be closed to us: the system's theme holds then.
  }

  const kept = new Set<HTMLElement>()
  let isLive = false

  const waits = (target: Element) => !isLive || target.closest('[data-late]') !== null

  /** The fields whose change only a script can hear, after what they hold was set without it. */
  function tellChange(field: HTMLInputElement | HTMLTextAreaElement): void {
    const { value } = field
    // Only a value that differs from the one before is heard.
    field.value = `${value} `
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function act(target: HTMLElement): void {
    if (target instanceof HTMLFormElement) target.requestSubmit()
    else if (target instanceof HTMLButtonElement) target.click()
    else if (target instanceof HTMLSelectElement) target.dispatchEvent(new Event('change', { bubbles: true }))
    else if (target instanceof HTMLTextAreaElement) tellChange(target)
    else if (target instanceof HTMLInputElement) {
      if (target.type === 'file') target.dispatchEvent(new Event('change', { bubbles: true }))
      else if (target.type === 'checkbox' || target.type === 'radio') {
        target.checked = !target.checked
        target.click()
      } else tellChange(target)
    }
  }

  function keep(event: Event): void {
    const { target } = event
    if (!event.isTrusted || !(target instanceof HTMLElement || target instanceof SVGElement) || !waits(target)) return
    let held: HTMLElement | null = target instanceof HTMLElement ? target : null
    if (target instanceof HTMLFormElement) {
      // One with files says with its scripts what the page is of.
      if ((target.method !== 'get' || target.hasAttribute('action')) && target.enctype !== 'multipart/form-data') return
      event.preventDefault()
    } else if (event.type === 'click') {
      held = target.closest<HTMLElement>('button[type=button]:not([popovertarget])')
      // Half of the scripts may hear it already: it must not happen twice.
      if (held && isLive) event.stopImmediatePropagation()
    }
    if (!held) return
    kept.delete(held)
    kept.add(held)
  }

  for (const kind of ['click', 'submit', 'input']) document.addEventListener(kind, keep, true)
  // Of the page, and then of each part that came later.
  document.addEventListener('live', () => {
    isLive = true
    for (const target of kept) {
      if (waits(target)) continue
      kept.delete(target)
      if (target.isConnected) act(target)
    }
  })
}

export const firstPaint = (): string => `(${beforeScripts})()`

/** The page's scripts answer from now on: does what was pressed and typed before, and sets again what React may have lost by drawing the page anew. */
export function pageIsLive(): void {
  const root = document.documentElement
  root.setAttribute('data-js', '')
  try {
    const theme = localStorage.getItem('sealwright.theme')
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme)
    const code = localStorage.getItem('sealwright.code-language')
    if (/^(curl|JavaScript|Python|Go|Ruby)$/.test(code ?? '')) root.setAttribute('data-code', code!)
  } catch {
    // Storage may be closed to us; the system's theme then holds.
  }
  root.setAttribute('data-live', '')
  document.dispatchEvent(new Event('live'))
}
