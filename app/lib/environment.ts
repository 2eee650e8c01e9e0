export type Environment = 'sandbox' | 'production'

/** The environment a developer screen shows, named in its address; the sandbox unless said. */
export const environmentOf = (address: string | URL): Environment =>
  new URL(address).searchParams.get('environment') === 'production' ? 'production' : 'sandbox'

/** The same address in an environment. */
export const inEnvironment = (path: string, environment: Environment) =>
  environment === 'production' ? `${path}${path.includes('?') ? '&' : '?'}environment=production` : path
