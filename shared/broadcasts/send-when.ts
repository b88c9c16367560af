// The event for which a draft of a broadcast waits (docs/interface/communication.md#drafts-that-wait-for-an-event).

/** What a draft may wait for: a hearing of a bill that is scheduled, a seat of a committee that is vacant. */
export const awaitedEvents = ['bill-hearing', 'seat-vacant'] as const;
export type AwaitedEvent = (typeof awaitedEvents)[number];

/** Why a draft no longer waits although the event did not come. */
export const waitEnds = ['expired', 'subject-gone', 'subject-decided'] as const;

/**
 * The event that a draft waits for, and what became of it.
 *
 * | from           | event                                         | to      |
 * |----------------|-----------------------------------------------|---------|
 * | (none)         | a draft is to wait                            | waiting |
 * | waiting        | the event is there                            | ready   |
 * | ready          | the event is over or was cancelled            | waiting |
 * | waiting, ready | the draft is sent                             | sent    |
 * | waiting, ready | its day is over, the subject is gone, request | ended   |
 */
export interface SendWhen {
  readonly event: AwaitedEvent;
  /** The bill whose hearing it is. */
  readonly billId?: string | undefined;
  /** The committee whose seat it is, and the position where it is that of one. */
  readonly committeeId?: string | undefined;
  readonly positionId?: string | undefined;
  /** Whether it is sent without a person who releases it. */
  readonly withoutRelease?: true | undefined;
  /** The last day, by the tenant's zone: YYYY-MM-DD. */
  readonly expiresOn: string;
  /** Who has it wait, with the scope of the token: without a release it is sent in the name of this subject. */
  readonly setBy: string;
  readonly scope?: string | undefined;
  readonly setDate: string;
  /** The ids of the hearings or vacancies that were there before: they are not the event. */
  readonly known: readonly string[];
  /** The hearing or vacancy that came: its id, in words, and when that was seen. */
  readonly happened?: { readonly recordId: string; readonly what: string; readonly date: string } | undefined;
  /** Why it was not sent without a release, although it should have been. */
  readonly heldBack?: string | undefined;
  readonly ended?:
    | { readonly reason: (typeof waitEnds)[number]; readonly detail: string; readonly date: string }
    | undefined;
}

/** The record that it is about, by type and id. */
export const getSubject = ({ billId, committeeId }: Pick<SendWhen, 'billId' | 'committeeId'>): string =>
  billId === undefined ? `committee/${committeeId}` : `bill/${billId}`;
