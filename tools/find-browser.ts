import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The first one draws pages only, without a window around them: half the work of a whole Chromium. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The path of a Chromium that runs: one named by BROWSER_PATH, one on the machine, else one it installs, as a Debian
 * package or by Playwright's download, whichever the machine can reach. Says in one line when there is none.
 */
export function findBrowser(): string | null {
  const found = [process.env.BROWSER_PATH, ...installed, playwrightsOwn()].find(runs) ?? installDebianPackage() ?? downloadByPlaywright()
  if (!found)
    console.error(
      "There is no Chromium for the browser tests, and it could not be installed: neither apt-get (needs root or sudo) nor Playwright's download worked. Install Chromium and name it in BROWSER_PATH.",
    )
  return found
}

function runs(path: string | undefined): path is string {
  return !!path && existsSync(path) && spawnSync(path, ['--version'], { timeout: 60_000, stdio: 'ignore' }).status === 0
}

function playwrightsOwn(): string | undefined {
  return createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
}

function installDebianPackage(): string | null {
  if (!existsSync('/usr/bin/apt-get')) return null
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (sudo.length && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) return null
  console.log('Installing Chromium (Debian package)')
  const apt = (...args: string[]) => {
    const [file, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]
    return spawnSync(file!, rest, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 }).status === 0
  }
  apt('update', '-q')
  const install = (name: string) => apt('install', '-y', '-q', '--no-install-recommends', name)
  return install('chromium-headless-shell') || install('chromium') ? (installed.find(runs) ?? null) : null
}

function downloadByPlaywright(): string | null {
  console.log("Installing Chromium (Playwright's download)")
  const args = ['node_modules/@playwright/test/cli.js', 'install', ...(process.getuid?.() === 0 ? ['--with-deps'] : []), 'chromium']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 900_000 })
  if (status !== 0) console.error(/^Error: .*$/m.exec(stderr ?? '')?.[0] ?? 'The download failed.')
  const path = playwrightsOwn()
  return runs(path) ? path : null
}
