import type { z } from 'zod'
import { listOwnActivity } from './accounts/activity.ts'
import { readOwnAccount } from './accounts/read-account.ts'
import { createApiKey, type createKeyInput } from './api-keys/create.ts'
import { listApiKeys } from './api-keys/list.ts'
import { revokeApiKey } from './api-keys/revoke.ts'
import { contactInput, sendContactEmail } from './contact/send-inquiry.ts'
import type { Ctx } from './context.ts'
import { ERRORS, type ErrorCode } from './errors.ts'

/**
 * The verbs that pages call in process, bound to the signed-in person. Pages get them through React Router's context and
 * know only this type.
 */
export function bindVerbs(ctx: Ctx) {
  return {
    /** An error code's status and title, for its page; null for a code that does not exist. */
    describeError: (code: string): { status: number; title: string } | null =>
      Object.hasOwn(ERRORS, code) ? ERRORS[code as ErrorCode] : null,
    readOwnAccount: () => readOwnAccount({ ctx }),
    listOwnActivity: (input: { limit: number }) => listOwnActivity({ ctx, input }),
    listApiKeys: () => listApiKeys({ ctx }),
    createApiKey: (input: z.output<typeof createKeyInput>) => createApiKey({ ctx, input }),
    sendContactEmail: async (input: unknown) => sendContactEmail({ ctx, input: contactInput.parse(input) }),
    revokeApiKey: (input: { id: string }) => revokeApiKey({ ctx, input }),
  }
}

export type Verbs = ReturnType<typeof bindVerbs>
