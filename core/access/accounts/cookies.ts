import type { Services } from '#core/kernel/services.ts'

const secure = (services: Services) => services.config.publicUrl.startsWith('https:')
const fullName = (services: Services, name: string) => `${secure(services) ? '__Host-' : ''}sealwright.${name}`

/** A cookie no script can read and no other site can send along with a form. Without an age it ends with the browser. */
export function makeCookie(services: Services, name: string, value: string, maxAgeSeconds?: number): string {
  return [
    `${fullName(services, name)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure(services) ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')
}

export const endCookie = (services: Services, name: string): string => makeCookie(services, name, '', 0)

export function readCookie(services: Services, headers: Headers, name: string): string | null {
  const wanted = `${fullName(services, name)}=`
  const found = headers
    .get('cookie')
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(wanted))
  return found?.slice(wanted.length) || null
}
