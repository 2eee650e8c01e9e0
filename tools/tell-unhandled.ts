import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** Where this puts what it heard: a list of messages. */
export const UNHANDLED = 'test-results/unhandled.json'

/** Errors that no test waited for: Vitest fails a run by them, and its report as JSON does not say them. */
export default class TellUnhandled implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const lines = errors.map(
      ({ message, stack, VITEST_TEST_PATH: file }) => `${file ?? 'no file'} > unhandled: ${message} ${stack?.split('\n')[1]?.trim() ?? ''}`,
    )
    writeFileSync(UNHANDLED, JSON.stringify(lines))
  }
}
