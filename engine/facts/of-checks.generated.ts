// Made by `node tools/fact-types.ts` from the vocabulary and from what the rules of each check read. Do not edit.
import type { Written } from './of-checks.ts'

export type AcquirerInvestorSubjectRoom = {
  readonly accreditation?: {
    readonly basis?: Written<'investor.accreditation.basis'>
    readonly contrary_knowledge?: Written<'investor.accreditation.contrary_knowledge'>
    readonly expired?: Written<'acquirer.accreditation.expired'>
    readonly grandfathered?: Written<'investor.accreditation.grandfathered'>
    readonly income_documents?: Written<'investor.accreditation.income_documents'>
    readonly letter?: Written<'investor.accreditation.letter'>
    readonly method?: Written<'investor.accreditation.method'>
    readonly minimum_investment?: Written<'investor.accreditation.minimum_investment'>
    readonly net_worth_documents?: Written<'investor.accreditation.net_worth_documents'>
    readonly prior?: Written<'investor.accreditation.prior'>
    readonly self_certified_at?: Written<'investor.accreditation.self_certified_at'>
    readonly status?: Written<'acquirer.accreditation.status'> | Written<'investor.accreditation.status'>
  }
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly affiliate_of_issuer?: Written<'investor.affiliate_of_issuer'>
  readonly annual_income?: Written<'investor.annual_income'>
  readonly assets_under_management?: Written<'investor.assets_under_management'>
  readonly balance?: Written<'acquirer.balance'>
  readonly birth_date?: Written<'acquirer.birth_date'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly bought_in_offering?: Written<'investor.bought_in_offering'>
  readonly changes?: Written<'subject.changes'>
  readonly circular_delivered_at?: Written<'investor.circular_delivered_at'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly consent_withdrawn?: Written<'investor.consent_withdrawn'>
  readonly control?: Written<'acquirer.control'> | Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly control_persons_verified?: Written<'investor.control_persons_verified'>
  readonly credential?: {
    readonly expires_at?: Written<'investor.credential.expires_at'> | Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'investor.credential.issued_at'> | Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'>
    readonly state?: Written<'investor.credential.state'> | Written<'subject.credential.state'>
  }
  readonly custodial_account?: Written<'acquirer.custodial_account'>
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly directed_by_sophisticated_person?: Written<'investor.directed_by_sophisticated_person'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly documents_status?: Written<'investor.documents_status'>
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'investor.entity_type'> | Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly excluded_501e?: Written<'investor.excluded_501e'>
  readonly family_role?: Written<'investor.family_role'>
  readonly first_account?: Written<'subject.first_account'>
  readonly formed_for_purchase?: Written<'investor.formed_for_purchase'>
  readonly full_name?: Written<'subject.full_name'>
  readonly fund_owner_count?: Written<'acquirer.fund_owner_count'>
  readonly generally_solicited?: Written<'acquirer.generally_solicited'>
  readonly holdings?: Written<'subject.holdings'>
  readonly holds_offering?: Written<'investor.holds_offering'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly identity_status?: Written<'investor.identity_status'>
  readonly income?: Written<'investor.income'>
  readonly income_expected_same?: Written<'investor.income_expected_same'>
  readonly indicated_interest_before_qualification?: Written<'investor.indicated_interest_before_qualification'>
  readonly investments?: Written<'investor.investments'>
  readonly joint_income?: Written<'investor.joint_income'>
  readonly kind?: Written<'acquirer.kind'> | Written<'investor.kind'> | Written<'subject.kind'>
  readonly knowledgeable_employee?: Written<'acquirer.knowledgeable_employee'>
  readonly license?: Written<'investor.license'>
  readonly media?: Written<'subject.media'>
  readonly net_assets?: Written<'investor.net_assets'>
  readonly net_worth?: {
    readonly assets_without_home?: Written<'investor.net_worth.assets_without_home'>
    readonly home_value?: Written<'investor.net_worth.home_value'>
    readonly liabilities_without_mortgage?: Written<'investor.net_worth.liabilities_without_mortgage'>
    readonly mortgage?: Written<'investor.net_worth.mortgage'>
    readonly mortgage_added_60_days?: Written<'investor.net_worth.mortgage_added_60_days'>
  }
  readonly net_worth_without_home?: Written<'investor.net_worth_without_home'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners?: Written<'investor.owners'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'acquirer.person_id'> | Written<'investor.person_id'> | Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly plan_adviser_is_fiduciary?: Written<'investor.plan_adviser_is_fiduciary'>
  readonly plan_deciders?: Written<'investor.plan_deciders'>
  readonly plan_self_directed?: Written<'investor.plan_self_directed'>
  readonly purchase_directed_by_office?: Written<'investor.purchase_directed_by_office'>
  readonly qp?: Written<'acquirer.qp'>
  readonly reg_s_certificate?: Written<'investor.reg_s_certificate'>
  readonly registration_no?: Written<'investor.registration_no'> | Written<'subject.registration_no'>
  readonly relationship_established_at?: Written<'acquirer.relationship_established_at'>
  readonly residence?: Written<'acquirer.residence'>
  readonly revenue?: Written<'investor.revenue'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly role?: {
    readonly issuer_id?: Written<'investor.role.issuer_id'>
    readonly kind?: Written<'investor.role.kind'>
    readonly same_fund_family?: Written<'investor.role.same_fund_family'>
  }
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'investor.sanctions.lists_loaded_at'>
    readonly owners_status?: Written<'investor.sanctions.owners_status'>
    readonly status?: Written<'investor.sanctions.status'>
    readonly wallet_status?: Written<'investor.sanctions.wallet_status'>
  }
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly sophistication?: {
    readonly issuer_belief_recorded?: Written<'investor.sophistication.issuer_belief_recorded'>
    readonly kind?: Written<'investor.sophistication.kind'>
    readonly representative_is_affiliate?: Written<'investor.sophistication.representative_is_affiliate'>
  }
  readonly total_assets?: Written<'investor.total_assets'>
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'>
  readonly us_person_answers?: Written<'acquirer.us_person_answers'>
  readonly us_state?: Written<'acquirer.us_state'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
}

export type AcquirerRoom = {
  readonly accreditation?: {
    readonly expired?: Written<'acquirer.accreditation.expired'>
    readonly status?: Written<'acquirer.accreditation.status'>
  }
  readonly balance?: Written<'acquirer.balance'>
  readonly birth_date?: Written<'acquirer.birth_date'>
  readonly control?: Written<'acquirer.control'>
  readonly custodial_account?: Written<'acquirer.custodial_account'>
  readonly fund_owner_count?: Written<'acquirer.fund_owner_count'>
  readonly generally_solicited?: Written<'acquirer.generally_solicited'>
  readonly kind?: Written<'acquirer.kind'>
  readonly knowledgeable_employee?: Written<'acquirer.knowledgeable_employee'>
  readonly person_id?: Written<'acquirer.person_id'>
  readonly qp?: Written<'acquirer.qp'>
  readonly relationship_established_at?: Written<'acquirer.relationship_established_at'>
  readonly residence?: Written<'acquirer.residence'>
  readonly us_person_answers?: Written<'acquirer.us_person_answers'>
  readonly us_state?: Written<'acquirer.us_state'>
}

