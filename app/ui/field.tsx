import { CircleAlert } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'
import { cn } from '../lib/cn.ts'

interface ControlProps {
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/** A control with its label, hint and described error. The error is announced when it appears. */
export function Field({
  label,
  hint,
  error,
  optional,
  aside,
  className,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string
  optional?: boolean
  aside?: ReactNode
  className?: string
  children: ReactElement<ControlProps>
}) {
  const made = useId()
  const id = children.props.id ?? made
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : '', children.props['aria-describedby'] ?? '']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={cn('min-w-0', className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-[0.9375rem]">
          {label}
          {optional ? <span className="font-normal text-soft"> (optional)</span> : null}
        </label>
        {aside}
      </div>
      {cloneElement(children, { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-[0.9375rem] text-soft">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    <p id={id} role="alert" className={error ? 'mt-1.5 flex items-start gap-1.5 text-[0.9375rem] text-madder' : 'hidden'}>
      {error ? (
        <>
          <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
          {error}
        </>
      ) : null}
    </p>
  )
}
