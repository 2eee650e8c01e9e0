import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { index, layout, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'

// The site map: every address of the product, one line each. A line whose file is not written yet is left out.
const written = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries
    .filter((entry) => existsSync(join(import.meta.dirname, entry.file)))
    .map((entry) => (entry.children ? { ...entry, children: written(entry.children) } : entry))

export default written([
  layout('routes/site-layout.tsx', [
    index('routes/marketing/home.tsx'),
    route('features', 'routes/marketing/features.tsx'),
    route('technology', 'routes/marketing/technology.tsx'),
    route('pricing', 'routes/marketing/pricing.tsx'),
    route('how-it-works', 'routes/marketing/how-it-works.tsx'),
    route('blockchains', 'routes/marketing/blockchains.tsx'),
    route('partners', 'routes/marketing/partners.tsx'),
    route('open-source', 'routes/marketing/open-source.tsx'),
    route('documentation', 'routes/marketing/documentation.tsx'),
    route('documentation/*', 'routes/marketing/documentation-page.tsx'),
    route('community', 'routes/marketing/community.tsx'),
    route('support', 'routes/marketing/support.tsx'),
    route('api-status', 'routes/marketing/api-status.tsx'),
    route('contact', 'routes/marketing/contact.tsx'),
    route('terms', 'routes/legal/terms-summary.tsx'),
    route('privacy', 'routes/legal/privacy-summary.tsx'),
    route('legal/:document', 'routes/legal/document.tsx'),
    route('solutions/:market', 'routes/solutions/market.tsx'),
    ...prefix('blog', [
      index('routes/blog/list.tsx'),
      route('category/:category', 'routes/blog/category.tsx'),
      route('author/:author', 'routes/blog/author.tsx'),
      route('post/:slug', 'routes/blog/post.tsx'),
      route(':slug', 'routes/blog/article.tsx'),
    ]),
    ...prefix('developer', [
      index('routes/developer/portal.tsx'),
      route('api-reference', 'routes/developer/api-reference.tsx'),
      route('api-playground', 'routes/developer/api-playground.tsx'),
      route('api-keys', 'routes/developer/api-keys.tsx'),
      route('guides/:market', 'routes/developer/guide.tsx'),
    ]),
    route('rules', 'routes/reference/rules.tsx'),
    route('rules/:code', 'routes/reference/rule.tsx'),
    route('errors/:code', 'routes/reference/error-code.tsx'),
    route('c/:id', 'routes/developer/credential.tsx'),
    route('dashboard', 'routes/investor/dashboard.tsx'),
    ...prefix('issuer', [
      route('dashboard', 'routes/issuer/dashboard.tsx'),
      route('offerings', 'routes/issuer/offerings.tsx'),
      route('offerings/:id', 'routes/issuer/offering.tsx'),
    ]),
    layout('routes/admin/layout.tsx', [
      ...prefix('admin', [
        route('dashboard', 'routes/admin/dashboard.tsx'),
        route('users', 'routes/admin/users.tsx'),
        route('users/:id', 'routes/admin/user.tsx'),
        route('reviews', 'routes/admin/reviews.tsx'),
        route('reviews/export', 'routes/admin/reviews-export.ts'),
        route('reviews/:id', 'routes/admin/review.tsx'),
        route('lists', 'routes/admin/lists.tsx'),
        route('audit', 'routes/admin/audit.tsx'),
        route('audit/export', 'routes/admin/audit-export.ts'),
        route('inquiries', 'routes/admin/inquiries.tsx'),
        route('inquiries/export', 'routes/admin/inquiries-export.ts'),
        route('inquiries/:id', 'routes/admin/inquiry.tsx'),
        route('incidents', 'routes/admin/incidents.tsx'),
        route('incidents/new', 'routes/admin/incident-new.tsx'),
        route('incidents/:id', 'routes/admin/incident.tsx'),
        route('system', 'routes/admin/system.tsx'),
        route('rules', 'routes/admin/rules.tsx'),
      ]),
    ]),
    route('admin', 'routes/admin/index.ts'),
    route('settings', 'routes/settings/settings.tsx'),
    route('environment', 'routes/settings/environment.ts'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('login', 'routes/auth/login.tsx'),
  route('register', 'routes/auth/register.tsx'),
  route('verify-email', 'routes/auth/verify-email.tsx'),
  route('verify-mfa', 'routes/auth/verify-mfa.tsx'),
  route('setup-mfa', 'routes/auth/setup-mfa.tsx'),
  route('reset-password', 'routes/auth/reset-password.tsx'),
  route('sitemap.xml', 'routes/feeds/sitemap.ts'),
  route('robots.txt', 'routes/feeds/robots.ts'),
  route('blog/feed.xml', 'routes/feeds/blog-feed.ts'),
]) satisfies RouteConfig
