import { Fragment, type ReactNode } from 'react'

/** JSON with quiet colours, drawn from the value itself. */
export function JsonView({ value, className }: { value: unknown; className?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={className} tabIndex={0}>
      <code>{draw(value, 0)}</code>
    </pre>
  )
}

const pad = (depth: number) => '  '.repeat(depth)

function draw(value: unknown, depth: number): ReactNode {
  if (typeof value === 'string') return <span className="text-verdigris">{JSON.stringify(value)}</span>
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return <span className="text-seal">{String(value)}</span>
  const list = Array.isArray(value)
  const entries = list ? value.map((item, index) => [String(index), item] as const) : Object.entries(value as object)
  if (entries.length === 0) return list ? '[]' : '{}'
  return (
    <>
      {list ? '[' : '{'}
      {entries.map(([key, item], index) => (
        <Fragment key={key}>
          {`\n${pad(depth + 1)}`}
          {list ? null : <>{JSON.stringify(key)}: </>}
          {draw(item, depth + 1)}
          {index < entries.length - 1 ? ',' : ''}
        </Fragment>
      ))}
      {`\n${pad(depth)}`}
      {list ? ']' : '}'}
    </>
  )
}
