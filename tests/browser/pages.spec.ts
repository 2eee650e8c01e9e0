import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { prerenderedPaths } from '../../app/content/public-paths.ts'
import { createUser, enter } from './accounts.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './server.ts'

/** Every public page. The second address of an article shows the same page as the first. */
const pages = [
  ...prerenderedPaths().filter((path) => !/\.(xml|txt|json|md)$|^\/blog\/post\//.test(path)),
  '/api-status',
  '/appeal',
  '/rules',
  '/rules/REG_D_506C_VERIFICATION',
  '/errors/validation_failed',
  '/developer/api-reference',
  '/developer/api-playground',
  '/login',
  '/register',
  '/verify-email',
]

/** Pages drawn by the same route differ in their text only. */
const kindOf = (path: string) =>
  path.replace(/^\/(blog|documentation|developer\/guides|legal|solutions|rules|errors)\/(category\/|author\/)?[^/]+$/, '/$1/$2…')

/** Bytes of script, gzip, with what tells of errors: loaded when the page is idle, since it cannot be once the network is gone. */
const ERRORS = 13_000
/** More where the page is a form, whose validator is there for the same reason. */
const limitOf = (path: string) =>
  // The home page asks by itself, and shows the answer.
  ERRORS + (path === '/' ? 136_000 : ['/developer/api-playground', '/login', '/register', '/appeal'].includes(path) ? 173_000 : 132_000)

/**
 * A heading's face that arrives within the browser's first tenth of a second after the first paint may wrap a line otherwise:
 * 0.03 on a busy machine. Anything that moves by itself, such as a late block, is far above this.
 */
const SHIFT_LIMIT = 0.05

/** Sizes of scripts met before: most pages share theirs, and packing them again takes longer than the page. */
const packed = new Map<string, Promise<number>>()

/** Counts, from now on, the bytes of script the page asks for. */
function countScript(page: Page): () => Promise<number> {
  const asked: Promise<number>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.endsWith('.js')) return
    if (!packed.has(pathname))
      packed.set(
        pathname,
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      )
    asked.push(packed.get(pathname)!)
  })
  return async () => (await Promise.all(asked)).reduce((sum, bytes) => sum + bytes, 0)
}

/** How much of the page has moved since it began to show, in the browser's own measure. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )

for (const [kind, [first, ...others]] of Map.groupBy(pages, kindOf)) {
  test(`${first} loads without complaint, fits a phone, is light, stands still and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const script = countScript(page)
    const response = await page.goto(first!)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(/\S/)
    await page.waitForLoadState('networkidle')
    expect(await script(), 'bytes of script, packed').toBeLessThanOrEqual(limitOf(first!))
    if (!/login|register/.test(first!)) expect(await layoutShift(page), 'layout shift').toBeLessThanOrEqual(SHIFT_LIMIT)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  if (others.length > 0)
    test(`the other ${others.length} pages of ${kind} load without complaint and fit a phone`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      for (const path of others)
        await test.step(path, async () => {
          const response = await page.goto(path)
          expect(response?.status()).toBe(200)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          await expectNoSidewaysScroll(page)
        })
    })
}

test('U9 at twice the letter size of the browser nothing stands beside a phone’s window, and the menu opens', async ({
  playwright,
  product,
  launchOptions,
}) => {
  // The reader's own setting: a style on the page would leave the widths of its rules as they are. A whole Chromium keeps it in the
  // profile; one that draws pages only has no profile, and takes it when it is started.
  const profile = mkdtempSync(join(tmpdir(), 'large-text-'))
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }))
  const reader = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
  })
  try {
    const page = reader.pages()[0]!
    const fits = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
      expect(await beside(page), path).toEqual([])
    }
    for (const path of ['/', '/pricing', '/login', '/register', '/api-status']) await fits(path)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await page.goto('/')
    await page.locator('.mobile-menu > summary').click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
    for (const [role, paths] of [
      ['investor', ['/dashboard', '/dashboard/verification', '/settings']],
      ['issuer', ['/issuer/dashboard', '/issuer/offerings/new']],
      ['admin', ['/admin/dashboard', '/admin/users']],
    ] as const) {
      await enter(reader, await createUser(product, role))
      for (const path of paths) await fits(path)
    }
  } finally {
    await reader.close()
    rmSync(profile, { recursive: true, force: true })
  }
})

/** What is shown beside the window and cannot be scrolled to within a part of its own, and links of a bar that cover each other. */
const beside = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (from: Element) => {
      for (let at = from.parentElement; at; at = at.parentElement)
        if (/auto|scroll|hidden/.test(getComputedStyle(at).overflowX)) return true
      return false
    }
    const shown = [...document.body.querySelectorAll('a, button, summary, input, select, h1, h2, p, td, dd')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    )
    const out = shown.filter((each) => {
      const { left, right, width } = each.getBoundingClientRect()
      return width > 1 && (right > innerWidth + 1 || left < -1) && !scrolls(each)
    })
    const squeezed = shown.filter((each) => each.matches('nav a') && each.scrollWidth > each.clientWidth + 1)
    return [...out, ...squeezed].map((each) => `${each.tagName} ${each.textContent?.trim().slice(0, 30)}`)
  })