export type AcquirerSubjectToRoom = {
  readonly accreditation?: {
    readonly expired?: Written<'acquirer.accreditation.expired'>
    readonly status?: Written<'acquirer.accreditation.status'> | Written<'to.accreditation.status'>
  }
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly balance?: Written<'acquirer.balance'>
  readonly birth_date?: Written<'acquirer.birth_date'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'acquirer.control'> | Written<'subject.control'> | Written<'to.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: Written<'to.credential'> | {
    readonly expires_at?: Written<'subject.credential.expires_at'> | Written<'to.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'> | Written<'to.credential.levels'>
    readonly state?: Written<'subject.credential.state'> | Written<'to.credential.state'>
  }
  readonly custodial_account?: Written<'acquirer.custodial_account'>
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly full_name?: Written<'subject.full_name'>
  readonly fund_owner_count?: Written<'acquirer.fund_owner_count'>
  readonly generally_solicited?: Written<'acquirer.generally_solicited'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly kind?: Written<'acquirer.kind'> | Written<'subject.kind'> | Written<'to.kind'>
  readonly knowledgeable_employee?: Written<'acquirer.knowledgeable_employee'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly open_block_cases?: Written<'to.open_block_cases'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'> | Written<'to.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'acquirer.person_id'> | Written<'subject.person_id'> | Written<'to.person_id'>
  readonly places?: Written<'subject.places'> | Written<'to.places'>
  readonly qib?: Written<'to.qib'>
  readonly qp?: Written<'acquirer.qp'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly relationship_established_at?: Written<'acquirer.relationship_established_at'>
  readonly residence?: Written<'acquirer.residence'> | Written<'to.residence'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'to.sanctions.lists_loaded_at'>
    readonly status?: Written<'to.sanctions.status'>
  }
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'> | Written<'to.us_person'>
  readonly us_person_answers?: Written<'acquirer.us_person_answers'>
  readonly us_state?: Written<'acquirer.us_state'> | Written<'to.us_state'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
  readonly wallet?: Written<'to.wallet'>
}

export type AssetRoom = {
  readonly checklist?: Written<'asset.checklist'>
  readonly howey?: {
    readonly answered_on?: Written<'asset.howey.answered_on'>
    readonly buyback?: Written<'asset.howey.buyback'>
    readonly fortunes_tied?: Written<'asset.howey.fortunes_tied'>
    readonly fractionalised?: Written<'asset.howey.fractionalised'>
    readonly managed_treasury?: Written<'asset.howey.managed_treasury'>
    readonly pooled?: Written<'asset.howey.pooled'>
    readonly price?: Written<'asset.howey.price'>
    readonly profit_marketing?: Written<'asset.howey.profit_marketing'>
    readonly revenue_share?: Written<'asset.howey.revenue_share'>
    readonly roadmap_promises?: Written<'asset.howey.roadmap_promises'>
    readonly sold_in_bulk?: Written<'asset.howey.sold_in_bulk'>
    readonly staking?: Written<'asset.howey.staking'>
    readonly terms_hash?: Written<'asset.howey.terms_hash'>
  }
  readonly is_art?: Written<'asset.is_art'>
  readonly terms_hash?: Written<'asset.terms_hash'>
  readonly us_class?: Written<'asset.us_class'>
}

export type BuyerRoom = {
  readonly control?: Written<'buyer.control'>
  readonly credential?: {
    readonly expires_at?: Written<'buyer.credential.expires_at'>
    readonly levels?: Written<'buyer.credential.levels'>
    readonly state?: Written<'buyer.credential.state'>
  }
  readonly screen?: {
    readonly addresses?: Written<'buyer.screen.addresses'>
  }
}

