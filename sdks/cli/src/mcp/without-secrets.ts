const WITHHELD = '[withheld]'
const NAMES = /^(key|secret|tx_code|pre-authorized_code|access_token|password)$/
const VALUES = /\b(sw_(?:sandbox|production)_[0-9a-f]{16,}|whsec_[A-Za-z0-9+/=]{16,})/g

/** The same without keys, secrets and one-time codes: what an assistant reads stands in its provider's logs. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(VALUES, WITHHELD)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, NAMES.test(name) && typeof one === 'string' ? WITHHELD : withoutSecrets(one)]),
  )
}
