import { Moon, Sun } from 'lucide-react'

/** Follows the system until pressed; from then on the choice is remembered. */
export function ThemeToggle({ className }: { className?: string }) {
  return (
    <button
      type="button"
      className={`js-only size-10 place-items-center rounded-md text-soft transition-colors hover:bg-sunk hover:text-ink ${className ?? 'grid'}`}
      aria-label="Switch between light and dark"
      onClick={() => {
        const root = document.documentElement
        const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
        const next = dark ? 'light' : 'dark'
        root.dataset.theme = next
        try {
          localStorage.setItem('sealwright.theme', next)
        } catch {
          // Not remembered, but this page changes.
        }
      }}
    >
      <Sun className="theme-sun size-[1.15rem]" aria-hidden />
      <Moon className="theme-moon size-[1.15rem]" aria-hidden />
    </button>
  )
}
