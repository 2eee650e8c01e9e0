/** Who somebody is: the only place that reads and writes names, addresses and profiles of accounts. They are sealed under a key of each account. */
import { eq, inArray, type SQL } from 'drizzle-orm'
import type { Queryable } from '#db/connect.ts'
import { type Profile, type userProfiles, users } from '#db/schema.ts'
import { accountKeyId, openOrNull, prepareValues, sealValue } from './sealed.ts'
import type { Services } from './services.ts'

export type { Profile }

type Keys = Pick<Services, 'connection' | 'keyring'>

export interface Names {
  email: string
  first_name: string
  last_name: string
}

type UserColumns = typeof users.$inferSelect
type Sealing = 'names_sealed' | 'email_hash' | 'plain_email' | 'plain_first_name' | 'plain_last_name'
/** A user's row with the names opened. */
export type User = Omit<UserColumns, Sealing> & Names

/** What to select of `users` where only the names are wanted. */
export const namesOf = {
  id: users.id,
  names_sealed: users.names_sealed,
  plain_email: users.plain_email,
  plain_first_name: users.plain_first_name,
  plain_last_name: users.plain_last_name,
}
type Opened<R> = Omit<R, Sealing> & Names
type NameColumns = Pick<UserColumns, keyof typeof namesOf>

const namesContext = (id: string) => `users.names:${id}`
const profileContext = (id: string) => `user_profiles.profile:${id}`

/** A keyed hash by which an address is found. Addresses that differ only in case are one. */
export const emailHash = (services: Pick<Services, 'keyring'>, email: string): string =>
  services.keyring.mac('account-email', email.trim().normalize('NFC').toLowerCase())

export const hasEmail = (services: Pick<Services, 'keyring'>, email: string): SQL => eq(users.email_hash, emailHash(services, email))

/** What the auth library takes for the address of an account: it says nothing to who reads its tables or links. */
export const authAddress = (services: Pick<Services, 'keyring'>, email: string): string => `${emailHash(services, email)}@accounts.invalid`

/** What to write into `users` for these names. */
export async function sealNames(db: Queryable, services: Keys, id: string, names: Names) {
  const email = names.email.trim().normalize('NFC').toLowerCase()
  return {
    email_hash: emailHash(services, email),
    names_sealed: await sealValue(db, services, accountKeyId(id), namesContext(id), { ...names, email }),
    plain_email: null,
    plain_first_name: null,
    plain_last_name: null,
  }
}

/** What to write into `users` for somebody who was erased. */
export const NO_NAMES = { email_hash: null, names_sealed: null, plain_email: null, plain_first_name: null, plain_last_name: null }

/** Rows with their names, whose keys are read with one query. Of whom was erased only the id is left. */
export async function openUsers<R extends NameColumns>(db: Queryable, services: Keys, rows: readonly R[]): Promise<Opened<R>[]> {
  await prepareValues(
    db,
    services,
    rows.map((row) => row.names_sealed),
  )
  return Promise.all(
    rows.map(async (row) => {
      const { names_sealed, plain_email, plain_first_name, plain_last_name, ...rest } = row
      const before = plain_email === null ? null : { email: plain_email, first_name: plain_first_name!, last_name: plain_last_name! }
      const names = (await openOrNull(db, services, namesContext(row.id), names_sealed)) ?? before ?? erasedNames(row.id)
      return { ...rest, email: names.email, first_name: names.first_name, last_name: names.last_name } as unknown as Opened<R>
    }),
  )
}

const erasedNames = (id: string): Names => ({ email: `${id}@erased.invalid`, first_name: 'Erased', last_name: 'user' })

export async function openUser<R extends NameColumns>(db: Queryable, services: Keys, row: R): Promise<Opened<R>> {
  return (await openUsers(db, services, [row]))[0]!
}

/** The user with this address, or null. */
export async function findByEmail(db: Queryable, services: Keys, email: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(hasEmail(services, email)).limit(1)
  return row ? openUser(db, services, row) : null
}

/** Ids and mail addresses of the users a condition names. */
export async function addressesOf(
  db: Queryable,
  services: Keys,
  where: SQL | undefined,
  limit = 1_000,
): Promise<(Names & { id: string })[]> {
  return openUsers(db, services, await db.select(namesOf).from(users).where(where).limit(limit))
}

/** Mail addresses by user id. */
export async function mailAddresses(db: Queryable, services: Keys, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.length ? await addressesOf(db, services, inArray(users.id, [...new Set(ids)]), ids.length) : []
  return new Map(known.map((user) => [user.id, user.email]))
}

const NO_PROFILE: Profile = {
  phone: null,
  address: null,
  city: null,
  state: null,
  country: null,
  zip_code: null,
  date_of_birth: null,
  company_name: null,
  solutions_interest: [],
}
const PLAIN_PROFILE = {
  plain_phone: null,
  plain_address: null,
  plain_city: null,
  plain_state: null,
  plain_country: null,
  plain_zip_code: null,
  plain_date_of_birth: null,
  plain_company_name: null,
  plain_solutions_interest: [],
  tax_id: null,
}

/** What to write into `user_profiles` for this profile. */
export async function sealProfile(db: Queryable, services: Keys, userId: string, profile: Profile) {
  return { ...PLAIN_PROFILE, profile_sealed: await sealValue(db, services, accountKeyId(userId), profileContext(userId), profile) }
}

/** The profile of a user's row in `user_profiles`; all empty for none. */
export async function openProfile(
  db: Queryable,
  services: Keys,
  row: typeof userProfiles.$inferSelect | null | undefined,
): Promise<Profile> {
  if (!row) return NO_PROFILE
  if (row.profile_sealed) return (await openOrNull(db, services, profileContext(row.user_id), row.profile_sealed)) ?? NO_PROFILE
  return {
    phone: row.plain_phone,
    address: row.plain_address,
    city: row.plain_city,
    state: row.plain_state,
    country: row.plain_country,
    zip_code: row.plain_zip_code,
    date_of_birth: row.plain_date_of_birth,
    company_name: row.plain_company_name,
    solutions_interest: row.plain_solutions_interest,
  }
}
