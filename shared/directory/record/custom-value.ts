// The values that records have in the fields of their tenant (docs/interface/crm.md#custom-fields).
import * as z from 'zod';
import { type CustomFieldItem, controlTypes } from './custom-field.ts';
import { line } from './fields.ts';

/** A stored value; `id` is the field's, by which two lists of values are merged. */
export const CustomValueContent = z.strictObject({ id: z.uuid(), value: line(2000) });
export type CustomValueContent = z.infer<typeof CustomValueContent>;

/** The most values of a record. */
export const MAX_VALUES = 200;

/** A value as the interface presents it. */
export const CustomValueView = z
  .strictObject({
    fieldId: z.uuid(),
    fieldName: z.string().meta({ example: 'Preferred language' }),
    groupName: z.string().meta({ description: 'The group of fields that it belongs to.' }),
    controlTypeId: z.literal(Object.values(controlTypes)).meta({ description: 'The kind of the field.' }),
    value: z.string().meta({
      description: 'A date is YYYY-MM-DD, an address JSON, an organization its id.',
      example: 'English',
    }),
  })
  .meta({ id: 'CustomValue', description: 'The value of a custom field.' });
type CustomValueView = z.infer<typeof CustomValueView>;

/** The fields by which values are presented. */
export interface FieldContext {
  /** In their order; inactive ones hide their values. */
  readonly fields: readonly CustomFieldItem[];
}

/** The values in the interface's form, in the order of the fields. */
export function presentCustomValues(
  values: readonly CustomValueContent[] = [],
  { fields }: FieldContext,
): CustomValueView[] {
  if (values.length === 0) return [];
  const byId = new Map(values.map(({ id, value }) => [id, value]));
  return fields.flatMap(({ id, name, tabGroup, controlTypeId, isActive }) => {
    const value = byId.get(id);
    return value === undefined || isActive === false
      ? []
      : [{ fieldId: id, fieldName: name, groupName: tabGroup, controlTypeId, value }];
  });
}
