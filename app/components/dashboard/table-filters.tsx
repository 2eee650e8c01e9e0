import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/input.tsx'

export type Filter =
  | { name: string; label: string; options: { value: string; label: string }[] }
  /** A field to type into. */
  | { name: string; label: string; type: 'date' | 'text' }

/** The filters: in a row, or on a phone behind a button that says how many are set, so that the rows come first. */
export function FilterFold({
  filters,
  params,
  send,
  className,
}: {
  filters: Filter[]
  params: URLSearchParams
  send: () => void
  className?: string
}) {
  const [open, setOpen] = useState(false)
  const set = filters.filter((filter) => params.get(filter.name)).length
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className={cn('js-only h-11 sm:hidden!', className)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal className="size-4" aria-hidden /> Filters{set > 0 ? ` (${set})` : ''}
      </Button>
      <div className={cn('contents', !open && 'filters-folded')}>
        {filters.map((filter) =>
          'type' in filter ? (
            <div key={filter.name} className="grid min-w-0 text-[0.8125rem] text-soft">
              <label htmlFor={`filter-${filter.name}`}>{filter.label}</label>
              <TypedFilter
                id={`filter-${filter.name}`}
                type={filter.type}
                name={filter.name}
                params={params}
                send={send}
                className="w-full sm:w-auto sm:max-w-[13rem]"
              />
            </div>
          ) : (
            <ChosenFilter key={filter.name} filter={filter} params={params} send={send} />
          ),
        )}
      </div>
    </>
  )
}

/** Puts into a field what the address says, unless somebody is just in it: what is typed is never taken away. */
function useShown<E extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const field = useRef<E>(null)
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = value
  }, [value])
  return field
}

const TYPING_MS = 350

/** A field that filters a moment after the last key. */
export function TypedFilter({
  name,
  label,
  params,
  send,
  ...props
}: {
  name: string
  label?: string
  params: URLSearchParams
  send: () => void
  type: 'search' | 'date' | 'text'
  id?: string
  className: string
}) {
  const value = params.get(name) ?? ''
  const field = useShown<HTMLInputElement>(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Input
      ref={field}
      name={name}
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(send, TYPING_MS)
      }}
      {...props}
    />
  )
}

function ChosenFilter({
  filter,
  params,
  send,
}: {
  filter: Extract<Filter, { options: unknown }>
  params: URLSearchParams
  send: () => void
}) {
  const value = params.get(filter.name) ?? ''
  const field = useShown<HTMLSelectElement>(value)
  return (
    <Select
      ref={field}
      name={filter.name}
      aria-label={filter.label}
      defaultValue={value}
      onChange={send}
      className="w-full max-sm:bg-[position:right_0.625rem_center] max-sm:pr-7 max-sm:text-[0.9375rem] sm:w-auto sm:max-w-[13rem]"
    >
      <option value="">{filter.label}: all</option>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {/* The chosen one stands there alone: "yes" would not say to what. */}
          {option.value === value ? `${filter.label}: ${option.label}` : option.label}
        </option>
      ))}
    </Select>
  )
}
