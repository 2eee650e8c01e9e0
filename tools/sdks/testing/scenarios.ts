import { SCENARIOS } from '#core/sources/personas/sandbox.ts'
import { magicSolanaWallet, magicWallet } from '#screening/sandbox-sample.ts'

/** Every wallet of the published catalogue, by its four digits. */
export const scenarios = SCENARIOS.map(({ code, name, title, market }) => ({
  ...{ code, name, title, market },
  wallet_address: magicWallet(code),
  solana_address: magicSolanaWallet(code),
  header: `Sandbox-Scenario: ${name}`,
}))
