import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** A part whose scripts come after the page's: what is pressed in it before they answer is kept until they do (`lib/first-paint.ts`). */
export function Late({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [answers, setAnswers] = useState(false)
  useEffect(() => {
    if (answers) document.dispatchEvent(new Event('live'))
  }, [answers])
  return (
    <div className="contents" data-late={answers ? undefined : ''}>
      <Suspense fallback={fallback}>
        {children}
        <Arrived tell={setAnswers} />
      </Suspense>
    </div>
  )
}

/** Its effect runs with those of the part beside it, once that is there. */
function Arrived({ tell }: { tell: (answers: true) => void }) {
  useEffect(() => tell(true), [tell])
  return null
}
