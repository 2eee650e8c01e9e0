import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

export function DropdownMenu({ trigger, align = 'end', children }: { trigger: ReactNode; align?: 'start' | 'end'; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={6} className="z-50 min-w-48 rounded-md border border-rule bg-raised p-1.5 shadow-lift">
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      className={cn(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-[0.9375rem] outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-sunk [&_svg]:size-4',
        className,
      )}
      {...props}
    />
  )
}
export const DropdownMenuSeparator = () => <Radix.Separator className="my-1.5 h-px bg-rule" />
export const DropdownMenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2.5 py-1.5 text-[0.875rem] text-soft">{children}</Radix.Label>
)
