// A custom field: what a request makes of it, and its form in the interface.
import type {
  CustomFieldContent,
  CustomFieldItem,
  FieldOwner,
} from '../../../../shared/directory/record/custom-field.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { isStandardHeading } from '../../../../shared/import/headings/standard-headings.ts';
import type { CustomField, CustomFieldInput } from './contract.ts';

/** The most fields of people, or of organizations: all are read with every record that has values. */
const MAX_FIELDS = 200;

/**
 * The content that a request asks for; without a sequence the field comes last in its group.
 * @throws Failure 409 when there are too many fields
 */
export function buildField(
  {
    name,
    controlTypeId,
    tab = 'Details',
    tabGroup = 'Details',
    sequence,
    isRequired = false,
    allowedValues,
    isPublic = false,
    isActive = true,
  }: CustomFieldInput,
  others: readonly CustomFieldItem[],
): CustomFieldContent {
  if (others.length >= MAX_FIELDS)
    throw conflict(
      `There are ${others.length} fields already, and at most ${MAX_FIELDS} are possible. Change one that is no longer needed.`,
    );
  const group = others.filter((other) => other.tab === tab && other.tabGroup === tabGroup);
  return {
    name,
    controlTypeId,
    tab,
    tabGroup,
    sequence: sequence ?? Math.max(0, ...group.map((other) => other.sequence)) + 1,
    isRequired,
    ...(allowedValues?.length ? { allowedValues } : {}),
    ...(isPublic ? { isPublic } : {}),
    ...(isActive ? {} : { isActive }),
  };
}

/**
 * A file has one column of a name. A field that was named before this rule keeps its name.
 * @throws Failure 400 when the name is a heading of a standard field
 */
export function assertOwnName(owner: FieldOwner, name: string, before?: CustomFieldContent): void {
  if (name === before?.name || !isStandardHeading(owner, name)) return;
  throwIfInvalid([
    {
      code: 'NOT_ALLOWED',
      message: `"${name}" is the heading of a standard field in imports and exports: choose another name.`,
      target: 'name',
    },
  ]);
}

/** @throws Failure 409 when stored values would have to become values of another kind */
export function assertSameKind(before: CustomFieldContent, after: CustomFieldContent): void {
  if (before.controlTypeId === after.controlTypeId) return;
  throw conflict(
    `The controlTypeId of this field stays ${before.controlTypeId}, because records have values of that kind. Deactivate it, and create another field.`,
    'controlTypeId',
  );
}

/** The field in the interface's form. */
export const presentField = (field: CustomFieldItem, tenantCode: string): CustomField => ({
  id: field.id,
  name: field.name,
  controlTypeId: field.controlTypeId,
  tab: field.tab,
  tabGroup: field.tabGroup,
  sequence: field.sequence,
  isRequired: field.isRequired,
  allowedValues: field.allowedValues ?? [],
  isPublic: field.isPublic ?? false,
  createdDate: field.createdDate,
  modifiedDate: field.modifiedDate,
  isActive: field.isActive ?? true,
  tenantId: tenantCode,
});
