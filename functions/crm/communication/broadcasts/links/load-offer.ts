// What a person may choose to receive.

import { mailingLists } from '../../../../../shared/directory/lists/mailing-list.ts';
import { listIdsOf } from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { listDefinitions } from '../../../../../shared/directory/record/definition-store.ts';
import { compareNames } from '../../../lists/compare-names.ts';
import { mailTopics } from '../../mail-topics/topic.ts';
import type { LinkedRecipient } from './find-recipient.ts';
import type { Offer } from './preferences-page.ts';

/** The active lists that are public or that the person is on; dynamic ones where the mail of the link came by them. */
export async function loadOffer({ tenant, personId, recipient }: LinkedRecipient): Promise<Offer> {
  const [all, ids, topics] = await Promise.all([
    listDefinitions(tenant, mailingLists),
    listIdsOf(tenant, personId),
    listDefinitions(tenant, mailTopics),
  ]);
  const memberOf = new Set([...ids, ...(recipient?.listIds ?? [])]);
  const lists = all
    .filter(({ id, isActive, isPublic }) => isActive !== false && (isPublic || memberOf.has(id)))
    .toSorted(compareNames);
  const active = topics.filter(({ isActive }) => isActive !== false).toSorted(compareNames);
  return { lists, memberOf, topics: active };
}
