import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Nothing here yet: says so and offers the next action. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="rounded-md border border-rule border-dashed px-6 py-12 text-center">
      <p className="title-3">{title}</p>
      {children ? <div className="mx-auto mt-2 max-w-[52ch] text-balance text-soft">{children}</div> : null}
      {action ? <div className="mt-5 flex justify-center">{action}</div> : null}
    </div>
  )
}

/** Could not be loaded: says why and offers a retry. */
export function ErrorState({
  title = 'This could not be loaded',
  children,
  onRetry,
}: {
  title?: string
  children?: ReactNode
  onRetry?: () => void
}) {
  return (
    <div role="alert" className="rounded-md border border-madder/40 bg-madder-wash px-6 py-8">
      <p className="font-semibold text-madder">{title}</p>
      {children ? <div className="mt-1">{children}</div> : null}
      {onRetry ? (
        <Button variant="outline" size="sm" className="mt-4" onClick={onRetry}>
          <RotateCw className="size-4" aria-hidden /> Try again
        </Button>
      ) : null}
    </div>
  )
}
