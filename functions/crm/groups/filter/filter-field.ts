// The filter of a group in requests (docs/interface/groups.md#members-by-a-filter).
import * as z from 'zod';
import { type FilterRule, filterRulesWithCustomFields } from '../../../../shared/lists/filter-rules.ts';
import { isBlank } from '../../../../shared/values/blank.ts';
import { idField } from '../../fields/fields.ts';

/**
 * The fields by which somebody becomes a member: those that everybody reads who may read people. Roles of users take another
 * permission, and people chosen by their ids are added as members.
 */
export const groupFilterFields = [
  'positions',
  'departments',
  'personaTypeIds',
  'currentOrganization',
  'status',
  'tags',
  'totalTimeWorked',
] as const;

/** Whether the filter has a condition; without one everybody would pass. */
export const hasValues = (rules: readonly FilterRule[]): boolean =>
  rules.some(({ selectedValues }) => selectedValues.some((value) => !isBlank(value)));

/** The rules of a filter as it is stored. */
export const readRules = ({ filterRules }: Readonly<Record<string, unknown>>): readonly FilterRule[] =>
  (filterRules ?? []) as readonly FilterRule[];

/** The members of requests that give a group a filter. */
export const filterFields = {
  filterBody: z
    .strictObject({ filterRules: filterRulesWithCustomFields(groupFilterFields) })
    .refine(({ filterRules }) => hasValues(filterRules), {
      path: ['filterRules'],
      message: 'A filter needs a rule with a value; status Active has all active people.',
    })
    .meta({ id: 'GroupFilter' })
    .nullish()
    .meta({
      description:
        'Whoever passes these rules is a member, beside the people who were added: the filter rules of List people by filters, without roles and peopleids. null: no filter.',
    }),
  viewId: idField().meta({
    description: 'A saved view of people whose rules the group gets now, instead of filterBody.',
  }),
};

/** Whether a request names one filter at most. */
export const isOneFilter = ({
  filterBody,
  viewId,
}: {
  readonly filterBody?: unknown;
  readonly viewId?: string | null | undefined;
}): boolean => isBlank(filterBody) || isBlank(viewId);
