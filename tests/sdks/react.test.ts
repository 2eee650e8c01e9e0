import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '#tools/find-browser.ts'
import { newDataFolder, type Product, removeDataFolder, startProduct } from '../product.ts'

// The components as a stranger uses them: packed, installed, bundled into a page of another site, which the product answers.

const root = resolve(import.meta.dirname, '../..')
const WALLET = '0x5EA15EA15EA15EA15EA15EA15Ea15Ea100000002'
/** Of whom nothing is known, and whom the simulated wallet plays. */
const NEW = ['0x00000000000000000000000000000000000a11e1', '0x00000000000000000000000000000000000a11e2']
const REFUSED = '0x5ea15ea15ea15ea15ea15ea15ea15ea100000777'
const SCOPES = ['status:read', 'identity:start', 'appeals:open', 'consents:change']

let product: Product
let browser: Browser
let site: Server
let page: Page
let key: string
let folder: string
let dataDir: string
let origin: string
/** Whose page it is, and for how long its tokens are good. */
let person: object = {}
let tokens = 0
const complaints: string[] = []

const api = async (path: string, body?: object) => {
  const answer = await fetch(`${product.url}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, asserted on by each test.
  return (await answer.json()) as Record<string, any>
}

const APP = `
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { Appeal, Consent, Onboarding, SealwrightProvider, StatusBadge, VerifyButton } from '@sealwright/react'
const query = new URLSearchParams(location.search)
window.results = []
const getToken = async () => (await (await fetch('/token', { method: 'POST' })).json()).token
const onResult = (result) => window.results.push(result)
const parts = { badge: h(StatusBadge), verify: h(VerifyButton, { display: query.get('display') ?? 'dialog', onResult }), onboarding: h(Onboarding, { onResult }), appeal: h(Appeal), consent: h(Consent) }
const wanted = (query.get('parts') ?? 'badge,onboarding,appeal,consent').split(',')
createRoot(document.getElementById('app')).render(
  h(SealwrightProvider, { apiUrl: window.API, getToken, locale: 'en-GB', theme: query.get('theme') ?? 'auto', messages: query.has('de') ? { status: { none: 'Nicht geprüft' } } : undefined },
    wanted.map((name) => h('div', { key: name, style: { margin: '0 0 20px' } }, parts[name]))),
)
`

/** Packs the package and installs it where React is, as the registry would. */
function install(): string {
  const at = mkdtempSync(join(tmpdir(), 'sealwright-react-'))
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', at, join(root, 'sdks/react')], { encoding: 'utf8' })
  expect(packed.status, packed.stderr).toBe(0)
  const into = join(at, 'node_modules/@sealwright')
  mkdirSync(into, { recursive: true })
  expect(spawnSync('tar', ['-xzf', packed.stdout.trim().split('\n').at(-1)!, '-C', into], { cwd: at }).status ?? 1).toBeLessThan(2)
  spawnSync('tar', ['-xzf', join(at, packed.stdout.trim().split('\n').at(-1)!), '-C', into])
  spawnSync('mv', [join(into, 'package'), join(into, 'react')])
  for (const name of ['react', 'react-dom', 'scheduler', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(at, 'node_modules', name))
  return at
}

async function bundle(name: string, code: string, minify: boolean | 'external' = false): Promise<string> {
  const input = join(folder, name)
  writeFileSync(input, code)
  const made = await rolldown({
    input,
    logLevel: 'silent',
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    ...(minify === 'external' && { external: ['react'] }),
  })
  const { output } = await made.generate({ format: 'esm', minify: minify !== false })
  return output[0].code
}

beforeAll(async () => {
  folder = install()
  dataDir = newDataFolder()
  const [app, started] = [await bundle('app.js', APP), await startProduct({ dataDir, env: { RATE_LIMIT: '0' } })]
  product = started
  key = ((await (await fetch(`${product.url}/api/playground/session`, { method: 'POST' })).json()) as { key: string }).key
  const css = readFileSync(join(folder, 'node_modules/@sealwright/react/styles.css'), 'utf8')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Account</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 sans-serif;margin:16px;background:#fff}@media(prefers-color-scheme:dark){body{background:#0b0e1c}}${css}</style></head>
<body><main><h1 style="font-size:1px;color:transparent">Account</h1><div id="app"></div></main><script>window.API=${JSON.stringify(product.url.replace('localhost', '127.0.0.1'))}</script><script type="module" src="/app.js"></script></body></html>`
  site = createServer(async (request, response) => {
    if (request.url === '/app.js') return response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(app)
    if (request.url !== '/token') return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    tokens += 1
    const made = await api('/client-sessions', { scopes: SCOPES, origins: [origin], ...person })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ token: made.token }))
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  origin = `http://localhost:${(site.address() as AddressInfo).port}`
  browser = await chromium.launch({
    executablePath: findBrowser()!,
    // As browsers do that keep no cookies of other sites.
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--test-third-party-cookie-phaseout'],
  })
  page = await newPage()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  site?.closeAllConnections()
  site?.close()
  await product?.stop()
  if (dataDir) await removeDataFolder(dataDir)
  if (folder) rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function newPage(): Promise<Page> {
  const made = await (await browser.newContext()).newPage()
  made.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  made.on('pageerror', (error) => complaints.push(String(error)))
  return made
}
/** The simulated wallet answers the newest session that is open, as its person would. */
async function present(): Promise<string> {
  const { data } = await api('/identity/sessions?status=open')
  const given = await api('/sandbox/present-credential', { session_id: data[0].id })
  expect(given, JSON.stringify(given)).toMatchObject({ status: 'verified' })
  return data[0].id
}
const visit = async (parts: string, more = '') => {
  await page.goto(`${origin}/?parts=${parts}${more}`)
}
const accessible = async (what: string) => {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => [what, id, nodes[0]?.html])).toEqual([])
}
const shoot = async (name: string) => {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
}

