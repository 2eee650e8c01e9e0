import type { OrganizationRoleView } from '#core/access/members/shape.ts'
import { Select } from '../../ui/input.tsx'

/** The roles there are, by their names: those every organisation has, then its own. */
export function RoleSelect({
  roles,
  initial,
  label,
  tall,
  ...field
}: {
  roles: OrganizationRoleView[]
  initial: string
  label?: string
  tall?: boolean
  id?: string
}) {
  return (
    <Select
      {...field}
      name="role"
      key={initial}
      defaultValue={initial}
      aria-label={label}
      className={tall ? undefined : 'h-9 w-auto min-w-40 py-0 text-[0.9375rem]'}
    >
      {roles.map((role) => (
        <option key={role.id ?? role.role} value={role.id ?? role.role}>
          {role.name.charAt(0).toUpperCase() + role.name.slice(1)}
        </option>
      ))}
    </Select>
  )
}
