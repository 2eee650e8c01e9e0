import { onfido } from './onfido.ts'
import { persona } from './persona.ts'
import type { ProviderAccount, ProviderAdapter, ProviderName } from './provider.ts'
import { stripe } from './stripe.ts'
import { sumsub } from './sumsub.ts'
import { veriff } from './veriff.ts'

/** The providers that can be asked. */
export const PROVIDERS: Record<ProviderName, ProviderAdapter> = { persona, sumsub, stripe, veriff, onfido }

/** Where each of them is. */
export const addressOfProvider = (provider: ProviderName, { region }: Pick<ProviderAccount, 'region'>): string =>
  ({
    persona: 'https://api.withpersona.com/api/v1',
    sumsub: 'https://api.sumsub.com',
    stripe: 'https://api.stripe.com',
    veriff: 'https://stationapi.veriff.com',
    onfido: `https://api.${region ?? 'eu'}.onfido.com`,
  })[provider]
