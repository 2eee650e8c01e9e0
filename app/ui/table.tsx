import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A table that scrolls inside itself on narrow screens. Give it a caption: readers announce it. */
export function Table({ className, label, ...props }: ComponentProps<'table'> & { label?: string }) {
  return (
    // A scrolling region must be reachable by keyboard, and must hold its hidden labels, which are placed absolutely. Its name is not the
    // one of the panel around it.
    <section className="scroll-hint relative overflow-x-auto" aria-label={label && `${label}: table`} tabIndex={label ? 0 : undefined}>
      <table className={cn('w-full border-collapse text-left text-[0.9375rem] leading-snug', className)} {...props} />
    </section>
  )
}
export function TableCaption({ className, ...props }: ComponentProps<'caption'>) {
  return <caption className={cn('caption-bottom pt-3 text-left text-[0.875rem] text-soft', className)} {...props} />
}
/** The heading of a column. */
export function Th({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th scope="col" className={cn('border-rule-strong border-b py-2.5 pr-4 align-bottom font-semibold last:pr-0', className)} {...props} />
  )
}
export function Td({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('border-rule border-b py-2.5 pr-4 align-top last:pr-0', className)} {...props} />
}
/** The heading of a row: plain, because the columns' headings carry the weight, unless the row itself is set apart. */
export function RowTh({ className, strong, ...props }: ComponentProps<'th'> & { strong?: boolean }) {
  return (
    <th
      scope="row"
      className={cn('border-rule border-b py-2.5 pr-4 text-left align-top', strong ? 'font-semibold' : 'font-normal', className)}
      {...props}
    />
  )
}
