import { Link as LinkIcon } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../lib/lazy-part.ts'
import { playgroundLink } from '../lib/permalink.ts'
import type { OperationHead, ReferenceField, ReferenceOperation } from '../lib/reference.ts'
import { Badge } from '../ui/badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FieldList } from './field-list.tsx'
import { Marked } from './marked.tsx'

const OperationBody = lazyPart(() => import('./operation-body.tsx').then((module) => ({ default: module.OperationBody })))

/** One operation of the API. What it is and takes stands there at once; answers and samples come when the reader comes near. */
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
    <article
      ref={card}
      id={head.id}
      className="late-row scroll-mt-24 rounded-md border border-rule bg-raised [contain-intrinsic-size:auto_55rem]"
    >
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
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
        <div className="min-w-0 px-5 pb-7 sm:px-7">
          <Fields title="Path" fields={head.parameters.filter((parameter) => parameter.in === 'path')} />
          <Fields title="Query" fields={head.parameters.filter((parameter) => parameter.in === 'query')} />
          <Fields title="Body" fields={head.fields} />
          {head.parameters.length + head.fields.length === 0 ? <p className="mt-6 text-soft">It takes no fields.</p> : null}
        </div>
        <div className="js-only min-w-0 border-rule px-5 pb-7 max-lg:border-t sm:px-7 lg:border-l">
          {near && operation ? (
            <Suspense fallback={waiting}>
              <OperationBody operation={operation} origin={origin} />
            </Suspense>
          ) : (
            waiting
          )}
        </div>
      </div>
    </article>
  )
}

const waiting = <Skeleton className="mt-6 h-80" />

function Fields({ title, fields }: { title: string; fields: ReferenceField[] }) {
  if (fields.length === 0) return null
  return (
    <div className="mt-6">
      <h4 className="eyebrow">{title}</h4>
      <FieldList fields={fields} />
    </div>
  )
}
