/** Numbers in registers of companies and what can be told of each by its form alone: its digits, and the check digit where it has one. */

export interface Registration {
  /** Of the register, ISO 3166-1 alpha-2. */
  country: string
  /** State or province of the register, ISO 3166-2, where a country has several. */
  region?: string | null | undefined
  /** The part of the register, or the court that keeps it, where the number says nothing without. */
  court?: string | null | undefined
  number: string
}

/** What a form says: `well_formed`, or `unchecked` where nobody published how the numbers of a register are made. */
export type NumberForm = { form: 'well_formed' | 'unchecked'; number: string } | { problem: string }

interface Register {
  name: string
  /** Said to whoever wrote a number of another form. */
  example: string
  /** The number as it is kept, or null where it is none. */
  read: (text: string) => string | null
  /** Numbers begin anew in each court. */
  byCourt?: true
}

const digitsOf = (text: string) => [...text].map(Number)
const sumOf = (text: string, weights: readonly number[]) => digitsOf(text).reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0)

/** By the formula of Luhn (ISO/IEC 7812-1, annex B). */
function luhn(text: string): boolean {
  const sum = digitsOf(text)
    .reverse()
    .reduce((all, digit, i) => all + (i % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0)
  return sum % 10 === 0
}

/** A number whose form is an expression, and a check digit where there is one. */
const shaped =
  (shape: RegExp, checks: (text: string) => boolean = () => true) =>
  (text: string): string | null =>
    shape.test(text) && checks(text) ? text : null

/** Spain: seven digits between a letter for the kind of entity and a control, a digit or a letter by that kind. */
function spanish(text: string): boolean {
  const digits = digitsOf(text.slice(1, 8))
  const sum = digits.reduce((all, digit, i) => all + (i % 2 === 1 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9), 0)
  const control = (10 - (sum % 10)) % 10
  const letter = 'JABCDEFGHI'[control]!
  const [kind, given] = [text[0]!, text[8]!]
  // Who is not resident has no province, and a letter.
  if ('PQRSNW'.includes(kind) || text.startsWith('00', 1)) return given === letter
  return given === String(control) || (!'ABEH'.includes(kind) && given === letter)
}

/** Switzerland: eight digits and one by modulus 11 (eCH-0097). */
function swiss(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  const check = 11 - (sumOf(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)
  return check !== 10 && Number(digits[8]) === check % 11
}

/** Japan: a check digit before twelve digits, by modulus 9. */
function japanese(text: string): boolean {
  const sum = digitsOf(text.slice(1))
    .reverse()
    .reduce((all, digit, i) => all + digit * (i % 2 === 0 ? 1 : 2), 0)
  return Number(text[0]) === 9 - (sum % 9)
}

/** Australia: eight digits and one by modulus 10. */
const australian = (text: string) => Number(text[8]) === (10 - (sumOf(text, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10

const COMPANIES_HOUSE =
  /^(?:\d{8}|(?:AC|CE|CS|ES|FC|FE|GE|GN|GS|IC|IP|LP|NA|NC|NF|NI|NL|NO|NP|NR|NV|NZ|OC|OE|PC|R0|RC|RS|SA|SC|SE|SF|SG|SI|SL|SO|SP|SR|SZ|ZC)\d{6})$/

/** By country, or by state where each has a register of its own. */
const REGISTERS: Readonly<Record<string, Register>> = {
  AU: { name: 'ASIC', example: '004 085 616', read: (text) => shaped(/^\d{9}$/, australian)(text.replaceAll(' ', '')) },
  CA: { name: 'Corporations Canada', example: '1234567-8', read: shaped(/^\d{6,7}-?\d?$/) },
  CH: { name: 'Swiss UID register', example: 'CHE-123.456.788', read: (text) => swissForm(text) },
  DE: {
    name: 'Handelsregister',
    example: 'HRB 12345, with the court',
    byCourt: true,
    read: (text) => /^(HRA|HRB|GNR|PR|VR|GSR) ?(\d{1,6}) ?([A-Z]{0,3})$/.exec(text)?.slice(1).filter(Boolean).join(' ') ?? null,
  },
  ES: { name: 'Agencia Tributaria (NIF)', example: 'A58818501', read: shaped(/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/, spanish) },
  FR: { name: 'Répertoire Sirene (SIREN)', example: '732 829 320', read: (text) => shaped(/^\d{9}$/, luhn)(text.replaceAll(' ', '')) },
  GB: {
    name: 'Companies House',
    example: '01234567 or SC123456',
    // Zeros at the beginning are often left out.
    read: (text) => shaped(COMPANIES_HOUSE)(/^\d{5,8}$/.test(text) ? text.padStart(8, '0') : text),
  },
  IN: {
    name: 'Ministry of Corporate Affairs',
    example: 'U72200KA2007PTC043114 or AAA-1234',
    read: shaped(/^(?:[LU]\d{5}[A-Z]{2}(?:19|20)\d{2}[A-Z]{3}\d{6}|[A-Z]{3}-\d{4})$/),
  },
  IT: { name: 'Registro Imprese (codice fiscale)', example: '00743110157', read: shaped(/^\d{11}$/, luhn) },
  JP: { name: 'National Tax Agency', example: '5835678256246', read: (text) => shaped(/^\d{13}$/, japanese)(text.replaceAll(/[ -]/g, '')) },
  NL: { name: 'Kamer van Koophandel', example: '12345678', read: shaped(/^\d{8}$/) },
  SG: {
    name: 'ACRA',
    example: '200012345A, 12345678X or T08LL0001B',
    read: shaped(/^(?:\d{8}[A-Z]|(?:19|20)\d{7}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$/),
  },
  'US-CA': { name: 'California Secretary of State', example: 'C1234567 or 202012345678', read: shaped(/^(?:C?\d{7}|\d{12}|B\d{11,12})$/) },
  'US-DE': { name: 'Delaware Division of Corporations', example: '7654321', read: shaped(/^\d{6,8}$/) },
  'US-FL': { name: 'Florida Division of Corporations', example: 'P12000012345', read: shaped(/^(?:[A-Z]\d{11}|[A-Z]?\d{5,6})$/) },
  'US-NY': { name: 'New York Department of State', example: '1234567', read: shaped(/^\d{1,8}$/) },
  'US-TX': { name: 'Texas Secretary of State', example: '0801234567', read: shaped(/^\d{9,10}$/) },
  'US-WY': { name: 'Wyoming Secretary of State', example: '2020-000123456', read: shaped(/^\d{4}-\d{9}$/) },
}

const swissForm = (text: string): string | null => {
  const digits = /^CHE-?(\d{3})\.?(\d{3})\.?(\d{3})$/.exec(text)
  return digits && swiss(text) ? `CHE-${digits.slice(1).join('.')}` : null
}

const registerOf = ({ country, region }: Registration): Register | null => REGISTERS[region ?? country] ?? null

/** How the register of a number is called; null where it is not known here. */
export const registerName = (registration: Registration): string | null => registerOf(registration)?.name ?? null

/**
 * Reads a number as its register writes it. What is of another form, or has another check digit, is none of that register; what is of a
 * register whose form is not known here is kept as it is, and said to be unchecked.
 */
export function readNumber(registration: Registration): NumberForm {
  const text = registration.number.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  const register = registerOf(registration)
  // Provinces number their companies each in its own way.
  if (!register || (registration.region && !REGISTERS[registration.region])) return { form: 'unchecked', number: text }
  const number = register.read(text)
  if (number === null) return { problem: `This is not a number of ${register.name}, such as ${register.example}.` }
  if (register.byCourt && !registration.court) return { problem: `Numbers of ${register.name} begin anew in each court: name the court.` }
  return { form: 'well_formed', number }
}
