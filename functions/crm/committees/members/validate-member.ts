// What is wrong with a membership: its dates, and what it refers to.

import type {
  CommitteeContent,
  MembershipContent,
} from '../../../../shared/directory/committees/committee.ts';
import type { CommitteeDefinitions } from '../../../../shared/directory/committees/committee-definitions.ts';
import type { CommitteePositionItem } from '../../../../shared/directory/committees/committee-position.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { describeTerm } from '../../../../shared/time/in-force.ts';

type Dated = Pick<MembershipContent, 'startDate' | 'endDate' | 'electionTermId'>;

/** A membership ends when it starts or later, and is within its election term. */
export function validateTerm(membership: Dated, { electionTerms }: CommitteeDefinitions): ErrorDetail[] {
  const { startDate, endDate, electionTermId } = membership;
  if (startDate && endDate && endDate < startDate)
    return [
      {
        code: 'OUT_OF_RANGE',
        message: `The membership would end on ${endDate}, before it starts on ${startDate}. Void a membership that was never true.`,
        target: 'endDate',
      },
    ];
  const term = electionTerms.find(({ id }) => id === electionTermId);
  if (!term) return [];
  const isEarly = startDate === undefined || startDate < term.startDate;
  const isLate = endDate === undefined || endDate > term.endDate;
  if (!isEarly && !isLate) return [];
  return [
    {
      code: 'OUT_OF_RANGE',
      message: `The membership would be ${describeTerm(membership)}, and the election term ${term.name} is ${describeTerm(term)}: choose dates within it, or another election term.`,
      target: isEarly ? 'startDate' : 'endDate',
    },
  ];
}

/** The election term and the region must be there, and be in use when they are given. */
export function validateReferences(
  input: {
    readonly electionTermId?: string | null | undefined;
    readonly regionId?: string | null | undefined;
  },
  { electionTerms, regions }: CommitteeDefinitions,
): ErrorDetail[] {
  const check = (
    what: string,
    target: string,
    id: string | null | undefined,
    all: readonly { readonly id: string; readonly name: string; readonly isActive?: boolean | undefined }[],
  ): ErrorDetail[] => {
    if (!id) return [];
    const found = all.find((each) => each.id === id);
    if (!found) return [unknownId(what, id, target)];
    if (found.isActive !== false) return [];
    return [
      { code: 'NOT_ALLOWED', message: `The ${what} ${found.name} is inactive: choose another one.`, target },
    ];
  };
  return [
    ...check('election term', 'electionTermId', input.electionTermId, electionTerms),
    ...check('region', 'regionId', input.regionId, regions),
  ];
}

/** The position must be in use, and one of this type of committee. */
export function validatePosition(
  { name, isActive, committeeTypes = [] }: CommitteePositionItem,
  committee: Pick<CommitteeContent, 'name' | 'committeeType'> | undefined,
): ErrorDetail[] {
  const refuse = (message: string): ErrorDetail[] => [{ code: 'NOT_ALLOWED', message, target: 'positionId' }];
  if (isActive === false) return refuse(`The position ${name} is inactive: choose another one.`);
  if (!committee || committeeTypes.length === 0) return [];
  const type = committee.committeeType;
  if (committeeTypes.map(foldForSort).includes(foldForSort(type ?? ''))) return [];
  return refuse(
    `The position ${name} is for committees of the type ${committeeTypes.join(' or ')}, and ${committee.name} is ${type === undefined ? 'of no type' : `of the type ${type}`}.`,
  );
}