export type BuyerSubjectRoom = {
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'buyer.control'> | Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: {
    readonly expires_at?: Written<'buyer.credential.expires_at'> | Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'buyer.credential.levels'> | Written<'subject.credential.levels'>
    readonly state?: Written<'buyer.credential.state'> | Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly kind?: Written<'subject.kind'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly screen?: {
    readonly addresses?: Written<'buyer.screen.addresses'> | Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
}

export type CaseRoom = {
  readonly block?: Written<'case.block'>
  readonly erasure?: Written<'case.erasure'>
  readonly erasure_request?: Written<'case.erasure_request'>
  readonly processing?: Written<'case.processing'>
  readonly publication?: Written<'case.publication'>
  readonly redemption?: Written<'case.redemption'>
  readonly suspicion?: Written<'case.suspicion'>
  readonly token_metrics?: Written<'case.token_metrics'>
}

export type CreatorRoom = {
  readonly links?: Written<'creator.links'>
  readonly profile?: Written<'creator.profile'>
  readonly score?: Written<'creator.score'>
  readonly screen?: {
    readonly addresses?: Written<'creator.screen.addresses'>
  }
  readonly tier?: Written<'creator.tier'>
}

export type CreatorSubjectRoom = {
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: {
    readonly expires_at?: Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'>
    readonly state?: Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly kind?: Written<'subject.kind'>
  readonly links?: Written<'creator.links'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly profile?: Written<'creator.profile'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly score?: Written<'creator.score'>
  readonly screen?: {
    readonly addresses?: Written<'creator.screen.addresses'> | Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly tier?: Written<'creator.tier'>
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
}

export type DealInvestmentRoom = {
  readonly accepted_terms?: Written<'investment.accepted_terms'>
  readonly agreement_sha256?: Written<'investment.agreement_sha256'>
  readonly amount?: Written<'investment.amount'>
  readonly disclosure?: Written<'investment.disclosure'>
  readonly gift_or_estate_of_one_owner?: Written<'deal.gift_or_estate_of_one_owner'>
  readonly ip_country?: Written<'investment.ip_country'>
  readonly issued?: Written<'investment.issued'>
  readonly offer_location?: Written<'investment.offer_location'>
  readonly own_account_representation?: Written<'investment.own_account_representation'>
  readonly paid_in_full_at?: Written<'deal.paid_in_full_at'>
  readonly payer_person_id?: Written<'investment.payer_person_id'>
  readonly payment_method?: Written<'investment.payment_method'>
  readonly quantity?: Written<'deal.quantity'> | Written<'investment.quantity'>
  readonly status?: Written<'investment.status'>
  readonly to_location_at_order?: Written<'investment.to_location_at_order'>
  readonly vpn?: Written<'investment.vpn'>
}

export type DealRoom = {
  readonly gift_or_estate_of_one_owner?: Written<'deal.gift_or_estate_of_one_owner'>
  readonly paid_in_full_at?: Written<'deal.paid_in_full_at'>
  readonly quantity?: Written<'deal.quantity'>
}

export type DealTransferRoom = {
  readonly broker?: Written<'transfer.broker'>
  readonly document_hash?: Written<'transfer.document_hash'>
  readonly form_144_filed?: Written<'transfer.form_144_filed'>
  readonly gift_or_estate_of_one_owner?: Written<'deal.gift_or_estate_of_one_owner'>
  readonly kind?: Written<'transfer.kind'>
  readonly legal_basis?: Written<'transfer.legal_basis'>
  readonly lot_ids?: Written<'transfer.lot_ids'>
  readonly notice_144a?: Written<'transfer.notice_144a'>
  readonly opinion_hash?: Written<'transfer.opinion_hash'>
  readonly ordered_by?: Written<'transfer.ordered_by'>
  readonly paid_in_full_at?: Written<'deal.paid_in_full_at'>
  readonly prearranged_us_resale?: Written<'transfer.prearranged_us_resale'>
  readonly price?: Written<'transfer.price'>
  readonly quantity?: Written<'deal.quantity'> | Written<'transfer.quantity'>
  readonly registration_effective_at?: Written<'transfer.registration_effective_at'>
  readonly representation?: Written<'transfer.representation'>
  readonly route?: Written<'transfer.route'>
  readonly sec_4a7?: Written<'transfer.sec_4a7'>
  readonly second_person?: Written<'transfer.second_person'>
  readonly spender?: Written<'transfer.spender'>
  readonly to_location_at_order?: Written<'transfer.to_location_at_order'>
  readonly venue?: Written<'transfer.venue'>
}

export type DefiRoom = {
  readonly accredited_until?: Written<'defi.accredited_until'>
  readonly action?: Written<'defi.action'>
  readonly amount?: Written<'defi.amount'>
  readonly coin_frameworks?: Written<'defi.coin_frameworks'>
  readonly contract_matches?: Written<'defi.contract_matches'>
  readonly geo_block?: Written<'defi.geo_block'>
  readonly knowledgeable_employee?: Written<'defi.knowledgeable_employee'>
  readonly loan?: Written<'defi.loan'>
  readonly min_level?: Written<'defi.min_level'>
  readonly permit_seconds?: Written<'defi.permit_seconds'>
  readonly pool?: Written<'defi.pool'>
  readonly qp?: Written<'defi.qp'>
  readonly qualified_institution?: Written<'defi.qualified_institution'>
  readonly risk?: Written<'defi.risk'>
  readonly sum_24h?: Written<'defi.sum_24h'>
  readonly uk?: Written<'defi.uk'>
  readonly vpn?: Written<'defi.vpn'>
}

export type EnvironmentRoom = Written<'environment'>

export type FreezesRoom = Written<'freezes'>

export type FromRoom = {
  readonly affiliate_last_3_months?: Written<'from.affiliate_last_3_months'>
  readonly affiliate_of_issuer?: Written<'from.affiliate_of_issuer'>
  readonly balance?: Written<'from.balance'>
  readonly control?: Written<'from.control'>
  readonly credential?: Written<'from.credential'> | {
    readonly expires_at?: Written<'from.credential.expires_at'>
    readonly levels?: Written<'from.credential.levels'>
    readonly state?: Written<'from.credential.state'>
  }
  readonly frozen?: Written<'from.frozen'>
  readonly kind?: Written<'from.kind'>
  readonly lots?: Written<'from.lots'>
  readonly open_block_cases?: Written<'from.open_block_cases'>
  readonly over_18?: Written<'from.over_18'>
  readonly pending?: Written<'from.pending'>
  readonly person_id?: Written<'from.person_id'>
  readonly places?: Written<'from.places'>
  readonly pledged?: Written<'from.pledged'>
  readonly reg_s_role?: Written<'from.reg_s_role'>
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'from.sanctions.lists_loaded_at'>
    readonly status?: Written<'from.sanctions.status'>
  }
  readonly sold_3_months?: Written<'from.sold_3_months'>
  readonly sold_3_months_value?: Written<'from.sold_3_months_value'>
  readonly source_of_earnings?: Written<'from.source_of_earnings'>
  readonly tax_form?: Written<'from.tax_form'>
  readonly us_person?: Written<'from.us_person'>
  readonly wallet?: Written<'from.wallet'>
}

export type FromSubjectRoom = {
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly affiliate_last_3_months?: Written<'from.affiliate_last_3_months'>
  readonly affiliate_of_issuer?: Written<'from.affiliate_of_issuer'>
  readonly balance?: Written<'from.balance'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'from.control'> | Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: Written<'from.credential'> | {
    readonly expires_at?: Written<'from.credential.expires_at'> | Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'from.credential.levels'> | Written<'subject.credential.levels'>
    readonly state?: Written<'from.credential.state'> | Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly frozen?: Written<'from.frozen'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly kind?: Written<'from.kind'> | Written<'subject.kind'>
  readonly lots?: Written<'from.lots'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly open_block_cases?: Written<'from.open_block_cases'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'from.over_18'> | Written<'subject.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pending?: Written<'from.pending'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'from.person_id'> | Written<'subject.person_id'>
  readonly places?: Written<'from.places'> | Written<'subject.places'>
  readonly pledged?: Written<'from.pledged'>
  readonly reg_s_role?: Written<'from.reg_s_role'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'from.sanctions.lists_loaded_at'>
    readonly status?: Written<'from.sanctions.status'>
  }
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly sold_3_months?: Written<'from.sold_3_months'>
  readonly sold_3_months_value?: Written<'from.sold_3_months_value'>
  readonly source_of_earnings?: Written<'from.source_of_earnings'>
  readonly tax_form?: Written<'from.tax_form'>
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'from.us_person'> | Written<'subject.us_person'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
  readonly wallet?: Written<'from.wallet'>
}

export type FxRoom = Written<'fx'>

export type GameRoom = {
  readonly activity?: Written<'game.activity'>
  readonly birth_date_comparison?: Written<'game.birth_date_comparison'>
  readonly chance_element?: Written<'game.chance_element'>
  readonly earning_multiple?: Written<'game.earning_multiple'>
  readonly evidence?: Written<'game.evidence'>
  readonly evidence_on?: Written<'game.evidence_on'>
  readonly ip_place?: Written<'game.ip_place'>
  readonly jurisdiction?: Written<'game.jurisdiction'>
  readonly long_session_days?: Written<'game.long_session_days'>
  readonly loot_boxes?: Written<'game.loot_boxes'>
  readonly odds_published_on?: Written<'game.odds_published_on'>
  readonly parent_consent?: Written<'game.parent_consent'>
  readonly proven_tier?: Written<'game.proven_tier'>
  readonly reached_age?: Written<'game.reached_age'>
  readonly registers_readable?: Written<'game.registers_readable'>
  readonly required_tier?: Written<'game.required_tier'>
  readonly self_excluded_until?: Written<'game.self_excluded_until'>
  readonly today?: Written<'game.today'>
  readonly wallet_action?: Written<'game.wallet_action'>
  readonly wallets_24h?: Written<'game.wallets_24h'>
}

export type HistoryRoom = {
  readonly cash?: Written<'history.cash'>
  readonly cash_identified?: Written<'history.cash_identified'>
  readonly cash_out_30d?: Written<'history.cash_out_30d'>
  readonly cluster_linked?: Written<'history.cluster_linked'>
  readonly cluster_transfers?: Written<'history.cluster_transfers'>
  readonly count?: Written<'history.count'>
  readonly count_24h?: Written<'history.count_24h'>
  readonly counterparty_first_at?: Written<'history.counterparty_first_at'>
  readonly counterparty_sum_24h?: Written<'history.counterparty_sum_24h'>
  readonly incoming?: Written<'history.incoming'>
  readonly linked?: Written<'history.linked'>
  readonly mean_daily_30d?: Written<'history.mean_daily_30d'>
  readonly oldest_24h_at?: Written<'history.oldest_24h_at'>
  readonly outgoing?: Written<'history.outgoing'>
  readonly prizes_year?: Written<'history.prizes_year'>
  readonly sum_24h?: Written<'history.sum_24h'>
  readonly sum_30d?: Written<'history.sum_30d'>
  readonly transfers?: Written<'history.transfers'>
  readonly vouchers?: Written<'history.vouchers'>
}

export type InvestmentRoom = {
  readonly accepted_terms?: Written<'investment.accepted_terms'>
  readonly agreement_sha256?: Written<'investment.agreement_sha256'>
  readonly amount?: Written<'investment.amount'>
  readonly disclosure?: Written<'investment.disclosure'>
  readonly ip_country?: Written<'investment.ip_country'>
  readonly issued?: Written<'investment.issued'>
  readonly offer_location?: Written<'investment.offer_location'>
  readonly own_account_representation?: Written<'investment.own_account_representation'>
  readonly payer_person_id?: Written<'investment.payer_person_id'>
  readonly payment_method?: Written<'investment.payment_method'>
  readonly quantity?: Written<'investment.quantity'>
  readonly status?: Written<'investment.status'>
  readonly to_location_at_order?: Written<'investment.to_location_at_order'>
  readonly vpn?: Written<'investment.vpn'>
}

export type InvestorRoom = {
  readonly accreditation?: {
    readonly basis?: Written<'investor.accreditation.basis'>
    readonly contrary_knowledge?: Written<'investor.accreditation.contrary_knowledge'>
    readonly grandfathered?: Written<'investor.accreditation.grandfathered'>
    readonly income_documents?: Written<'investor.accreditation.income_documents'>
    readonly letter?: Written<'investor.accreditation.letter'>
    readonly method?: Written<'investor.accreditation.method'>
    readonly minimum_investment?: Written<'investor.accreditation.minimum_investment'>
    readonly net_worth_documents?: Written<'investor.accreditation.net_worth_documents'>
    readonly prior?: Written<'investor.accreditation.prior'>
    readonly self_certified_at?: Written<'investor.accreditation.self_certified_at'>
    readonly status?: Written<'investor.accreditation.status'>
  }
  readonly affiliate_of_issuer?: Written<'investor.affiliate_of_issuer'>
  readonly annual_income?: Written<'investor.annual_income'>
  readonly assets_under_management?: Written<'investor.assets_under_management'>
  readonly bought_in_offering?: Written<'investor.bought_in_offering'>
  readonly circular_delivered_at?: Written<'investor.circular_delivered_at'>
  readonly consent_withdrawn?: Written<'investor.consent_withdrawn'>
  readonly control_persons_verified?: Written<'investor.control_persons_verified'>
  readonly credential?: {
    readonly expires_at?: Written<'investor.credential.expires_at'>
    readonly issued_at?: Written<'investor.credential.issued_at'>
    readonly state?: Written<'investor.credential.state'>
  }
  readonly directed_by_sophisticated_person?: Written<'investor.directed_by_sophisticated_person'>
  readonly documents_status?: Written<'investor.documents_status'>
  readonly entity_type?: Written<'investor.entity_type'>
  readonly excluded_501e?: Written<'investor.excluded_501e'>
  readonly family_role?: Written<'investor.family_role'>
  readonly formed_for_purchase?: Written<'investor.formed_for_purchase'>
  readonly holds_offering?: Written<'investor.holds_offering'>
  readonly identity_status?: Written<'investor.identity_status'>
  readonly income?: Written<'investor.income'>
  readonly income_expected_same?: Written<'investor.income_expected_same'>
  readonly indicated_interest_before_qualification?: Written<'investor.indicated_interest_before_qualification'>
  readonly investments?: Written<'investor.investments'>
  readonly joint_income?: Written<'investor.joint_income'>
  readonly kind?: Written<'investor.kind'>
  readonly license?: Written<'investor.license'>
  readonly net_assets?: Written<'investor.net_assets'>
  readonly net_worth?: {
    readonly assets_without_home?: Written<'investor.net_worth.assets_without_home'>
    readonly home_value?: Written<'investor.net_worth.home_value'>
    readonly liabilities_without_mortgage?: Written<'investor.net_worth.liabilities_without_mortgage'>
    readonly mortgage?: Written<'investor.net_worth.mortgage'>
    readonly mortgage_added_60_days?: Written<'investor.net_worth.mortgage_added_60_days'>
  }
  readonly net_worth_without_home?: Written<'investor.net_worth_without_home'>
  readonly owners?: Written<'investor.owners'>
  readonly person_id?: Written<'investor.person_id'>
  readonly plan_adviser_is_fiduciary?: Written<'investor.plan_adviser_is_fiduciary'>
  readonly plan_deciders?: Written<'investor.plan_deciders'>
  readonly plan_self_directed?: Written<'investor.plan_self_directed'>
  readonly purchase_directed_by_office?: Written<'investor.purchase_directed_by_office'>
  readonly reg_s_certificate?: Written<'investor.reg_s_certificate'>
  readonly registration_no?: Written<'investor.registration_no'>
  readonly revenue?: Written<'investor.revenue'>
  readonly role?: {
    readonly issuer_id?: Written<'investor.role.issuer_id'>
    readonly kind?: Written<'investor.role.kind'>
    readonly same_fund_family?: Written<'investor.role.same_fund_family'>
  }
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'investor.sanctions.lists_loaded_at'>
    readonly owners_status?: Written<'investor.sanctions.owners_status'>
    readonly status?: Written<'investor.sanctions.status'>
    readonly wallet_status?: Written<'investor.sanctions.wallet_status'>
  }
  readonly sophistication?: {
    readonly issuer_belief_recorded?: Written<'investor.sophistication.issuer_belief_recorded'>
    readonly kind?: Written<'investor.sophistication.kind'>
    readonly representative_is_affiliate?: Written<'investor.sophistication.representative_is_affiliate'>
  }
  readonly total_assets?: Written<'investor.total_assets'>
}

export type InvestorSubjectRoom = {
  readonly accreditation?: {
    readonly basis?: Written<'investor.accreditation.basis'>
    readonly contrary_knowledge?: Written<'investor.accreditation.contrary_knowledge'>
    readonly grandfathered?: Written<'investor.accreditation.grandfathered'>
    readonly income_documents?: Written<'investor.accreditation.income_documents'>
    readonly letter?: Written<'investor.accreditation.letter'>
    readonly method?: Written<'investor.accreditation.method'>
    readonly minimum_investment?: Written<'investor.accreditation.minimum_investment'>
    readonly net_worth_documents?: Written<'investor.accreditation.net_worth_documents'>
    readonly prior?: Written<'investor.accreditation.prior'>
    readonly self_certified_at?: Written<'investor.accreditation.self_certified_at'>
    readonly status?: Written<'investor.accreditation.status'>
  }
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly affiliate_of_issuer?: Written<'investor.affiliate_of_issuer'>
  readonly annual_income?: Written<'investor.annual_income'>
  readonly assets_under_management?: Written<'investor.assets_under_management'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly bought_in_offering?: Written<'investor.bought_in_offering'>
  readonly changes?: Written<'subject.changes'>
  readonly circular_delivered_at?: Written<'investor.circular_delivered_at'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly consent_withdrawn?: Written<'investor.consent_withdrawn'>
  readonly control?: Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly control_persons_verified?: Written<'investor.control_persons_verified'>
  readonly credential?: {
    readonly expires_at?: Written<'investor.credential.expires_at'> | Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'investor.credential.issued_at'> | Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'>
    readonly state?: Written<'investor.credential.state'> | Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly directed_by_sophisticated_person?: Written<'investor.directed_by_sophisticated_person'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly documents_status?: Written<'investor.documents_status'>
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'investor.entity_type'> | Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly excluded_501e?: Written<'investor.excluded_501e'>
  readonly family_role?: Written<'investor.family_role'>
  readonly first_account?: Written<'subject.first_account'>
  readonly formed_for_purchase?: Written<'investor.formed_for_purchase'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly holds_offering?: Written<'investor.holds_offering'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly identity_status?: Written<'investor.identity_status'>
  readonly income?: Written<'investor.income'>
  readonly income_expected_same?: Written<'investor.income_expected_same'>
  readonly indicated_interest_before_qualification?: Written<'investor.indicated_interest_before_qualification'>
  readonly investments?: Written<'investor.investments'>
  readonly joint_income?: Written<'investor.joint_income'>
  readonly kind?: Written<'investor.kind'> | Written<'subject.kind'>
  readonly license?: Written<'investor.license'>
  readonly media?: Written<'subject.media'>
  readonly net_assets?: Written<'investor.net_assets'>
  readonly net_worth?: {
    readonly assets_without_home?: Written<'investor.net_worth.assets_without_home'>
    readonly home_value?: Written<'investor.net_worth.home_value'>
    readonly liabilities_without_mortgage?: Written<'investor.net_worth.liabilities_without_mortgage'>
    readonly mortgage?: Written<'investor.net_worth.mortgage'>
    readonly mortgage_added_60_days?: Written<'investor.net_worth.mortgage_added_60_days'>
  }
  readonly net_worth_without_home?: Written<'investor.net_worth_without_home'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners?: Written<'investor.owners'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'investor.person_id'> | Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly plan_adviser_is_fiduciary?: Written<'investor.plan_adviser_is_fiduciary'>
  readonly plan_deciders?: Written<'investor.plan_deciders'>
  readonly plan_self_directed?: Written<'investor.plan_self_directed'>
  readonly purchase_directed_by_office?: Written<'investor.purchase_directed_by_office'>
  readonly reg_s_certificate?: Written<'investor.reg_s_certificate'>
  readonly registration_no?: Written<'investor.registration_no'> | Written<'subject.registration_no'>
  readonly revenue?: Written<'investor.revenue'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly role?: {
    readonly issuer_id?: Written<'investor.role.issuer_id'>
    readonly kind?: Written<'investor.role.kind'>
    readonly same_fund_family?: Written<'investor.role.same_fund_family'>
  }
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'investor.sanctions.lists_loaded_at'>
    readonly owners_status?: Written<'investor.sanctions.owners_status'>
    readonly status?: Written<'investor.sanctions.status'>
    readonly wallet_status?: Written<'investor.sanctions.wallet_status'>
  }
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly sophistication?: {
    readonly issuer_belief_recorded?: Written<'investor.sophistication.issuer_belief_recorded'>
    readonly kind?: Written<'investor.sophistication.kind'>
    readonly representative_is_affiliate?: Written<'investor.sophistication.representative_is_affiliate'>
  }
  readonly total_assets?: Written<'investor.total_assets'>
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
}

export type IssuerRoom = {
  readonly bank_holding?: Written<'issuer.bank_holding'>
  readonly bdc?: Written<'issuer.bdc'>
  readonly blank_check?: Written<'issuer.blank_check'>
  readonly contributions_and_uncalled?: Written<'issuer.contributions_and_uncalled'>
  readonly control_persons_screened?: Written<'issuer.control_persons_screened'>
  readonly domicile?: Written<'issuer.domicile'>
  readonly exchange_act_reporting?: Written<'issuer.exchange_act_reporting'>
  readonly foreign_government?: Written<'issuer.foreign_government'>
  readonly form10_info_at?: Written<'issuer.form10_info_at'>
  readonly form_1k_filed_at?: Written<'issuer.form_1k_filed_at'>
  readonly form_1sa_filed_at?: Written<'issuer.form_1sa_filed_at'>
  readonly fractional_mineral_interests?: Written<'issuer.fractional_mineral_interests'>
  readonly fund_owners?: Written<'issuer.fund_owners'>
  readonly fye?: Written<'issuer.fye'>
  readonly holder_cap?: Written<'issuer.holder_cap'>
  readonly holders?: Written<'issuer.holders'>
  readonly ica_status?: Written<'issuer.ica_status'>
  readonly id?: Written<'issuer.id'>
  readonly information_144a?: Written<'issuer.information_144a'>
  readonly investment_securities_bps?: Written<'issuer.investment_securities_bps'>
  readonly last_fiscal_year_end?: Written<'issuer.last_fiscal_year_end'>
  readonly last_half_year_end?: Written<'issuer.last_half_year_end'>
  readonly nonaccredited_holder_cap?: Written<'issuer.nonaccredited_holder_cap'>
  readonly order_12j_at?: Written<'issuer.order_12j_at'>
  readonly other_offering_solicited?: Written<'issuer.other_offering_solicited'>
  readonly outstanding_units?: Written<'issuer.outstanding_units'>
  readonly principal_place?: Written<'issuer.principal_place'>
  readonly public_float?: Written<'issuer.public_float'>
  readonly public_information?: Written<'issuer.public_information'>
  readonly reg_a_first_qualified_at?: Written<'issuer.reg_a_first_qualified_at'>
  readonly reg_a_relief?: Written<'issuer.reg_a_relief'>
  readonly reg_a_reports_current?: Written<'issuer.reg_a_reports_current'>
  readonly reg_a_sales?: Written<'issuer.reg_a_sales'>
  readonly registered_transfer_agent?: Written<'issuer.registered_transfer_agent'>
  readonly reporting_since?: Written<'issuer.reporting_since'>
  readonly reports_current?: Written<'issuer.reports_current'>
  readonly reports_of_two_years_filed?: Written<'issuer.reports_of_two_years_filed'>
  readonly revenue?: Written<'issuer.revenue'>
  readonly sales_506b?: Written<'issuer.sales_506b'>
  readonly sanctions?: {
    readonly status?: Written<'issuer.sanctions.status'>
  }
  readonly shell?: Written<'issuer.shell'>
  readonly tier2_reporting?: Written<'issuer.tier2_reporting'>
  readonly total_assets_fye?: Written<'issuer.total_assets_fye'>
  readonly us_market?: Written<'issuer.us_market'>
  readonly verification?: Written<'issuer.verification'>
  readonly weekly_volumes?: Written<'issuer.weekly_volumes'>
}

export type IssuerSubjectRoom = {
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly bank_holding?: Written<'issuer.bank_holding'>
  readonly bdc?: Written<'issuer.bdc'>
  readonly blank_check?: Written<'issuer.blank_check'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly contributions_and_uncalled?: Written<'issuer.contributions_and_uncalled'>
  readonly control?: Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly control_persons_screened?: Written<'issuer.control_persons_screened'>
  readonly credential?: {
    readonly expires_at?: Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'>
    readonly state?: Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly domicile?: Written<'issuer.domicile'>
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly exchange_act_reporting?: Written<'issuer.exchange_act_reporting'>
  readonly first_account?: Written<'subject.first_account'>
  readonly foreign_government?: Written<'issuer.foreign_government'>
  readonly form10_info_at?: Written<'issuer.form10_info_at'>
  readonly form_1k_filed_at?: Written<'issuer.form_1k_filed_at'>
  readonly form_1sa_filed_at?: Written<'issuer.form_1sa_filed_at'>
  readonly fractional_mineral_interests?: Written<'issuer.fractional_mineral_interests'>
  readonly full_name?: Written<'subject.full_name'>
  readonly fund_owners?: Written<'issuer.fund_owners'>
  readonly fye?: Written<'issuer.fye'>
  readonly holder_cap?: Written<'issuer.holder_cap'>
  readonly holders?: Written<'issuer.holders'>
  readonly holdings?: Written<'subject.holdings'>
  readonly ica_status?: Written<'issuer.ica_status'>
  readonly id?: Written<'issuer.id'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly information_144a?: Written<'issuer.information_144a'>
  readonly investment_securities_bps?: Written<'issuer.investment_securities_bps'>
  readonly kind?: Written<'subject.kind'>
  readonly last_fiscal_year_end?: Written<'issuer.last_fiscal_year_end'>
  readonly last_half_year_end?: Written<'issuer.last_half_year_end'>
  readonly media?: Written<'subject.media'>
  readonly nonaccredited_holder_cap?: Written<'issuer.nonaccredited_holder_cap'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly order_12j_at?: Written<'issuer.order_12j_at'>
  readonly other_offering_solicited?: Written<'issuer.other_offering_solicited'>
  readonly outstanding_units?: Written<'issuer.outstanding_units'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly principal_place?: Written<'issuer.principal_place'>
  readonly public_float?: Written<'issuer.public_float'>
  readonly public_information?: Written<'issuer.public_information'>
  readonly reg_a_first_qualified_at?: Written<'issuer.reg_a_first_qualified_at'>
  readonly reg_a_relief?: Written<'issuer.reg_a_relief'>
  readonly reg_a_reports_current?: Written<'issuer.reg_a_reports_current'>
  readonly reg_a_sales?: Written<'issuer.reg_a_sales'>
  readonly registered_transfer_agent?: Written<'issuer.registered_transfer_agent'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly reporting_since?: Written<'issuer.reporting_since'>
  readonly reports_current?: Written<'issuer.reports_current'>
  readonly reports_of_two_years_filed?: Written<'issuer.reports_of_two_years_filed'>
  readonly revenue?: Written<'issuer.revenue'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly sales_506b?: Written<'issuer.sales_506b'>
  readonly sanctions?: {
    readonly status?: Written<'issuer.sanctions.status'>
  }
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly shell?: Written<'issuer.shell'>
  readonly tier2_reporting?: Written<'issuer.tier2_reporting'>
  readonly total_assets_fye?: Written<'issuer.total_assets_fye'>
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_market?: Written<'issuer.us_market'>
  readonly us_person?: Written<'subject.us_person'>
  readonly verification?: Written<'issuer.verification'> | {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
  readonly weekly_volumes?: Written<'issuer.weekly_volumes'>
}

export type OfferingRoom = {
  readonly accrued_fee?: Written<'offering.accrued_fee'>
  readonly affiliate_resale?: Written<'offering.affiliate_resale'>
  readonly agreement_sha256?: Written<'offering.agreement_sha256'>
  readonly allowed_countries?: Written<'offering.allowed_countries'>
  readonly asset_backed?: Written<'offering.asset_backed'>
  readonly bad_actor_events?: Written<'offering.bad_actor_events'>
  readonly before?: {
    readonly regulation?: Written<'offering.before.regulation'>
  }
  readonly blocked_countries?: Written<'offering.blocked_countries'>
  readonly closes_at?: Written<'offering.closes_at'>
  readonly closing_at?: Written<'offering.closing_at'>
  readonly commenced_at?: Written<'offering.commenced_at'>
  readonly commercial_terms_recorded?: Written<'offering.commercial_terms_recorded'>
  readonly count_pending_as_nonaccredited?: Written<'offering.count_pending_as_nonaccredited'>
  readonly covered_persons?: Written<'offering.covered_persons'>
  readonly distributors_agreed?: Written<'offering.distributors_agreed'>
  readonly documents_required?: Written<'offering.documents_required'>
  readonly filed_at?: Written<'offering.filed_at'>
  readonly first_offer_at?: Written<'offering.first_offer_at'>
  readonly first_sale_at?: Written<'offering.first_sale_at'>
  readonly first_sale_in_state_at?: Written<'offering.first_sale_in_state_at'>
  readonly form_1z_filed_at?: Written<'offering.form_1z_filed_at'>
  readonly form_d?: {
    readonly filed_at?: Written<'offering.form_d.filed_at'>
  }
  readonly general_solicitation?: Written<'offering.general_solicitation'>
  readonly geo_gate?: Written<'offering.geo_gate'>
  readonly holder_resale?: Written<'offering.holder_resale'>
  readonly holders?: Written<'offering.holders'>
  readonly integration?: Written<'offering.integration'>
  readonly listed_on_exchange?: Written<'offering.listed_on_exchange'>
  readonly listing_visibility?: Written<'offering.listing_visibility'>
  readonly lockup_days?: Written<'offering.lockup_days'>
  readonly max_holders?: Written<'offering.max_holders'>
  readonly max_non_accredited?: Written<'offering.max_non_accredited'>
  readonly max_pct_per_person_bps?: Written<'offering.max_pct_per_person_bps'>
  readonly maximum_raise?: Written<'offering.maximum_raise'>
  readonly minimum_each_time?: Written<'offering.minimum_each_time'>
  readonly minimum_investment?: Written<'offering.minimum_investment'>
  readonly new_statement_filed?: Written<'offering.new_statement_filed'>
  readonly non_accredited_count?: Written<'offering.non_accredited_count'>
  readonly not_registered_statement?: Written<'offering.not_registered_statement'>
  readonly opens_at?: Written<'offering.opens_at'>
  readonly overseas_directed_or_foreign_plan?: Written<'offering.overseas_directed_or_foreign_plan'>
  readonly parallel_506c?: Written<'offering.parallel_506c'>
  readonly price?: Written<'offering.price'>
  readonly price_class_or_maximum_changes?: Written<'offering.price_class_or_maximum_changes'>
  readonly price_type?: Written<'offering.price_type'>
  readonly qualified_at?: Written<'offering.qualified_at'>
  readonly raised?: Written<'offering.raised'>
  readonly recipient_must_be_accredited?: Written<'offering.recipient_must_be_accredited'>
  readonly refusal_term?: Written<'offering.refusal_term'>
  readonly reg_s_category?: Written<'offering.reg_s_category'>
  readonly regulation?: Written<'offering.regulation'>
  readonly reserved?: Written<'offering.reserved'>
  readonly security_class?: Written<'offering.security_class'>
  readonly sent?: {
    readonly regulation?: Written<'offering.sent.regulation'>
    readonly regulation_type?: Written<'offering.sent.regulation_type'>
  }
  readonly starts_on?: Written<'offering.starts_on'>
  readonly state?: Written<'offering.state'>
  readonly state_clearances?: Written<'offering.state_clearances'>
  readonly state_secondary_blocked?: Written<'offering.state_secondary_blocked'>
  readonly target_amount?: Written<'offering.target_amount'>
  readonly terminated_at?: Written<'offering.terminated_at'>
  readonly total_supply?: Written<'offering.total_supply'>
  readonly type?: Written<'offering.type'>
  readonly units_left?: Written<'offering.units_left'>
  readonly units_offered?: Written<'offering.units_offered'>
  readonly venue_ids?: Written<'offering.venue_ids'>
}

export type OrdersRoom = Written<'orders'>

export type RequestRoom = {
  readonly data_duty?: Written<'request.data_duty'>
  readonly level?: Written<'request.level'>
  readonly levels?: Written<'request.levels'>
  readonly market?: Written<'request.market'>
  readonly moves_value?: Written<'request.moves_value'>
  readonly response_fields?: Written<'request.response_fields'>
}

export type SaleRoom = {
  readonly asked_at?: Written<'sale.asked_at'>
  readonly exposure_measured?: Written<'sale.exposure_measured'>
  readonly linked?: Written<'sale.linked'>
  readonly officer_approved?: Written<'sale.officer_approved'>
  readonly pep_media_checked_at?: Written<'sale.pep_media_checked_at'>
  readonly rate_at?: Written<'sale.rate_at'>
  readonly same_person?: Written<'sale.same_person'>
  readonly source_of_funds?: Written<'sale.source_of_funds'>
  readonly total?: Written<'sale.total'>
  readonly wash?: Written<'sale.wash'>
}

export type ScreeningRoom = {
  readonly available?: Written<'screening.available'>
}

export type SellerRoom = {
  readonly credential?: {
    readonly expires_at?: Written<'seller.credential.expires_at'>
    readonly levels?: Written<'seller.credential.levels'>
    readonly state?: Written<'seller.credential.state'>
  }
  readonly is_creator?: Written<'seller.is_creator'>
  readonly screen?: {
    readonly addresses?: Written<'seller.screen.addresses'>
  }
}

export type SellerSubjectRoom = {
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: {
    readonly expires_at?: Written<'seller.credential.expires_at'> | Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'seller.credential.levels'> | Written<'subject.credential.levels'>
    readonly state?: Written<'seller.credential.state'> | Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly is_creator?: Written<'seller.is_creator'>
  readonly kind?: Written<'subject.kind'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly screen?: {
    readonly addresses?: Written<'seller.screen.addresses'> | Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
}

export type SubjectRoom = {
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'subject.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: {
    readonly expires_at?: Written<'subject.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'>
    readonly state?: Written<'subject.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly kind?: Written<'subject.kind'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'subject.person_id'>
  readonly places?: Written<'subject.places'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
}

export type SubjectToRoom = {
  readonly accreditation?: {
    readonly status?: Written<'to.accreditation.status'>
  }
  readonly address?: Written<'subject.address'>
  readonly address_record?: Written<'subject.address_record'>
  readonly blocked_control?: Written<'subject.blocked_control'>
  readonly blocked_owners?: Written<'subject.blocked_owners'>
  readonly changes?: Written<'subject.changes'>
  readonly collected_at?: Written<'subject.collected_at'>
  readonly comparison?: {
    readonly country_equal?: Written<'subject.comparison.country_equal'>
    readonly dob_equal?: Written<'subject.comparison.dob_equal'>
    readonly name_score?: Written<'subject.comparison.name_score'>
  }
  readonly consent?: Written<'subject.consent'>
  readonly control?: Written<'subject.control'> | Written<'to.control'>
  readonly control_persons?: Written<'subject.control_persons'>
  readonly credential?: Written<'to.credential'> | {
    readonly expires_at?: Written<'subject.credential.expires_at'> | Written<'to.credential.expires_at'>
    readonly issued_at?: Written<'subject.credential.issued_at'>
    readonly issued_by_tenant?: Written<'subject.credential.issued_by_tenant'>
    readonly levels?: Written<'subject.credential.levels'> | Written<'to.credential.levels'>
    readonly state?: Written<'subject.credential.state'> | Written<'to.credential.state'>
  }
  readonly date_of_birth?: Written<'subject.date_of_birth'>
  readonly document?: {
    readonly expires_on?: Written<'subject.document.expires_on'>
    readonly verified_on?: Written<'subject.document.verified_on'>
  }
  readonly edd?: Written<'subject.edd'>
  readonly entity_type?: Written<'subject.entity_type'>
  readonly eu_permit?: Written<'subject.eu_permit'>
  readonly first_account?: Written<'subject.first_account'>
  readonly full_name?: Written<'subject.full_name'>
  readonly holdings?: Written<'subject.holdings'>
  readonly id_number?: Written<'subject.id_number'>
  readonly identity_checked_on?: Written<'subject.identity_checked_on'>
  readonly kind?: Written<'subject.kind'> | Written<'to.kind'>
  readonly media?: Written<'subject.media'>
  readonly notice_shown_at?: Written<'subject.notice_shown_at'>
  readonly open_block_cases?: Written<'to.open_block_cases'>
  readonly opened_on?: Written<'subject.opened_on'>
  readonly over_18?: Written<'subject.over_18'> | Written<'to.over_18'>
  readonly owners_doubt?: Written<'subject.owners_doubt'>
  readonly owners_verified?: Written<'subject.owners_verified'>
  readonly ownership_remainder?: Written<'subject.ownership_remainder'>
  readonly pep?: Written<'subject.pep'>
  readonly person_id?: Written<'subject.person_id'> | Written<'to.person_id'>
  readonly places?: Written<'subject.places'> | Written<'to.places'>
  readonly qib?: Written<'to.qib'>
  readonly registration_no?: Written<'subject.registration_no'>
  readonly residence?: Written<'to.residence'>
  readonly risk_band?: Written<'subject.risk_band'>
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'to.sanctions.lists_loaded_at'>
    readonly status?: Written<'to.sanctions.status'>
  }
  readonly screen?: {
    readonly addresses?: Written<'subject.screen.addresses'>
    readonly checked_at?: Written<'subject.screen.checked_at'>
    readonly exposure?: Written<'subject.screen.exposure'>
    readonly lists?: Written<'subject.screen.lists'>
    readonly names?: Written<'subject.screen.names'>
  }
  readonly trusts?: Written<'subject.trusts'>
  readonly ukraine_area?: Written<'subject.ukraine_area'>
  readonly us_person?: Written<'subject.us_person'> | Written<'to.us_person'>
  readonly us_state?: Written<'to.us_state'>
  readonly verification?: {
    readonly checked_at?: Written<'subject.verification.checked_at'>
    readonly level?: Written<'subject.verification.level'>
    readonly method?: Written<'subject.verification.method'>
    readonly status?: Written<'subject.verification.status'>
  }
  readonly verified_persons?: Written<'subject.verified_persons'>
  readonly wallet?: Written<'to.wallet'>
}

export type TenantRoom = {
  readonly art_trader?: Written<'tenant.art_trader'>
  readonly business_day?: Written<'tenant.business_day'>
  readonly casp_auth?: Written<'tenant.casp_auth'>
  readonly cdd_regime?: Written<'tenant.cdd_regime'>
  readonly data_budgets?: Written<'tenant.data_budgets'>
  readonly enterprise_contract?: Written<'tenant.enterprise_contract'>
  readonly game_blocklist?: Written<'tenant.game_blocklist'>
  readonly genius_early?: Written<'tenant.genius_early'>
  readonly large_value_usd?: Written<'tenant.large_value_usd'>
  readonly licences?: Written<'tenant.licences'>
  readonly markets_used?: Written<'tenant.markets_used'>
  readonly reliance_agreement?: Written<'tenant.reliance_agreement'>
  readonly retention_years?: Written<'tenant.retention_years'>
  readonly sanctions_nexus?: Written<'tenant.sanctions_nexus'>
  readonly serves_eu?: Written<'tenant.serves_eu'>
  readonly us_bsa_type?: Written<'tenant.us_bsa_type'>
}

export type ToRoom = {
  readonly accreditation?: {
    readonly status?: Written<'to.accreditation.status'>
  }
  readonly control?: Written<'to.control'>
  readonly credential?: Written<'to.credential'> | {
    readonly expires_at?: Written<'to.credential.expires_at'>
    readonly levels?: Written<'to.credential.levels'>
    readonly state?: Written<'to.credential.state'>
  }
  readonly kind?: Written<'to.kind'>
  readonly open_block_cases?: Written<'to.open_block_cases'>
  readonly over_18?: Written<'to.over_18'>
  readonly person_id?: Written<'to.person_id'>
  readonly places?: Written<'to.places'>
  readonly qib?: Written<'to.qib'>
  readonly residence?: Written<'to.residence'>
  readonly sanctions?: {
    readonly lists_loaded_at?: Written<'to.sanctions.lists_loaded_at'>
    readonly status?: Written<'to.sanctions.status'>
  }
  readonly us_person?: Written<'to.us_person'>
  readonly us_state?: Written<'to.us_state'>
  readonly wallet?: Written<'to.wallet'>
}

export type TokenRoom = {
  readonly audited?: Written<'token.audited'>
  readonly backing_bps?: Written<'token.backing_bps'>
  readonly capabilities?: Written<'token.capabilities'>
  readonly comparable_regime?: Written<'token.comparable_regime'>
  readonly deposits_bps?: Written<'token.deposits_bps'>
  readonly divisible?: Written<'token.divisible'>
  readonly eu_currency_peg?: Written<'token.eu_currency_peg'>
  readonly foreign?: Written<'token.foreign'>
  readonly frameworks?: Written<'token.frameworks'>
  readonly fungible_with_listed?: Written<'token.fungible_with_listed'>
  readonly issuer_class?: Written<'token.issuer_class'>
  readonly legend_ids?: Written<'token.legend_ids'>
  readonly linked_offering_ids?: Written<'token.linked_offering_ids'>
  readonly mica_authorised?: Written<'token.mica_authorised'>
  readonly mica_class?: Written<'token.mica_class'>
  readonly occ_registered?: Written<'token.occ_registered'>
  readonly offering_id?: Written<'token.offering_id'>
  readonly order_capability?: Written<'token.order_capability'>
  readonly outstanding_usd?: Written<'token.outstanding_usd'>
  readonly quarter_eur?: Written<'token.quarter_eur'>
  readonly quarter_transactions?: Written<'token.quarter_transactions'>
  readonly recovery_plan_active?: Written<'token.recovery_plan_active'>
  readonly report?: Written<'token.report'>
  readonly reserves?: Written<'token.reserves'>
  readonly reserves_at?: Written<'token.reserves_at'>
  readonly sec_reporting?: Written<'token.sec_reporting'>
  readonly significant?: Written<'token.significant'>
  readonly state?: Written<'token.state'>
  readonly state_waiver?: Written<'token.state_waiver'>
  readonly us_reserves?: Written<'token.us_reserves'>
}

export type TransferRoom = {
  readonly broker?: Written<'transfer.broker'>
  readonly document_hash?: Written<'transfer.document_hash'>
  readonly form_144_filed?: Written<'transfer.form_144_filed'>
  readonly kind?: Written<'transfer.kind'>
  readonly legal_basis?: Written<'transfer.legal_basis'>
  readonly lot_ids?: Written<'transfer.lot_ids'>
  readonly notice_144a?: Written<'transfer.notice_144a'>
  readonly opinion_hash?: Written<'transfer.opinion_hash'>
  readonly ordered_by?: Written<'transfer.ordered_by'>
  readonly prearranged_us_resale?: Written<'transfer.prearranged_us_resale'>
  readonly price?: Written<'transfer.price'>
  readonly quantity?: Written<'transfer.quantity'>
  readonly registration_effective_at?: Written<'transfer.registration_effective_at'>
  readonly representation?: Written<'transfer.representation'>
  readonly route?: Written<'transfer.route'>
  readonly sec_4a7?: Written<'transfer.sec_4a7'>
  readonly second_person?: Written<'transfer.second_person'>
  readonly spender?: Written<'transfer.spender'>
  readonly to_location_at_order?: Written<'transfer.to_location_at_order'>
  readonly venue?: Written<'transfer.venue'>
}

export type TxRoom = {
  readonly amount?: Written<'tx.amount'>
  readonly beneficiary?: Written<'tx.beneficiary'>
  readonly direction?: Written<'tx.direction'>
  readonly from_wallet?: Written<'tx.from_wallet'>
  readonly local_amounts?: Written<'tx.local_amounts'>
  readonly market?: Written<'tx.market'>
  readonly purpose?: Written<'tx.purpose'>
  readonly redemption_fee?: Written<'tx.redemption_fee'>
  readonly redemption_price?: Written<'tx.redemption_price'>
  readonly reward?: Written<'tx.reward'>
  readonly risk?: Written<'tx.risk'>
  readonly travel?: {
    readonly answered?: Written<'tx.travel.answered'>
    readonly endpoint?: Written<'tx.travel.endpoint'>
    readonly has_account?: Written<'tx.travel.has_account'>
    readonly lei_known?: Written<'tx.travel.lei_known'>
    readonly message?: Written<'tx.travel.message'>
    readonly proof?: Written<'tx.travel.proof'>
    readonly seats?: Written<'tx.travel.seats'>
    readonly self_hosted?: Written<'tx.travel.self_hosted'>
    readonly self_hosted_address?: Written<'tx.travel.self_hosted_address'>
    readonly self_hosted_owner?: Written<'tx.travel.self_hosted_owner'>
    readonly sent_at?: Written<'tx.travel.sent_at'>
    readonly vasp?: Written<'tx.travel.vasp'>
    readonly vasp_failures_30d?: Written<'tx.travel.vasp_failures_30d'>
    readonly verified_by_bank?: Written<'tx.travel.verified_by_bank'>
  }
  readonly type?: Written<'tx.type'>
}

/** The facts under each name of the vocabulary. */
export type Rooms = {
  readonly acquirer: AcquirerRoom
  readonly asset: AssetRoom
  readonly buyer: BuyerRoom
  readonly case: CaseRoom
  readonly creator: CreatorRoom
  readonly deal: DealRoom
  readonly defi: DefiRoom
  readonly environment: EnvironmentRoom
  readonly freezes: FreezesRoom
  readonly from: FromRoom
  readonly fx: FxRoom
  readonly game: GameRoom
  readonly history: HistoryRoom
  readonly investment: InvestmentRoom
  readonly investor: InvestorRoom
  readonly issuer: IssuerRoom
  readonly offering: OfferingRoom
  readonly orders: OrdersRoom
  readonly request: RequestRoom
  readonly sale: SaleRoom
  readonly screening: ScreeningRoom
  readonly seller: SellerRoom
  readonly subject: SubjectRoom
  readonly tenant: TenantRoom
  readonly to: ToRoom
  readonly token: TokenRoom
  readonly transfer: TransferRoom
  readonly tx: TxRoom
}

/** The rooms of each check. */
export type RoomsOfChecks = {
  readonly 'offering.create': {
    readonly environment?: EnvironmentRoom
    readonly issuer?: IssuerSubjectRoom
    readonly offering?: OfferingRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
  }
  readonly 'offering.open': {
    readonly environment?: EnvironmentRoom
    readonly issuer?: IssuerSubjectRoom
    readonly offering?: OfferingRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly token?: TokenRoom
  }
  readonly 'offering.change': {
    readonly environment?: EnvironmentRoom
    readonly issuer?: IssuerSubjectRoom
    readonly offering?: OfferingRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
  }
  readonly 'investment.accept': {
    readonly environment?: EnvironmentRoom
    readonly from?: FromRoom
    readonly fx?: FxRoom
    readonly investment?: DealInvestmentRoom
    readonly investor?: AcquirerInvestorSubjectRoom
    readonly issuer?: IssuerRoom
    readonly offering?: OfferingRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly token?: TokenRoom
    readonly tx?: TxRoom
  }
  readonly 'transfer': {
    readonly environment?: EnvironmentRoom
    readonly freezes?: FreezesRoom
    readonly from?: FromSubjectRoom
    readonly fx?: FxRoom
    readonly issuer?: IssuerRoom
    readonly offering?: OfferingRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly to?: AcquirerSubjectToRoom
    readonly token?: TokenRoom
    readonly transfer?: DealTransferRoom
    readonly tx?: TxRoom
  }
  readonly 'token.issue': {
    readonly environment?: EnvironmentRoom
    readonly from?: FromRoom
    readonly fx?: FxRoom
    readonly investment?: DealInvestmentRoom
    readonly investor?: AcquirerInvestorSubjectRoom
    readonly issuer?: IssuerRoom
    readonly offering?: OfferingRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly token?: TokenRoom
    readonly tx?: TxRoom
  }
  readonly 'wallet.verify': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly subject?: SubjectRoom
    readonly tenant?: TenantRoom
  }
  readonly 'sanctions.check': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly subject?: SubjectRoom
    readonly tenant?: TenantRoom
  }
  readonly 'nft.creator': {
    readonly creator?: CreatorSubjectRoom
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly tx?: TxRoom
  }
  readonly 'nft.sale': {
    readonly asset?: AssetRoom
    readonly buyer?: BuyerSubjectRoom
    readonly creator?: CreatorSubjectRoom
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly request?: RequestRoom
    readonly sale?: SaleRoom
    readonly screening?: ScreeningRoom
    readonly seller?: SellerSubjectRoom
    readonly tenant?: TenantRoom
    readonly tx?: TxRoom
  }
  readonly 'defi.access': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly subject?: SubjectRoom
    readonly tenant?: TenantRoom
    readonly tx?: TxRoom
  }
  readonly 'gaming.age': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly game?: GameRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly subject?: SubjectRoom
    readonly tenant?: TenantRoom
    readonly tx?: TxRoom
  }
  readonly 'payment': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly from?: FromSubjectRoom
    readonly fx?: FxRoom
    readonly game?: GameRoom
    readonly history?: HistoryRoom
    readonly orders?: OrdersRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly to?: SubjectToRoom
    readonly token?: TokenRoom
    readonly tx?: TxRoom
  }
  readonly 'credential.use': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly subject?: SubjectRoom
    readonly tenant?: TenantRoom
  }
  readonly 'investor.verify': {
    readonly defi?: DefiRoom
    readonly environment?: EnvironmentRoom
    readonly fx?: FxRoom
    readonly investor?: InvestorSubjectRoom
    readonly issuer?: IssuerRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
  }
  readonly 'monitoring': {
    readonly case?: CaseRoom
    readonly environment?: EnvironmentRoom
    readonly history?: HistoryRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly subject?: SubjectRoom
    readonly tenant?: TenantRoom
    readonly token?: TokenRoom
  }
  readonly 'reserve.statement': {
    readonly environment?: EnvironmentRoom
    readonly request?: RequestRoom
    readonly screening?: ScreeningRoom
    readonly tenant?: TenantRoom
    readonly token?: TokenRoom
    readonly tx?: TxRoom
  }
}
