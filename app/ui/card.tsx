import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-md border border-rule bg-raised p-6', className)} {...props} />
}
export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 className={cn('title-3', className)} {...props}>
      {children}
    </h2>
  )
}
