/** Who stands behind the people and keys of a tenant. */
export interface People {
  /**
   * Whether one developer plays everybody: two keys of theirs are then two people, and no act waits for somebody they did not choose.
   * Never in production, where nobody is their own second person.
   */
  readonly playedByOne: boolean
  /** Whether who makes or renews a key has just proven who they are: the key acts on real people. */
  readonly provenForKeys: boolean
  /** Whether the law keeps records of who was verified. Of somebody made up it keeps nothing. */
  readonly keptByLaw: boolean
  /** What an invitation says of itself besides, as a sentence after others; empty where there is nothing to say. */
  readonly invitationNote: string
}
