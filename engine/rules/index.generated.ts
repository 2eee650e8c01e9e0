// Made by tools/rules-index.mjs from the files in this folder. Do not edit.
import type { Rule } from '../rule.ts'
import r0 from './credential/consent-missing.ts'
import r1 from './credential/credential-expired.ts'
import r2 from './credential/credential-level-too-low.ts'
import r3 from './credential/data-minimised.ts'
import r4 from './credential/erasure-limited.ts'
import r5 from './credential/lawful-basis.ts'
import r6 from './credential/reuse-reliance-limit.ts'
import r7 from './credential/reuse-too-old.ts'
import r8 from './defi/defi-accredited-pool.ts'
import r9 from './defi/defi-cap-24h.ts'
import r10 from './defi/defi-collateral-low.ts'
import r11 from './defi/defi-geo-blocked.ts'
import r12 from './defi/defi-lending-licence.ts'
import r13 from './defi/defi-level-too-low.ts'
import r14 from './defi/defi-permit-ttl.ts'
import r15 from './defi/defi-risk-high.ts'
import r16 from './defi/defi-sanctions-address.ts'
import r17 from './defi/defi-uk-cooling-off.ts'
import r18 from './defi/defi-yield-disclosure.ts'
import r19 from './defi/defi-yield-payment-stablecoin.ts'
import r20 from './defi/defi-yield-us.ts'
import r21 from './gaming/age-below-required.ts'
import r22 from './gaming/age-evidence-conflict.ts'
import r23 from './gaming/age-evidence-too-weak.ts'
import r24 from './gaming/age-tier-reached.ts'
import r25 from './gaming/coppa-under-13.ts'
import r26 from './gaming/geo-not-allowed.ts'
import r27 from './gaming/loot-box-rule.ts'
import r28 from './gaming/p2e-cash-out.ts'
import r29 from './gaming/p2e-farm.ts'
import r30 from './gaming/p2e-tax-form.ts'
import r31 from './gaming/parental-consent-local.ts'
import r32 from './gaming/self-excluded.ts'
import r33 from './kyc/adverse-media.ts'
import r34 from './kyc/cdd-control-person.ts'
import r35 from './kyc/cdd-exempt.ts'
import r36 from './kyc/cdd-indirect-share.ts'
import r37 from './kyc/cdd-owner-25.ts'
import r38 from './kyc/cdd-ownership-impossible.ts'
import r39 from './kyc/cdd-reverify.ts'
import r40 from './kyc/cip-address-missing.ts'
import r41 from './kyc/cip-data-conflict.ts'
import r42 from './kyc/cip-dob-missing.ts'
import r43 from './kyc/cip-document-expired.ts'
import r44 from './kyc/cip-id-number-missing.ts'
import r45 from './kyc/cip-name-missing.ts'
import r46 from './kyc/cip-not-verified.ts'
import r47 from './kyc/cip-notice-missing.ts'
import r48 from './kyc/country-call-for-action.ts'
import r49 from './kyc/country-edd-required.ts'
import r50 from './kyc/country-list-old.ts'
import r51 from './kyc/country-unknown.ts'
import r52 from './kyc/data-too-old.ts'
import r53 from './kyc/identity-not-proven.ts'
import r54 from './kyc/identity-too-old.ts'
import r55 from './kyc/kyc-event-refresh.ts'
import r56 from './kyc/kyc-refresh-due.ts'
import r57 from './kyc/kyc-under-age.ts'
import r58 from './kyc/market-not-used.ts'
import r59 from './kyc/own-retention.ts'
import r60 from './kyc/pep-edd.ts'
import r61 from './kyc/pep-match.ts'
import r62 from './kyc/rescreen-due.ts'
import r63 from './kyc/retention-erase-not-before.ts'
import r64 from './monitoring/ctr-required.ts'
import r65 from './monitoring/monetary-instrument-log.ts'
import r66 from './monitoring/risk-high.ts'
import r67 from './monitoring/sar-candidate.ts'
import r68 from './monitoring/smurfing-fan-in.ts'
import r69 from './monitoring/smurfing-fan-out.ts'
import r70 from './monitoring/structuring-cash-10k.ts'
import r71 from './monitoring/structuring-eur-1k.ts'
import r72 from './monitoring/structuring-split-wallets.ts'
import r73 from './monitoring/structuring-travel-3k.ts'
import r74 from './nfts/creator-link-proof.ts'
import r75 from './nfts/creator-name-similar.ts'
import r76 from './nfts/creator-risk-severe.ts'
import r77 from './nfts/creator-verified.ts'
import r78 from './nfts/howey-answers-stale.ts'
import r79 from './nfts/howey-route.ts'
import r80 from './nfts/nft-art-market-duty.ts'
import r81 from './nfts/nft-buyer-verification.ts'
import r82 from './nfts/nft-creator-verification.ts'
import r83 from './nfts/nft-enhanced-aml.ts'
import r84 from './nfts/nft-linked-sales.ts'
import r85 from './nfts/nft-price-currency.ts'
import r86 from './nfts/nft-sanctions-both.ts'
import r87 from './nfts/wash-common-funder.ts'
import r88 from './nfts/wash-fee-free.ts'
import r89 from './nfts/wash-price-jump.ts'
import r90 from './nfts/wash-ring.ts'
import r91 from './nfts/wash-round-trip.ts'
import r92 from './nfts/wash-self.ts'
import r93 from './nfts/wash-trading-suspected.ts'
import r94 from './nfts/wash-velocity.ts'
import r95 from './nfts/wash-zero-risk.ts'
import r96 from './payments/genius-audit-50b.ts'
import r97 from './payments/genius-foreign-issuer.ts'
import r98 from './payments/genius-lawful-order.ts'
import r99 from './payments/genius-marketing.ts'
import r100 from './payments/genius-monthly-report.ts'
import r101 from './payments/genius-no-reuse.ts'
import r102 from './payments/genius-no-yield.ts'
import r103 from './payments/genius-permitted-issuer.ts'
import r104 from './payments/genius-redemption.ts'
import r105 from './payments/genius-reserve-1-to-1.ts'
import r106 from './payments/genius-reserve-eligible.ts'
import r107 from './payments/large-value-10k.ts'
import r108 from './payments/mica-art23-cap.ts'
import r109 from './payments/mica-art23-count.ts'
import r110 from './payments/mica-authorised-issuer.ts'
import r111 from './payments/mica-casp-transition.ts'
import r112 from './payments/mica-no-interest.ts'
import r113 from './payments/mica-redeem-par.ts'
import r114 from './payments/mica-report-100m.ts'
import r115 from './payments/mica-reserve.ts'
import r116 from './payments/mica-significant.ts'
import r117 from './payments/own-large-value.ts'
import r118 from './payments/travel-rule-counterparty.ts'
import r119 from './payments/travel-rule-inbound-missing.ts'
import r120 from './payments/travel-rule-incomplete.ts'
import r121 from './payments/travel-rule-leak-guard.ts'
import r122 from './payments/travel-rule-linked.ts'
import r123 from './payments/travel-rule-not-verified.ts'
import r124 from './payments/travel-rule-self-hosted-proof.ts'
import r125 from './payments/velocity-24h.ts'
import r126 from './payments/velocity-30d.ts'
import r127 from './payments/velocity-count.ts'
import r128 from './payments/velocity-new-counterparty.ts'
import r129 from './payments/velocity-single.ts'
import r130 from './payments/velocity-spike.ts'
import r131 from './sanctions/sanctions-address-exact.ts'
import r132 from './sanctions/sanctions-block-report.ts'
import r133 from './sanctions/sanctions-embargoed-jurisdiction.ts'
import r134 from './sanctions/sanctions-exception.ts'
import r135 from './sanctions/sanctions-exposure.ts'
import r136 from './sanctions/sanctions-list-stale.ts'
import r137 from './sanctions/sanctions-name-possible.ts'
import r138 from './sanctions/sanctions-name-strong.ts'
import r139 from './sanctions/sanctions-ownership-50.ts'
import r140 from './sanctions/sanctions-ownership-minority.ts'
import r141 from './sanctions/sanctions-region-unresolved.ts'
import r142 from './sanctions/sanctions-sectoral.ts'
import r143 from './securities/accredited/accredited-all-owners.ts'
import r144 from './securities/accredited/accredited-entity-assets.ts'
import r145 from './securities/accredited/accredited-entity-investments.ts'
import r146 from './securities/accredited/accredited-family-office.ts'
import r147 from './securities/accredited/accredited-income.ts'
import r148 from './securities/accredited/accredited-insider.ts'
import r149 from './securities/accredited/accredited-institution.ts'
import r150 from './securities/accredited/accredited-knowledgeable-employee.ts'
import r151 from './securities/accredited/accredited-license.ts'
import r152 from './securities/accredited/accredited-net-worth.ts'
import r153 from './securities/accredited/accredited-trust.ts'
import r154 from './securities/holders/concentration-limit.ts'
import r155 from './securities/holders/exchange-act-12g-holders.ts'
import r156 from './securities/holders/exchange-act-12g-reg-a-relief.ts'
import r157 from './securities/holders/holder-limit-issuer.ts'
import r158 from './securities/holders/ica-3c1-limit.ts'
import r159 from './securities/holders/ica-3c7-qualified-purchaser.ts'
import r160 from './securities/holders/ica-status-registered-or-unknown.ts'
import r161 from './securities/holders/issuer-lockup.ts'
import r162 from './securities/holders/non-accredited-limit.ts'
import r163 from './securities/holders/nonaccredited-holder-cap.ts'
import r164 from './securities/investment/below-minimum-investment.ts'
import r165 from './securities/investment/consent-withdrawn.ts'
import r166 from './securities/investment/documents-status.ts'
import r167 from './securities/investment/formed-for-purchase-owners.ts'
import r168 from './securities/investment/investment-amount-mismatch.ts'
import r169 from './securities/investment/investor-identity-too-old.ts'
import r170 from './securities/investment/investor-identity.ts'
import r171 from './securities/investment/issuance-still-eligible.ts'
import r172 from './securities/investment/legend-required.ts'
import r173 from './securities/investment/offering-not-open.ts'
import r174 from './securities/investment/payment-method-allowed.ts'
import r175 from './securities/investment/raise-limit-exceeded.ts'
import r176 from './securities/investment/restriction-clock.ts'
import r177 from './securities/investment/sanctions-investor.ts'
import r178 from './securities/investment/supply-exhausted.ts'
import r179 from './securities/investment/terms-and-agreement.ts'
import r180 from './securities/investor/investor-minimum-age.ts'
import r181 from './securities/offering/blue-sky-notice.ts'
import r182 from './securities/offering/blue-sky-tier1-registration.ts'
import r183 from './securities/offering/fee-securities-1pct.ts'
import r184 from './securities/offering/integration-152a1-no-solicited.ts'
import r185 from './securities/offering/integration-152b1-30-days.ts'
import r186 from './securities/offering/integration-safe.ts'
import r187 from './securities/offering/offering-amount-invalid.ts'
import r188 from './securities/offering/offering-bad-actor-questionnaire.ts'
import r189 from './securities/offering/offering-contact-required.ts'
import r190 from './securities/offering/offering-dates-invalid.ts'
import r191 from './securities/offering/offering-fields-conflict.ts'
import r192 from './securities/offering/offering-issuer-not-verified.ts'
import r193 from './securities/offering/offering-minimum-above-maximum.ts'
import r194 from './securities/offering/offering-minimum-not-whole-tokens.ts'
import r195 from './securities/offering/offering-regulation-change.ts'
import r196 from './securities/offering/offering-regulation-unknown.ts'
import r197 from './securities/offering/offering-supply-above-raise.ts'
import r198 from './securities/offering/offering-supply-below-raise.ts'
import r199 from './securities/offering/offering-target-above-maximum.ts'
import r200 from './securities/offering/offering-type-unknown.ts'
import r201 from './securities/reg-a/reg-a-bad-actor.ts'
import r202 from './securities/reg-a/reg-a-circular-delivered.ts'
import r203 from './securities/reg-a/reg-a-eligible-issuer.ts'
import r204 from './securities/reg-a/reg-a-eligible-security.ts'
import r205 from './securities/reg-a/reg-a-freely-tradable.ts'
import r206 from './securities/reg-a/reg-a-offering-current.ts'
import r207 from './securities/reg-a/reg-a-qualified.ts'
import r208 from './securities/reg-a/reg-a-selling-holders-30pct.ts'
import r209 from './securities/reg-a/reg-a-tier1-cap.ts'
import r210 from './securities/reg-a/reg-a-tier1-no-limit.ts'
import r211 from './securities/reg-a/reg-a-tier2-cap.ts'
import r212 from './securities/reg-a/reg-a-tier2-investor-limit.ts'
import r213 from './securities/reg-d/reg-d-506b-accredited-belief.ts'
import r214 from './securities/reg-d/reg-d-506b-disclosure.ts'
import r215 from './securities/reg-d/reg-d-506b-general-solicitation.ts'
import r216 from './securities/reg-d/reg-d-506b-nonaccredited-limit.ts'
import r217 from './securities/reg-d/reg-d-506b-relationship.ts'
import r218 from './securities/reg-d/reg-d-506b-sophistication.ts'
import r219 from './securities/reg-d/reg-d-506c-accredited-only.ts'
import r220 from './securities/reg-d/reg-d-506c-m1-income-documents.ts'
import r221 from './securities/reg-d/reg-d-506c-m2-net-worth-documents.ts'
import r222 from './securities/reg-d/reg-d-506c-m3-third-party-letter.ts'
import r223 from './securities/reg-d/reg-d-506c-m4-grandfathered.ts'
import r224 from './securities/reg-d/reg-d-506c-m5-prior-verification-5y.ts'
import r225 from './securities/reg-d/reg-d-506c-m6-minimum-investment.ts'
import r226 from './securities/reg-d/reg-d-506c-m7-principles-based.ts'
import r227 from './securities/reg-d/reg-d-506c-verification.ts'
import r228 from './securities/reg-d/reg-d-506d-bad-actor.ts'
import r229 from './securities/reg-d/reg-d-506e-old-event-disclosure.ts'
import r230 from './securities/reg-d/reg-d-form-d-15-days.ts'
import r231 from './securities/reg-d/reg-d-restricted-securities.ts'
import r232 from './securities/reg-s/reg-s-904-resale.ts'
import r233 from './securities/reg-s/reg-s-905-still-restricted.ts'
import r234 from './securities/reg-s/reg-s-cat3-legend-and-stop.ts'
import r235 from './securities/reg-s/reg-s-cat3-purchaser-cert.ts'
import r236 from './securities/reg-s/reg-s-category.ts'
import r237 from './securities/reg-s/reg-s-dcp-flowback.ts'
import r238 from './securities/reg-s/reg-s-directed-selling.ts'
import r239 from './securities/reg-s/reg-s-local-law-notice.ts'
import r240 from './securities/reg-s/reg-s-offering-restrictions.ts'
import r241 from './securities/reg-s/reg-s-offshore-transaction.ts'
import r242 from './securities/reg-s/reg-s-us-person.ts'
import r243 from './securities/resale/registered-or-issuer.ts'
import r244 from './securities/resale/rule-144-affiliate-manner.ts'
import r245 from './securities/resale/rule-144-affiliate-volume.ts'
import r246 from './securities/resale/rule-144-current-information.ts'
import r247 from './securities/resale/rule-144-form-144.ts'
import r248 from './securities/resale/rule-144-holding-period.ts'
import r249 from './securities/resale/rule-144-non-affiliate-free.ts'
import r250 from './securities/resale/rule-144-shell.ts'
import r251 from './securities/resale/rule-144a-qib.ts'
import r252 from './securities/resale/sec-4a1h-opinion.ts'
import r253 from './securities/resale/sec-4a7-private-resale.ts'
import r254 from './securities/transfer/balance-unlocked.ts'
import r255 from './securities/transfer/buyer-reps.ts'
import r256 from './securities/transfer/conduit-resale.ts'
import r257 from './securities/transfer/control-or-special.ts'
import r258 from './securities/transfer/jurisdiction-blocked.ts'
import r259 from './securities/transfer/legend-carry.ts'
import r260 from './securities/transfer/recipient-accredited.ts'
import r261 from './securities/transfer/recipient-credential.ts'
import r262 from './securities/transfer/recipient-frozen.ts'
import r263 from './securities/transfer/review-open.ts'
import r264 from './securities/transfer/same-person-move.ts'
import r265 from './securities/transfer/sanctions-recipient.ts'
import r266 from './securities/transfer/sanctions-sender.ts'
import r267 from './securities/transfer/sender-credential.ts'
import r268 from './securities/transfer/sender-frozen.ts'
import r269 from './securities/transfer/spender-frozen.ts'
import r270 from './securities/transfer/state-secondary-notice.ts'
import r271 from './securities/transfer/token-deactivated.ts'
import r272 from './securities/transfer/token-not-linked.ts'
import r273 from './securities/transfer/token-paused.ts'
import r274 from './securities/transfer/transfer-malformed.ts'
import r275 from './securities/transfer/transfer-route-resolve.ts'
import r276 from './securities/transfer/venue-approved.ts'
import r277 from './securities/transfer/wallet-control.ts'

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
  r129,
  r130,
  r131,
  r132,
  r133,
  r134,
  r135,
  r136,
  r137,
  r138,
  r139,
  r140,
  r141,
  r142,
  r143,
  r144,
  r145,
  r146,
  r147,
  r148,
  r149,
  r150,
  r151,
  r152,
  r153,
  r154,
  r155,
  r156,
  r157,
  r158,
  r159,
  r160,
  r161,
  r162,
  r163,
  r164,
  r165,
  r166,
  r167,
  r168,
  r169,
  r170,
  r171,
  r172,
  r173,
  r174,
  r175,
  r176,
  r177,
  r178,
  r179,
  r180,
  r181,
  r182,
  r183,
  r184,
  r185,
  r186,
  r187,
  r188,
  r189,
  r190,
  r191,
  r192,
  r193,
  r194,
  r195,
  r196,
  r197,
  r198,
  r199,
  r200,
  r201,
  r202,
  r203,
  r204,
  r205,
  r206,
  r207,
  r208,
  r209,
  r210,
  r211,
  r212,
  r213,
  r214,
  r215,
  r216,
  r217,
  r218,
  r219,
  r220,
  r221,
  r222,
  r223,
  r224,
  r225,
  r226,
  r227,
  r228,
  r229,
  r230,
  r231,
  r232,
  r233,
  r234,
  r235,
  r236,
  r237,
  r238,
  r239,
  r240,
  r241,
  r242,
  r243,
  r244,
  r245,
  r246,
  r247,
  r248,
  r249,
  r250,
  r251,
  r252,
  r253,
  r254,
  r255,
  r256,
  r257,
  r258,
  r259,
  r260,
  r261,
  r262,
  r263,
  r264,
  r265,
  r266,
  r267,
  r268,
  r269,
  r270,
  r271,
  r272,
  r273,
  r274,
  r275,
  r276,
  r277,
]
