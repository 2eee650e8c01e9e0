import type { Ctx, Environment } from '#core/kernel/context.ts'
import type { Services } from '#core/kernel/services.ts'
import { systemCtx } from '#core/kernel/system.ts'
import { recordedAccreditation } from './accreditation/production.ts'
import { playedAccreditation } from './accreditation/sandbox.ts'
import type { AccreditationSource } from './accreditation/source.ts'
import { realChains } from './chain/production.ts'
import { noChain } from './chain/sandbox.ts'
import type { ChainSource } from './chain/source.ts'
import { wallClock } from './clock/production.ts'
import { sandboxClock } from './clock/sandbox.ts'
import type { Clock } from './clock/source.ts'
import { noFaults } from './faults/production.ts'
import { playedFaults } from './faults/sandbox.ts'
import type { Faults } from './faults/source.ts'
import { recordedIdentity } from './identity/production.ts'
import { playedIdentity } from './identity/sandbox.ts'
import type { IdentitySource } from './identity/source.ts'
import { recordedIssuers } from './issuers/production.ts'
import { simulatedIssuers } from './issuers/sandbox.ts'
import type { IssuerSource } from './issuers/source.ts'
import { officialLists } from './lists/production.ts'
import { sampleLists } from './lists/sandbox.ts'
import type { Lists } from './lists/source.ts'
import { unmeasuredMarkets } from './markets/production.ts'
import { playedMarkets } from './markets/sandbox.ts'
import type { MarketWorld } from './markets/source.ts'
import { realPeople } from './people/production.ts'
import { playedPeople } from './people/sandbox.ts'
import type { People } from './people/source.ts'
import { noPersonas } from './personas/production.ts'
import { playedPersonas } from './personas/sandbox.ts'
import type { Personas } from './personas/source.ts'
import { configuredRegisters } from './registers/production.ts'
import { playedRegisters } from './registers/sandbox.ts'
import type { RegisterSource } from './registers/source.ts'
import { onlyWhatWasSaid } from './statements/production.ts'
import { ordinaryWords } from './statements/sandbox.ts'
import type { StatementSource } from './statements/source.ts'
import { noMadeUpStates } from './states/production.ts'
import { madeUpStates } from './states/sandbox.ts'
import type { MadeUpStates } from './states/source.ts'
import { recordedTenant } from './tenant/production.ts'
import { sandboxTenant } from './tenant/sandbox.ts'
import type { TenantSource } from './tenant/source.ts'

/** Everything outside of our own tables that a verb may ask, each behind its interface. Chosen once, where a call's context is made. */
export interface World {
  readonly environment: Environment
  readonly clock: Clock
  readonly chain: ChainSource
  readonly faults: Faults
  readonly people: People
  readonly personas: Personas
  readonly identity: IdentitySource
  readonly issuers: IssuerSource
  readonly states: MadeUpStates
  readonly accreditation: AccreditationSource
  readonly registers: RegisterSource
  readonly statements: StatementSource
  readonly tenant: TenantSource
  readonly markets: MarketWorld
  readonly lists: Lists
}

/** The clock that tenants of an environment go by. */
const clockOf = (services: Services, environment: Environment): Clock => (environment === 'production' ? wallClock : sandboxClock(services))

const worlds = new WeakMap<Services, Partial<Record<Environment, World>>>()

/** Which world a call is made in. `scenario` is the one that the header of a sandbox call names. */
export function worldOf(services: Services, environment: Environment, scenario: string | null = null): World {
  if (scenario !== null) return makeWorld(services, environment, scenario)
  // A world keeps nothing of a call, so all calls share it.
  let made = worlds.get(services)
  if (!made) {
    made = {}
    worlds.set(services, made)
  }
  made[environment] ??= makeWorld(services, environment, null)
  return made[environment]
}

function makeWorld(services: Services, environment: Environment, scenario: string | null): World {
  return environment === 'production'
    ? {
        environment,
        clock: clockOf(services, environment),
        chain: realChains,
        faults: noFaults,
        people: realPeople,
        personas: noPersonas,
        identity: recordedIdentity(services.connection),
        issuers: recordedIssuers,
        states: noMadeUpStates,
        accreditation: recordedAccreditation,
        registers: configuredRegisters,
        statements: onlyWhatWasSaid,
        tenant: recordedTenant(services.connection),
        markets: unmeasuredMarkets,
        lists: officialLists,
      }
    : {
        environment,
        clock: clockOf(services, environment),
        chain: noChain,
        faults: playedFaults(scenario),
        people: playedPeople,
        personas: playedPersonas(scenario),
        identity: playedIdentity,
        issuers: simulatedIssuers,
        states: madeUpStates,
        accreditation: playedAccreditation,
        registers: playedRegisters,
        statements: ordinaryWords,
        tenant: sandboxTenant(services.connection),
        markets: playedMarkets,
        lists: sampleLists(services),
      }
}

/** The time of a tenant, ms. */
export const timeIn = (services: Services, tenant: { organizationId: string; environment: string }): Promise<number> =>
  clockOf(services, tenant.environment as Environment).now(tenant.organizationId)

/** A call made by the product itself within a tenant, by that tenant's clock. */
export async function systemCtxIn(
  services: Services,
  tenant: { id: string; organizationId: string; environment: Environment },
): Promise<Ctx> {
  return systemCtx(services, { ...tenant, now: await timeIn(services, tenant) })
}
