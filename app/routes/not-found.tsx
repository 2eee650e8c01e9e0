import { data } from 'react-router'
import { NotFoundPage } from '../components/not-found-page.tsx'
import { pageMeta } from '../lib/meta.ts'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Page not found', description: 'This address does not lead to a page of Sealwright.', noindex: true })

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return <NotFoundPage />
}
