// People in series in the interface's form.
import { displayName, type PersonContent } from '../../../../../shared/directory/people/person.ts';
import type { SeriesMemberItem } from '../../../../../shared/mail-series-members/member.ts';
import { isShown, leaveExplanations } from './reasons.ts';

/** @param member undefined for who has not entered */
export function presentMember(
  personId: string,
  person: PersonContent | undefined,
  member: SeriesMemberItem | undefined,
) {
  const reason = isShown(member?.reason) ? member.reason : undefined;
  const waits = member?.status === 'waiting';
  return {
    ...{ personId, displayName: displayName(person ?? {}), status: member?.status ?? ('none' as const) },
    ...{ listIds: [...(member?.listIds ?? [])], enteredDate: member?.enteredDate ?? null },
    nextStepId: (waits && member.stepId) || null,
    dueDate: waits && member.dueAt !== undefined ? new Date(member.dueAt).toISOString() : null,
    ...{ reason: reason ?? null, explanation: reason ? leaveExplanations[reason] : null },
    leftDate: member?.leftDate ?? null,
  };
}
