/** What time it is for a tenant. */
export interface Clock {
  /** Milliseconds since 1970 by the clock of this tenant. */
  now(organizationId: string): Promise<number>
}
