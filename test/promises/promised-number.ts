// A number that the documents promise: where they say it, where the code declares it, and how its edge is tried.

/** The phrases that promise a number, each with the number in it, by document. */
export type Phrases = Readonly<Record<string, string | readonly string[]>>;

/** What happens at an amount that a test tries. */
export interface Trial {
  readonly name: string;
  readonly run: () => unknown;
  readonly expected: unknown;
}

/** How a number is exercised: by trials generated from it, or by a test elsewhere. */
export type Exercise =
  | {
      readonly kind: 'trials';
      readonly build: (promised: number) => readonly Trial[];
      /** The code of a trial that computes the number: it has to call a rule. */
      readonly code?: string;
    }
  | { readonly kind: 'test'; readonly file: string; readonly test: string };

export interface PromisedNumber {
  readonly says: Phrases;
  /** The number as the phrases say it. */
  readonly promised: number;
  /** The constant of the code, in the unit of the phrases. */
  readonly declared: number;
  readonly exercised: Exercise | readonly Exercise[];
}

/** Whether something is accepted at this amount, in the unit of the phrases. */
type Accepts = (amount: number) => unknown;

const buildTrials =
  (accepts: Accepts, step: number, [before, at, after]: readonly [boolean, boolean, boolean]) =>
  (promised: number): Trial[] => [
    { name: 'just before', run: () => accepts(promised - step), expected: before },
    { name: 'exactly at', run: () => accepts(promised), expected: at },
    { name: 'just after', run: () => accepts(promised + step), expected: after },
  ];

/** A millisecond in other units. */
export const oneMillisecond = {
  days: 1 / 86_400_000,
  hours: 1 / 3_600_000,
  minutes: 1 / 60_000,
  seconds: 0.001,
};

/** Accepted up to and including the number. */
export const atMost = (accepts: Accepts, step = 1): Exercise => ({
  kind: 'trials',
  build: buildTrials(accepts, step, [true, true, false]),
});

/** Accepted before the number only: a moment at which something has ended. */
export const before = (accepts: Accepts, step = 1): Exercise => ({
  kind: 'trials',
  build: buildTrials(accepts, step, [true, false, false]),
});

/** Accepted from the number on. */
export const atLeast = (accepts: Accepts, step = 1): Exercise => ({
  kind: 'trials',
  build: buildTrials(accepts, step, [false, true, true]),
});

/** What a rule computes is the number. */
export const computes = (compute: () => unknown): Exercise => ({
  kind: 'trials',
  code: String(compute),
  build: (promised) => [{ name: 'as computed', run: compute, expected: promised }],
});

/** A test elsewhere tries the number, such as one that needs a database. */
export const triedBy = (file: string, test: string): Exercise => ({ kind: 'test', file, test });

/** A text of so many characters. */
export const text = (length: number): string => 'x'.repeat(length);

/** So many values. */
export const many = <T>(count: number, build: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => build(index));

/** A moment that is so many milliseconds after the one from which tests count. */
export const start = new Date('2026-03-02T15:00:00.000Z');
export const later = (milliseconds: number, from: Date = start): Date =>
  new Date(from.getTime() + Math.round(milliseconds));
