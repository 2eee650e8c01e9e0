/** Who stands behind the people and keys of a tenant. */
export interface People {
  /**
   * Whether one developer plays everybody: two keys of theirs are then two people, and no act waits for somebody they did not choose.
   * Never in production, where nobody is their own second person.
   */
  readonly playedByOne: boolean
}
