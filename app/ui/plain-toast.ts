/** A toast made of nothing but the page itself, for when the files of the real one cannot be had. */
export function showPlainly(kind: string, title: string, description: string | undefined, duration: number): void {
  const box = document.createElement('div')
  box.setAttribute('role', kind === 'error' ? 'alert' : 'status')
  box.className =
    'fixed right-4 bottom-4 z-50 max-w-[min(24rem,calc(100vw-2rem))] rounded-md border border-rule-strong bg-raised px-4 py-3 text-[0.9375rem] shadow-lift'
  const head = document.createElement('p')
  head.className = 'font-semibold'
  head.textContent = title
  box.append(head)
  if (description) {
    const text = document.createElement('p')
    text.textContent = description
    box.append(text)
  }
  document.body.append(box)
  setTimeout(() => box.remove(), duration)
}
