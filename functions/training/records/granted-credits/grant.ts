// Builds credits that are granted manually or by import.

import type { CreditMode } from '../../attendance-mode.ts';
import { buildCredit } from '../training-record/credit.ts';
import type { CreditReferences } from '../training-record/references.ts';
import type { CreditItem } from '../training-record/training-record.ts';

/** The request, with the id of the new credits. */
interface GrantInput {
  readonly id: string;
  readonly personId: string;
  readonly creditTypeId: string;
  readonly credits: number;
  readonly earnedDate: string;
  readonly courseId?: string | null | undefined;
  readonly attendanceMode?: CreditMode | null | undefined;
  readonly note?: string | null | undefined;
  readonly externalId?: string | undefined;
  readonly source: 'manual' | 'import';
}

/** The credits, assigned to the organization that the person belongs to now. */
export const buildGrantedCredit = (
  input: GrantInput,
  references: CreditReferences,
  by: string,
  now: Date,
): CreditItem =>
  buildCredit(
    {
      id: input.id,
      personId: input.personId,
      creditTypeId: input.creditTypeId,
      creditTypeName: references.creditTypes.get(input.creditTypeId)?.name ?? input.creditTypeId,
      credits: input.credits,
      earnedDate: input.earnedDate,
      source: input.source,
      ...(input.attendanceMode && { attendanceMode: input.attendanceMode }),
      courseId: input.courseId ?? undefined,
      courseName: references.courses.get(input.courseId ?? '')?.name,
      organizationId: references.people.get(input.personId)?.organizationId,
      note: input.note || undefined,
      externalId: input.externalId,
      grantedBy: by,
    },
    now,
  );
