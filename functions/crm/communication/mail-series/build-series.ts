// What a request says of a series.

import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { mailingLists } from '../../../../shared/directory/lists/mailing-list.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { type ErrorDetail, permissionDenied, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { SeriesContent, SeriesItem } from '../../../../shared/mail-series/series.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { mailTopics } from '../mail-topics/topic.ts';
import type { MailSeriesInput } from './schemas.ts';

/** What is wrong with the list whose members are to enter: an unknown or inactive one, or one that people do not join. */
export async function checkEntryList(
  tenant: TenantStore,
  listId: string | undefined,
): Promise<ErrorDetail[]> {
  if (listId === undefined) return [];
  const list = (await listDefinitions(tenant, mailingLists)).find(({ id }) => id === listId);
  if (!list) return [unknownId('mailing list', listId, 'listId')];
  const refuse = (message: string): ErrorDetail[] => [{ code: 'NOT_ALLOWED', message, target: 'listId' }];
  if (list.isActive === false) return refuse(`${list.name} is inactive.`);
  return list.kind === 'dynamic'
    ? refuse(`${list.name} is a dynamic list, which people do not join; send a static one.`)
    : [];
}

/** @throws Failure VALIDATION_ERROR with everything that is wrong */
export async function buildSeries(tenant: TenantStore, body: MailSeriesInput): Promise<SeriesContent> {
  const [listId, topicId] = [body.listId ?? undefined, body.topicId ?? undefined];
  const [ofList, topics] = await Promise.all([
    checkEntryList(tenant, listId),
    topicId === undefined ? [] : listDefinitions(tenant, mailTopics),
  ]);
  throwIfInvalid([
    ...ofList,
    ...(topicId !== undefined && !topics.some(({ id }) => id === topicId)
      ? [unknownId('topic', topicId, 'topicId')]
      : []),
  ]);
  return { name: body.name, ...omitUndefined({ listId, topicId, replyTo: body.replyTo }) };
}

/**
 * Refuses a change of what is being sent to a caller who may not send.
 * @throws Failure 403
 */
export function assertMayChange({ status }: SeriesItem, { permissions }: Caller): void {
  if (status !== 'draft' && !permissions.has('crm.communication.send'))
    throw permissionDenied('crm.communication.send');
}
