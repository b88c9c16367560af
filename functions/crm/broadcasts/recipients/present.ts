// Recipients in the interface's form, with the reason why somebody gets no mail.

import type { BroadcastItem, RecipientItem } from '../../../../shared/broadcasts/broadcast.ts';
import { displayName, type PersonContent } from '../../../../shared/directory/person.ts';
import type { Refusal } from '../../../../shared/mail-consent/consent.ts';

/** In words, by reason. */
const explanations = {
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
  'shared-address': 'Somebody else with the same address gets it.',
  'not-rendered': 'The message could not be filled in for this person.',
  'refused-by-server': 'The mail server refused the mail.',
  'given-up': 'The mail server could not be reached in any attempt.',
  'not-in-audience':
    'The person was in no list or group and passed no filter when the recipients were collected.',
  'not-yet-collected': 'The recipients are collected when the broadcast is due.',
  'not-yet-due': 'The mail is due later.',
  draft: 'The broadcast was not sent yet.',
  paused: 'The broadcast is paused.',
  cancelled: 'The broadcast was cancelled before the mail was due.',
} as const;
export type Reason = keyof typeof explanations;

/** Why a person is not, or not yet, a recipient who was sent a mail; undefined where the mail went out. */
function findReason(
  { status, isCollected, modifiedDate }: BroadcastItem,
  recipient: RecipientItem | undefined,
): { readonly reason: Reason; readonly since?: string | undefined } | undefined {
  if (recipient?.reason) return { reason: recipient.reason, since: recipient.since };
  if (recipient && recipient.status !== 'waiting') return undefined;
  if (status === 'cancelled' || status === 'paused') return { reason: status, since: modifiedDate };
  if (status === 'draft') return { reason: 'draft' };
  if (!isCollected && !recipient) return { reason: 'not-yet-collected' };
  return recipient ? { reason: 'not-yet-due' } : { reason: 'not-in-audience' };
}

/** @param expected what would happen if the mail were due now, for a person who is no recipient yet */
export function presentRecipient(
  broadcast: BroadcastItem,
  personId: string,
  person: PersonContent | undefined,
  recipient: RecipientItem | undefined,
  expected?: Refusal,
) {
  const found = findReason(broadcast, recipient);
  const isOpen = found?.reason === 'draft' || found?.reason === 'not-yet-collected';
  const reason = isOpen && expected ? expected : found;
  return {
    ...{ personId, displayName: displayName(person ?? {}), status: recipient?.status ?? ('none' as const) },
    ...{ reason: reason?.reason ?? null, since: reason?.since ?? null },
    explanation: reason ? explanations[reason.reason] : null,
    detail: recipient?.detail ?? (isOpen ? expected?.detail : undefined) ?? null,
    listIds: recipient?.listIds ?? [],
    sentDate: recipient?.sentDate ?? null,
    deliveredDate: recipient?.deliveredDate ?? null,
    bouncedDate: recipient?.bouncedDate ?? null,
    complainedDate: recipient?.complainedDate ?? null,
    unsubscribedDate: recipient?.unsubscribedDate ?? null,
    openedDate: recipient?.openedDate ?? null,
    clickedDate: recipient?.clickedDate ?? null,
  };
}
