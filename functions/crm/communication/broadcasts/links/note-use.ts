// Counts opens and clicks, each once for a recipient, a click also for its link; those of programs apart.
import { wasSent } from '../../../../../shared/broadcast-figures/figures.ts';
import type { BroadcastItem, RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { noteUseOfMail } from '../../../../../shared/broadcasts/recipients.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import type { LinkOwner } from './find-recipient.ts';

/** How a mail was used. */
interface Use {
  readonly receivedAt: Date;
  /** The id of the link that was clicked; undefined for the picture. */
  readonly linkId?: string | undefined;
  /** Whether a program did, and not the recipient. */
  readonly isByMachine: boolean;
}

/** What a use adds to a recipient. Who clicks has opened the mail, with or without pictures. */
function describeUse(
  { broadcast, recipient }: { readonly broadcast: BroadcastItem; readonly recipient: RecipientItem },
  { linkId, isByMachine }: Use,
  date: string,
): Partial<RecipientItem> {
  const isOpened = (linkId === undefined || broadcast.tracksOpens) && recipient.openedDate === undefined;
  if (isByMachine)
    return isOpened && recipient.machineOpenedDate === undefined ? { machineOpenedDate: date } : {};
  const { clickedDate = date, clickedLinks = [] } = recipient;
  const isClicked = linkId !== undefined && !clickedLinks.includes(linkId);
  return {
    ...(isOpened && { openedDate: date }),
    ...(isClicked && { clickedDate, clickedLinks: [...clickedLinks, linkId] }),
  };
}

/** The changes that note a use; none where it was noted before. */
export function noteUse({ tenant, settings, broadcast, recipient }: LinkOwner, use: Use): readonly Change[] {
  if (!recipient) return [];
  const date = tenantTime(settings, use.receivedAt).toISOString();
  const change = describeUse({ broadcast, recipient }, use, date);
  // A mail that is used went out, also where its sender has not said so.
  const isNews = Object.keys(change).length > 0 || !wasSent(recipient);
  return isNews ? noteUseOfMail(tenant, recipient, date, change) : [];
}
