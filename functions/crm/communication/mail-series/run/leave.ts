// Why a person leaves a series when a step is due.

import type { RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import type { Refusal, RefusalReason } from '../../../../../shared/mail-consent/consent.ts';
import type { SeriesMemberItem } from '../../../../../shared/mail-series-members/member.ts';

/** Reasons against one mail that are against those after it as well. A topic or how often a person wants mail are not. */
const lasting: ReadonlySet<RefusalReason> = new Set([
  ...(['inactive', 'no-email', 'hard-bounce', 'complaint', 'soft-bounces', 'suppressed-by-staff'] as const),
  ...(['opted-out', 'left-list', 'removed'] as const),
]);

/** Whether a person of whom this is known gets no further mail of a series. */
export const isLasting = ({ reason }: Refusal): boolean => lasting.has(reason);

/** Whether a person has not had a step that they reached, because they were to get no further mail then. */
export const wasRefused = ({ status, reason }: Pick<RecipientItem, 'status' | 'reason'>): boolean =>
  status === 'skipped' && reason !== undefined && isLasting({ reason });

/** The member, who has left. @param real real time */
export const leave = (
  { stepId, dueAt: _due, version: _version, ...member }: SeriesMemberItem,
  reason: NonNullable<SeriesMemberItem['reason']>,
  real: Date,
): Omit<SeriesMemberItem, 'version'> => ({
  ...{ ...member, status: 'left', reason, leftDate: real.toISOString() },
  ...(stepId !== undefined && { stepId }),
});
