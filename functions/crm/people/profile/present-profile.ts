// The profile of a person with its fields and tabs.

import { isActivePerson } from '../../../../shared/directory/people/person.ts';
import type { PictureContext } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { controlTypes } from '../../../../shared/directory/record/custom-field.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import type { Profile } from './contract.ts';

/** The field of the organizations, which everybody has. */
export const organizationField = { id: 'currentOrganization', tab: 'Details', tabGroup: 'Details' } as const;

/** The organizations of a person with the positions there, the main one first, as JSON. */
function writeOrganizations(person: PersonItem, today: string): string {
  const main = {
    organizationName: person.organizationName,
    title: person.title,
    department: person.department,
    startDate: undefined,
    endDate: undefined,
  };
  const named = [main, ...(person.positions ?? [])].filter(({ organizationName }) => organizationName);
  const byName = Map.groupBy(named, ({ organizationName }) => organizationName ?? '');
  return JSON.stringify(
    [...byName].map(([name, positions]) => ({
      name,
      isPrimary: name === person.organizationName,
      positionHistory: positions.flatMap((position) =>
        position === main && positions.length > 1
          ? []
          : [
              {
                isCurrent: isInForce(position, today),
                positionName: position.title ?? null,
                departmentName: position.department ?? null,
              },
            ],
      ),
    })),
  );
}

/** The profile with these fields; without ids with all of them. */
export function presentProfile(
  person: PersonItem,
  fields: readonly CustomFieldItem[],
  {
    fieldIds,
    today,
    tenantCode,
    isFavorite,
    presentPicture,
  }: {
    readonly fieldIds: readonly string[];
    readonly today: string;
    readonly tenantCode: string;
    readonly isFavorite: boolean;
  } & PictureContext,
): Profile {
  const tabIdOf = (tab: string): string => recordId(tenantCode, 'profile-tab', tab);
  const groupIdOf = (tab: string, group: string): string =>
    recordId(tenantCode, 'profile-tab-group', JSON.stringify([tab, group]));
  const place = ({ tab, tabGroup }: { readonly tab: string; readonly tabGroup: string }) => ({
    tabId: tabIdOf(tab),
    tabGroupId: groupIdOf(tab, tabGroup),
  });
  const values = new Map((person.customFields ?? []).map(({ id, value }) => [id, value]));
  const active = fields.filter(({ isActive }) => isActive !== false);
  const requestedIds = new Set(fieldIds.map((id) => id.toLowerCase()));
  const groupsByTab = Map.groupBy([organizationField, ...active], ({ tab }) => tab);
  const all = [
    {
      id: organizationField.id,
      controlTypeId: controlTypes.organization,
      selectedValue: person.organizationId ?? null,
      organizationValue: writeOrganizations(person, today),
      ...place(organizationField),
    },
    ...active.map((field) => ({
      id: field.id,
      controlTypeId: field.controlTypeId,
      selectedValue: values.get(field.id) ?? null,
      organizationValue: null,
      ...place(field),
    })),
  ];
  return {
    isError: false,
    people: {
      id: person.id,
      firstName: person.firstName ?? null,
      lastName: person.lastName ?? null,
      imageThumbUrl: presentPicture(person),
      isStarredMember: isFavorite,
      isFavorite,
      isActive: isActivePerson(person, today),
    },
    peopleFields: all.filter(({ id }) => requestedIds.size === 0 || requestedIds.has(id.toLowerCase())),
    tabs: [...groupsByTab].map(([tab, inTab], index) => ({
      id: tabIdOf(tab),
      name: tab,
      sequence: index + 1,
      groupFields: [...new Set(inTab.map(({ tabGroup }) => tabGroup))].map((group, place) => ({
        id: groupIdOf(tab, group),
        name: group,
        sequence: place + 1,
      })),
    })),
  };
}
