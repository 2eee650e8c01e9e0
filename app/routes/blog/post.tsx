import { ArticlePage } from '../../components/article-page.tsx'
import { articleData } from '../../content/article.server.ts'
import { articleMeta } from '../../lib/article-meta.ts'
import { originIn } from '../../lib/request-origin.ts'
import type { Route } from './+types/post.ts'

// The second form of an article's address. It shows the same article and names the first form as canonical.
export const loader = ({ params, context }: Route.LoaderArgs) => articleData(params.slug, originIn(context))
export const meta: Route.MetaFunction = (args) => articleMeta(args, args.loaderData)

export default function Post({ loaderData }: Route.ComponentProps) {
  return <ArticlePage data={loaderData} />
}
