// The columns of the list of organizations.
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import type { Column } from './contract.ts';

const displayNames = {
  name: 'Name',
  status: 'Status',
  organizationType: 'Type',
  totalMembers: 'Members',
  activeMembers: 'Active members',
  locations: 'Locations',
  phoneNumbers: 'Phone numbers',
  primaryEmail: 'Email',
  website: 'Website',
  organizationTags: 'Tags',
  createdOn: 'Created',
  modifiedOn: 'Modified',
} as const;

/** The columns that every tenant has. */
export const ownColumns: readonly Column[] = Object.entries(displayNames).map(([name, displayName]) => ({
  colName: name,
  displayName,
  fieldId: name,
  controlTypeId: 0,
  fieldType: 'field',
}));

/** The columns of active custom fields. */
export const toFieldColumns = (fields: readonly CustomFieldItem[]): Column[] =>
  fields.flatMap(({ id, name, controlTypeId, isActive }) =>
    isActive === false
      ? []
      : [{ colName: name, displayName: name, fieldId: id, controlTypeId, fieldType: 'customField' }],
  );
