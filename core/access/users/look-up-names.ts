import { inArray } from 'drizzle-orm'
import { mailAddresses } from '#core/kernel/people.ts'
import type { Services } from '#core/kernel/services.ts'
import type { Queryable } from '#db/connect.ts'
import { organizations } from '#db/schema.ts'

/** Names of organisations and mail addresses of people beside ids that a page of rows carries; for admins' eyes. */
export async function lookUpNames(
  { db, services }: { db: Queryable; services: Services },
  ids: { organizations: readonly string[]; people: readonly string[] },
): Promise<{ nameOf: Map<string, string>; mailOf: Map<string, string> }> {
  const tenants = [...new Set(ids.organizations)]
  const people = [...new Set(ids.people)]
  const [names, mails] = await Promise.all([
    tenants.length
      ? db.select({ id: organizations.id, name: organizations.name }).from(organizations).where(inArray(organizations.id, tenants))
      : [],
    mailAddresses(db, services, people),
  ])
  return { nameOf: new Map(names.map((one) => [one.id, one.name])), mailOf: mails }
}
