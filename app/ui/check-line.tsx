import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../lib/cn.ts'
import { FieldError } from './field.tsx'
import { Checkbox } from './input.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & { label: ReactNode; error?: string | undefined }

/** A checkbox and its words on one line, with what is wrong with it below. */
export function CheckLine({ label, error, className, ...props }: Props) {
  const id = useId()
  const line = (
    <label htmlFor={id} className={cn('flex min-h-9 items-center gap-2.5', className)}>
      <Checkbox id={id} {...props} {...(error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })} />
      {label}
    </label>
  )
  if (!error) return line
  return (
    <div>
      {line}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
