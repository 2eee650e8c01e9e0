// What to do next, by what stands in the way, for each of the four who read a decision. Which rule leads to which is in `of-rules.ts`.

/** Who reads: whom it is about, who offers, who decides cases, and who calls the API. */
export const READERS = ['holder', 'issuer', 'reviewer', 'developer'] as const
export type WordsFor = (typeof READERS)[number]

/** What helps, for each reader. */
export type Remedy = Readonly<Record<WordsFor, string>>

const remedy = (holder: string, issuer: string, reviewer: string, developer: string): Remedy => ({ holder, issuer, reviewer, developer })

/** Nothing the person could do: whose task it is. */
const ASK = 'You cannot mend this yourself: the organisation has to. Ask it when it will.'
const NOTHING = 'There is nothing for you to do.'

const OF_PERSONS = {
  consent: remedy(
    'Give your consent on your page of credentials, then try again. Without it nothing is shared; what a law has kept stays kept.',
    'Ask the person for consent. Nothing is shared before it stands.',
    'There is nothing to decide before the person consents.',
    'Ask for the consent, wait for its event, and call again.',
  ),
  credential: remedy(
    'Renew your verification, then try again.',
    'Ask the person to renew the verification: a credential that ended, is too old, was suspended or was revoked cannot be relied on.',
    'Look at why the credential is not live; a new verification makes a new one.',
    'Verify the wallet anew and call again with the credential that comes of it.',
  ),
  level: remedy(
    'Verify yourself to the level that is named, then try again.',
    'Ask the person for a verification of the level that is named.',
    'Do not raise the level by hand: the person verifies to it.',
    'Open an identity session for the level that is named, wait for its event, and call again.',
  ),
  identity: remedy(
    'Complete your identity check: bring what is named.',
    'Ask the person for what is named, or open an identity session for them.',
    'Compare the document with what was said; ask the person where they differ.',
    'Open an identity session, or send the fields that are named, and call again.',
  ),
  owners: remedy(
    'Name and verify the owners and the control person of the entity.',
    'Complete the file of the entity: owners, shares and one control person, each verified.',
    'Check the chart of owners against the register before you go on.',
    'File the owners with the entity of the investor, and call again.',
  ),
  diligence: remedy(
    'Answer what the organisation asks about your funds and your position.',
    'File enhanced due diligence for the person: source of wealth and funds, and an officer’s approval.',
    'Read the file of enhanced due diligence, and approve it or ask for more.',
    'File the due diligence, have it approved, and call again.',
  ),
  accreditation: remedy(
    'Show that you qualify, with the documents of one of the ways that are open, then try again.',
    'Ask the investor for evidence of one of the ways, and confirm it before the sale.',
    'Check the evidence against the way it is filed under: date, figures, and who signed.',
    'File the accreditation of the investor with its evidence, wait until it is confirmed, and call again.',
  ),
  age: remedy(
    'This is open from the age that is named. If your birth date is recorded wrongly, show a document.',
    'Do not go on with this person before the age that is named is reached, or a guardian’s consent is on record where that helps.',
    'Look at the evidence of the birth date; age itself is not a matter of judgement.',
    'Refuse, or send evidence of the age and call again.',
  ),
  age_evidence: remedy(
    'Show a document with your birth date: a stated one is not enough here.',
    'Ask the person for a document with the birth date.',
    'Compare the birth date that was stated with that of the document.',
    'Send evidence of the age, not a stated birth date, and call again.',
  ),
  exclusion: remedy(
    'You excluded yourself, and nobody can end it before the day that is named. A register of your country may keep it up until you ask for its end.',
    'Do not let the person play, and send no promotions, until the exclusion ends.',
    'An exclusion is not lifted by a review.',
    'Refuse until the exclusion ends.',
  ),
  register: remedy(
    NOTHING,
    'Do not let the person play while the register cannot be read.',
    'Read the register at its own place before you decide. While nobody can, nobody plays.',
    'Call again when the register can be read.',
  ),
  cash_out: remedy(
    'Verify yourself to the level that is named, and give the tax form where one is due; then cash out again.',
    'Ask the player for what is named before the pay-out.',
    'Check identification and tax form before you release the pay-out.',
    'Send what is named, and call again.',
  ),
  closed: remedy(
    'This is closed to you by the place or the age that is named. If that is recorded wrongly, show a document.',
    'Pay nothing out where the place or the age that is named closes it.',
    'Look at the evidence of place and age; what the law closes, no review opens.',
    'Refuse. Where place or age is recorded wrongly, send evidence of it and call again.',
  ),
  wallet: remedy(
    'Prove control of the wallet by signing a message with it.',
    'Ask the person to sign with the wallet that is named.',
    'A signature settles it; nobody’s word does.',
    'Have the wallet sign the challenge, and call again.',
  ),
  representations: remedy(
    'Read and sign what is named, then try again.',
    'Have the buyer sign the representations that are named, and file them with their day.',
    'Check that what was signed is the version in force, by this buyer, in time.',
    'Send the signed representations that are named, and call again.',
  ),
} satisfies Record<string, Remedy>

