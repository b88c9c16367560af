// Consent that a person gave to be sent mail: what for, when, and from where. It proves that they asked for it, and lifts no refusal.

export interface Agreement {
  /** When it was given: ISO 8601 UTC. */
  readonly date: string;
  readonly by: 'sign-up' | 'import';
  /** What the person read and agreed to. */
  readonly text?: string | undefined;
  /** The lists that it is for, by id; absent where the former system says nothing about lists. */
  readonly listIds?: readonly string[] | undefined;
  /** When the form was sent, where a mail had to be answered afterwards. */
  readonly requestedDate?: string | undefined;
  /** The page of the form, or what the former system says about it. */
  readonly origin?: string | undefined;
  /** The IP address that confirmed it. */
  readonly ip?: string | undefined;
}

/** An address and a person have so many at most: the latest. */
const MAX_AGREEMENTS = 20;

const identify = ({ date, by, listIds = [] }: Agreement): string => [date, by, ...listIds].join(' ');

/** Both sets, the latest last. */
export function uniteAgreements(
  ...sets: readonly (readonly Agreement[] | undefined)[]
): readonly Agreement[] {
  const known = new Map(sets.flatMap((set) => set ?? []).map((each) => [identify(each), each]));
  return [...known.values()].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_AGREEMENTS);
}
