// Writes docs/methodology/permissions.md: every permission, and who has it. `node tools/permissions.ts`
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NAMED_ROLES, PERMISSIONS, type Permission, type PermissionName, ROLES, roleInWords } from '../core/kernel/permissions.ts'

const file = fileURLToPath(new URL('../docs/methodology/permissions.md', import.meta.url))

const heads = (names: readonly string[]) => [`| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`]
const mark = (has: boolean) => (has ? 'yes' : '')

/** The page as it should be. */
export function permissionsPage(): string {
  const all = (Object.keys(PERMISSIONS) as PermissionName[]).map((name) => [name, PERMISSIONS[name] as Permission] as const)
  const ofMembers = all.filter(([, { members }]) => members !== null)
  const ofPeople = all.filter(([, { members }]) => members === null)
  const lines = [
    '# Permissions',
    '',
    'Made from the table of permissions by `node tools/permissions.ts`. Each call of the API, each page and each form asks for one of them.',
    '',
    '## In an organisation',
    '',
    'What a person may do in an organisation is what their role there has, as far as the organisation itself goes: an issuer’s acts are open to an',
    'organisation while one of its owners, who is not suspended, has the role issuer or admin on the platform. A role of the organisation’s own may hold',
    'whatever its last column allows. In production an API key needs its scope as well, and does no more than the member who made it',
    'may now, or the service account it is for. In the sandbox the scope is enough.',
    '',
    `${ofMembers.length} permissions.`,
    '',
    ...heads(['permission', 'what it is', 'scope of a key', 'organisation', ...NAMED_ROLES.map(roleInWords), 'own role']),
    ...ofMembers.map(([name, { description, scope, roles, members }]) =>
      row(name, description, scope, [
        roles.length === 0 ? 'any' : roles.includes('investor') ? 'any' : 'issuer',
        ...NAMED_ROLES.map((role) => mark(roles.length > 0 && members!.includes(role))),
        mark(roles.length > 0 && name !== 'organization.own'),
      ]),
    ),
    '',
    'Where no role has one, only keys do it: a key reads itself, whosever it is.',
    '',
    '## On the platform',
    '',
    'What hangs on the person alone, whichever organisation they work in. No role in an organisation gives any of it.',
    '',
    `${ofPeople.length} permissions.`,
    '',
    ...heads(['permission', 'what it is', 'scope of a key', ...ROLES]),
    ...ofPeople.map(([name, { description, scope, roles }]) =>
      row(
        name,
        description,
        scope,
        ROLES.map((role) => mark(roles.includes(role))),
      ),
    ),
    '',
  ]
  return lines.join('\n')
}

const row = (name: string, description: string, scope: string | null, cells: string[]) =>
  `| \`${name}\` | ${description} | ${scope ? `\`${scope}\`` : ''} | ${cells.join(' | ')} |`

export const writtenPermissionsPage = (): string => readFileSync(file, 'utf8')

if (import.meta.main) writeFileSync(file, permissionsPage())
