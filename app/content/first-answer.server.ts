import gettingStarted from './docs/getting-started.mdx?raw'
import { samplesOf } from './executable-samples.ts'

/** What the first call answers, in part: the fields its page promises, which are compared with the product's answer by a test. */
export const firstAnswer = (): string => JSON.stringify(samplesOf(gettingStarted).find(({ id }) => id === 'first-call')?.expected, null, 2)
