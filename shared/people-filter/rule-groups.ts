// Filter rules by a list's own fields and by custom fields (docs/interface/lists.md#filter-rules).
import type { TenantStore } from '../data/store.ts';
import { hashValue } from '../directory/people/person-entries.ts';
import { type FieldOwner, isFieldVisible, listCustomFields } from '../directory/record/custom-field.ts';
import { throwIfInvalid } from '../errors/failure.ts';
import { unknownId } from '../errors/unknown-id.ts';
import { createRuleFilter, type FilterRule } from '../lists/filter-rules.ts';

/** The field of rules by values of custom fields, which short entries have as hashes. */
export const customField = 'customFields';

/** Groups of rules, all of which an entry passes. */
export type RuleGroups<F extends string> = readonly (readonly FilterRule<F | typeof customField>[])[];

/** The fields of a list. */
interface RuleFields<F extends string> {
  readonly owner: FieldOwner;
  readonly builtIn: readonly F[];
  /** Where the rules are in the request. */
  readonly target: string;
  /** Who asks; a user by default. */
  readonly caller?: { readonly kind: 'anonymous' | 'user' | 'client' } | undefined;
}

/**
 * The rules of a request. One query where there is one by a custom field, none otherwise.
 * @throws Failure VALIDATION_ERROR for a field that the tenant does not have, that is inactive, or that a stranger must not know
 */
export async function resolveRuleGroups<F extends string>(
  tenant: TenantStore,
  sent: readonly FilterRule[],
  { owner, builtIn, target, caller = { kind: 'user' } }: RuleFields<F>,
): Promise<RuleGroups<F>> {
  const isBuiltIn = (field: string): field is F => builtIn.some((name) => name === field);
  const isCustom = sent.some(({ fieldId }) => !isBuiltIn(fieldId));
  const active = new Set(
    (isCustom ? await listCustomFields(tenant, owner) : []).flatMap((field) =>
      isFieldVisible(field, caller) ? [field.id] : [],
    ),
  );
  throwIfInvalid(
    sent.flatMap(({ fieldId }, index) =>
      isBuiltIn(fieldId) || active.has(fieldId)
        ? []
        : [unknownId('active custom field', fieldId, `${target}[${index}].fieldId`)],
    ),
  );
  const own = sent.flatMap(({ fieldId, selectedValues }) =>
    isBuiltIn(fieldId) ? [{ fieldId, selectedValues }] : [],
  );
  // Rules of one field are alternatives, and different custom fields share the field of the hashes.
  const custom = Map.groupBy(
    sent.filter(({ fieldId }) => !isBuiltIn(fieldId)),
    ({ fieldId }) => fieldId,
  );
  return [
    own,
    ...[...custom].map(([fieldId, rules]) =>
      rules.map(({ selectedValues }) => ({
        fieldId: customField,
        selectedValues: selectedValues.map((value) => hashValue(fieldId, value)),
      })),
    ),
  ] as RuleGroups<F>;
}

/** A filter that an entry passes when it passes every group. */
export function createGroupsFilter<T, F extends string>(
  rules: RuleGroups<F>,
  getValues: (entry: T, field: F | typeof customField) => readonly (string | undefined)[],
): (entry: T) => boolean {
  const filters = rules.flatMap((group) => createRuleFilter(group, getValues) ?? []);
  return (entry) => filters.every((passes) => passes(entry));
}