test('it is small, has no dependencies, draws on a server, and its declarations are right', async () => {
  const small = await bundle('small.js', "export * from '@sealwright/react'\n", 'external')
  const styles = readFileSync(join(root, 'sdks/react/styles.css'))
  const sizes = { code: gzipSync(small, { level: 9 }).length, styles: gzipSync(styles, { level: 9 }).length }
  process.stderr.write(`@sealwright/react: ${JSON.stringify(sizes)} bytes compressed\n`)
  expect(sizes.code + sizes.styles).toBeLessThan(8_192)
  const own = JSON.parse(readFileSync(join(root, 'sdks/react/package.json'), 'utf8'))
  expect(own.dependencies).toBeUndefined()
  writeFileSync(
    join(folder, 'ssr.mjs'),
    `import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { Appeal, Consent, Onboarding, SealwrightProvider, StatusBadge, VerifyButton } from '@sealwright/react'
const all = [StatusBadge, VerifyButton, Onboarding, Appeal, Consent].map((part, key) => h(part, { key }))
console.log(renderToString(h(SealwrightProvider, { apiUrl: 'https://seal.example', getToken() { throw new Error('asked') } }, all)))`,
  )
  const drawn = spawnSync(process.execPath, [join(folder, 'ssr.mjs')], { encoding: 'utf8' })
  expect(drawn.stderr).toBe('')
  expect(drawn.stdout).toContain('Verify your identity')
  const sample = /```jsx\n([\s\S]*?)```/.exec(readFileSync(join(root, 'app/content/docs/react.mdx'), 'utf8'))![1]!
  const readme = /```jsx\n([\s\S]*?)```/.exec(readFileSync(join(root, 'sdks/react/README.md'), 'utf8'))![1]!
  expect(sample.replaceAll('{SEALWRIGHT_URL}', 'https://seal.example')).toBe(readme)
  writeFileSync(join(folder, 'sample.tsx'), `declare module '*.css'\n${readme}`.replace("declare module '*.css'\n", ''))
  writeFileSync(join(folder, 'css.d.ts'), "declare module '@sealwright/react/styles.css'\n")
  writeFileSync(
    join(folder, 'wrong.tsx'),
    `import { VerifyButton, StatusBadge } from '@sealwright/react'
// @ts-expect-error: no such way
export const one = <VerifyButton display="drawer" />
// @ts-expect-error: misspelt
export const two = <StatusBadge clasName="x" />
`,
  )
  const options = ['--noEmit', '--strict', '--jsx', 'react-jsx', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
  const types = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'sample.tsx', 'wrong.tsx', 'css.d.ts'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  )
  expect(types.stdout + types.stderr).toBe('')
}, 120_000)

