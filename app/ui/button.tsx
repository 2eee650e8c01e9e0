import { LoaderCircle } from 'lucide-react'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cn } from '../lib/cn.ts'

const base =
  'btn inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap transition-colors duration-150 ease-house select-none disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:shrink-0'
const variants = {
  // The edge that nobody sees is what tells a button where the system chooses the colours.
  primary: 'border border-transparent bg-seal-fill text-on-seal enabled:hover:bg-seal-fill-hover [&:is(a)]:hover:bg-seal-fill-hover',
  outline: 'border border-rule-strong text-ink enabled:hover:border-ink [&:is(a)]:hover:border-ink hover:bg-sunk',
  // Without a frame it lines up with the others by its words, so it needs less room on a phone.
  ghost: 'border border-transparent text-ink hover:bg-sunk max-sm:px-3',
  destructive: 'border border-transparent bg-madder-fill text-[#fffdf8] enabled:hover:brightness-110',
  link: 'link px-0! font-normal',
}
const sizes = {
  sm: 'h-9 px-3 text-[0.9375rem]',
  md: 'h-11 px-5 text-base',
  lg: 'h-12 px-6 text-[1.0625rem]',
  icon: 'size-10',
}

interface Look {
  variant?: keyof typeof variants | undefined
  size?: keyof typeof sizes | undefined
}
const looks = ({ variant = 'primary', size = 'md' }: Look, className: string | undefined) =>
  cn(base, variants[variant], sizes[size], className)

export function Button({
  className,
  variant,
  size,
  busy,
  busyLabel,
  children,
  disabled,
  type = 'button',
  ref,
  ...props
}: ComponentProps<'button'> & Look & { busy?: boolean; busyLabel?: string }) {
  const own = useRef<HTMLButtonElement>(null)
  const pressed = useRef(false)
  // A disabled button loses the focus; unless it went somewhere else meanwhile, it comes back when the work is done.
  useLayoutEffect(() => {
    if (busy) pressed.current = document.activeElement === own.current
    else if (pressed.current) {
      pressed.current = false
      if (document.activeElement === document.body) own.current?.focus()
    }
  }, [busy])
  return (
    <button
      ref={(node) => {
        own.current = node
        if (typeof ref === 'function') return ref(node)
        if (ref) ref.current = node
      }}
      type={type}
      className={looks({ variant, size }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...props}
    >
      {busy ? <LoaderCircle className="size-4 animate-spin" aria-hidden /> : null}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** A link that looks like a button. Addresses of other hosts and in-page anchors become plain links. */
export function ButtonLink({ className, variant, size, to, ...props }: LinkProps & Look) {
  return <Link className={looks({ variant, size }, className)} to={to} prefetch="intent" {...props} />
}
