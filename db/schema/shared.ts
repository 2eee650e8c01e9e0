import { customType, text, timestamp } from 'drizzle-orm/pg-core'

declare const sealedValue: unique symbol
/** Personal data sealed under the data key of whom it is about. Only core/sealed.ts makes and opens it. */
export interface Sealed<T> {
  readonly [sealedValue]: T
}

/** A column of sealed values: text that names its key. */
export const sealed = <T>() => text().$type<Sealed<T>>()

/** A point in time with time zone, as a Date. */
export const at = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})

/** Exact decimal, read and written as text: money and quantities never touch floating point. */
export const decimal = customType<{ data: string; driverData: string }>({ dataType: () => 'numeric(38,18)', fromDriver: trimDecimal })

/** `10.500000` → `10.5`, `10.000` → `10`. */
export function trimDecimal(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}

/** The two columns that keep tenants and environments apart. First in every index of a tenant's table. */
export const tenant = () => ({ organization_id: text().notNull(), environment: text().notNull() })
