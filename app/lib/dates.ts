const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A calendar date in words, the same on server and client. */
export const longDate = (isoDate: string) => format.format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`))

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A moment in words, in UTC, the same on server and client. */
export const dateTime = (isoTime: string) => moment.format(new Date(isoTime))
