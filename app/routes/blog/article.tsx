import { ArticlePage } from '../../components/article-page.tsx'
import { articleData } from '../../content/article.server.ts'
import { articleMeta } from '../../lib/article-meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/article.ts'

export const loader = ({ params, context }: Route.LoaderArgs) => articleData(params.slug, originIn(context))
export const meta: Route.MetaFunction = (args) => articleMeta(args, args.loaderData)

export default function Article({ loaderData }: Route.ComponentProps) {
  return <ArticlePage data={loaderData} />
}
