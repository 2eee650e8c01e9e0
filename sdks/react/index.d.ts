import type { ReactElement, ReactNode } from 'react'

/** How a person stands. Only what counts now is `verified`. */
export type Status = 'none' | 'pending' | 'verified' | 'expired' | 'suspended' | 'revoked' | 'rejected'
export type Area = 'identity' | 'accreditation' | 'details'
export type SessionStatus = 'open' | 'processing' | 'in_review' | 'verified' | 'rejected' | 'expired' | 'cancelled'

/** The answer of `GET /v1/client/standing`. */
export interface Standing {
  organization: string
  environment: 'sandbox' | 'production'
  wallet_address: string | null
  investor_id: string | null
  status: Status
  level: string | null
  /** Until when `verified` is so, where it ends. */
  valid_until: string | null
  /** What the newest decision asks the person for. What others bring is not told. */
  missing: { fact: string; area: Area; means: string | null }[]
  steps: { name: Area | 'organization'; state: 'to_do' | 'waiting' | 'done' | 'refused' }[]
  identity_session: { id: string; status: SessionStatus; expires_at: string } | null
  as_of: string
}

/** A refusal: `code` as the documentation has it, and a sentence for people. `unreachable` where there was no answer. */
export declare class SealwrightError extends Error {
  readonly code: string
  readonly status: number
}

/** Texts by name, as deep as `messages` is. */
export type Messages = { [name: string]: string | Messages }
/** Every text of the components, in English. */
export declare const messages: Messages

export interface ProviderProps {
  /** The address of Sealwright, such as `https://seal.example`. */
  apiUrl: string
  /** Asks your own server for the token of a client session (`POST /v1/client-sessions`). Asked again once a token has ended. */
  getToken: () => string | Promise<string>
  /** Texts in place of the English ones; those left out stay. */
  messages?: Messages
  /** For dates; the browser's when left out. */
  locale?: string
  /** `auto`, which follows the system, when left out. */
  theme?: 'auto' | 'light' | 'dark'
  children?: ReactNode
}
/** Around the components: which installation, where tokens come from, and in which words and colours. */
export declare function SealwrightProvider(props: ProviderProps): ReactElement

export interface VerifyProps {
  /**
   * Where the page opens on which the person proves who they are: in a `dialog` over yours when left out, a `popup`, or by `redirect` in place
   * of yours.
   */
  display?: 'dialog' | 'popup' | 'redirect'
  /** Where the person goes on afterwards: a page of the same origin. With `redirect` this page when left out. */
  returnUrl?: string
  /** Told of each change of the session. Decide on your server, by the webhook: what a browser says proves nothing. */
  onResult?: (result: { id: string; status: SessionStatus }) => void
  className?: string
}
/** Opens the page on which the person proves who they are. Needs `identity:start`, and `status:read`. */
export declare function VerifyButton(props: VerifyProps & { children?: ReactNode }): ReactElement

/** How the person stands, in words. Needs `status:read`. */
export declare function StatusBadge(props: { className?: string }): ReactElement

/** What is done, what waits and what is missing. Needs `status:read` and `identity:start`. */
export declare function Onboarding(
  props: VerifyProps & {
    /** What the person does for a step that happens on a page of yours. */
    actions?: { accreditation?: ReactNode; details?: ReactNode }
  },
): ReactElement

/** An appeal as its person sees it. */
export interface AppealView {
  id: string
  status: 'in_review' | 'upheld' | 'refused'
  market: string
  reason_classes: string[]
  opened_at: string
  answer_by: string
  decided_at: string | null
}
/** What was refused and can be appealed, and how appeals stand. Needs `appeals:open`. */
export declare function Appeal(props: { onAppeal?: (appeal: AppealView) => void; className?: string }): ReactElement

/** What the organisation relies on by the person's leave: shown, taken back and given again. Needs `consents:change`. */
export declare function Consent(
  props: Pick<VerifyProps, 'display' | 'returnUrl' | 'className'> & { onChange?: (consent: { id: string; given: boolean }) => void },
): ReactElement

/** How the person stands, for parts of your own. `standing` is null while it is not known, also once it could not be read again. */
export declare function useStanding(): { standing: Standing | null; error: SealwrightError | null; reload: () => Promise<void> }
