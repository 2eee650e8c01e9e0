import { Link as LinkIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { playgroundLink } from '../lib/permalink.ts'
import type { OperationHead, ReferenceOperation } from '../lib/reference.ts'
import { Badge } from '../ui/badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Marked } from './marked.tsx'

const OperationBody = lazy(() => import('./operation-body.tsx').then((module) => ({ default: module.OperationBody })))

/** One operation of the API. What it is stands there at once; the rest comes when the reader comes near. */
export function OperationCard({
  head,
  operation,
  origin,
  onNear,
}: {
  head: OperationHead
  /** Null until the description was read. */
  operation: ReferenceOperation | null
  origin: string
  onNear: () => void
}) {
  const card = useRef<HTMLElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!card.current || near) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setNear(true)
        onNear()
      },
      { rootMargin: '150px 0px' },
    )
    observer.observe(card.current)
    return () => observer.disconnect()
  }, [near, onNear])
  return (
    <article ref={card} id={head.id} className="scroll-mt-24 rounded-md border border-rule bg-raised">
      <div className="border-rule border-b p-5 sm:p-7">
        <h3 className="title-3">
          <a href={`#${head.id}`} className="group inline-flex items-center gap-2">
            {head.summary}
            <LinkIcon className="size-4 text-soft opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" aria-hidden />
          </a>
        </h3>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <code className="break-all text-[0.875rem]">
            <span className="text-seal">{head.method}</span> {head.path}
          </code>
          {head.scope ? <Badge>{head.scope}</Badge> : null}
          <Link to={playgroundLink({ operation: head.id })} className="link text-[0.9375rem]">
            Try it<span className="sr-only">: {head.summary}</span>
          </Link>
        </p>
        {head.description ? (
          <p className="mt-3 max-w-[70ch] text-soft">
            <Marked text={head.description} />
          </p>
        ) : null}
      </div>
      {near && operation ? (
        <Suspense fallback={<Waiting />}>
          <OperationBody operation={operation} origin={origin} />
        </Suspense>
      ) : (
        <Waiting />
      )}
    </article>
  )
}

const Waiting = () => (
  <div className="js-only p-5 sm:p-7">
    <Skeleton className="h-80" />
  </div>
)
