// What a person reports, checked against the catalogue and the settings.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import type { CreditMode } from '../../attendance-mode.ts';
import type { SelfReportedSettings } from '../../training-settings.ts';
import {
  type CreditReferences,
  loadCreditReferences,
  validateRecordInput,
} from '../training-record/references.ts';
import type { ReportedActivity } from './reported-credit.ts';

interface ActivityInput {
  readonly personId: string;
  readonly creditTypeId: string;
  readonly credits: number;
  readonly earnedDate: string;
  readonly activity: string;
  readonly provider?: string | null | undefined;
  readonly courseId?: string | null | undefined;
  readonly attendanceMode?: CreditMode | null | undefined;
  readonly notes?: string | null | undefined;
}

const validateReportable = (
  { creditTypeId }: ActivityInput,
  { creditTypes }: CreditReferences,
  settings: SelfReportedSettings | undefined,
): ErrorDetail[] =>
  settings?.excludedTypes.includes(creditTypeId) && creditTypes.has(creditTypeId)
    ? [
        {
          code: 'NOT_ALLOWED',
          message: `Credits of the type ${creditTypes.get(creditTypeId)?.name} can't be reported; only the office grants them.`,
          target: 'creditTypeId',
        },
      ]
    : [];

/**
 * The activity with the names of its type and course, and the records that it refers to.
 * @throws Failure 400 with every problem
 */
export async function parseActivity(
  tenant: TenantStore,
  input: ActivityInput,
  { today, settings }: { readonly today: string; readonly settings: SelfReportedSettings | undefined },
): Promise<{ readonly activity: ReportedActivity; readonly references: CreditReferences }> {
  const references = await loadCreditReferences(tenant, [input]);
  const day = { target: 'earnedDate', value: input.earnedDate, today } as const;
  throwIfInvalid([
    ...validateRecordInput(input, day, references),
    ...validateReportable(input, references, settings),
  ]);
  const courseId = input.courseId ?? undefined;
  return {
    references,
    activity: {
      creditTypeId: input.creditTypeId,
      creditTypeName: references.creditTypes.get(input.creditTypeId)?.name ?? '',
      credits: input.credits,
      earnedDate: input.earnedDate,
      activity: input.activity,
      provider: input.provider || undefined,
      courseId,
      courseName: references.courses.get(courseId ?? '')?.name,
      attendanceMode: input.attendanceMode ?? undefined,
      notes: input.notes || undefined,
    },
  };
}
