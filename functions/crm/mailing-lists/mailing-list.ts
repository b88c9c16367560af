// Mailing lists: the stored record, and its form in the interface.
import * as z from 'zod';
import type { DefinitionKind } from '../../../shared/directory/definition-store.ts';
import { line } from '../../../shared/directory/fields.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import type { StoredRecord } from '../../../shared/directory/stored.ts';
import { type PresentedKind, presentRecord } from '../committees/definitions/definition.ts';
import type { MailingListInput } from './contract.ts';

/** Static: people are added one by one. Dynamic: whoever passes a filter when a broadcast is sent. */
const listKinds = ['static', 'dynamic'] as const;

const ListContent = z.strictObject({
  name: line(120),
  description: line(500).optional(),
  kind: z.enum(listKinds),
  /** The filter of a dynamic list, as requests have it. */
  filterBody: z.record(z.string(), z.unknown()).optional(),
  /** Whether people see it in their preferences, and may join it. */
  isPublic: z.boolean().optional(),
  isActive: z.boolean().optional(),
});
type ListContent = z.infer<typeof ListContent>;
export type MailingListItem = ListContent & StoredRecord<'mailing-list'>;

/** Lists, whose names are unique. */
export const mailingLists: DefinitionKind<ListContent, MailingListItem['type']> = {
  type: 'mailing-list',
  what: 'mailing list',
  group: 'MESSAGE',
  schema: ListContent,
};

/** The content that a request asks for. */
export const buildMailingList = ({
  name,
  description,
  filterBody,
  isPublic,
  isActive = true,
}: MailingListInput): ListContent => ({
  name,
  kind: filterBody ? 'dynamic' : 'static',
  ...omitUndefined({ description: description ?? undefined }),
  ...(filterBody && { filterBody: JSON.parse(JSON.stringify(filterBody)) }),
  ...(isPublic && { isPublic }),
  ...(isActive ? {} : { isActive }),
});

/** The list in the interface's form. */
export const presentMailingList = (list: MailingListItem, tenantCode: string) => ({
  ...presentRecord(list, tenantCode),
  description: list.description ?? null,
  kind: list.kind,
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