test('a person goes through the dialog without a cookie; the page learns of it, and the focus comes back', async () => {
  person = { wallet_address: NEW[0], identity: { methods: ['wallet_presentation'], level: 'basic' } }
  await visit('badge,onboarding')
  const badge = page.locator('.sw-badge')
  await badge.getByText('Not verified').waitFor()
  await accessible('nothing yet')
  const button = page.getByRole('button', { name: 'Verify your identity' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Verify your identity' })
  await dialog.waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: /Prove/ }).first().waitFor()
  await accessible('dialog')
  await shoot('dialog')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Verify your identity')

  await button.click()
  await frame.getByRole('heading', { name: /Prove/ }).first().waitFor()
  const { data } = await api('/identity/sessions?status=open')
  // A message of anybody else changes nothing: not from this window, and not of another kind.
  await page.evaluate((id) => window.postMessage({ type: 'sealwright.identity_session', id, status: 'verified' }, '*'), data[0].id)
  expect(await page.evaluate(() => (window as never as { results: object[] }).results)).toEqual([])
  await present()
  await dialog.getByText('Done. You can close this.').waitFor()
  expect(await page.evaluate(() => (window as never as { results: object[] }).results)).toEqual([{ id: data[0].id, status: 'verified' }])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.context().cookies(product.url.replace('localhost', '127.0.0.1'))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))).not.toContain('swc_')
})

test('verified is said until its end and no longer, by a token that is asked for again', async () => {
  person = { wallet_address: WALLET }
  const kyc_data = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'US' }
  await api('/wallets/verify', { wallet_address: WALLET, kyc_data })
  await visit('badge,onboarding', '&theme=dark')
  const badge = page.locator('.sw-badge')
  await badge.getByText(/^.?Verified until/).waitFor()
  await page.getByText('Everything is done.').waitFor()
  await accessible('verified, dark')
  // The token ends; the next look asks for another one.
  const before = tokens
  const ended = await page.evaluate(async () => (await (await fetch('/token', { method: 'POST' })).json()).token as string)
  expect(ended).toMatch(/^swc_sandbox_/)
  const asked = tokens
  expect(asked).toBe(before + 1)
  const credential = (await api(`/wallets/${WALLET}/status`)).credential
  await api(`/credentials/${credential.id}/revoke`, { reason_code: 'requested_by_holder' })
  await page.reload()
  await badge.getByText(/revoked|suspended/i).waitFor()
  expect(await badge.getAttribute('data-status')).not.toBe('verified')
})

test('a clock past the end turns the badge before anybody answers', async () => {
  const far = new Date(Date.now() + 86_400_000).toISOString()
  await page.clock.install()
  await page.route('**/v1/client/standing', async (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': origin },
      json: { status: 'verified', valid_until: far, as_of: new Date().toISOString(), steps: [], missing: [], organization: 'X' },
    }),
  )
  await visit('badge')
  const badge = page.locator('.sw-badge')
  await badge.getByText(/Verified until/).waitFor()
  await page.unroute('**/v1/client/standing')
  await page.route('**/v1/client/standing', (route) => route.abort())
  await page.clock.fastForward('25:00:00')
  await page.waitForFunction(() => document.querySelector('.sw-badge')?.getAttribute('data-status') !== 'verified')
  expect(await badge.getAttribute('data-status')).toMatch(/expired|unknown/)
  await page.unrouteAll()
  complaints.splice(0)
  await page.context().close()
  page = await newPage()
})

test('an appeal is written, checked and sent, and consent says that there is none', async () => {
  const kyc_data = { full_name: 'Ada Example', date_of_birth: '1990-05-17', country: 'KP' }
  await api('/wallets/verify', { wallet_address: REFUSED, kyc_data })
  person = { wallet_address: REFUSED }
  await visit('badge,onboarding,appeal,consent')
  await page.getByText('There is no consent of yours here.').waitFor()
  await page.getByText('Where you live or are').waitFor()
  await accessible('appeal')
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width}`).toBe(true)
      await accessible(`${width} ${colorScheme}`)
      await shoot(`all-${width}-${colorScheme}`)
    }
  await page.getByRole('button', { name: 'Send the appeal' }).click()
  await page.getByText('Write at least 10 characters.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('I was born there and have never lived there.')
  await page.getByRole('button', { name: 'Send the appeal' }).click()
  await page.getByText('Your appeal was sent.').waitFor()
  await page.getByText(/^Appealed on/).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Appeal')
  await visit('badge', '&de')
})

test('a popup is followed by asking alone, and texts are one’s own', async () => {
  person = { wallet_address: NEW[1], identity: { methods: ['wallet_presentation'], level: 'basic' } }
  await visit('badge,verify', '&display=popup&de')
  await page.getByText('Nicht geprüft').waitFor()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Verify your identity' }).click()
  const popup = await opened
  await popup.getByRole('heading', { name: /Prove/ }).first().waitFor()
  const { data } = await api('/identity/sessions?status=open')
  await api(`/identity/sessions/${data[0].id}/cancel`, {})
  await page.getByText('It was called off.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await popup.close()
  expect(complaints).toEqual([])
})
