import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export const Tabs = Radix.Root
export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn('flex gap-1 overflow-x-auto border-rule border-b', className)} {...props} />
}
export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        '-mb-px inline-flex min-h-11 items-center gap-2 border-transparent border-b-2 px-3.5 font-semibold text-[0.9375rem] text-soft whitespace-nowrap transition-colors hover:text-ink data-[state=active]:border-seal data-[state=active]:text-ink',
        className,
      )}
      {...props}
    />
  )
}
export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-6', className)} {...props} />
}
