// A slow, independent reading of calendars for tests: day by day and by the platform's Date and Intl, nothing shared with the engine.

export type Ymd = readonly [year: number, month: number, date: number]

const utc = (ymd: Ymd) => {
  const date = new Date(0)
  date.setUTCFullYear(ymd[0], ymd[1] - 1, ymd[2])
  return date
}

export const toIso = (ymd: Ymd): string => utc(ymd).toISOString().slice(0, 10)
export const fromIso = (text: string): Ymd => [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))]

export function plusDays(ymd: Ymd, days: number): Ymd {
  const date = utc(ymd)
  date.setUTCDate(date.getUTCDate() + days)
  return fromIso(date.toISOString())
}

/** Month by month; when the month has no such day, its last one: found by stepping back from the first of the next month. */
export function plusMonths(ymd: Ymd, months: number): Ymd {
  let [year, month] = ymd
  for (let i = 0; i < Math.abs(months); i++) {
    month += months > 0 ? 1 : -1
    if (month === 13) [year, month] = [year + 1, 1]
    if (month === 0) [year, month] = [year - 1, 12]
  }
  const next: Ymd = month === 12 ? [year + 1, 1, 1] : [year, month + 1, 1]
  const last = plusDays(next, -1)[2]
  return [year, month, Math.min(ymd[2], last)]
}

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The New York calendar day by the platform's time-zone data. */
export function newYorkDay(ms: number): string {
  return newYork.format(new Date(ms))
}

const asNumber = ([year, month, date]: Ymd): number => year * 10_000 + month * 100 + date

/** Age by counting birthdays one after the other; a leapling's is 1 March where there is no 29 February. */
export function ageByBirthdays(birth: Ymd, on: Ymd): number {
  let age = -1
  for (let year = birth[0]; ; year++) {
    const leapYear = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)
    const birthday: Ymd = birth[1] === 2 && birth[2] === 29 && !leapYear ? [year, 3, 1] : [year, birth[1], birth[2]]
    if (asNumber(birthday) > asNumber(on)) return age
    age++
  }
}
