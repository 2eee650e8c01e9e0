import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError } from 'vitest/node'

/** The environment variable that says where this puts what it heard: a list of messages. */
export const UNHANDLED = 'UNHANDLED_FILE'

/** Errors that no test waited for: Vitest fails a run by them, and its report as JSON does not say them. */
export default class TellUnhandled implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly SerializedError[]): void {
    const lines = errors.map(
      ({ message, stack, VITEST_TEST_PATH: file }) => `${file ?? 'no file'} > unhandled: ${message} ${stack?.split('\n')[1]?.trim() ?? ''}`,
    )
    writeFileSync(process.env[UNHANDLED]!, JSON.stringify(lines))
  }
}