const OF_RISK = {
  sanctions: remedy(
    'If a name or an address on a list was taken for yours, and you are not who is listed, appeal: a person compares you with the entry.',
    'Do not go on, and move nothing, while the match is open. Your reviewers compare it with the entry.',
    'Compare field by field with the entry. A false positive takes two people; a true match stays blocked and is reported.',
    'Do not go on. Wait for the event of the case; a changed spelling or a second call does not clear it.',
  ),
  lists: remedy(
    'You need do nothing: the lists are loaded again, and you can then try again.',
    'Wait until the lists are current, or ask whoever operates the installation.',
    'Do not decide on old lists: wait for the current ones.',
    'Call again when the lists are current; /api-status says so.',
  ),
  place: remedy(
    'This is not open where you live or connect from. If your place is recorded wrongly, show a document with your address.',
    'Do not offer this to persons of the place that is named. The offering or policy says which places are open.',
    'Check where the person lives; what the law closes, no review opens.',
    'Send the place of residence, with its region where one is asked for; where the place is closed, refuse.',
  ),
  risk: remedy(
    'If you know where the funds are from, tell the organisation and show it.',
    'Do not go on before your reviewers looked at the flow that is named.',
    'Follow the flow that is named to its source, write down what you found, and decide.',
    'Wait for the event of the case; do not try in smaller parts.',
  ),
  suspicion: remedy(
    NOTHING,
    'Your reviewers look at this. Say nothing of it to the person.',
    'Look at the pattern that is named, write down what you found, and decide. Say nothing of it to the person: 31 USC 5318(g)(2).',
    'Wait for the event of the case, and show the person nothing but that it is looked at.',
  ),
  stopped: remedy(
    'What binds these units or persons has to end first. The organisation can tell you whose order it is, where it may.',
    'Move nothing while the order, freeze or case that is named stands.',
    'Settle the order, freeze or case that is named first.',
    'Do not go on until the freeze or case that is named has ended; its event says so.',
  ),
  order: remedy(
    'The organisation says on which ground it does this. Ask it for the document, where it may show it.',
    'Name the legal basis, file its document, and have another person agree. Who orders it receives nothing by it.',
    'Check the document against what is ordered, and who would receive by it.',
    'Send the legal basis and its document, and have another person agree.',
  ),
  travel: remedy(
    'Give the names and addresses of both sides that are asked for, or prove that the other address is yours.',
    'Complete the data of both sides that is named before anything is released.',
    'Check the data of the other side and its provider before you release or return the transfer.',
    'Send the fields that are named with the transfer, and call again.',
  ),
  limit: remedy(
    'Stay within the limit that is named, or wait until its period is over. Do not split a payment.',
    'The limit is of the person’s level and the period that is named: a higher level has a higher limit.',
    'A limit is not lifted by a review. One payment in parts is looked at as structuring: 31 USC 5324.',
    'Call again within the limit or after the day that is named. Do not split a payment.',
  ),
} satisfies Record<string, Remedy>

const OF_DEALS = {
  amount: remedy(
    'Choose an amount within what is named.',
    'Only an amount within what is named can be accepted.',
    'An amount beyond it is not approved; a smaller one is a new application.',
    'Send an amount within what is named; `counterfactuals` says which.',
  ),
  holders: remedy(
    'The offering has as many holders as it may. Ask the issuer whether a place becomes free.',
    'No place is free under the limit that is named. Another offering or an accredited buyer may be within it.',
    'Count the holders that the rule names before anything else: the limit is of law or of the offering.',
    'Refuse; call again when the number of holders has fallen.',
  ),
  resale: remedy(
    'These units cannot go to this buyer by this way now. Wait until the day that is named, or sell by a way that is open.',
    'Let nothing move by a way that is closed. Wait until the day that is named, or file what the way asks for.',
    'Check lot by lot which way is open, and what it asks for.',
    'Call again from the day that is named, or name another way and what it asks for.',
  ),
  lockup: remedy(
    'Your units are free from the day that is named.',
    'The lock-up that was agreed ends on the day that is named.',
    'A lock-up is not shortened by a review.',
    'Call again from the day that is named.',
  ),
  balance: remedy(
    'Send no more than what is free in your wallet.',
    'Only units that are not frozen, pledged or pending can move.',
    'Check what binds the units before you decide.',
    'Send at most the number that is free.',
  ),
  payment: remedy(
    'Pay by one of the ways that are named, from an account in your own name.',
    'Take payment only by the ways that are named, from the investor itself.',
    'Check who paid, and by which way.',
    'Send one of the ways of payment that are named.',
  ),
  disclosure: remedy(
    'Ask the issuer for the documents that are named, and read them before you go on.',
    'Deliver what is named, record the day, and wait the time that is named.',
    'Check that it was delivered, to whom and when.',
    'Record the delivery with its day, and call again when the time is over.',
  ),
  relationship: remedy(
    'The issuer has to know you, and how you found the offering, before it may sell to you. Answer what it asks.',
    'Record how and when the relationship began, and what shows that the buyer can judge the risk.',
    'Look at what shows the relationship, and since when.',
    'Send the facts of the relationship that are named, and call again.',
  ),
  cooling: remedy(
    'Wait 24 hours after the first promotion and pass the test, then come back.',
    'Let the person wait, and give the test.',
    'The waiting time is of law: do not shorten it.',
    'Call again after the time that is named, with the result of the test.',
  ),
  collateral: remedy(
    'Give more collateral, or borrow less.',
    'Let nobody borrow more than the collateral covers.',
    'Check the values of loan and collateral.',
    'Send a smaller loan or more collateral.',
  ),
  note: remedy(
    'Read what is noted. Nothing is stopped by it.',
    'Keep what is noted with the record, and do what it asks in its time.',
    'Take note of it; it decides nothing by itself.',
    'Show or store what is noted; it changes no outcome by itself.',
  ),
} satisfies Record<string, Remedy>

