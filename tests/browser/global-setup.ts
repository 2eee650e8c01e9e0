import { freePort, newDataFolder, removeDataFolder, sharedListFolder, startProduct } from '../product.ts'
import { SHARED, type Shared } from './server.ts'

/** Starts the one product of all browser tests. Real sanctions lists when the shared data folder is there, the small sample otherwise. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = newDataFolder()
  const lists = sharedListFolder()
  const chainPort = await freePort()
  const product = await startProduct({
    dataDir,
    env: {
      ...(lists ? { SANCTIONS_SOURCE: 'official', SANCTIONS_DIR: lists } : {}),
      RATE_LIMIT: '0',
      EVM_RPC_URLS: `31337=http://127.0.0.1:${chainPort}`,
    },
  })
  const operator = await product.operator()
  process.env[SHARED] = JSON.stringify({ url: product.url, operatorUrl: operator.url, chainPort } satisfies Shared)
  return async () => {
    await operator.stop()
    await product.stop()
    await removeDataFolder(dataDir)
  }
}
