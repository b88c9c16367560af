// Mailing lists in the form of the interface.
import {
  type ListContent,
  type MailingListItem,
  mailingLists,
} from '../../../../shared/directory/lists/mailing-list.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { type PresentedKind, presentRecord } from '../../committees/definitions/definition.ts';
import type { MailingListInput } from './contract.ts';

/** The content that a request asks for. */
export const buildMailingList = ({
  name,
  description,
  groupIds,
  filterBody,
  isPublic,
  isActive = true,
}: MailingListInput): ListContent => ({
  name,
  kind: filterBody || groupIds.length > 0 ? 'dynamic' : 'static',
  ...omitUndefined({ description: description ?? undefined }),
  ...(groupIds.length > 0 && { groupIds }),
  ...(filterBody && { filterBody: JSON.parse(JSON.stringify(filterBody)) }),
  ...(isPublic && { isPublic }),
  ...(isActive ? {} : { isActive }),
});

/** The list in the interface's form. */
export const presentMailingList = (list: MailingListItem, tenantCode: string) => ({
  ...presentRecord(list, tenantCode),
  description: list.description ?? null,
  kind: list.kind,
  groupIds: list.groupIds ?? [],
  filterBody: list.filterBody ?? null,
  isPublic: list.isPublic ?? false,
});

/** Mailing lists with their address. */
export const mailingListKind: PresentedKind<
  ListContent,
  MailingListItem['type'],
  ReturnType<typeof presentMailingList>
> = {
  kind: mailingLists,
  path: '/api/v1/MailingLists',
  parameter: 'listId',
  present: presentMailingList,
};
