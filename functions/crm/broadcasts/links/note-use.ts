// Counts opens and clicks, each once for a recipient.

import { noteUseOfMail } from '../../../../shared/broadcasts/recipients.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import type { LinkOwner } from './find-recipient.ts';

/** The changes that note a use; none where it was noted before. Whoever clicks has opened the mail, with or without pictures. */
export function noteUse(
  { tenant, settings, broadcast, recipient }: LinkOwner,
  use: 'opened' | 'clicked',
  receivedAt: Date,
): readonly Change[] {
  if (!recipient) return [];
  const date = tenantTime(settings, receivedAt).toISOString();
  const isOpened = use === 'opened' || broadcast.tracksOpens === true;
  const opened = isOpened && recipient.openedDate === undefined;
  const clicked = use === 'clicked' && recipient.clickedDate === undefined;
  if (!opened && !clicked) return [];
  const dates = { ...(opened && { openedDate: date }), ...(clicked && { clickedDate: date }) };
  return noteUseOfMail(tenant, recipient, date, dates);
}
