// What the page says on which a recipient unsubscribes.

import { mailingLists } from '../../../../../shared/directory/lists/mailing-list.ts';
import { listDefinitions } from '../../../../../shared/directory/record/definition-store.ts';
import type { PageContent } from '../../../../../shared/pages/page.ts';
import { buildLinks } from './build-links.ts';
import type { LinkedRecipient } from './find-recipient.ts';

/** The lists that the recipient leaves; none where it was no list. */
export const listsToLeave = ({ recipient, broadcast }: LinkedRecipient): readonly string[] =>
  recipient?.listIds ?? broadcast.listIds;

/** Whether the recipient gets nothing more of these lists. */
export function hasLeft(found: LinkedRecipient): boolean {
  const { consent } = found;
  const lists = listsToLeave(found);
  return consent.optedOut !== undefined || (lists.length > 0 && lists.every((id) => consent.left?.[id]));
}

/** The content of the page. */
export async function describeUnsubscription(found: LinkedRecipient, isDone: boolean): Promise<PageContent> {
  const { tenant, settings, broadcast, personId } = found;
  const ids = listsToLeave(found);
  const lists = ids.length === 0 ? [] : await listDefinitions(tenant, mailingLists);
  const names = lists.filter(({ id }) => ids.includes(id)).map(({ name }) => `“${name}”`);
  const what = names.length > 0 ? names.join(' and ') : `broadcasts of ${settings.name}`;
  const link = {
    text: 'Choose what you receive',
    url: buildLinks(tenant, broadcast, personId).preferences,
  };
  if (isDone) return { title: 'You are unsubscribed', text: `You get no more mail of ${what}.`, link };
  return { title: 'Unsubscribe?', text: `You receive ${what}.`, button: 'Unsubscribe', link };
}
