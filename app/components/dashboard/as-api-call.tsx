import { Terminal } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** From `/v1` on. */
  path: string
  body?: unknown
  headers?: Record<string, string>
}

const noChange = () => () => {}

/** The call as a command line that works when pasted: quotes in the body are kept from the shell. */
export function curlOf(call: ApiCall, origin: string, environment: string): string {
  const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}"${origin}/api${call.path}"`]
  lines.push(`-H "Authorization: Bearer $SEALWRIGHT_${environment.toUpperCase()}_KEY"`)
  for (const [name, value] of Object.entries(call.headers ?? {})) lines.push(`-H "${name}: ${value}"`)
  if (call.body !== undefined) {
    lines.push('-H "Content-Type: application/json"')
    lines.push(`-d '${JSON.stringify(call.body, null, 2).replaceAll("'", `'\\''`)}'`)
  }
  return lines.join(' \\\n  ')
}

/** The act of this place as the API call that does the same: everything a person can do here, a program can. */
export function AsApiCall({ call, environment, label = 'As API call' }: { call: ApiCall; environment: string; label?: string }) {
  const origin = useSyncExternalStore(
    noChange,
    () => window.location.origin,
    () => '',
  )
  const text = curlOf(call, origin, environment)
  return (
    <details className="no-print group min-w-0 rounded-md border border-rule">
      <summary className="flex min-h-10 items-center gap-2 px-3 text-[0.9375rem] text-soft hover:text-ink">
        <Terminal className="size-4 shrink-0" aria-hidden />
        <span className="shrink-0">{label}</span>
        <code className="ml-auto min-w-0 truncate text-[0.75rem]">
          {call.method} {call.path}
        </code>
      </summary>
      <div className="relative border-rule border-t bg-sunk">
        <CopyButton text={text} label="Copy command" className="js-only absolute top-1.5 right-1.5" />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <pre className="max-h-80 overflow-auto p-3 pr-11 text-[0.8125rem] leading-relaxed" tabIndex={0}>
          <code>{text}</code>
        </pre>
      </div>
    </details>
  )
}
