// What requests say about custom fields of people and organizations (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import type { TenantStore } from '../../../shared/data/store.ts';
import { CustomAddress, checkCustomValue } from '../../../shared/directory/record/check-custom-value.ts';
import {
  type CustomFieldItem,
  controlTypes,
  type FieldOwner,
  listCustomFields,
} from '../../../shared/directory/record/custom-field.ts';
import { type CustomValueContent, MAX_VALUES } from '../../../shared/directory/record/custom-value.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { isGuid } from '../../../shared/values/guid.ts';

const CustomValueRequest = z
  .object({
    fieldId: z.guid().transform((id) => id.toLowerCase()),
    value: z
      .union([z.string().trim().max(2000), CustomAddress, z.null()])
      .optional()
      .meta({
        description:
          'A text, a day (YYYY-MM-DD), a telephone number, the id of an organization, or an address as an object or as JSON with address, addressLine2, city, state and zipCode. null or an empty text removes the value.',
        example: 'English',
      }),
  })
  .meta({ id: 'CustomValueRequest' });
type CustomValueInput = z.output<typeof CustomValueRequest>;

/** The values of a request. */
export const customValuesField = () =>
  z.array(CustomValueRequest).max(MAX_VALUES).nullish().meta({
    description:
      'Values of custom fields. A request for some fields of a record changes the values that it names; a whole record has no others.',
  });

interface WithValues {
  readonly customFields?: readonly CustomValueContent[] | undefined;
}

/** The fields of a tenant, read only where a record has a value or a request needs them. */
export const loadFields = async (
  tenant: TenantStore,
  owner: FieldOwner,
  records: readonly WithValues[],
  isNeeded = false,
): Promise<readonly CustomFieldItem[]> =>
  isNeeded || records.some(({ customFields }) => customFields && customFields.length > 0)
    ? listCustomFields(tenant, owner)
    : [];

/** The ids of the organizations that values refer to. */
export const listOrganizationValues = (
  sent: readonly CustomValueInput[] | null | undefined,
  fields: readonly CustomFieldItem[],
): string[] => {
  const ids = new Set(
    fields.flatMap(({ id, controlTypeId }) => (controlTypeId === controlTypes.organization ? [id] : [])),
  );
  return (sent ?? []).flatMap(({ fieldId, value }) =>
    ids.has(fieldId) && typeof value === 'string' && isGuid(value) ? [value.toLowerCase()] : [],
  );
};

/** How a request changes the values of a record. */
interface ValueUpdate {
  readonly stored: readonly CustomValueContent[] | undefined;
  readonly fields: readonly CustomFieldItem[];
  /** Whether the request is the whole record: values that it does not name are removed. */
  readonly isWhole: boolean;
  /** Whether required fields need a value that the record does not have yet. */
  readonly isComplete: boolean;
  readonly organizations: { has(id: string): boolean };
}

/**
 * The values of the record after the request, and everything that is wrong with it. Values of inactive fields stay; a value
 * that is sent back as it was is valid, also when the definition has changed since.
 */
export function applyCustomValues(
  sent: readonly CustomValueInput[] | null | undefined,
  { stored = [], fields, isWhole, isComplete, organizations }: ValueUpdate,
): { readonly values: CustomValueContent[] | undefined; readonly faults: readonly ErrorDetail[] } {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const before = new Map(stored.map(({ id, value }) => [id, value]));
  const isHidden = (id: string): boolean => byId.get(id)?.isActive === false;
  const after = new Map([...before].filter(([id]) => isHidden(id) || !(isWhole || sent === null)));
  const faults: ErrorDetail[] = [];
  const seen = new Set<string>();
  for (const [index, { fieldId, value }] of (sent ?? []).entries()) {
    const target = `customFields[${index}]`;
    const field = byId.get(fieldId);
    if (field === undefined) faults.push(unknownId('custom field', fieldId, `${target}.fieldId`));
    else if (seen.has(fieldId)) faults.push(repeatedField(field, target));
    else if (typeof value === 'string' && value === before.get(fieldId)) after.set(fieldId, value);
    else {
      const checked = checkCustomValue(field, value, organizations);
      if ('message' in checked) faults.push({ ...checked, target: `${target}.value` });
      else if (checked.value === undefined) after.delete(fieldId);
      else after.set(fieldId, checked.value);
    }
    seen.add(fieldId);
  }
  const missing = fields.filter(
    ({ id, isRequired, isActive }) =>
      isRequired && isActive !== false && !after.has(id) && ((isWhole && isComplete) || before.has(id)),
  );
  const isFaulty = new Set(faults.map(({ target }) => target));
  return {
    values: after.size === 0 ? undefined : [...after].map(([id, value]) => ({ id, value })),
    faults: [
      ...faults,
      ...missing.flatMap(({ id, name }): ErrorDetail[] => {
        const index = (sent ?? []).findIndex(({ fieldId }) => fieldId === id);
        const target = index < 0 ? 'customFields' : `customFields[${index}].value`;
        const message = `The custom field "${name}" (${id}) is required.`;
        return isFaulty.has(target) ? [] : [{ code: 'REQUIRED_FIELD', message, target }];
      }),
    ],
  };
}

const repeatedField = ({ id, name }: CustomFieldItem, target: string): ErrorDetail => ({
  code: 'DUPLICATE_VALUE',
  message: `The custom field "${name}" (${id}) is in customFields twice.`,
  target: `${target}.fieldId`,
});
