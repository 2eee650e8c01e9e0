import type { SessionUser } from '../server-context.ts'

/**
 * The signed-in user as local storage keeps it, with every field the specification names: names by their first letter and the address masked, so that
 * whoever reads a browser's storage learns neither. The whole user is asked of the server.
 */
export const keptUser = (user: SessionUser): SessionUser => ({
  ...user,
  email: user.email.replace(/^(.)[^@]*/u, '$1***'),
  firstName: firstLetter(user.firstName),
  lastName: firstLetter(user.lastName),
})

const firstLetter = (name: string): string => (name ? `${[...name][0]}.` : '')
