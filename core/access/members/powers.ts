import { GRANTABLE, may, PERMISSIONS } from '#core/kernel/permissions.ts'
import { definePageVerb } from '#core/record/verb.ts'

export interface TeamPowers {
  may: { change: boolean; own: boolean; keys: boolean }
  /** What a role of the organisation's own can hold. */
  grantable: { name: string; description: string }[]
}

/** What the caller may on the page of their team, so that it offers nothing that would be refused. */
export const teamPowers = definePageVerb({
  name: 'members.powers',
  permission: 'members.read',
  run: async ({ ctx: { actor } }): Promise<TeamPowers> => ({
    may: { change: may(actor, 'members.write'), own: may(actor, 'organization.own'), keys: may(actor, 'keys.manage') },
    grantable: GRANTABLE.map((name) => ({ name, description: PERMISSIONS[name].description })),
  }),
})
