// Who may call the endpoints of groups, and how their paths name a group (docs/interface/groups.md).
import * as z from 'zod';

const shared = { area: 'crm', tags: ['Groups'] } as const;
/** Public groups are shown without a token, where the tenant allows it; their people are not. */
export const reading = {
  ...shared,
  access: { permission: 'crm.groups.read', token: 'tenant' },
  also: ['crm.groups.write'],
} as const;
/** The permissions that decide which groups a caller sees. */
const seeing = ['crm.groups.read', 'crm.groups.write'] as const;
export const asking = {
  ...shared,
  access: { permission: 'own', token: 'required' },
  also: seeing,
} as const;
export const readingPeople = {
  ...shared,
  access: { permission: 'crm.people.read', token: 'required' },
  also: seeing,
} as const;
export const writing = { ...shared, access: { permission: 'crm.groups.write', token: 'required' } } as const;
/** The owners of a group change it, and whoever has the permission. */
export const owning = {
  ...shared,
  access: { permission: 'own', others: 'crm.groups.write', token: 'required' },
  also: ['crm.groups.read'],
} as const;

export const groupId = z.guid().meta({ description: 'The id of the group.' });
export const byGroup = z.object({ groupId });
export const example = { params: { groupId: '{{groupId}}' } } as const;

/** A field that is read and ignored. */
export const ignored = (description: string) => z.unknown().optional().meta({ description });
export const noEffect = 'Sent by existing callers; it has no effect.';
