import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '../lib/cn.ts'
import { chooseCodeLanguage, codeLanguage, onCodeLanguage } from '../lib/code-language.ts'

const tabs = (root: ParentNode) => [...root.querySelectorAll<HTMLButtonElement>('[data-code-tab]')]
/** Says in the tabs which language is shown; what is shown follows from the page's own mark. */
function markLanguage(root: HTMLElement) {
  const wanted = document.documentElement.dataset.code ?? codeLanguage() ?? 'curl'
  for (const tab of tabs(root)) {
    const selected = tab.dataset.codeTab === wanted
    tab.setAttribute('aria-selected', String(selected))
    tab.tabIndex = selected ? 0 : -1
  }
}
/** Chooses a language and keeps the chosen sample where it is on the screen while others above it change their height. */
function choose(tab: HTMLElement) {
  const before = tab.getBoundingClientRect().top
  chooseCodeLanguage(tab.dataset.codeTab!)
  window.scrollBy(0, tab.getBoundingClientRect().top - before)
}

/** Long text made at build time. Its copy buttons and inner links are brought to life here. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const root = ref.current
    if (!root) return
    const onClick = (event: MouseEvent) => {
      const target = event.target as Element
      const tab = target.closest<HTMLElement>('[data-code-tab]')
      if (tab) return choose(tab)
      const copy = target.closest<HTMLButtonElement>('[data-copy]')
      if (copy) {
        const code = copy.parentElement?.querySelector('pre')?.textContent ?? ''
        void navigator.clipboard.writeText(code).then(() => {
          copy.textContent = 'Copied ✓'
          setTimeout(() => {
            copy.textContent = 'Copy'
          }, 2000)
        })
        return
      }
      const link = target.closest<HTMLAnchorElement>('a[href^="/"]')
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.target) return
      event.preventDefault()
      void navigate(link.getAttribute('href')!)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const tab = (event.target as Element).closest<HTMLElement>('[data-code-tab]')
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
      if (!tab || step === 0) return
      const all = tabs(tab.parentElement!)
      const next = all[(all.indexOf(tab as HTMLButtonElement) + step + all.length) % all.length]!
      choose(next)
      next.focus({ preventScroll: true })
    }
    const mark = () => markLanguage(root)
    mark()
    const stop = onCodeLanguage(mark)
    root.addEventListener('click', onClick)
    root.addEventListener('keydown', onKeyDown)
    return () => {
      stop()
      root.removeEventListener('click', onClick)
      root.removeEventListener('keydown', onKeyDown)
    }
  }, [navigate])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered at build time
  return <div ref={ref} className={cn('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
