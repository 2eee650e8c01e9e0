import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { cn } from '../lib/cn.ts'

/** Long text made at build time. Its copy buttons and inner links are brought to life here. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const root = ref.current
    if (!root) return
    const onClick = (event: MouseEvent) => {
      const target = event.target as Element
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
    root.addEventListener('click', onClick)
    return () => root.removeEventListener('click', onClick)
  }, [navigate])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered at build time
  return <div ref={ref} className={cn('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
