import { useSyncExternalStore } from 'react'
import { cn } from '../lib/cn.ts'
import { chooseCodeLanguage, codeLanguage, onCodeLanguage } from '../lib/code-language.ts'
import { CopyButton } from './copy-button.tsx'

export interface CodeSample {
  /** Tab name, such as `curl` or `JavaScript`. Absent for a single sample. */
  label?: string
  /** Plain source, for the copy button. */
  code: string
  /** Highlighted at build time by `highlight.server.ts`. */
  html: string
}

/** The language a reader chose last, shared by every sample of the site. */
export function useCodeLanguage() {
  const language = useSyncExternalStore(onCodeLanguage, codeLanguage, () => null)
  return [language, chooseCodeLanguage] as const
}

export function CodeBlock({ samples, title, className }: { samples: CodeSample[]; title?: string; className?: string }) {
  const [language, choose] = useCodeLanguage()
  const shown = samples.find((sample) => sample.label === language) ?? samples[0]!
  return (
    <figure className={cn('code-block', className)}>
      <figcaption className="flex min-h-10 items-center justify-between gap-2 border-rule border-b pr-1 pl-1">
        {samples.length > 1 ? (
          <div className="flex overflow-x-auto" role="tablist" aria-label={title ?? 'Language'}>
            {samples.map((sample) => (
              <button
                key={sample.label}
                type="button"
                role="tab"
                aria-selected={sample === shown}
                tabIndex={sample === shown ? 0 : -1}
                onClick={() => choose(sample.label!)}
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                  if (!step) return
                  const next = samples[(samples.indexOf(shown) + step + samples.length) % samples.length]!
                  choose(next.label!)
                  ;(event.currentTarget.parentElement?.children[samples.indexOf(next)] as HTMLElement | undefined)?.focus()
                }}
                className={cn(
                  '-mb-px h-10 border-b-2 px-3 font-mono text-[0.75rem]',
                  sample === shown ? 'border-seal text-ink' : 'border-transparent text-soft hover:text-ink',
                )}
              >
                {sample.label}
              </button>
            ))}
          </div>
        ) : (
          <span className="truncate px-3 font-mono text-[0.75rem] text-soft">{title ?? shown.label}</span>
        )}
        <CopyButton text={shown.code} label="Copy code" className="js-only" />
      </figcaption>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own source, highlighted at build time */}
      <div dangerouslySetInnerHTML={{ __html: shown.html }} />
    </figure>
  )
}
