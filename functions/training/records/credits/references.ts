// What credits and completions refer to: a person, a type of credit, a course. Looked up together, every fault told.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/person-store.ts';
import { type ErrorDetail, invalid } from '../../../../shared/errors/failure.ts';
import { type CourseItem, courseKey } from '../../courses/course.ts';
import { typeKey } from '../../settings/types/store.ts';
import { type TrainingTypeItem, validateTypeReferences } from '../../settings/types/training-type.ts';

/** Ids as they were sent. */
interface ReferencedIds {
  readonly personId: string;
  readonly creditTypeId?: string | undefined;
  readonly courseId?: string | null | undefined;
}

/** What some ids stand for, each by its id. */
export interface CreditReferences {
  readonly people: ReadonlyMap<string, PersonItem>;
  readonly creditTypes: ReadonlyMap<string, TrainingTypeItem>;
  readonly courses: ReadonlyMap<string, CourseItem>;
}

type ReferencedItem = PersonItem | TrainingTypeItem | CourseItem;

const distinct = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => typeof id === 'string')),
];

/** Everything that rows refer to; one round trip per hundred different ids. */
export async function loadCreditReferences(
  tenant: TenantStore,
  rows: readonly ReferencedIds[],
): Promise<CreditReferences> {
  const keys: Key<ReferencedItem>[] = [
    ...distinct(rows.map(({ personId }) => personId)).map((id) => personKey(tenant, id)),
    ...distinct(rows.map(({ creditTypeId }) => creditTypeId)).map((id) => typeKey(tenant, 'creditType', id)),
    ...distinct(rows.map(({ courseId }) => courseId)).map((id) => courseKey(tenant, id)),
  ];
  const found = await tenant.getMany(keys);
  const of = <T extends ReferencedItem['type']>(type: T) =>
    new Map(
      found.flatMap((item) =>
        item?.type === type ? [[item.id, item as Extract<ReferencedItem, { type: T }>] as const] : [],
      ),
    );
  return { people: of('person'), creditTypes: of('creditType'), courses: of('course') };
}

const unknownValue = (target: string, what: string, id: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `There is no ${what} with the id ${id}.`,
  target,
});

/** Everything wrong with what a row refers to, and with its day: nothing is earned in the future. */
export function validateRecordInput(
  { personId, creditTypeId, courseId }: ReferencedIds,
  day: { readonly target: 'earnedDate' | 'completedDate'; readonly value: string; readonly today: string },
  found: CreditReferences,
): ErrorDetail[] {
  const type =
    creditTypeId === undefined
      ? []
      : [{ kind: 'creditType', id: creditTypeId, target: 'creditTypeId' } as const];
  return [
    ...(found.people.has(personId) ? [] : [unknownValue('personId', 'person', personId)]),
    ...validateTypeReferences(type, [], found.creditTypes),
    ...(!courseId || found.courses.has(courseId) ? [] : [unknownValue('courseId', 'course', courseId)]),
    ...(day.value <= day.today
      ? []
      : [
          {
            code: 'OUT_OF_RANGE',
            message: `${day.target} must not be after today, ${day.today}, but was ${day.value}.`,
            target: day.target,
          } satisfies ErrorDetail,
        ]),
  ];
}

/** @throws Failure 400 when there are faults */
export function throwIfInvalid(faults: readonly ErrorDetail[]): void {
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
}
