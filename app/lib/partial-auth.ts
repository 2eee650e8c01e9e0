/** The mark of a sign-in that still waits for the second factor. It says only that; the server keeps the proof in a cookie. */
export interface PartialAuth {
  auth_id: string
  requires_mfa: true
}

const key = 'sealwright.partial-auth'

export function readPartialAuth(): PartialAuth | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as PartialAuth | null
    return found?.requires_mfa ? found : null
  } catch {
    return null
  }
}

export function keepPartialAuth(mark: PartialAuth | null) {
  try {
    if (mark) sessionStorage.setItem(key, JSON.stringify(mark))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage closed: the code must then be entered in this page.
  }
}

const rememberKey = 'sealwright.remember-me'

export function readRememberMe(): boolean {
  try {
    return localStorage.getItem(rememberKey) === 'true'
  } catch {
    return false
  }
}

export function keepRememberMe(on: boolean) {
  try {
    if (on) localStorage.setItem(rememberKey, 'true')
    else localStorage.removeItem(rememberKey)
  } catch {
    // Not remembered; signing in works all the same.
  }
}