const OF_ORGANISATIONS = {
  call: remedy(
    ASK,
    'Correct the fields that are named, and send it again.',
    'There is nothing to decide: the call has to be corrected.',
    'Correct the fields that are named, and call again.',
  ),
  terms: remedy(
    'The issuer has to change the terms of its offering. Ask it when it will.',
    'Change the terms that are named: nothing is sold under terms that do not hold.',
    'Look at the terms that are named and what counsel says of them.',
    'Change the offering with the fields that are named, and call again.',
  ),
  filing: remedy(
    'The issuer has to file or register first. Ask it when it will.',
    'File what is named with the authority that is named, and record the day.',
    'Check the filing at the authority before you go on.',
    'Record the filing with its day, and call again.',
  ),
  bad_actor: remedy(
    ASK,
    'Remove the person that is named from the offering, or show a waiver; have every covered person answer the questionnaire.',
    'Check the event that is named, its day, and whether a waiver stands.',
    'Record the answers of every covered person, and call again.',
  ),
  open: remedy(
    'The offering is not open now. Come back while it is.',
    'Open the offering when it is ready; its checklist says what is missing.',
    'There is nothing to decide while the offering is not open.',
    'Call again while the offering is open.',
  ),
  token: remedy(
    ASK,
    'Settle the state of the token that is named before you issue or move units.',
    'Check the token and its contract before you go on.',
    'Link, resume or correct the token that is named, and call again.',
  ),
  venue: remedy(
    'Trade at a venue that is approved for these units.',
    'Name a venue of the register whose registration is live.',
    'Check the registration of the venue.',
    'Send the id of a venue that is in the register.',
  ),
  licence: remedy(
    ASK,
    'Get the licence or registration that is named, or leave out the persons and places it is asked for.',
    'Check the licence in the register that is named.',
    'State the licence in the facts of the organisation, and call again.',
  ),
  reserve: remedy(
    ASK,
    'Bring reserve, report or redemption in line with what is named before you mint more.',
    'Check the figures against the report of the accountant.',
    'Publish the statement with the figures that are named, and call again.',
  ),
  coin: remedy(
    'Nothing may be paid for holding this coin. Look at who pays what is promised.',
    'Take the benefit that is named away: it is interest, whatever it is called.',
    'Look at who pays the benefit and for what.',
    'Send the facts of the benefit that are named, or leave it out.',
  ),
  words: remedy(
    ASK,
    'Change the words that are named before you publish them.',
    'Read the words as the public would.',
    'Send the changed words, and call again before they are published.',
  ),
  howey: remedy(
    ASK,
    'Answer the questions on what is sold for the terms now in use, and ask counsel.',
    'Read the answers beside the terms; counsel decides.',
    'Send the answers for the terms now in use, and call again.',
  ),
  creator: remedy(
    'Show that the name and the pages that are named are yours.',
    'Ask the creator to prove name and pages.',
    'Compare with the creator of the like name.',
    'Send the proof of the pages that are named, and call again.',
  ),
  settings: remedy(
    'The organisation does not do this. Ask it whether it will.',
    'Change the settings of your organisation if you do use this market.',
    'Settings are not a matter of a case: an officer changes them.',
    'State it in the facts of the organisation, and call again.',
  ),
  privacy: remedy(
    'Your data is not used this way. You can ask the organisation on which basis it uses it.',
    'State on which basis you use the data, and ask for no more than the purpose needs.',
    'Check basis and purpose; ask for less where less is enough.',
    'Ask for fewer fields, or state the basis in the facts of the organisation.',
  ),
  erasure: remedy(
    'Your request stands. What is kept is locked away, and erased on the day that is named, once no legal hold stands.',
    'Keep what a duty holds, restricted, and erase it on the day that is named.',
    'Check duty, hold and day before you erase.',
    'Call again from the day that is named.',
  ),
  reliance: remedy(
    ASK,
    'Send us the contract with the party you rely on, or verify the person yourself.',
    'Check the contract and who is party to it.',
    'Verify the person yourself, or wait until the contract is recorded.',
  ),
} satisfies Record<string, Remedy>

export const REMEDIES = { ...OF_PERSONS, ...OF_RISK, ...OF_DEALS, ...OF_ORGANISATIONS }
export type RemedyName = keyof typeof REMEDIES
