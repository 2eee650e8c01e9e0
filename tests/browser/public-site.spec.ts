import { prerenderedPaths } from '../../app/content/public-paths.ts'
import { staticPaths } from '../../app/content/static-paths.ts'
import { ERRORS } from '../../core/kernel/errors.ts'
import { API_VERSIONS } from '../../core/kernel/versions.ts'
import { REASONS } from '../../engine/reasons.ts'
import { freshEmail, ready } from './accounts.ts'
import { expect, expectAccessible, test } from './server.ts'

/** Signed-in areas send a visitor to the sign-in page and have tests of their own. */
const protectedAreas =
  /^\/(dashboard|settings|issuer|admin|desk|developer\/(api-keys|webhooks|logs|sandbox|domains|organisation|policy))(\/|$)/

test('a crawl from the home page finds every public page, no broken link, no title or description twice', async ({ product }) => {
  test.slow()
  // Pages of codes that few texts link to are visited as well.
  const codes = [...Object.keys(ERRORS).map((code) => `/errors/${code}`), ...Object.keys(REASONS).map((code) => `/rules/${code}`)]
  const queue = ['/', ...codes]
  const from = new Map<string, string>()
  const ids = new Map<string, Set<string>>()
  const anchors: { page: string; target: string; id: string }[] = []
  const titles = new Map<string, string[]>()
  const broken: string[] = []
  const seen = new Set<string>()
  const pictures = new Set<string>()
  for (const path of queue) {
    if (seen.has(path) || protectedAreas.test(path)) continue
    seen.add(path)
    // One link of the technology page is an address of old that leads on.
    const response = await fetch(product.url + path, { redirect: path === '/developer-portal' ? 'follow' : 'manual' })
    if (response.status !== 200) {
      broken.push(`${response.status} ${path} from ${from.get(path)}`)
      continue
    }
    if (!response.headers.get('content-type')?.includes('html')) continue
    const html = await response.text()
    const canonical = /rel="canonical" href="([^"]+)"/.exec(html)?.[1]
    if (canonical && new URL(canonical).pathname === path)
      for (const text of [/<title>(.*?)<\/title>/.exec(html)?.[1], /name="description" content="(.*?)"/.exec(html)?.[1]])
        titles.set(text ?? '', [...(titles.get(text ?? '') ?? []), path])
    // A list of results shows no more of a title than this.
    const title = /<title>(.*?)<\/title>/.exec(html)?.[1]?.replace(/&[^;]+;/g, '&') ?? ''
    if (title.length > 70) broken.push(`title of ${path}: ${title}`)
    // Each page says what it is to a search engine, and shows a picture that exists.
    for (const [, text] of html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)) {
      const data = JSON.parse(text!) as Record<string, unknown>
      if (data['@context'] !== 'https://schema.org' || typeof data['@type'] !== 'string') broken.push(`structured data of ${path}`)
    }
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1]
    if (picture) pictures.add(new URL(picture).pathname)
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)))
    for (const match of html.matchAll(/<a [^>]*href="(\/[^"]*|#[^"]*)"/g)) {
      const [address, id] = match[1]!.replaceAll('&amp;', '&').split('#') as [string, string | undefined]
      const target = address === '' ? path : address.split('?')[0]!
      // Behind the hash of a playground's link stands a request, not a place.
      if (id && !id.startsWith('r=')) anchors.push({ page: path, target, id: decodeURIComponent(id) })
      if (!from.has(target)) from.set(target, path)
      queue.push(target)
    }
  }
  for (const picture of pictures) {
    const { status, headers } = await fetch(product.url + picture, { method: 'HEAD' })
    if (status !== 200 || headers.get('content-type') !== 'image/png') broken.push(`${status} ${picture}`)
  }
  // The reference draws an operation or an event when its address names it.
  const { paths, webhooks } = (await (await fetch(`${product.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
    webhooks: Record<string, unknown>
  }
  for (const id of [
    ...Object.values(paths).flatMap((methods) => Object.values(methods).map((operation) => operation.operationId)),
    ...Object.keys(webhooks).map((type) => `event.${type}`),
  ])
    ids.get('/developer/api-reference')!.add(id)
  expect(broken).toEqual([])
  expect(pictures.size).toBeGreaterThan(25)
  expect([...titles].filter(([text, paths]) => text === '' || paths.length > 1)).toEqual([])
  expect(anchors.filter(({ target, id }) => ids.has(target) && !ids.get(target)!.has(id))).toEqual([])
  expect(staticPaths.filter((path) => !seen.has(path))).toEqual([])
})

test('the home page runs a real check and shows its answer and its seal, also for who is quicker than its scripts', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const panel = page.getByRole('region', { name: 'Try the API' })
  const address = panel.getByLabel('Wallet address')
  await address.fill('0x5EA15ea15ea15ea15ea15ea15ea15ea100000002')
  await panel.getByRole('button', { name: 'Run the check' }).click()
  const theme = await page.locator('html').getAttribute('data-theme')
  await page.getByRole('banner').getByRole('button', { name: 'Switch between light and dark' }).first().click()
  await page.getByRole('banner').getByText('Solutions', { exact: true }).first().click()
  await expect(page.locator('html:not([data-live])')).toBeAttached()
  scripts.resolve()
  await ready(page)
  await expect(
    page
      .getByRole('banner')
      .getByRole('link', { name: /Securities/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator(`html[data-theme]:not([data-theme="${theme}"])`)).toBeAttached()
  await expect(address).toHaveValue(/^0x5EA15/)
  await expect(panel.getByText('Allowed')).toBeVisible()
  await expect(panel.getByText('usable', { exact: true })).toHaveCount(5)
  await expect(panel.getByRole('img', { name: 'Seal of this decision' })).toBeVisible()
  await panel.getByText('Sanctioned wallet').click()
  await expect(panel.getByText('Denied')).toBeVisible()
  await expect(panel.getByRole('img', { name: 'Seal of this decision' })).toHaveCount(0)
})

test('the home page begins by itself: five markets allow, one list changes, five refuse; with less movement a button does it', async ({
  page,
}) => {
  const panel = page.getByRole('region', { name: 'Try the API' })
  await page.goto('/')
  await expect(panel.getByText('usable', { exact: true })).toHaveCount(5)
  await expect(panel.getByText('One list changed: the credential is suspended in every market.')).toBeVisible()
  await expect(panel.getByText('credential_suspended', { exact: true })).toHaveCount(5)
  await expect(panel.getByRole('link', { name: /OFAC/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Start again' }).click()
  await expect(panel.getByText('usable', { exact: true })).toHaveCount(5)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await expect(panel.getByText('may it invest?')).toBeVisible()
  await panel.getByRole('button', { name: 'Run the check' }).click()
  await panel.getByRole('button', { name: 'Change the list' }).click()
  await expect(panel.getByText('credential_suspended', { exact: true })).toHaveCount(5)
  await expectAccessible(page)
})

test('the contact form works with scripts', async ({ page, product, complaints }) => {
  await page.goto('/contact?inquiry=licensing')
  // Before its scripts run the form works too, but does not put the focus where it is needed.
  await ready(page)
  await expect(page.getByLabel('Inquiry type')).toHaveValue('licensing')
  await expect(page.getByText('0/500 (minimum 25 required)')).toBeVisible()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await fillInquiry(page, 'ada@gmail.com')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Please use a business email address')).toBeVisible()
  await page.getByLabel('Business email').fill('ada.site@company.example')
  await page.route('**/functions/v1/send-contact-email', async (route) => {
    await expect(page.getByRole('button', { name: 'Sending Message...' })).toBeDisabled()
    await route.fulfill({ status: 503, body: 'x' })
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.locator('[data-sonner-toast]')).toContainText(/Submission Failed.*Please try again or contact us directly at \S+@/)
  await expect(page.getByLabel('First name')).not.toHaveValue('')
  await page.unroute('**/functions/v1/send-contact-email')
  complaints.length = 0
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('main').getByText('Message Sent Successfully')).toBeVisible()
  await expect(page.getByText("Thank you for your inquiry. We'll get back to you within 24 hours.").first()).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('')
  expect((await product.mailTo('ada.site@company.example')).subject).toBe('We have received your inquiry')
})

test('the contact form works without scripts', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/contact')
  await fillInquiry(page, 'ada@hotmail.com')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Please use a business email address')).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Example Ltd')
  await page.getByLabel('Business email').fill('ada@company.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
  await context.close()
})

test('the status page and its mails work without scripts, and opening a link changes nothing', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  const email = freshEmail()
  await page.goto('/api-status')
  await expect(page.getByRole('img', { name: /Uptime of the last 30 days/ })).toHaveCount(6)
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Check your mailbox', { exact: false })).toBeVisible()
  const { text } = await product.mailTo(email, 'Confirm your status subscription')
  const link = /http\S+confirm\S+/.exec(text)![0]
  // A mail scanner opens every link; one click in a mail program posts.
  expect((await fetch(link)).status).toBe(200)
  await page.goto(`/dev/mailbox?to=${email}`)
  await expect(page.frameLocator('iframe').getByRole('link', { name: 'Confirm subscription' })).toHaveAttribute('href', link)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Confirm subscription' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByRole('heading', { name: 'Subscription confirmed' })).toBeVisible()
  expect((await page.goto(`${link}x`))?.status()).toBe(404)
  await context.close()
})

async function fillInquiry(page: import('@playwright/test').Page, email: string) {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Example')
  await page.getByLabel('Company').fill('Example Ltd')
  await page.getByLabel('Business email').fill(email)
  await page.getByLabel('Phone').fill('+1 555 010 0199')
  await page.getByLabel('Inquiry type').selectOption('api')
  await page.getByRole('textbox', { name: 'Notes' }).fill('We issue shares of a building in Lisbon.')
}

test('the blog is searched by title, excerpt and tag, and filtered by category', async ({ page }) => {
  await page.goto('/blog')
  await ready(page)
  await expect(page.getByText('Featured')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(21)
  await page.getByLabel('Search articles').fill('no such words anywhere')
  await expect(page.getByText('No articles found matching your search.')).toBeVisible()
  await page.getByLabel('Search articles').fill('')
  await page.getByRole('button', { name: 'Securities', exact: true }).click()
  await expect(page.getByText('Featured')).toHaveCount(0)
  expect(await page.getByRole('article').count()).toBeGreaterThan(2)
})

test('the price of securities opens by its address and is computed', async ({ page }) => {
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'See the details' }).click()
  await expect(page.getByRole('cell', { name: '$3,000,000–$5,000,000' })).toBeVisible()
  await page.getByLabel('Amount raised, US dollars').fill('150,000,000')
  await expect(page.getByText('The cap of $1,000,000 is reached.')).toBeVisible()
  await expect(page.getByText('Above $100M', { exact: true })).toBeVisible()
})

test('the chosen theme is remembered, the header turns compact, the menu of a phone opens and closes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/features')
  await ready(page)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await ready(page)
  await page.mouse.wheel(0, 300)
  await expect(page.getByRole('banner')).toHaveAttribute('data-compact', 'true')
  await page.setViewportSize({ width: 360, height: 740 })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu).toBeHidden()
  await page.getByLabel('Menu', { exact: true }).first().click()
  await menu.getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/pricing')
  await expect(menu).toBeHidden()
})

test('both addresses of an article name one canonical, and the feeds name the public address', async ({ product }) => {
  const read = async (path: string) => (await fetch(product.url + path)).text()
  const canonicalOf = async (path: string) => new URL(/rel="canonical" href="([^"]+)"/.exec(await read(path))![1]!)
  const first = await canonicalOf('/blog/reg-d-506c-guide')
  expect(first.pathname).toBe('/blog/reg-d-506c-guide')
  expect((await canonicalOf('/blog/post/reg-d-506c-guide')).href).toBe(first.href)
  const sitemap = await read('/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!)
  for (const path of staticPaths) expect(listed).toContain(first.origin + path)
  expect(listed.filter((address) => address.includes('/blog/post/'))).toEqual([])
  expect((await read('/blog/feed.xml')).match(/<item>/g)).toHaveLength(21)
  const changes = await read('/documentation/changelog.xml')
  expect(changes.match(/<title>(\d{4}-\d\d-\d\d): /g)).toHaveLength(API_VERSIONS.length)
  expect(changes).toContain('countersigned_by')
  expect(await read('/robots.txt')).toContain(`Sitemap: ${first.origin}/sitemap.xml`)
  const unstamped: string[] = []
  for (const path of prerenderedPaths()) if ((await read(path)).includes('public-url.sealwright.invalid')) unstamped.push(path)
  expect(unstamped).toEqual([])
})
