// Writes down what became of a recipient.

import { wasSent } from '../../../../../shared/broadcast-figures/figures.ts';
import type { RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import {
  advance,
  noteRecipient,
  noteUseOfMail,
  replaceRecipient,
} from '../../../../../shared/broadcasts/recipients.ts';
import { type Change, commitUnlessStale } from '../../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import { computeDelay, isExhausted } from '../../../../../shared/jobs/attempts.ts';
import { mailAttempts } from '../../../../../shared/mail/outbox.ts';
import { isAddressRefused } from '../../../../../shared/mail-address/refused-address.ts';
import { noteRefusedAddress } from '../../../../../shared/mail-consent/note-refused-address.ts';
import { type ConsentItem, loadConsent, saveConsent } from '../../../../../shared/mail-consent/store.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { RenderFault } from '../../message-templates/render-fault.ts';
import { findMergedRecipient } from '../recipients/find-merged-recipient.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** Writes down what became of a recipient, unless it is another one by now. */
export const settle = (
  { tenant }: TakenBroadcast,
  before: RecipientItem,
  change: Partial<RecipientItem> & Pick<RecipientItem, 'status'>,
  more: readonly Change[] = [],
): Promise<boolean> => commitUnlessStale([...noteRecipient(tenant, before, change), ...more]);

/**
 * Writes down that the server accepted the mail, whatever else became of the recipient meanwhile: a report may have come first, the
 * broadcast may be cancelled, and the recipient may have moved to the person who remained after a merge.
 */
export async function settleSent(
  taken: TakenBroadcast,
  claimed: RecipientItem,
  consent: ConsentItem | undefined,
  now: Date,
): Promise<void> {
  const { tenant, settings } = taken;
  const sentDate = tenantTime(settings, now).toISOString();
  // Who wants broadcasts seldom: the next ones wait.
  const isSeldom = (consent?.frequency ?? 'all') !== 'all';
  const noteDate = (choices: ConsentItem): Change[] => [
    saveConsent(tenant, choices, { lastBroadcast: sentDate }),
  ];
  const sent = { status: 'sent', sentDate, detail: undefined } as const;
  if (await settle(taken, claimed, sent, isSeldom && consent ? noteDate(consent) : [])) return;
  const { broadcastId, personId, addressHash } = claimed;
  await decideAndCommit(async () => {
    const current = await findMergedRecipient(tenant, broadcastId, personId);
    if (!current || wasSent(current) || current.addressHash !== addressHash) return { changes: [] };
    return {
      changes: [
        ...noteUseOfMail(tenant, current, sentDate, {}),
        ...(isSeldom ? noteDate(await loadConsent(tenant, current.personId)) : []),
      ],
    };
  });
}

const describeError = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200);

/** Whether the server refuses the mail for good: an SMTP reply of the class 5 (RFC 5321 4.2.1). */
const isFinal = (error: unknown): boolean => {
  const code = (error as { readonly responseCode?: unknown } | null)?.responseCode;
  return typeof code === 'number' && code >= 500;
};

/** After a failed attempt: another one later, or none where it would fail again. */
export async function settleFailure(
  taken: TakenBroadcast,
  recipient: RecipientItem,
  error: unknown,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<void> {
  const detail = describeError(error);
  const since = tenantTime(taken.settings, now).toISOString();
  if (error instanceof RenderFault) {
    await settle(taken, recipient, { status: 'failed', reason: 'not-rendered', since, detail });
  } else if (isFinal(error)) {
    if (isAddressRefused(error))
      await noteRefusedAddress(taken.tenant, email, { detail, broadcastId: taken.item.id, date: since });
    await settle(taken, recipient, { status: 'failed', reason: 'refused-by-server', since, detail });
  } else if (isExhausted(mailAttempts, recipient)) {
    await settle(taken, recipient, { status: 'failed', reason: 'given-up', since, detail });
  } else {
    const dueAt = Math.round(now.getTime() + computeDelay(mailAttempts, recipient.tries, Math.random()));
    await commitUnlessStale([
      replaceRecipient(taken.tenant, recipient, advance(recipient, { dueAt, detail })),
    ]);
  }
}
