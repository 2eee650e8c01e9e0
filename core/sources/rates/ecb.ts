/** Euro reference rates of one day: how many units of each currency one euro is. */
export interface DayRates {
  /** The day they are of, `YYYY-MM-DD`. */
  date: string
  source: string
  per_eur: Record<string, string>
}

/** Published about 16:00 Frankfurt time on every day on which the European payment system works. */
export const ECB_DAILY = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

/** Reads the European Central Bank's daily file. Throws when it is not one, or not to its end, so that what stands in force stays. */
export function readEcbDaily(xml: string): DayRates {
  const date = /<Cube time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  const rates = [...xml.matchAll(/<Cube currency=['"]([A-Z]{3})['"] rate=['"](\d{1,9}(?:\.\d{1,9})?)['"]/g)]
  const per_eur = Object.fromEntries(rates.map(([, currency, rate]) => [currency!, rate!]))
  if (!/<\/gesmes:Envelope>\s*$/.test(xml)) throw new Error('This file of euro reference rates is cut off.')
  if (!date || Number.isNaN(Date.parse(date)) || !(Number(per_eur.USD) > 0)) throw new Error('This is not a file of euro reference rates.')
  return { date, source: 'ECB', per_eur }
}
