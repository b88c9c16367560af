// Who wants which mail: what people and their mail systems have decided, and the rule that follows from it
// (docs/interface/communication.md#who-gets-no-mail).
//
// A decision of a person is stored with the person and with the address: it outlives a change of the address by an import as
// well as a new record of somebody with the address.

import { type Agreement, uniteAgreements } from './agreement.ts';

/** How often somebody wants broadcasts at most. */
export const frequencies = ['all', 'weekly', 'monthly'] as const;
export type Frequency = (typeof frequencies)[number];

/** Why an address gets no broadcast at all. */
export const suppressionReasons = ['hard-bounce', 'soft-bounces', 'complaint', 'staff'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Ways in which a decision arrives; `import` is that of a former system. */
export const decisionMakers = ['one-click', 'page', 'staff', 'import'] as const;

/** When something was decided, and how. */
export interface Decision {
  /** ISO 8601 UTC. */
  readonly date: string;
  readonly by: (typeof decisionMakers)[number];
  /** The broadcast whose link was used. */
  readonly broadcastId?: string | undefined;
  /** What staff wrote about it. */
  readonly note?: string | undefined;
}

/** What a person has decided. */
export interface Choices {
  /** No broadcast at all. */
  readonly optedOut?: Decision | undefined;
  /** The lists that were left, by id. */
  readonly left?: Readonly<Record<string, Decision>> | undefined;
  /** The ids of the topics of which the person wants no mail. */
  readonly topicsOff?: readonly string[] | undefined;
  readonly frequency?: Frequency | undefined;
  /** What the person asked for, as a proof. */
  readonly agreed?: readonly Agreement[] | undefined;
}

/** Why an address is suppressed. */
export interface Suppression {
  readonly reason: SuppressionReason;
  readonly date: string;
  /** The text of the mail system, or of who suppressed it. */
  readonly detail?: string | undefined;
  readonly broadcastId?: string | undefined;
}

/** How an address stands with mail systems. */
export interface AddressStatus {
  readonly suppressed?: Suppression | undefined;
  /** When mail bounced for a while, since the last one that arrived: ISO 8601, the latest last. */
  readonly softBounces?: readonly string[] | undefined;
}

/** After so many soft bounces in a row an address is suppressed. */
export const SOFT_BOUNCES = 5;

/** What is known about one recipient. */
export interface RecipientFacts {
  readonly isActive: boolean;
  readonly email: string | undefined;
  /** Of the person, and of the address. */
  readonly choices: readonly Choices[];
  readonly address: AddressStatus;
  /** When a broadcast was sent to the person last, where the frequency needs it. */
  readonly lastBroadcast?: string | undefined;
}

/** What is to be sent. */
export interface BroadcastFacts {
  /** The lists by which the recipient was chosen; none for one chosen otherwise. */
  readonly listIds: readonly string[];
  /** The id of the topic. */
  readonly topicId?: string | undefined;
}

/** Why somebody does not get a message. */
export const refusalReasons = [
  'excluded-list',
  'excluded-group',
  'excluded-broadcast',
  'inactive',
  'no-email',
  'hard-bounce',
  'complaint',
  'soft-bounces',
  'soft-bounce',
  'suppressed-by-staff',
  'opted-out',
  'left-list',
  'topic',
  'frequency',
  'shared-address',
  'not-rendered',
  'refused-by-server',
  'given-up',
  'cancelled',
  'removed',
  'merged',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Why somebody does not get a message, and since when that is so. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly since?: string | undefined;
  readonly detail?: string | undefined;
  /** The list, group or broadcast that excludes the person. */
  readonly excludedBy?: string | undefined;
}

const DAY = 24 * 3600_000;
/** The days between two broadcasts to somebody. */
export const pauseDays = { all: 0, weekly: 7, monthly: 30 } as const satisfies Record<Frequency, number>;
const getPause = (frequency: Frequency): number => pauseDays[frequency] * DAY;

const toRefusal = (reason: RefusalReason, decision: Decision | undefined): Refusal => ({
  reason,
  since: decision?.date,
});

/** The first of some decisions. */
const findEarliest = (decisions: readonly (Decision | undefined)[]): Decision | undefined =>
  decisions
    .filter((decision) => decision !== undefined)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .at(0);

/**
 * Why somebody does not get a broadcast, the strongest reason first: suppression of the address, opt-out, lists that were
 * left, preferences. Undefined for who gets it.
 */
export function findRefusal(facts: RecipientFacts, message: BroadcastFacts, now: Date): Refusal | undefined {
  const { isActive, email, choices, address, lastBroadcast } = facts;
  if (!isActive) return { reason: 'inactive' };
  if (email === undefined) return { reason: 'no-email' };
  const { suppressed } = address;
  if (suppressed)
    return {
      reason: suppressed.reason === 'staff' ? 'suppressed-by-staff' : suppressed.reason,
      since: suppressed.date,
      detail: suppressed.detail,
    };
  const optedOut = findEarliest(choices.map((each) => each.optedOut));
  if (optedOut) return toRefusal('opted-out', optedOut);
  const left = message.listIds.map((id) => findEarliest(choices.map((each) => each.left?.[id])));
  if (left.length > 0 && left.every((decision) => decision !== undefined))
    return toRefusal('left-list', left.at(-1));
  const { topicId } = message;
  if (topicId !== undefined && choices.some(({ topicsOff = [] }) => topicsOff.includes(topicId)))
    return { reason: 'topic' };
  const pause = Math.max(...choices.map(({ frequency = 'all' }) => getPause(frequency)), 0);
  if (lastBroadcast !== undefined && now.getTime() < Date.parse(lastBroadcast) + pause)
    return { reason: 'frequency', since: lastBroadcast };
  return undefined;
}

/** The address after a bounce. A hard one suppresses at once, soft ones after several without a delivery between them. */
export function addBounce(
  address: AddressStatus,
  bounce: {
    readonly isHard: boolean;
    readonly detail?: string | undefined;
    readonly broadcastId?: string | undefined;
  },
  date: string,
): AddressStatus {
  const { isHard, ...origin } = bounce;
  const softBounces = isHard ? address.softBounces : [...(address.softBounces ?? []), date];
  const reason = isHard
    ? 'hard-bounce'
    : (softBounces?.length ?? 0) >= SOFT_BOUNCES
      ? 'soft-bounces'
      : undefined;
  return {
    ...address,
    softBounces,
    ...(reason && !address.suppressed && { suppressed: { reason, date, ...origin } }),
  };
}

/** The stricter of two sets of choices: what a merge of two people leaves. */
export function uniteChoices(a: Choices, b: Choices): Choices {
  const frequency = [a.frequency, b.frequency]
    .filter((each) => each !== undefined)
    .toSorted((one, other) => pauseDays[other] - pauseDays[one])
    .at(0);
  const topicsOff = [...new Set([...(a.topicsOff ?? []), ...(b.topicsOff ?? [])])].sort();
  const optedOut = findEarliest([a.optedOut, b.optedOut]);
  const agreed = uniteAgreements(a.agreed, b.agreed);
  return {
    ...(optedOut && { optedOut }),
    ...((a.left ?? b.left) && { left: { ...b.left, ...a.left } }),
    ...(topicsOff.length > 0 && { topicsOff }),
    ...(frequency && { frequency }),
    ...(agreed.length > 0 && { agreed }),
  };
}
