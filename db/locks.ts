/**
 * The numbers of the product's advisory locks, all of them. PostgreSQL knows a lock by its number alone: two jobs that share
 * one wait for each other without a reason.
 */
export const LOCKS = {
  migrations: 5_310_417,
  sequencer: 5_310_418,
  dispatch: 5_310_419,
  fixtures: 5_310_431,
  sealing: 5_310_432,
  standing: 5_310_433,
} as const
