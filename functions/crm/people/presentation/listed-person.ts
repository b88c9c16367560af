// A person as the lists of existing callers show one (docs/interface/crm.md#people-in-lists).
import * as z from 'zod';
import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import {
  displayName,
  isActivePerson,
  listPhones,
  type PersonContent,
} from '../../../../shared/directory/people/person.ts';
import type { PictureContext } from '../../../../shared/directory/people/person-photo.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import {
  CustomValueView,
  type FieldContext,
  presentCustomValues,
} from '../../../../shared/directory/record/custom-value.ts';
import { countMonthsWorked } from '../../../../shared/time/count-days.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import { type AccountContext, accountFields, presentAccount } from './account.ts';
import { presentTerm, type TermNames } from './committee-terms.ts';

const named = (description: string) => z.array(z.strictObject({ name: z.string() })).meta({ description });

export const ListedPerson = z
  .strictObject({
    id: z.uuid(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    fullName: z.string().meta({ example: 'Ada Fairweather' }),
    email: z.string().nullable(),
    imageThumbUrl: z.string().nullable(),
    status: z.enum(['Active', 'Deactivated']),
    personTypes: named('What the person is to the association.'),
    primaryPhoneNumber: z.strictObject({ value: z.string() }).nullable(),
    organization: z.strictObject({ name: z.string().nullable(), imageThumbUrl: z.string().nullable() }),
    peoplePosition: z
      .array(
        z.strictObject({
          organizationId: z.uuid().nullable(),
          organizationName: z.string().nullable(),
          positionName: z.string(),
        }),
      )
      .meta({
        description: 'The positions that the person holds today, in organizations and in committees.',
      }),
    terms: z
      .array(
        z.strictObject({
          electionTermName: z.string().nullable(),
          regionName: z.string().nullable(),
          position: z.strictObject({
            organizationName: z.string().nullable().meta({ description: 'The committee.' }),
            positionName: z.string(),
          }),
        }),
      )
      .meta({ description: 'The terms in committees that last today.' }),
    peopleDepartment: z.array(
      z.strictObject({ departmentName: z.string(), organizationName: z.string().nullable() }),
    ),
    ...accountFields,
    tags: z.array(z.strictObject({ tagName: z.string() })),
    customFields: z.array(CustomValueView),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
    totalTimeWorked: z
      .int()
      .meta({ description: 'Whole months in positions with a start, overlapping ones counted once.' }),
  })
  .meta({ id: 'ListedPerson', description: 'A person in a list.' });

/** Title and department of the main position, and of the positions that are held today, each once. */
function listCurrent(person: PersonContent, today: string) {
  const main = {
    organizationId: person.organizationId,
    organizationName: person.organizationName,
    title: person.title,
    department: person.department,
  };
  return [main, ...(person.positions ?? []).filter((position) => isInForce(position, today))];
}

const distinct = <T>(entries: readonly T[]): T[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

/** The person as this caller sees it in a list. */
export function presentListedPerson(
  viewer: EmailViewer,
  person: PersonItem,
  {
    today,
    termNames,
    fields,
    presentPicture,
    ...account
  }: { readonly today: string; readonly termNames: TermNames } & AccountContext &
    FieldContext &
    PictureContext,
): z.input<typeof ListedPerson> {
  const terms = (person.terms ?? [])
    .filter((term) => isInForce(term, today))
    .map((term) => presentTerm(term, termNames));
  const current = listCurrent(person, today);
  const [phone] = listPhones(person);
  return {
    id: person.id,
    firstName: person.firstName ?? null,
    lastName: person.lastName ?? null,
    fullName: displayName(person),
    email: showEmail(viewer, person.id, person.email) || null,
    imageThumbUrl: presentPicture(person),
    status: isActivePerson(person, today) ? 'Active' : 'Deactivated',
    personTypes: (person.personTypes ?? []).map((name) => ({ name })),
    primaryPhoneNumber: phone ? { value: phone.value } : null,
    organization: { name: person.organizationName ?? null, imageThumbUrl: null },
    peoplePosition: distinct([
      ...current.flatMap(({ title, organizationId, organizationName }) =>
        title === undefined
          ? []
          : [
              {
                organizationId: organizationId ?? null,
                organizationName: organizationName ?? null,
                positionName: title,
              },
            ],
      ),
      ...terms.map(({ position }) => ({ organizationId: null, ...position })),
    ]),
    terms,
    peopleDepartment: distinct(
      current.flatMap(({ department, organizationName }) =>
        department === undefined
          ? []
          : [{ departmentName: department, organizationName: organizationName ?? null }],
      ),
    ),
    ...presentAccount(person.id, account),
    tags: (person.tags ?? []).map((tagName) => ({ tagName })),
    customFields: presentCustomValues(person.customFields, { fields }),
    createdDate: person.createdDate,
    modifiedDate: person.modifiedDate,
    totalTimeWorked: countMonthsWorked(person.positions ?? [], today),
  };
}
