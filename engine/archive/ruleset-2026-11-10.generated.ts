// Made by tools/archive-ruleset.ts. Do not edit.
import type { RulesetData } from '../ruleset.ts'

const data: RulesetData = {
 "id": "sealwright",
 "version": "2026.11.10",
 "rules": [
  {
   "code": "ACCREDITED_ALL_OWNERS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "ACCREDITED_ENTITY_ASSETS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "threshold": "5000000",
    "op": ">",
    "types": [
     "corporation",
     "llc",
     "partnership",
     "business_trust",
     "charity"
    ]
   }
  },
  {
   "code": "ACCREDITED_ENTITY_INVESTMENTS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "threshold": "5000000",
    "op": ">"
   }
  },
  {
   "code": "ACCREDITED_FAMILY_OFFICE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "threshold": "5000000",
    "op": ">"
   }
  },
  {
   "code": "ACCREDITED_INCOME",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "own": "200000",
    "joint": "300000",
    "op": ">"
   }
  },
  {
   "code": "ACCREDITED_INSIDER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "roles": [
     "director",
     "executive_officer",
     "general_partner"
    ]
   }
  },
  {
   "code": "ACCREDITED_INSTITUTION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "types": [
     "bank",
     "savings_bank",
     "broker_dealer",
     "sec_adviser",
     "state_adviser",
     "exempt_reporting_adviser",
     "insurer",
     "registered_fund",
     "bdc",
     "sbic",
     "rbic"
    ],
    "plans": [
     "erisa_plan",
     "state_plan"
    ],
    "threshold": "5000000",
    "op": ">",
    "self_directed": [
     "erisa_plan"
    ]
   }
  },
  {
   "code": "ACCREDITED_KNOWLEDGEABLE_EMPLOYEE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "statuses": [
     "3c1",
     "3c7",
     "3c1_qvc"
    ]
   }
  },
  {
   "code": "ACCREDITED_LICENSE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "series": [
     "7",
     "65",
     "82"
    ],
    "lookup_days": 30
   }
  },
  {
   "code": "ACCREDITED_NET_WORTH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "threshold": "1000000",
    "op": ">"
   }
  },
  {
   "code": "ACCREDITED_TRUST",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "threshold": "5000000",
    "op": ">"
   }
  },
  {
   "code": "ADVERSE_MEDIA",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "years": 5
   }
  },
  {
   "code": "AGE_BELOW_REQUIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "AGE_EVIDENCE_CONFLICT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "AGE_EVIDENCE_TOO_WEAK",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "self_below": "18+",
    "document_from": "21+",
    "max_days": 365
   }
  },
  {
   "code": "AGE_TIER_REACHED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "BALANCE_UNLOCKED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "BELOW_MINIMUM_INVESTMENT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "BLUE_SKY_NOTICE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "days": 15,
    "none": [
     "FL"
    ],
    "tier2_days_before": 21,
    "tier2_before": [
     "CO",
     "CT",
     "IA",
     "MA",
     "MN",
     "MT",
     "WA"
    ],
    "tier2_at_first": [
     "WI"
    ],
    "tier2_after": [
     "UT"
    ]
   }
  },
  {
   "code": "BLUE_SKY_TIER1_REGISTRATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "BUYER_REPS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "days": 30,
    "routes": [
     "SEC_4A7_PRIVATE_RESALE",
     "RULE_144A_QIB",
     "REG_S_904_RESALE"
    ]
   }
  },
  {
   "code": "CDD_CONTROL_PERSON",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CDD_EXEMPT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CDD_INDIRECT_SHARE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "share_bps": 2500,
    "op": ">="
   }
  },
  {
   "code": "CDD_OWNERSHIP_IMPOSSIBLE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "whole_bps": 10000
   }
  },
  {
   "code": "CDD_OWNER_25",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "share_bps": 2500,
    "us_op": ">=",
    "eu_op": ">",
    "eu_op_from": "2027-07-10",
    "eu_later_op": ">="
   }
  },
  {
   "code": "CDD_REVERIFY",
   "version": 1,
   "in_force_from": "2026-02-13",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "use_fin_2026_r001": true
   }
  },
  {
   "code": "CIP_ADDRESS_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CIP_DATA_CONFLICT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "name_score": 9000
   }
  },
  {
   "code": "CIP_DOB_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "earliest": "1900-01-01"
   }
  },
  {
   "code": "CIP_DOCUMENT_EXPIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CIP_ID_NUMBER_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "us_types": [
     "ssn",
     "itin",
     "ein"
    ]
   }
  },
  {
   "code": "CIP_NAME_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_length": 200
   }
  },
  {
   "code": "CIP_NOTICE_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CIP_NOT_VERIFIED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "grace_days": 30
   }
  },
  {
   "code": "CONCENTRATION_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "CONDUIT_RESALE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "months": 12
   }
  },
  {
   "code": "CONSENT_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_days": 365
   }
  },
  {
   "code": "CONSENT_WITHDRAWN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "CONTROL_OR_SPECIAL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "COPPA_UNDER_13",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "age": 13
   }
  },
  {
   "code": "COUNTRY_CALL_FOR_ACTION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "COUNTRY_EDD_REQUIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_age_days": 365
   }
  },
  {
   "code": "COUNTRY_LIST_OLD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "max_age_days": 150
   }
  },
  {
   "code": "COUNTRY_UNKNOWN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CREATOR_LINK_PROOF",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "max_days": 30
   }
  },
  {
   "code": "CREATOR_NAME_SIMILAR",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "similar": 9200
   }
  },
  {
   "code": "CREATOR_RISK_SEVERE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "severe": 75,
    "high": 50
   }
  },
  {
   "code": "CREATOR_VERIFIED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CREDENTIAL_EXPIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "CREDENTIAL_LEVEL_TOO_LOW",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "self_hosted_eur": "1000",
    "op": ">"
   }
  },
  {
   "code": "CTR_REQUIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "threshold": "10000",
    "op": ">",
    "days": 15
   }
  },
  {
   "code": "DATA_MINIMISED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": "2026-11-25",
   "severity": "block",
   "params": {
    "withheld": [
     "date_of_birth",
     "id_number",
     "document",
     "full_name",
     "address",
     "face_template",
     "email",
     "phone"
    ],
    "never": [
     "face_template"
    ]
   }
  },
  {
   "code": "DATA_TOO_OLD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "DEFI_ACCREDITED_POOL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "cap_3c1": 100,
    "cap_3c7": 1999,
    "purchaser": {
     "natural": "5000000",
     "family": "5000000",
     "other": "25000000",
     "dealer": "25000000",
     "op": ">="
    }
   }
  },
  {
   "code": "DEFI_CAP_24H",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "DEFI_COLLATERAL_LOW",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "least_bps": 12000
   }
  },
  {
   "code": "DEFI_GEO_BLOCKED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "DEFI_LENDING_LICENCE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "DEFI_LEVEL_TOO_LOW",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "DEFI_PERMIT_TTL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "min": 30,
    "max": 600
   }
  },
  {
   "code": "DEFI_RISK_HIGH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "hold": 50,
    "deny": 75
   }
  },
  {
   "code": "DEFI_SANCTIONS_ADDRESS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "DEFI_UK_COOLING_OFF",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "DEFI_YIELD_DISCLOSURE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "claims": [
     "guaranteed",
     "risk-free",
     "risk free",
     "no risk"
    ],
    "max_hours": 24
   }
  },
  {
   "code": "DEFI_YIELD_PAYMENT_STABLECOIN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "in_force": "2027-01-18"
   }
  },
  {
   "code": "DEFI_YIELD_US",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "DOCUMENTS_STATUS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "ERASURE_LIMITED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "gdpr_months": 1,
    "ccpa_days": 45
   }
  },
  {
   "code": "EXCHANGE_ACT_12G_HOLDERS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "assets": "10000000",
    "op": ">",
    "holders": 2000,
    "nonaccredited": 500,
    "warn_pct": 80,
    "register_days": 120
   }
  },
  {
   "code": "EXCHANGE_ACT_12G_REG_A_RELIEF",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "float": "75000000",
    "revenue": "50000000",
    "op": "<",
    "transition_years": 2
   }
  },
  {
   "code": "FEE_SECURITIES_1PCT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "rate": "0.01",
    "cap": "1000000",
    "basis": "cumulative"
   }
  },
  {
   "code": "FORMED_FOR_PURCHASE_OWNERS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "GENIUS_AUDIT_50B",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "in_force": "2027-01-18",
    "threshold": "50000000000",
    "op": ">"
   }
  },
  {
   "code": "GENIUS_FOREIGN_ISSUER",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "in_force": "2027-01-18",
    "deny_from": "2028-07-18"
   }
  },
  {
   "code": "GENIUS_LAWFUL_ORDER",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "capabilities": [
     "freeze",
     "seize",
     "burn",
     "block"
    ]
   }
  },
  {
   "code": "GENIUS_MARKETING",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "in_force": "2027-01-18"
   }
  },
  {
   "code": "GENIUS_MONTHLY_REPORT",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "in_force": "2027-01-18",
    "late_days": 30,
    "signers": [
     "ceo",
     "cfo"
    ]
   }
  },
  {
   "code": "GENIUS_NO_REUSE",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "in_force": "2027-01-18"
   }
  },
  {
   "code": "GENIUS_NO_YIELD",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "in_force": "2027-01-18"
   }
  },
  {
   "code": "GENIUS_PERMITTED_ISSUER",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "in_force": "2027-01-18",
    "state_cap": "10000000000",
    "op": ">"
   }
  },
  {
   "code": "GENIUS_REDEMPTION",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "business_days": 2,
    "notice_days": 7,
    "in_force": "2027-01-18"
   }
  },
  {
   "code": "GENIUS_RESERVE_1_TO_1",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "in_force": "2027-01-18",
    "max_hours": 24,
    "max_days": 93
   }
  },
  {
   "code": "GENIUS_RESERVE_ELIGIBLE",
   "version": 1,
   "in_force_from": "2025-07-18",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "max_days": 93
   }
  },
  {
   "code": "GEO_NOT_ALLOWED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "HOLDER_LIMIT_ISSUER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "HOWEY_ANSWERS_STALE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_days": 365
   }
  },
  {
   "code": "HOWEY_ROUTE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "deny_at": 4,
    "review_at": 3
   }
  },
  {
   "code": "ICA_3C1_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "limit": 100,
    "venture_limit": 250,
    "venture_size": "12000000",
    "op": "<=",
    "look_through_bps": 1000,
    "warn_pct": 90
   }
  },
  {
   "code": "ICA_3C7_QUALIFIED_PURCHASER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "natural": "5000000",
    "family": "5000000",
    "other": "25000000",
    "dealer": "25000000",
    "op": ">="
   }
  },
  {
   "code": "ICA_STATUS_REGISTERED_OR_UNKNOWN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "fine": [
     "operating",
     "3c1",
     "3c7",
     "3c1_qvc"
    ],
    "securities_bps": 4000
   }
  },
  {
   "code": "IDENTITY_NOT_PROVEN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "IDENTITY_TOO_OLD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "INTEGRATION_152A1_NO_SOLICITED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "INTEGRATION_152B1_30_DAYS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "days": 30
   }
  },
  {
   "code": "INTEGRATION_SAFE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "INVESTMENT_AMOUNT_MISMATCH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "INVESTOR_IDENTITY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "INVESTOR_IDENTITY_TOO_OLD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "INVESTOR_MINIMUM_AGE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "general": 18,
    "states": {
     "PR": 21
    }
   }
  },
  {
   "code": "ISSUANCE_STILL_ELIGIBLE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "ISSUER_LOCKUP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "JURISDICTION_BLOCKED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "KYC_EVENT_REFRESH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "material": [
     "name",
     "nationality",
     "residence",
     "ownership",
     "document_expired",
     "confirmed_alert"
    ]
   }
  },
  {
   "code": "KYC_REFRESH_DUE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "low": 36,
    "medium": 24,
    "high": 12,
    "pep": 12,
    "grace_days": 30
   }
  },
  {
   "code": "KYC_UNDER_AGE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "contract": 18,
    "game": 13
   }
  },
  {
   "code": "LARGE_VALUE_10K",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "threshold": "10000",
    "op": ">="
   }
  },
  {
   "code": "LAWFUL_BASIS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "review_days": 30,
    "reuse": [
     "consent"
    ],
    "identity": [
     "legal_obligation",
     "contract"
    ]
   }
  },
  {
   "code": "LEGEND_CARRY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "LEGEND_REQUIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "LOOT_BOX_RULE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "odds_max_days": 90,
    "us_consent_below": 16,
    "consent_days": 365
   }
  },
  {
   "code": "MARKET_NOT_USED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "MICA_ART23_CAP",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "transactions": 1000000,
    "eur": "200000000",
    "op": ">",
    "mode": "both",
    "warn_percent": 80
   }
  },
  {
   "code": "MICA_ART23_COUNT",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "MICA_AUTHORISED_ISSUER",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "MICA_CASP_TRANSITION",
   "version": 1,
   "in_force_from": "2024-12-30",
   "in_force_to": null,
   "severity": "warn",
   "params": {
    "last_day": "2026-07-01"
   }
  },
  {
   "code": "MICA_NO_INTEREST",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "MICA_REDEEM_PAR",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "fee": "0",
    "price": "1.00"
   }
  },
  {
   "code": "MICA_REPORT_100M",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "threshold": "100000000",
    "op": ">"
   }
  },
  {
   "code": "MICA_RESERVE",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "backing_bps": 10000,
    "deposits_bps": 3000,
    "significant_bps": 6000
   }
  },
  {
   "code": "MICA_SIGNIFICANT",
   "version": 1,
   "in_force_from": "2024-06-30",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "needed": 3,
    "holders": 10000000,
    "value_eur": "5000000000",
    "transactions": 2500000,
    "daily_eur": "500000000"
   }
  },
  {
   "code": "MONETARY_INSTRUMENT_LOG",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "3000",
    "op": ">="
   }
  },
  {
   "code": "NFT_ART_MARKET_DUTY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "10000",
    "op": ">=",
    "linked": true
   }
  },
  {
   "code": "NFT_BUYER_VERIFICATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "10000",
    "op": ">="
   }
  },
  {
   "code": "NFT_CREATOR_VERIFICATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "10000",
    "op": ">=",
    "severe": 75
   }
  },
  {
   "code": "NFT_ENHANCED_AML",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "100000",
    "op": ">=",
    "max_hours": 24
   }
  },
  {
   "code": "NFT_LINKED_SALES",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "10000",
    "op": ">="
   }
  },
  {
   "code": "NFT_PRICE_CURRENCY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_seconds": 300,
    "steady": [
     "USD",
     "USDC",
     "USDT",
     "EUR",
     "EURC",
     "GBP",
     "CHF"
    ]
   }
  },
  {
   "code": "NFT_SANCTIONS_BOTH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "NONACCREDITED_HOLDER_CAP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "NON_ACCREDITED_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "OFFERING_AMOUNT_INVALID",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "supply_max": "1000000000000000"
   }
  },
  {
   "code": "OFFERING_BAD_ACTOR_QUESTIONNAIRE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "days": 365
   }
  },
  {
   "code": "OFFERING_CONTACT_REQUIRED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "threshold": "100000000",
    "op": ">"
   }
  },
  {
   "code": "OFFERING_DATES_INVALID",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "OFFERING_FIELDS_CONFLICT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "alias": "reg_a_plus",
    "means": "reg_a_tier2"
   }
  },
  {
   "code": "OFFERING_ISSUER_NOT_VERIFIED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "OFFERING_MINIMUM_ABOVE_MAXIMUM",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "OFFERING_MINIMUM_NOT_WHOLE_TOKENS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "OFFERING_NOT_OPEN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "OFFERING_REGULATION_CHANGE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "OFFERING_REGULATION_UNKNOWN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "modelled": [
     "reg_d_506b",
     "reg_d_506c",
     "reg_a_tier1",
     "reg_a_tier2",
     "reg_s",
     "reg_a_plus"
    ]
   }
  },
  {
   "code": "OFFERING_SUPPLY_ABOVE_RAISE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "OFFERING_SUPPLY_BELOW_RAISE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "warn",
   "params": {}
  },
  {
   "code": "OFFERING_TARGET_ABOVE_MAXIMUM",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "OFFERING_TYPE_UNKNOWN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "types": [
     "equity",
     "debt",
     "fund",
     "real_estate",
     "revenue_share",
     "other"
    ],
    "class_needed": [
     "fund",
     "real_estate",
     "revenue_share",
     "other"
    ]
   }
  },
  {
   "code": "OWN_LARGE_VALUE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "op": ">="
   }
  },
  {
   "code": "OWN_RETENTION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "most": {
     "eu": 10,
     "mica": 7,
     "uk": 5
    },
    "most_until": {
     "eu": "2027-07-09"
    }
   }
  },
  {
   "code": "P2E_CASH_OUT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "enhanced": "1000",
    "travel": "3000",
    "source": "10000",
    "op": ">="
   }
  },
  {
   "code": "P2E_FARM",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "wallets": 3,
    "long_days": 3,
    "multiple": 10
   }
  },
  {
   "code": "P2E_TAX_FORM",
   "severity": "ask",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": "2025-12-31",
   "params": {
    "threshold": "600",
    "op": ">="
   }
  },
  {
   "code": "P2E_TAX_FORM",
   "version": 2,
   "in_force_from": "2026-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "threshold": "2000",
    "op": ">="
   }
  },
  {
   "code": "PARENTAL_CONSENT_LOCAL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_days": 365,
    "child": 13
   }
  },
  {
   "code": "PAYMENT_METHOD_ALLOWED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "open": [
     "card",
     "ach",
     "wire"
    ]
   }
  },
  {
   "code": "PEP_EDD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "former_months": 12
   }
  },
  {
   "code": "PEP_MATCH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "former_months": 12
   }
  },
  {
   "code": "RAISE_LIMIT_EXCEEDED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "RECIPIENT_ACCREDITED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "RECIPIENT_CREDENTIAL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "RECIPIENT_FROZEN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REGISTERED_OR_ISSUER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "REG_A_BAD_ACTOR",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "owner_bps": 2000,
    "conviction_years": 10,
    "issuer_conviction_years": 5,
    "injunction_years": 5,
    "fraud_order_years": 10,
    "cease_years": 5,
    "stop_order_years": 5,
    "usps_years": 5,
    "effective": "2015-06-19"
   }
  },
  {
   "code": "REG_A_CIRCULAR_DELIVERED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "hours": 48,
    "final_business_days": 2
   }
  },
  {
   "code": "REG_A_ELIGIBLE_ISSUER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "countries": [
     "US",
     "CA"
    ],
    "order_years": 5
   }
  },
  {
   "code": "REG_A_ELIGIBLE_SECURITY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "classes": [
     "equity",
     "debt"
    ]
   }
  },
  {
   "code": "REG_A_FREELY_TRADABLE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "REG_A_OFFERING_CURRENT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "years": 3,
    "extension_days": 180,
    "annual_days": 120,
    "half_year_days": 90,
    "exit_days": 30
   }
  },
  {
   "code": "REG_A_QUALIFIED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_A_SELLING_HOLDERS_30PCT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "bps": 3000,
    "years": 1
   }
  },
  {
   "code": "REG_A_TIER1_CAP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "cap": "20000000",
    "affiliates": "6000000",
    "months": 12
   }
  },
  {
   "code": "REG_A_TIER1_NO_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "REG_A_TIER2_CAP",
   "version": 1,
   "in_force_from": "2021-03-15",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "cap": "75000000",
    "affiliates": "22500000",
    "months": 12
   }
  },
  {
   "code": "REG_A_TIER2_INVESTOR_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "bps": 1000,
    "belief_months": 12
   }
  },
  {
   "code": "REG_D_506B_ACCREDITED_BELIEF",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "months": 12
   }
  },
  {
   "code": "REG_D_506B_DISCLOSURE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "audited_above": "20000000",
    "op": ">",
    "hours": 24,
    "belief_months": 12
   }
  },
  {
   "code": "REG_D_506B_GENERAL_SOLICITATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_D_506B_NONACCREDITED_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "max": 35,
    "days": 90,
    "warn_at": 30,
    "belief_months": 12
   }
  },
  {
   "code": "REG_D_506B_RELATIONSHIP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "REG_D_506B_SOPHISTICATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "belief_months": 12
   }
  },
  {
   "code": "REG_D_506C_ACCREDITED_ONLY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_D_506C_M1_INCOME_DOCUMENTS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "years": 2
   }
  },
  {
   "code": "REG_D_506C_M2_NET_WORTH_DOCUMENTS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "months": 3
   }
  },
  {
   "code": "REG_D_506C_M3_THIRD_PARTY_LETTER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "months": 3,
    "verifiers": [
     "broker_dealer",
     "sec_adviser",
     "attorney",
     "cpa"
    ]
   }
  },
  {
   "code": "REG_D_506C_M4_GRANDFATHERED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "before": "2013-09-23"
   }
  },
  {
   "code": "REG_D_506C_M5_PRIOR_VERIFICATION_5Y",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "years": 5
   }
  },
  {
   "code": "REG_D_506C_M6_MINIMUM_INVESTMENT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "natural": "200000",
    "entity": "1000000",
    "per_owner": "200000",
    "owners_below": 5,
    "bases": [
     "income",
     "net_worth",
     "entity_assets",
     "trust",
     "all_owners",
     "entity_investments",
     "family_office"
    ]
   }
  },
  {
   "code": "REG_D_506C_M7_PRINCIPLES_BASED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "REG_D_506C_VERIFICATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_D_506D_BAD_ACTOR",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "owner_bps": 2000,
    "conviction_years": 10,
    "issuer_conviction_years": 5,
    "injunction_years": 5,
    "fraud_order_years": 10,
    "cease_years": 5,
    "stop_order_years": 5,
    "usps_years": 5,
    "effective": "2013-09-23"
   }
  },
  {
   "code": "REG_D_506E_OLD_EVENT_DISCLOSURE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "effective": "2013-09-23",
    "owner_bps": 2000
   }
  },
  {
   "code": "REG_D_FORM_D_15_DAYS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "days": 15
   }
  },
  {
   "code": "REG_D_RESTRICTED_SECURITIES",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "REG_S_904_RESALE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_905_STILL_RESTRICTED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_CAT3_LEGEND_AND_STOP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_CAT3_PURCHASER_CERT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_CATEGORY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "us_share_bps": 2000,
    "foreign_share_bps": 5500,
    "debt_holders": 300,
    "debt_amount": "1000000000",
    "debt_share_bps": 2000
   }
  },
  {
   "code": "REG_S_DCP_FLOWBACK",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "days": 40,
    "reporting_months": 6,
    "other_months": 12,
    "routes": [
     "RULE_144A_QIB",
     "SEC_4A7_PRIVATE_RESALE",
     "SEC_4A1H_OPINION",
     "REGISTERED_OR_ISSUER"
    ]
   }
  },
  {
   "code": "REG_S_DIRECTED_SELLING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_LOCAL_LAW_NOTICE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "eu": [
     "AT",
     "BE",
     "BG",
     "HR",
     "CY",
     "CZ",
     "DK",
     "EE",
     "FI",
     "FR",
     "DE",
     "GR",
     "HU",
     "IE",
     "IT",
     "LV",
     "LT",
     "LU",
     "MT",
     "NL",
     "PL",
     "PT",
     "RO",
     "SK",
     "SI",
     "ES",
     "SE"
    ],
    "regime": "Regulation (EU) 2017/1129"
   }
  },
  {
   "code": "REG_S_OFFERING_RESTRICTIONS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_OFFSHORE_TRANSACTION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REG_S_US_PERSON",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "RESCREEN_DUE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "max_hours": 24
   }
  },
  {
   "code": "RESTRICTION_CLOCK",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "RETENTION_ERASE_NOT_BEFORE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "REUSE_RELIANCE_LIMIT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "bound": [
     "bank",
     "broker_dealer",
     "futures",
     "mutual_fund",
     "ppsi"
    ],
    "reliance": {
     "bank": "31 CFR 1020.220(a)(6)",
     "broker_dealer": "31 CFR 1023.220(a)(6)",
     "mutual_fund": "31 CFR 1024.220(a)(6)",
     "futures": "31 CFR 1026.220(a)(6)"
    },
    "union": [
     {
      "from": "2025-01-01",
      "law": "Directive (EU) 2015/849, articles 25 to 27"
     },
     {
      "from": "2027-07-10",
      "law": "Regulation (EU) 2024/1624, article 48"
     }
    ]
   }
  },
  {
   "code": "REUSE_TOO_OLD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "basic_days": 365,
    "enhanced_days": 730
   }
  },
  {
   "code": "REVIEW_OPEN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "RISK_HIGH",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "review": 50,
    "urgent": 80
   }
  },
  {
   "code": "RULE_144A_QIB",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "entity": "100000000",
    "dealer": "10000000",
    "bank_net_worth": "25000000",
    "age_months": 16,
    "age_months_foreign": 18,
    "op": ">="
   }
  },
  {
   "code": "RULE_144_AFFILIATE_MANNER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "RULE_144_AFFILIATE_VOLUME",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "class_bps": 100,
    "debt_bps": 1000,
    "weeks": 4
   }
  },
  {
   "code": "RULE_144_CURRENT_INFORMATION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "months": 12
   }
  },
  {
   "code": "RULE_144_FORM_144",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "units": 5000,
    "value": "50000",
    "op": ">"
   }
  },
  {
   "code": "RULE_144_HOLDING_PERIOD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "reporting_months": 6,
    "other_months": 12,
    "reporting_days": 90
   }
  },
  {
   "code": "RULE_144_NON_AFFILIATE_FREE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "months": 12
   }
  },
  {
   "code": "RULE_144_SHELL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "years": 1
   }
  },
  {
   "code": "SAME_PERSON_MOVE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "SANCTIONS_ADDRESS_EXACT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "SANCTIONS_BLOCK_REPORT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "notices": {
     "US": {
      "business_days": 10,
      "annual": {
       "held_on": "06-30",
       "due": "09-30"
      },
      "law": "31 CFR 501.603, 501.604"
     },
     "EU": {
      "days": 14,
      "law": "Regulation (EU) 269/2014 art 8(1)(a), and the same article of the regulation by which they are listed"
     },
     "UK": {
      "days": 2,
      "annual": {
       "held_on": "09-30",
       "due": "11-30"
      },
      "law": "UK SI 2019/855 reg 70, and the same regulation of the instrument by which they are designated"
     },
     "UN": {
      "days": 2,
      "law": "the law by which your own state carries the listing out"
     }
    }
   }
  },
  {
   "code": "SANCTIONS_EMBARGOED_JURISDICTION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "ip_signals": 2,
    "blocking_statute": []
   }
  },
  {
   "code": "SANCTIONS_EXCEPTION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "max_days": 365
   }
  },
  {
   "code": "SANCTIONS_EXPOSURE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "dust_usd": "1.00",
    "direct_bps": 1000,
    "second_bps": 2500
   }
  },
  {
   "code": "SANCTIONS_INVESTOR",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "SANCTIONS_LIST_STALE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "fresh_hours": 24,
    "usable_hours": 72
   }
  },
  {
   "code": "SANCTIONS_NAME_POSSIBLE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "possible": 8500,
    "strong": 9700
   }
  },
  {
   "code": "SANCTIONS_NAME_STRONG",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "strong": 9700
   }
  },
  {
   "code": "SANCTIONS_OWNERSHIP_50",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "share_bps": 5000
   }
  },
  {
   "code": "SANCTIONS_OWNERSHIP_MINORITY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "minority_bps": 2500,
    "us_bps": 5000,
    "half_bps": 5000,
    "half_op": ">"
   }
  },
  {
   "code": "SANCTIONS_RECIPIENT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "SANCTIONS_REGION_UNRESOLVED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "partly": [
     "UA-14",
     "UA-09"
    ]
   }
  },
  {
   "code": "SANCTIONS_SECTORAL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "countries": [
     "RU",
     "BY"
    ]
   }
  },
  {
   "code": "SANCTIONS_SENDER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "SAR_CANDIDATE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {
    "msb": "2000",
    "bank": "5000",
    "op": ">=",
    "days": 30,
    "more_days": 30,
    "promptly": {
     "in": [
      "EU",
      "UK"
     ],
     "days": 2
    }
   }
  },
  {
   "code": "SEC_4A1H_OPINION",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "SEC_4A7_PRIVATE_RESALE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "class_days": 90
   }
  },
  {
   "code": "SELF_EXCLUDED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "SENDER_CREDENTIAL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "SENDER_FROZEN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "SMURFING_FAN_IN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "SMURFING_FAN_OUT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "SPENDER_FROZEN",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "STATE_SECONDARY_NOTICE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "STRUCTURING_CASH_10K",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "STRUCTURING_EUR_1K",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "STRUCTURING_SPLIT_WALLETS",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "threshold": "3000"
   }
  },
  {
   "code": "STRUCTURING_TRAVEL_3K",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "SUPPLY_EXHAUSTED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "TERMS_AND_AGREEMENT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "TOKEN_DEACTIVATED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "moving": [
     "active",
     "paused"
    ]
   }
  },
  {
   "code": "TOKEN_NOT_LINKED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "TOKEN_PAUSED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "TRANSFER_MALFORMED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "TRANSFER_ROUTE_RESOLVE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "TRAVEL_RULE_COUNTERPARTY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "max_days": 365,
    "silence_hours": 48
   }
  },
  {
   "code": "TRAVEL_RULE_INBOUND_MISSING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "report_after": 3
   }
  },
  {
   "code": "TRAVEL_RULE_INCOMPLETE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "TRAVEL_RULE_LEAK_GUARD",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "TRAVEL_RULE_LINKED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "TRAVEL_RULE_NOT_VERIFIED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "TRAVEL_RULE_SELF_HOSTED_PROOF",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {
    "eur": "1000",
    "op": ">",
    "max_days": 365,
    "identified": [
     "basic"
    ]
   }
  },
  {
   "code": "VELOCITY_24H",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "VELOCITY_30D",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "VELOCITY_COUNT",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "VELOCITY_NEW_COUNTERPARTY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "hours": 24
   }
  },
  {
   "code": "VELOCITY_SINGLE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "VELOCITY_SPIKE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {}
  },
  {
   "code": "VENUE_APPROVED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "WALLET_CONTROL",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "ask",
   "params": {}
  },
  {
   "code": "WASH_COMMON_FUNDER",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "WASH_FEE_FREE",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "WASH_PRICE_JUMP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "WASH_RING",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "WASH_ROUND_TRIP",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "WASH_SELF",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "block",
   "params": {}
  },
  {
   "code": "WASH_TRADING_SUSPECTED",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "hold",
   "params": {
    "inform": 40,
    "hold": 60
   }
  },
  {
   "code": "WASH_VELOCITY",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  },
  {
   "code": "WASH_ZERO_RISK",
   "version": 1,
   "in_force_from": "2025-01-01",
   "in_force_to": null,
   "severity": "info",
   "params": {}
  }
 ]
}
export default data
