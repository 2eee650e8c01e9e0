import { GRANTABLE, may, PERMISSIONS } from '#core/kernel/permissions.ts'
import { definePageVerb } from '#core/record/verb.ts'
import { takesTwo } from './by-two.ts'

export interface TeamPowers {
  may: { change: boolean; own: boolean; keys: boolean; rule: boolean }
  /** Whether changes of members take two people of the organisation. */
  by_two: boolean
  /** What a role of the organisation's own can hold. */
  grantable: { name: string; description: string }[]
}

/** What the caller may on the page of their team, so that it offers nothing that would be refused. */
export const teamPowers = definePageVerb({
  name: 'members.powers',
  permission: 'members.read',
  run: async ({ ctx: { actor, db, organizationId } }): Promise<TeamPowers> => ({
    may: {
      change: may(actor, 'members.write'),
      own: may(actor, 'organization.own'),
      keys: may(actor, 'keys.manage'),
      rule: may(actor, 'tenant.write'),
    },
    by_two: await takesTwo(db, organizationId),
    grantable: GRANTABLE.map((name) => ({ name, description: PERMISSIONS[name].description })),
  }),
})
