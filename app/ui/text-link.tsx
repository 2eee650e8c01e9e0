import { Link, type LinkProps } from 'react-router'
import { cn } from '../lib/cn.ts'

/** A link within a sentence. */
export const TextLink = ({ className, ...props }: LinkProps) => <Link className={cn('link', className)} {...props} />
