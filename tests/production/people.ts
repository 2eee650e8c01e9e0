import type { Browser, Page } from '@playwright/test'
import { expect as seen } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import type { Role } from '#core/kernel/permissions.ts'
import { type Installation, live, openPage } from './installation.ts'

export const PASSWORD = 'A-long-one-9'
export const see = seen.configure({ timeout: 20_000 })

let made = 0
/** An address nobody has used in this run. */
export const freshEmail = (name = 'ada') => `${name}.${Date.now()}.${++made}@integrator.example`

/** Signs up by the form, opens the mailed link, and is then signed in. */
export async function signUp(page: Page, gate: Installation, email: string): Promise<void> {
  await page.goto('/register')
  await live(page)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Journey')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone').fill('+14155550123')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await page.getByLabel('Company name').fill('Journey Ltd')
  await page.getByRole('group', { name: 'Solutions interest' }).getByRole('checkbox').first().check()
  await page.getByLabel('Country').selectOption('United States')
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await see(page).toHaveURL(/\/verify-email$/)
  const mail = await gate.mailTo(email, 'Confirm')
  const link = /https:\/\/\S+/.exec(mail.text)![0]
  see(link.startsWith(`${gate.url}/`), link).toBe(true)
  await page.goto(link)
  await see(page.getByText('Your address is confirmed. Welcome to Sealwright!')).toBeVisible()
}

/** Somebody with an account, at a browser of their own. */
export type Person = Awaited<ReturnType<typeof account>>

/** An account as the operator makes it, and its owner at a browser. */
export async function account(gate: Installation, browser: Browser, role: Role) {
  const email = freshEmail(role)
  const id = await gate.admin('create-user', '--email', email, '--password', PASSWORD, '--role', role)
  // Whatever the tool warns of, scripts read this and nothing else.
  seen(id).toMatch(/^usr_[0-9a-z]+$/)
  const { page, complaints } = await openPage(browser, gate)
  return { email, id, page, complaints }
}

export async function signIn({ email, page }: Person, to: string): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(to)}`)
  await live(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs somebody in whose role asks for a second factor: sets up an authenticator by the screens, and goes on to the page that was wanted. */
export async function enrol(person: Person, to: string): Promise<TOTP> {
  await signIn(person, to)
  return setUpFactor(person, to)
}

/** Sets up an authenticator where the page that was wanted asks for one. */
export async function setUpFactor({ page }: Pick<Person, 'page'>, to: string): Promise<TOTP> {
  await see(page).toHaveURL(`/setup-mfa?next=${encodeURIComponent(to)}`)
  await live(page)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const manual = (await page.getByTestId('manual-code').textContent())!
  const totp = new TOTP({ secret: Secret.fromBase32(manual.replaceAll(' ', '')) })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Verification code').fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await see(page).toHaveURL(to)
  await live(page)
  return totp
}

/** Sets up a passkey, on an authenticator that the browser plays, where the page that was wanted asks for a second factor. */
export async function setUpPasskey({ page }: Pick<Person, 'page'>, to: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  await see(page).toHaveURL(`/setup-mfa?next=${encodeURIComponent(to)}`)
  await live(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await see(page).toHaveURL(to)
  await live(page)
}

/**
 * Somebody joins the organisation of a key by the mail of its invitation, in this role, and works in production with a fresh second
 * factor. It was two days ago: who was invited today agrees to nothing of who invited them.
 */
export async function joins(
  gate: Installation,
  browser: Browser,
  key: string,
  role: string,
  factor: (person: Person, to: string) => Promise<unknown> = setUpFactor,
): Promise<Person> {
  const person = await account(gate, browser, 'investor')
  await gate.call('POST', '/member-invitations', { key, body: { email: person.email, role } })
  const link = /https:\/\/\S+\/join\/\S+/.exec((await gate.mailTo(person.email, '/join/')).text)![0]
  const { page } = person
  await signIn(person, new URL(link).pathname)
  await page.getByRole('button', { name: /^Join/ }).click()
  await factor(person, '/settings/team')
  await inProduction(gate, person)
  const server = new URL(gate.adminDatabaseUrl)
  server.pathname = '/installation'
  const database = new pg.Client({ connectionString: server.href })
  await database.connect()
  await database.query(
    "update memberships set joined_at = joined_at - interval '2 days', role_since = role_since - interval '2 days' where user_id = $1 and came = 'invited'",
    [person.id],
  )
  await database.end()
  return person
}

/** The pages of somebody show production from now on. */
export const inProduction = (gate: Installation, { page }: Pick<Person, 'page'>) =>
  page.context().addCookies([{ name: 'sealwright.environment', value: 'production', url: gate.url, secure: true }])

/** Another person of the organisation, whose second factor is fresh, agrees to what somebody asked for. */
export async function agree({ page }: Pick<Person, 'page'>, caseId: string, words: string): Promise<void> {
  await page.goto(`/desk/reviews/${caseId}`)
  await live(page)
  await page.getByRole('radio', { name: 'Agree' }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill(words)
  await page.getByRole('button', { name: 'Agree' }).click()
  await see(page.getByText(words).first()).toBeVisible()
}
