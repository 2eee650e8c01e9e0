import type { Config } from '@react-router/dev/config'
import { prerenderedPaths } from './app/content/public-paths.ts'

export default {
  appDirectory: 'app',
  ssr: true,
  // Every public page whose content is known at build time is written out once and served as a file.
  prerender: { paths: prerenderedPaths, concurrency: 2 },
} satisfies Config
