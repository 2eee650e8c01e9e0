// Made by tools/rules-index.mjs from the files in this folder. Do not edit.
import type { Rule } from '../rule.ts'
import r0 from './kyc/adverse-media.ts'
import r1 from './kyc/cdd-control-person.ts'
import r2 from './kyc/cdd-exempt.ts'
import r3 from './kyc/cdd-indirect-share.ts'
import r4 from './kyc/cdd-owner-25.ts'
import r5 from './kyc/cdd-ownership-impossible.ts'
import r6 from './kyc/cdd-reverify.ts'
import r7 from './kyc/cip-address-missing.ts'
import r8 from './kyc/cip-data-conflict.ts'
import r9 from './kyc/cip-dob-missing.ts'
import r10 from './kyc/cip-document-expired.ts'
import r11 from './kyc/cip-id-number-missing.ts'
import r12 from './kyc/cip-name-missing.ts'
import r13 from './kyc/cip-not-verified.ts'
import r14 from './kyc/cip-notice-missing.ts'
import r15 from './kyc/country-call-for-action.ts'
import r16 from './kyc/country-edd-required.ts'
import r17 from './kyc/country-list-old.ts'
import r18 from './kyc/country-unknown.ts'
import r19 from './kyc/kyc-event-refresh.ts'
import r20 from './kyc/kyc-refresh-due.ts'
import r21 from './kyc/kyc-under-age.ts'
import r22 from './kyc/pep-edd.ts'
import r23 from './kyc/rescreen-due.ts'
import r24 from './kyc/retention-erase-not-before.ts'
import r25 from './sanctions/sanctions-address-exact.ts'
import r26 from './sanctions/sanctions-block-report.ts'
import r27 from './sanctions/sanctions-embargoed-jurisdiction.ts'
import r28 from './sanctions/sanctions-exception.ts'
import r29 from './sanctions/sanctions-exposure.ts'
import r30 from './sanctions/sanctions-list-stale.ts'
import r31 from './sanctions/sanctions-name-possible.ts'
import r32 from './sanctions/sanctions-name-strong.ts'
import r33 from './sanctions/sanctions-ownership-50.ts'
import r34 from './sanctions/sanctions-ownership-minority.ts'
import r35 from './sanctions/sanctions-region-unresolved.ts'
import r36 from './sanctions/sanctions-sectoral.ts'
import r37 from './securities/offering/offering-minimum-above-maximum.ts'

export const RULES: readonly Rule[] = [
  r0,
  r1,
  r2,
  r3,
  r4,
  r5,
  r6,
  r7,
  r8,
  r9,
  r10,
  r11,
  r12,
  r13,
  r14,
  r15,
  r16,
  r17,
  r18,
  r19,
  r20,
  r21,
  r22,
  r23,
  r24,
  r25,
  r26,
  r27,
  r28,
  r29,
  r30,
  r31,
  r32,
  r33,
  r34,
  r35,
  r36,
  r37,
]
