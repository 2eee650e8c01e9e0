import type { z } from 'zod'
import { listOwnActivity } from './accounts/activity.ts'
import { readOwnAccount } from './accounts/read-account.ts'
import { createApiKey, type createKeyInput } from './api-keys/create.ts'
import { listApiKeys } from './api-keys/list.ts'
import { revokeApiKey } from './api-keys/revoke.ts'
import { contactInput, sendContactEmail } from './contact/send-inquiry.ts'
import type { Ctx } from './context.ts'
import { downloadDocument } from './documents/download.ts'
import { listDocuments } from './documents/list.ts'
import type { Owner } from './documents/owner.ts'
import { removeDocument } from './documents/remove.ts'
import { type UploadInput, uploadDocument } from './documents/upload.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { personalCtx } from './holders/personal.ts'
import { inviteInput, inviteInvestor, listInvitations, withdrawInvitation } from './invitations/invite.ts'
import { listNotifications } from './notifications/list.ts'
import { markNotificationsRead } from './notifications/mark-read.ts'

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

    uploadDocument: (input: UploadInput) => uploadDocument({ ctx, input }),
    listDocuments: (input: Owner) => listDocuments({ ctx, input }),
    downloadDocument: (input: { id: string }) => downloadDocument({ ctx, input }),
    removeDocument: (input: { id: string }) => removeDocument({ ctx, input }),
    inviteInvestor: async (input: unknown) => inviteInvestor({ ctx, input: inviteInput.parse(input) }),
    listInvitations: (input: { offering_id: string }) => listInvitations({ ctx, input }),
    withdrawInvitation: (input: { id: string }) => withdrawInvitation({ ctx, input }),
    listNotifications: (input: { limit: number; before?: string }) => listNotifications({ ctx, input }),
    markNotificationsRead: (input: { id?: string }) => markNotificationsRead({ ctx, input }),

    // The signed-in person's own records, wherever the installation keeps them.
    uploadOwnDocument: async (input: Pick<UploadInput, 'kind' | 'file_name' | 'bytes'>) =>
      uploadDocument({ ctx: await personalCtx(ctx), input: { ...input, owner_type: 'user', owner_id: ctx.actor.id } }),
    listOwnDocuments: () => listDocuments({ ctx, input: { owner_type: 'user', owner_id: ctx.actor.id } }),
  }
}

export type Verbs = ReturnType<typeof bindVerbs>
