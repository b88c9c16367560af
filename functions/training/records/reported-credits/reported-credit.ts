// The rules of credits that people report themselves: what may follow which state, and what each step records
// (docs/interface/training.md#self-reported-credits).
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { conflict, Failure } from '../../../../shared/errors/failure.ts';
import type { CreditMode } from '../../attendance-mode.ts';

export const reportStatuses = ['Pending', 'Returned', 'Approved', 'Rejected', 'Withdrawn'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** What happens to a report. */
export const reportActions = [
  'reported',
  'edited',
  'evidenceAdded',
  'evidenceRemoved',
  'returned',
  'approved',
  'rejected',
  'withdrawn',
] as const;
type ReportAction = (typeof reportActions)[number];

/**
 * Which states each action is allowed in, and which state it leads to.
 *
 * | action                                   | from              | to        |
 * |------------------------------------------|-------------------|-----------|
 * | edited, evidenceAdded, evidenceRemoved   | Pending, Returned | Pending   |
 * | withdrawn                                | Pending, Returned | Withdrawn |
 * | returned                                 | Pending           | Returned  |
 * | approved                                 | Pending           | Approved  |
 * | rejected                                 | Pending           | Rejected  |
 *
 * A file that is added to or removed from a returned report does not submit it again: the next edit does.
 */
const transitions: Readonly<
  Record<Exclude<ReportAction, 'reported'>, readonly [from: readonly ReportStatus[], to?: ReportStatus]>
> = {
  edited: [['Pending', 'Returned'], 'Pending'],
  evidenceAdded: [['Pending', 'Returned']],
  evidenceRemoved: [['Pending', 'Returned']],
  withdrawn: [['Pending', 'Returned'], 'Withdrawn'],
  returned: [['Pending'], 'Returned'],
  approved: [['Pending'], 'Approved'],
  rejected: [['Pending'], 'Rejected'],
};

/** A file that shows what was done. */
export interface EvidenceFile {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  readonly chunks: number;
  /** Signs the links to it. */
  readonly linkSecret: string;
  readonly addedDate: string;
}

/** What a person reports; the office may change some of it when it approves. */
export interface ReportedActivity {
  readonly creditTypeId: string;
  readonly creditTypeName: string;
  /** More than 0, two decimals. */
  readonly credits: number;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly earnedDate: string;
  readonly activity: string;
  readonly provider?: string | undefined;
  readonly courseId?: string | undefined;
  readonly courseName?: string | undefined;
  readonly attendanceMode?: CreditMode | undefined;
  readonly notes?: string | undefined;
}

interface ReportEvent {
  readonly action: ReportAction;
  readonly at: string;
  /** The subject. */
  readonly by: string;
  /** The subject's name at that time. */
  readonly byName?: string | undefined;
  readonly reason?: string | undefined;
}

/** A stored report of credits. */
export interface ReportedCreditItem extends VersionedRecord, ReportedActivity {
  readonly type: 'reported-credit';
  readonly id: string;
  readonly personId: string;
  readonly personName: string;
  readonly organizationId?: string | undefined;
  readonly status: ReportStatus;
  /** When it was last submitted: the office reads the longest waiting first. */
  readonly submittedDate: string;
  readonly evidence: readonly EvidenceFile[];
  /** The earliest first. */
  readonly history: readonly ReportEvent[];
  /** The reason of the last decision. */
  readonly reason?: string | undefined;
  /** What was granted, when the office approved it. */
  readonly approvedCredits?: number | undefined;
  readonly creditId?: string | undefined;
}

/** Who acts, when and why. */
export interface ReportActor {
  readonly by: string;
  readonly byName?: string | undefined;
  readonly reason?: string | undefined;
  readonly now: Date;
}

/** The most files of a report. */
export const maxEvidenceFiles = 10;
/** Whether a report with so many files may have another. */
export const hasRoomForEvidence = (count: number): boolean => count < maxEvidenceFiles;
/** The most entries of its history, so that an item can't outgrow the table. */
const maxHistory = 200;

const statusWords: Readonly<Record<ReportStatus, string>> = {
  Pending: 'is waiting for a decision',
  Returned: 'was returned for changes',
  Approved: 'was approved',
  Rejected: 'was rejected',
  Withdrawn: 'was withdrawn',
};

/** A new report. */
export const buildReport = (
  fields: ReportedActivity & Pick<ReportedCreditItem, 'id' | 'personId' | 'personName' | 'organizationId'>,
  { by, byName, now }: ReportActor,
): ReportedCreditItem => {
  const at = now.toISOString();
  return {
    ...fields,
    type: 'reported-credit',
    status: 'Pending',
    submittedDate: at,
    evidence: [],
    history: [{ action: 'reported', at, by, byName }],
    version: 1,
    createdDate: at,
    modifiedDate: at,
    schemaVersion: 1,
  };
};

/**
 * The report after an action, with what it changes.
 * @throws Failure 409 when the action is not allowed in the report's state
 */
export function applyAction(
  before: ReportedCreditItem,
  action: Exclude<ReportAction, 'reported'>,
  { by, byName, reason, now }: ReportActor,
  changes: Partial<ReportedCreditItem> = {},
): ReportedCreditItem {
  const [from, to = before.status] = transitions[action];
  if (!from.includes(before.status))
    throw conflict(
      `The report ${statusWords[before.status]}, so that it can't be ${action}; this is possible for reports that are ${from.join(' or ')}.`,
    );
  if (before.history.length >= maxHistory)
    throw conflict(`A report can be changed ${maxHistory} times; withdraw it and report the credits again.`);
  const at = now.toISOString();
  return {
    ...before,
    ...changes,
    status: to,
    ...(action === 'edited' && { submittedDate: at, reason: undefined }),
    ...(reason !== undefined && { reason }),
    history: [...before.history, { action, at, by, byName, reason }],
    version: before.version + 1,
    modifiedDate: at,
  };
}

/**
 * Nobody decides about their own report.
 * @throws Failure 403
 */
export function assertNotOwnReport(
  caller: { readonly kind: string; readonly personId?: string | undefined },
  { personId }: Pick<ReportedCreditItem, 'personId'>,
): void {
  if (caller.personId === personId)
    throw new Failure(
      'PERMISSION_DENIED',
      'Nobody may decide about the credits that they reported themselves.',
    );
}
