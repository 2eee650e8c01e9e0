/** An age in the largest unit that says it well. */
export function ageWords(seconds: number): string {
  const [count, unit] =
    seconds >= 3 * 86_400
      ? [Math.floor(seconds / 86_400), 'day']
      : seconds >= 3_600
        ? [Math.floor(seconds / 3_600), 'hour']
        : [Math.floor(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
