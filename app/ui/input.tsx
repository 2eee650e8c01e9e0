import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const control =
  'w-full rounded-md border border-rule-strong bg-raised px-3 text-ink placeholder:text-soft transition-colors duration-150 hover:border-ink focus-visible:border-ink aria-invalid:border-madder disabled:cursor-not-allowed disabled:bg-sunk disabled:opacity-70'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(control, 'h-11', className)} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(control, 'min-h-32 py-2.5 leading-normal', className)} {...props} />
}

/** The browser's own select: right for every keyboard, reader and telephone. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <select
      className={cn(
        control,
        'h-11 appearance-none bg-[url("/chevron.svg")] bg-[length:12px] bg-[position:right_0.85rem_center] bg-no-repeat pr-9',
        className,
      )}
      {...props}
    >
      {children}
    </select>
  )
}

export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={cn('size-5 shrink-0 rounded-sm accent-seal', className)} {...props} />
}
