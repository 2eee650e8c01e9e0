/**
 * What somebody is told before their face is processed (740 ILCS 14/15(b); Texas Business and Commerce Code 503.001; GDPR, article 9(2)(a)).
 * Whoever changes a word gives it another version: what was agreed to stays what it was.
 */
export const FACE_NOTICE = {
  version: '2026-11-27',
  points: [
    'What: a picture of your face. A reviewer compares it by eye with the one on your document; a provider compares it by software, which measures your face.',
    'What for: only to find out whether the document is yours. It is used for nothing else, sold to nobody, and trains no model.',
    'How long: a picture that you send here is destroyed when the check is decided, and at the latest a day after this page has ended. A provider keeps what it makes of your face no longer than its own notice says, which it shows you first.',
    'Your choice: you need not agree, and can take it back while the check goes on. Without it you prove who you are without a picture of you, or another way.',
  ],
} as const
