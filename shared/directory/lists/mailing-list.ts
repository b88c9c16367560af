// Mailing lists: the stored record.
import * as z from 'zod';
import type { DefinitionKind } from '../record/definition-store.ts';
import { line } from '../record/fields.ts';
import type { StoredRecord } from '../record/stored.ts';

/** Static: people are added one by one. Dynamic: whoever is in a group or passes a filter when a broadcast is sent. */
const listKinds = ['static', 'dynamic'] as const;

const ListContent = z.strictObject({
  name: line(120),
  description: line(500).optional(),
  kind: z.enum(listKinds),
  /** The groups of a dynamic list. */
  groupIds: z.array(z.string()).optional(),
  /** The filter of a dynamic list, as requests have it. */
  filterBody: z.record(z.string(), z.unknown()).optional(),
  /** Whether people see it in their preferences, and may join it. */
  isPublic: z.boolean().optional(),
  isActive: z.boolean().optional(),
});
export type ListContent = z.infer<typeof ListContent>;
export type MailingListItem = ListContent & StoredRecord<'mailing-list'>;

/** Lists, whose names are unique. */
export const mailingLists: DefinitionKind<ListContent, MailingListItem['type']> = {
  type: 'mailing-list',
  what: 'mailing list',
  group: 'MESSAGE',
};
