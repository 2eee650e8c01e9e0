import type { Json } from '../canonical.ts'
import type { Check, Facts } from '../facts.ts'
import type { Rooms, RoomsOfChecks } from './of-checks.generated.ts'
import type { FactPath, Wire } from './vocabulary.ts'

/** How a fact is given: as it is written in JSON. Of a record not all may be known yet, and then the rules ask. */
export type Written<P extends FactPath> = Partly<Wire<P>>
type Partly<W> = W extends readonly unknown[] ? W : W extends object ? { readonly [K in keyof W]?: W[K] } : W

/** What no rule of the vocabulary reads and is kept with what was decided, by the name under which it stands. */
type Kept = {
  readonly issuer: {
    /** Becomes `offering.integration`, with the offerings recorded here. */
    readonly other_offerings?: Wire<'offering.integration'>
  }
  /** What facts of the subject took below the threshold. */
  readonly subject: { readonly screen?: { readonly demoted?: readonly Json[] } }
  /** Whose name was judged. */
  readonly creator: { readonly name?: string }
  /** Which coin it is. */
  readonly token: { readonly symbol?: string }
  /** Whose travel rule binds it, where it names countries: becomes `tx.travel.seats`. */
  readonly tenant: { readonly travel_seats?: readonly string[] }
  /** How a caller set the threshold of a screening. */
  readonly request: { readonly threshold?: { readonly asked: number; readonly applied: number } }
}
/** The same in every check: whether the offering is only tried out, and the legends of its token, which are read when it opens. */
type KeptInAny = { readonly draft?: boolean; readonly token?: Pick<Rooms['token'], 'legend_ids'> }
type Parties = 'subject' | 'investor' | 'from' | 'to' | 'creator' | 'seller' | 'buyer'
type With<R> = (R extends Parties ? Kept['subject'] : unknown) & (R extends keyof Kept ? Kept[R] : unknown)

/** The facts that stand under one name of the vocabulary: `subject`, `offering`, `issuer`. */
export type Room<R extends keyof Rooms> = Rooms[R] & With<R>

/** Who said each fact, by its path, and when; null where that was not kept. */
type Said = { readonly [path: string]: { readonly by: string; readonly at: string } | null }

/** The facts of one check, by the rules that read them. What is not known is left out. */
export type FactsOf<C extends Check> = { readonly check: C; readonly as_of: string } & {
  readonly [K in 'lists' | 'sources' | 'fx']?: Facts[K]
} & { readonly said?: Said } & { readonly [R in keyof RoomsOfChecks[C]]: RoomsOfChecks[C][R] & With<R> } & KeptInAny

/** The facts of any check. */
export type AnyFacts = { [C in Check]: FactsOf<C> }[Check]

/** `F` without a name that `T` does not have, however deep. Items of a list are held to their type alone. */
export type NoOther<F, T> = F extends readonly unknown[]
  ? F
  : F extends object
    ? { readonly [K in keyof F]: K extends NameIn<T> ? NoOther<F[K], At<T, K>> : never }
    : F
/** A fact may be written in several ways: a name of one of them is a name. */
type NameIn<T> = T extends readonly unknown[] ? never : T extends object ? keyof T : never
type At<T, K> = T extends object ? (K extends keyof T ? NonNullable<T[K]> : never) : never

/** The facts of one check: a name that the vocabulary does not hold, or a value that its fact is never written with, does not compile. */
export const exactFacts = <C extends Check, const F extends FactsOf<C>>(_check: C, facts: F & NoOther<F, FactsOf<C>>): FactsOf<C> => facts

/** The same for facts that stand under one name of the vocabulary. */
export const exactRoom = <R extends keyof Rooms, const F extends Room<R>>(_room: R, facts: F & NoOther<F, Room<R>>): F => facts
