// What credits and completions refer to: a person, a credit type, a course. Loaded together and validated together.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { type CourseItem, courseKey } from '../../courses/course.ts';
import { typeKey } from '../../settings/types/store.ts';
import { type TrainingTypeItem, validateTypeReferences } from '../../settings/types/training-type.ts';

/** The ids in a request. */
interface ReferencedIds {
  readonly personId: string;
  readonly creditTypeId?: string | undefined;
  readonly courseId?: string | null | undefined;
}

/** The referenced records by id. */
export interface CreditReferences {
  readonly people: ReadonlyMap<string, PersonItem>;
  readonly creditTypes: ReadonlyMap<string, TrainingTypeItem>;
  readonly courses: ReadonlyMap<string, CourseItem>;
}

type ReferencedItem = PersonItem | TrainingTypeItem | CourseItem;

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === 'string')),
];

/** Loads everything that rows refer to; one round trip per hundred different ids. */
export async function loadCreditReferences(
  tenant: TenantStore,
  rows: readonly ReferencedIds[],
): Promise<CreditReferences> {
  const keys: Key<ReferencedItem>[] = [
    ...distinct(rows.map(({ personId }) => personId)).map((id) => personKey(tenant, id)),
    ...distinct(rows.map(({ creditTypeId }) => creditTypeId)).map((id) => typeKey(tenant, 'creditType', id)),
    ...distinct(rows.map(({ courseId }) => courseId)).map((id) => courseKey(tenant, id)),
  ];
  const items = await tenant.getMany(keys);
  const byType = <T extends ReferencedItem['type']>(type: T) =>
    new Map(
      items.flatMap((item) =>
        item?.type === type ? [[item.id, item as Extract<ReferencedItem, { type: T }>] as const] : [],
      ),
    );
  return { people: byType('person'), creditTypes: byType('creditType'), courses: byType('course') };
}

/** No earlier day is plausible; such a day is a typing or conversion error. */
const firstRecordDay = '1900-01-01';

/** All problems of the references of a row and of its day, which must not be before 1900 or in the future. */
export function validateRecordInput(
  { personId, creditTypeId, courseId }: ReferencedIds,
  day: { readonly target: 'earnedDate' | 'completedDate'; readonly value: string; readonly today: string },
  items: CreditReferences,
): ErrorDetail[] {
  const type =
    creditTypeId === undefined
      ? []
      : [{ kind: 'creditType', id: creditTypeId, target: 'creditTypeId' } as const];
  return [
    ...(items.people.has(personId) ? [] : [unknownId('person', personId, 'personId')]),
    ...validateTypeReferences(type, [], items.creditTypes),
    ...(!courseId || items.courses.has(courseId) ? [] : [unknownId('course', courseId, 'courseId')]),
    ...(day.value >= firstRecordDay && day.value <= day.today
      ? []
      : [
          {
            code: 'OUT_OF_RANGE',
            message: `${day.target} must be between ${firstRecordDay} and today, ${day.today}, but was ${day.value}.`,
            target: day.target,
          } satisfies ErrorDetail,
        ]),
  ];
}
