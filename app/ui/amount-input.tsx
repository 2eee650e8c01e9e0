import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import { caretAfter, groupedAmount } from '../lib/typed-amount.ts'
import { Input } from './input.tsx'

/** An amount with its unit beside it, grouped by thousands while it is typed. Before scripts it is a plain field. */
export function AmountInput({
  unit,
  className,
  value,
  defaultValue,
  onChange,
  ...props
}: Omit<ComponentProps<'input'>, 'value' | 'defaultValue'> & { unit: string; value?: string; defaultValue?: string }) {
  const field = useRef<HTMLInputElement>(null)
  // What was typed before the scripts came is grouped as well.
  useLayoutEffect(() => {
    if (field.current && value === undefined) field.current.value = groupedAmount(field.current.value)
  }, [value])
  return (
    <span className="relative block">
      <Input
        ref={field}
        inputMode="decimal"
        autoComplete="off"
        {...(value === undefined ? { defaultValue: groupedAmount(defaultValue ?? '') } : { value: groupedAmount(value) })}
        className={cn('tabular pr-16', className)}
        onChange={(event) => {
          const box = event.currentTarget
          const grouped = groupedAmount(box.value)
          if (grouped !== box.value) {
            const caret = caretAfter(box.value, box.selectionStart ?? box.value.length, grouped)
            box.value = grouped
            box.setSelectionRange(caret, caret)
          }
          onChange?.(event)
        }}
        {...props}
      />
      <span aria-hidden className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-[0.9375rem] text-soft">
        {unit}
      </span>
    </span>
  )
}
