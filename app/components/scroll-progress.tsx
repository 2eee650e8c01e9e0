import { useEffect, useRef } from 'react'

/** A hairline at the top that fills as the page is read. Browsers with scroll timelines need no script for it. */
export function ScrollProgress() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (CSS.supports('animation-timeline: scroll()')) return
    const measure = () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const share = scrollHeight > clientHeight ? window.scrollY / (scrollHeight - clientHeight) : 0
      if (ref.current) ref.current.style.transform = `scaleX(${share})`
    }
    window.addEventListener('scroll', measure, { passive: true })
    return () => window.removeEventListener('scroll', measure)
  }, [])
  return <div ref={ref} aria-hidden className="scroll-progress fixed inset-x-0 top-0 z-50 h-0.5 bg-seal forced-color-adjust-none" />
}
