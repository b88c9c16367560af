// Counts opens and clicks, each once for a recipient.
import type { Change } from '../../../../shared/data/changes.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { advance, noteSent, replaceRecipient } from '../recipients/store.ts';
import type { Figures } from '../record/broadcast.ts';
import { count } from '../record/store.ts';
import type { LinkOwner } from './find-recipient.ts';

/** The changes that note a use; none where it was noted before. Whoever clicks has opened the mail, with or without pictures. */
export function noteUse(
  { tenant, settings, broadcast, recipient }: LinkOwner,
  use: 'opened' | 'clicked',
  receivedAt: Date,
): Change[] {
  if (!recipient) return [];
  const date = tenantTime(settings, receivedAt).toISOString();
  const isOpened = use === 'opened' || broadcast.tracksOpens === true;
  const opened = isOpened && recipient.openedDate === undefined;
  const clicked = use === 'clicked' && recipient.clickedDate === undefined;
  if (!opened && !clicked) return [];
  const { change, add } = noteSent(recipient, date);
  const figures: Figures = { ...add, ...(opened && { opened: 1 }), ...(clicked && { clicked: 1 }) };
  const dates = { ...(opened && { openedDate: date }), ...(clicked && { clickedDate: date }) };
  return [
    replaceRecipient(tenant, recipient, advance(recipient, { ...change, ...dates })),
    count(tenant, recipient.broadcastId, recipient.personId, figures),
  ];
}
