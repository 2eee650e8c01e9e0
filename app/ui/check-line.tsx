import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../lib/cn.ts'
import { Checkbox } from './input.tsx'

/** A checkbox and its words on one line. */
export function CheckLine({ label, className, ...props }: Omit<ComponentProps<'input'>, 'type' | 'id'> & { label: ReactNode }) {
  const id = useId()
  return (
    <label htmlFor={id} className={cn('flex min-h-9 items-center gap-2.5', className)}>
      <Checkbox id={id} {...props} />
      {label}
    </label>
  )
}
