const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A calendar date in words, the same on server and client. */
export const longDate = (isoDate: string) => format.format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`))
