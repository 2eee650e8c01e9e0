/** Thrown where the kit would have to make something up. */
export class NotAnswered extends Error {
  readonly what: string
  constructor(what: string) {
    super(`The test kit does not answer this: ${what}. Record it against the sandbox as a cassette, or ask the sandbox itself.`)
    this.what = what
  }
}
