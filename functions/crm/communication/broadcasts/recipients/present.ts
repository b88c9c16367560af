// Recipients in the interface's form, with the reason why somebody gets no mail.

import type { BroadcastItem, RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { displayName, type PersonContent } from '../../../../../shared/directory/people/person.ts';

/** In words, by reason. */
const explanations = {
  'excluded-list': 'The person is on a list that the broadcast excludes.',
  'excluded-group': 'The person is a member of a group that the broadcast excludes.',
  'excluded-broadcast':
    'The person gets, or shares the address of a person who gets, a broadcast whose recipients are excluded.',
  inactive: 'The person is not active.',
  'no-email': 'The person has no email address.',
  'hard-bounce': 'The mailbox does not exist: a mail came back for good.',
  complaint: 'The person reported a mail as unwanted.',
  'soft-bounces': 'Several mails in a row came back for a while.',
  'suppressed-by-staff': 'Staff excluded the address.',
  'soft-bounce': 'The mail came back, which may be for a while only.',
  'opted-out': 'The person wants no broadcasts.',
  'left-list': 'The person left every list by which they were chosen.',
  topic: 'The person does not want this topic.',
  frequency: 'The person got a broadcast already in the time in which they want one at most.',
  'shared-address': 'Another person with the same address gets it.',
  'not-rendered': 'The message could not be filled in for this person.',
  'refused-by-server': 'The mail server refused the mail.',
  'given-up': 'The mail server could not be reached in any attempt.',
  cancelled: 'The broadcast was cancelled before the mail was sent.',
  removed: 'The record of the person was removed before the mail was sent.',
  merged: 'The record was merged into another one, which is the recipient.',
  'not-in-audience':
    'The person was in no list or group and passed no filter when the recipients were collected.',
  'not-yet-there': 'The person is not in the series, or has not reached this step of it.',
  'not-yet-collected': 'The recipients are collected when the broadcast is due.',
  'not-yet-due': 'The mail is due later.',
  draft: 'The broadcast was not sent yet.',
  paused: 'The broadcast is paused.',
} as const;
export type Reason = keyof typeof explanations;
const notInAudienceNow = 'The person is in no list or group of the broadcast now and passes no filter of it.';

/** Whether it is not yet decided whether a person gets a broadcast: what holds now says what would happen. */
export const isUndecided = (
  { status, isCollected }: BroadcastItem,
  recipient: RecipientItem | undefined,
): boolean =>
  status !== 'sent' && status !== 'cancelled' && (recipient ? recipient.status === 'waiting' : !isCollected);

/** Why there is no mail. */
interface Cause {
  readonly reason: Reason;
  readonly since?: string | undefined;
  readonly detail?: string | undefined;
  readonly excludedBy?: string | undefined;
}

/** Why a person is not, or not yet, a recipient who was sent a mail; undefined where the mail went out. */
function findCause(
  { status, isCollected, seriesId, modifiedDate }: BroadcastItem,
  recipient: RecipientItem | undefined,
): Cause | undefined {
  if (recipient?.reason)
    return { reason: recipient.reason, since: recipient.since, excludedBy: recipient.excludedBy };
  if (recipient && recipient.status !== 'waiting') return undefined;
  if (seriesId !== undefined && !recipient) return { reason: 'not-yet-there' };
  if (status === 'cancelled' || status === 'paused') return { reason: status, since: modifiedDate };
  if (status === 'draft' || status === 'waiting' || status === 'ready') return { reason: 'draft' };
  if (!isCollected && !recipient) return { reason: 'not-yet-collected' };
  return recipient ? { reason: 'not-yet-due' } : { reason: 'not-in-audience' };
}

/** What would happen to a person if the mail were due now. */
export interface Expectation {
  /** Why they would get none; undefined for who would get it. */
  readonly cause: Cause | undefined;
  /** The lists by which they are chosen. */
  readonly listIds: readonly string[];
}

const explain = (reason: Reason): string => explanations[reason];
/** Why a person would get no mail by the audience as it is now, in words. */
export const explainForNow = (reason: Reason): string =>
  reason === 'not-in-audience' ? notInAudienceNow : explanations[reason];

/** @param expected for whom it is not yet decided */
export function presentRecipient(
  broadcast: BroadcastItem,
  personId: string,
  person: PersonContent | undefined,
  recipient: RecipientItem | undefined,
  expected?: Expectation,
) {
  const cause = expected?.cause ?? findCause(broadcast, recipient);
  return {
    ...{ personId, displayName: displayName(person ?? {}), status: recipient?.status ?? ('none' as const) },
    ...{ reason: cause?.reason ?? null, since: cause?.since ?? null },
    explanation: cause ? (expected?.cause ? explainForNow : explain)(cause.reason) : null,
    detail: recipient?.detail ?? expected?.cause?.detail ?? null,
    excludedBy: cause?.excludedBy ?? null,
    listIds: recipient?.listIds ?? expected?.listIds ?? [],
    sentDate: recipient?.sentDate ?? null,
    deliveredDate: recipient?.deliveredDate ?? null,
    bouncedDate: recipient?.bouncedDate ?? null,
    complainedDate: recipient?.complainedDate ?? null,
    unsubscribedDate: recipient?.unsubscribedDate ?? null,
    openedDate: recipient?.openedDate ?? null,
    machineOpenedDate: recipient?.machineOpenedDate ?? null,
    clickedDate: recipient?.clickedDate ?? null,
    clickedLinks: recipient?.clickedLinks ?? [],
  };
}
