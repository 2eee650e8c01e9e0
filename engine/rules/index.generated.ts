// Made by tools/rules-index.mjs from the files in this folder. Do not edit.
import type { Rule } from '../rule.ts'
import r0 from './defi/defi-accredited-pool.ts'
import r1 from './defi/defi-cap-24h.ts'
import r2 from './defi/defi-collateral-low.ts'
import r3 from './defi/defi-geo-blocked.ts'
import r4 from './defi/defi-lending-licence.ts'
import r5 from './defi/defi-level-too-low.ts'
import r6 from './defi/defi-permit-ttl.ts'
import r7 from './defi/defi-risk-high.ts'
import r8 from './defi/defi-sanctions-address.ts'
import r9 from './defi/defi-uk-cooling-off.ts'
import r10 from './defi/defi-yield-disclosure.ts'
import r11 from './defi/defi-yield-payment-stablecoin.ts'
import r12 from './defi/defi-yield-us.ts'
import r13 from './gaming/age-below-required.ts'
import r14 from './gaming/age-evidence-conflict.ts'
import r15 from './gaming/age-evidence-too-weak.ts'
import r16 from './gaming/age-tier-reached.ts'
import r17 from './gaming/coppa-under-13.ts'
import r18 from './gaming/geo-not-allowed.ts'
import r19 from './gaming/loot-box-rule.ts'
import r20 from './gaming/p2e-cash-out.ts'
import r21 from './gaming/p2e-farm.ts'
import r22 from './gaming/p2e-tax-form.ts'
import r23 from './gaming/parental-consent-local.ts'
import r24 from './gaming/self-excluded.ts'
import r25 from './kyc/adverse-media.ts'
import r26 from './kyc/cdd-control-person.ts'
import r27 from './kyc/cdd-exempt.ts'
import r28 from './kyc/cdd-indirect-share.ts'
import r29 from './kyc/cdd-owner-25.ts'
import r30 from './kyc/cdd-ownership-impossible.ts'
import r31 from './kyc/cdd-reverify.ts'
import r32 from './kyc/cip-address-missing.ts'
import r33 from './kyc/cip-data-conflict.ts'
import r34 from './kyc/cip-dob-missing.ts'
import r35 from './kyc/cip-document-expired.ts'
import r36 from './kyc/cip-id-number-missing.ts'
import r37 from './kyc/cip-name-missing.ts'
import r38 from './kyc/cip-not-verified.ts'
import r39 from './kyc/cip-notice-missing.ts'
import r40 from './kyc/country-call-for-action.ts'
import r41 from './kyc/country-edd-required.ts'
import r42 from './kyc/country-list-old.ts'
import r43 from './kyc/country-unknown.ts'
import r44 from './kyc/kyc-event-refresh.ts'
import r45 from './kyc/kyc-refresh-due.ts'
import r46 from './kyc/kyc-under-age.ts'
import r47 from './kyc/pep-edd.ts'
import r48 from './kyc/rescreen-due.ts'
import r49 from './kyc/retention-erase-not-before.ts'
import r50 from './monitoring/ctr-required.ts'
import r51 from './monitoring/monetary-instrument-log.ts'
import r52 from './monitoring/risk-high.ts'
import r53 from './monitoring/sar-candidate.ts'
import r54 from './monitoring/smurfing-fan-in.ts'
import r55 from './monitoring/smurfing-fan-out.ts'
import r56 from './monitoring/structuring-cash-10k.ts'
import r57 from './monitoring/structuring-eur-1k.ts'
import r58 from './monitoring/structuring-split-wallets.ts'
import r59 from './monitoring/structuring-travel-3k.ts'
import r60 from './nfts/creator-link-proof.ts'
import r61 from './nfts/creator-name-similar.ts'
import r62 from './nfts/creator-risk-severe.ts'
import r63 from './nfts/creator-verified.ts'
import r64 from './nfts/howey-answers-stale.ts'
import r65 from './nfts/howey-route.ts'
import r66 from './nfts/nft-art-market-duty.ts'
import r67 from './nfts/nft-buyer-verification.ts'
import r68 from './nfts/nft-creator-verification.ts'
import r69 from './nfts/nft-enhanced-aml.ts'
import r70 from './nfts/nft-linked-sales.ts'
import r71 from './nfts/nft-price-currency.ts'
import r72 from './nfts/nft-sanctions-both.ts'
import r73 from './nfts/wash-common-funder.ts'
import r74 from './nfts/wash-fee-free.ts'
import r75 from './nfts/wash-price-jump.ts'
import r76 from './nfts/wash-ring.ts'
import r77 from './nfts/wash-round-trip.ts'
import r78 from './nfts/wash-self.ts'
import r79 from './nfts/wash-trading-suspected.ts'
import r80 from './nfts/wash-velocity.ts'
import r81 from './nfts/wash-zero-risk.ts'
import r82 from './payments/genius-audit-50b.ts'
import r83 from './payments/genius-foreign-issuer.ts'
import r84 from './payments/genius-lawful-order.ts'
import r85 from './payments/genius-marketing.ts'
import r86 from './payments/genius-monthly-report.ts'
import r87 from './payments/genius-no-reuse.ts'
import r88 from './payments/genius-no-yield.ts'
import r89 from './payments/genius-permitted-issuer.ts'
import r90 from './payments/genius-redemption.ts'
import r91 from './payments/genius-reserve-1-to-1.ts'
import r92 from './payments/genius-reserve-eligible.ts'
import r93 from './payments/large-value-10k.ts'
import r94 from './payments/mica-art23-cap.ts'
import r95 from './payments/mica-art23-count.ts'
import r96 from './payments/mica-authorised-issuer.ts'
import r97 from './payments/mica-casp-transition.ts'
import r98 from './payments/mica-no-interest.ts'
import r99 from './payments/mica-redeem-par.ts'
import r100 from './payments/mica-report-100m.ts'
import r101 from './payments/mica-reserve.ts'
import r102 from './payments/mica-significant.ts'
import r103 from './payments/travel-rule-counterparty.ts'
import r104 from './payments/travel-rule-inbound-missing.ts'
import r105 from './payments/travel-rule-incomplete.ts'
import r106 from './payments/travel-rule-leak-guard.ts'
import r107 from './payments/travel-rule-linked.ts'
import r108 from './payments/travel-rule-not-verified.ts'
import r109 from './payments/travel-rule-self-hosted-proof.ts'
import r110 from './payments/velocity-24h.ts'
import r111 from './payments/velocity-30d.ts'
import r112 from './payments/velocity-count.ts'
import r113 from './payments/velocity-new-counterparty.ts'
import r114 from './payments/velocity-single.ts'
import r115 from './payments/velocity-spike.ts'
import r116 from './sanctions/sanctions-address-exact.ts'
import r117 from './sanctions/sanctions-block-report.ts'
import r118 from './sanctions/sanctions-embargoed-jurisdiction.ts'
import r119 from './sanctions/sanctions-exception.ts'
import r120 from './sanctions/sanctions-exposure.ts'
import r121 from './sanctions/sanctions-list-stale.ts'
import r122 from './sanctions/sanctions-name-possible.ts'
import r123 from './sanctions/sanctions-name-strong.ts'
import r124 from './sanctions/sanctions-ownership-50.ts'
import r125 from './sanctions/sanctions-ownership-minority.ts'
import r126 from './sanctions/sanctions-region-unresolved.ts'
import r127 from './sanctions/sanctions-sectoral.ts'
import r128 from './securities/offering/offering-minimum-above-maximum.ts'

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
  r38,
  r39,
  r40,
  r41,
  r42,
  r43,
  r44,
  r45,
  r46,
  r47,
  r48,
  r49,
  r50,
  r51,
  r52,
  r53,
  r54,
  r55,
  r56,
  r57,
  r58,
  r59,
  r60,
  r61,
  r62,
  r63,
  r64,
  r65,
  r66,
  r67,
  r68,
  r69,
  r70,
  r71,
  r72,
  r73,
  r74,
  r75,
  r76,
  r77,
  r78,
  r79,
  r80,
  r81,
  r82,
  r83,
  r84,
  r85,
  r86,
  r87,
  r88,
  r89,
  r90,
  r91,
  r92,
  r93,
  r94,
  r95,
  r96,
  r97,
  r98,
  r99,
  r100,
  r101,
  r102,
  r103,
  r104,
  r105,
  r106,
  r107,
  r108,
  r109,
  r110,
  r111,
  r112,
  r113,
  r114,
  r115,
  r116,
  r117,
  r118,
  r119,
  r120,
  r121,
  r122,
  r123,
  r124,
  r125,
  r126,
  r127,
  r128,
]
