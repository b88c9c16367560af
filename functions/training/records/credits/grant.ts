// Credits as they are granted by hand or by import, from what was sent and what it refers to.
import type { CreditItem } from '../training-record.ts';
import { buildCredit } from './credit.ts';
import type { CreditReferences } from './references.ts';

/** What was sent, with the id it is to have. */
interface GrantInput {
  readonly id: string;
  readonly personId: string;
  readonly creditTypeId: string;
  readonly credits: number;
  readonly earnedDate: string;
  readonly courseId?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly externalId?: string | undefined;
  readonly source: 'manual' | 'import';
}

/** The credits, for the organization that the person belongs to now. */
export const buildGrantedCredit = (
  sent: GrantInput,
  found: CreditReferences,
  by: string,
  now: Date,
): CreditItem =>
  buildCredit(
    {
      id: sent.id,
      personId: sent.personId,
      creditTypeId: sent.creditTypeId,
      creditTypeName: found.creditTypes.get(sent.creditTypeId)?.name ?? sent.creditTypeId,
      credits: sent.credits,
      earnedDate: sent.earnedDate,
      source: sent.source,
      courseId: sent.courseId ?? undefined,
      courseName: found.courses.get(sent.courseId ?? '')?.name,
      organizationId: found.people.get(sent.personId)?.organizationId,
      note: sent.note || undefined,
      externalId: sent.externalId,
      grantedBy: by,
    },
    now,
  );
