// A person of a demo tenant who knows a legislator, and has met them.
import { commit, ifAbsent } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { contactKey, saveContact } from '../../../../shared/directory/officials/official-contact.ts';
import {
  builtInTypes,
  putRelationship,
  relationshipKey,
  STAFF_TYPE_ID,
} from '../../../../shared/directory/officials/political-relationship.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';

const findType = (name: string): string => builtInTypes.find((type) => type.name === name)?.id ?? '';

/** Stores the relationship, unless it is there, and names what examples refer to. */
export async function seedRelationship(
  tenant: TenantStore,
  {
    id,
    personId,
    officialId,
    contactId,
    staffId,
    staffRelationshipId,
  }: {
    readonly id: string;
    /** Somebody who works for the official. */
    readonly staffId: string;
    readonly staffRelationshipId: string;
    readonly contactId: string;
    readonly personId: string;
    readonly officialId: string;
  },
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const content = {
    ...{ personId, officialId, typeId: findType('Former colleague'), strength: 4 },
    startDate: '2015-01-05',
    notes: 'Served together on a county council.',
  };
  const staff = {
    ...{ personId: staffId, officialId, typeId: STAFF_TYPE_ID, strength: 5 },
    ...{ startDate: '2023-01-09', title: 'Chief of Staff' },
  };
  for (const [itemId, each] of [
    [id, content],
    [staffRelationshipId, staff],
  ] as const) {
    const item = nextVersion('political-relationship', itemId, each, undefined, now);
    if (!(await tenant.get(relationshipKey(tenant, item))))
      await commit([putRelationship(tenant, item, { condition: ifAbsent, onConflict: 'retry' })]);
  }
  const contact = nextVersion(
    'official-contact',
    contactId,
    {
      ...{ officialId, date: '2026-02-11', kind: 'meeting' as const, subject: 'Road funding' },
      ...{ notes: 'Asked for the figures by county.', followUpDate: '2026-03-02', personIds: [personId] },
    },
    undefined,
    now,
  );
  if (!(await tenant.get(contactKey(tenant, contact))))
    await commit(saveContact(tenant, { after: contact }, { condition: ifAbsent, onConflict: 'retry' }));
  return {
    ...{ politicalRelationshipId: id, officialContactId: contactId },
    ...{ officialId, relationshipTypeId: findType('Friend') },
  };
}
