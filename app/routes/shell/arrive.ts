import { redirect } from 'react-router'
import { requireSession } from '../../lib/guard.ts'
import { landingOf } from '../../shell/navigation.ts'
import type { Route } from './+types/arrive.ts'

/** Whoever signs in, or goes to work elsewhere, arrives where their work is. */
export const loader = ({ context, request }: Route.LoaderArgs) => redirect(landingOf(requireSession(context, request)))
