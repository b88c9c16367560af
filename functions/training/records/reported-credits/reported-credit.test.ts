// What may follow which state of a report (docs/interface/training.md#self-reported-credits).
import { describe, expect, it } from 'vitest';
import {
  applyAction,
  assertNotOwnReport,
  buildReport,
  hasRoomForEvidence,
  maxEvidenceFiles,
  type ReportedCreditItem,
  reportActions,
  reportStatuses,
} from './reported-credit.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const at = now.toISOString();
const fields = {
  ...{ id: '1', personId: 'm', personName: 'Grace Whitehorse', organizationId: 'o' },
  ...{ creditTypeId: 'gen', creditTypeName: 'General', credits: 4, earnedDate: '2027-02-28' },
  activity: 'Conference',
};
const report = buildReport(fields, { by: 'm', byName: 'Grace', now });
const actor = { by: 'ann', byName: 'Ann', now: later };

/** The table of the interface: from which states, and to which. */
const table = {
  edited: [['Pending', 'Returned'], 'Pending'],
  evidenceAdded: [['Pending', 'Returned'], undefined],
  evidenceRemoved: [['Pending', 'Returned'], undefined],
  withdrawn: [['Pending', 'Returned'], 'Withdrawn'],
  returned: [['Pending'], 'Returned'],
  approved: [['Pending'], 'Approved'],
  rejected: [['Pending'], 'Rejected'],
} as const;
const actions = reportActions.filter((action) => action !== 'reported');
const words = {
  Pending: 'is waiting for a decision',
  Returned: 'was returned for changes',
  Approved: 'was approved',
  Rejected: 'was rejected',
  Withdrawn: 'was withdrawn',
} as const;

it('a new report is pending, and its history begins', () => {
  expect(report).toEqual({
    ...fields,
    ...{ type: 'reported-credit', status: 'Pending', submittedDate: at, evidence: [] },
    history: [{ action: 'reported', at, by: 'm', byName: 'Grace' }],
    ...{ version: 1, createdDate: at, modifiedDate: at, schemaVersion: 1 },
  });
  expect(maxEvidenceFiles).toBe(10);
  expect([9, 10, 11].map(hasRoomForEvidence)).toEqual([true, false, false]);
});

describe.each(actions)('a report can be %s', (action) => {
  const [from, to]: readonly [readonly string[], string | undefined] = table[action];

  it.each(reportStatuses)('from %s as the table says', (status) => {
    const before: ReportedCreditItem = { ...report, status };
    if (!from.includes(status)) {
      expect(() => applyAction(before, action, actor)).toThrow(
        `The report ${words[status]}, so that it can't be ${action}; this is possible for reports that are ${from.join(' or ')}.`,
      );
      return;
    }
    const after = applyAction(before, action, { ...actor, reason: 'Why' }, { credits: 3 });
    expect(after).toMatchObject({ status: to ?? status, credits: 3, reason: 'Why', version: 2 });
    expect(after.modifiedDate).toBe(later.toISOString());
    expect(after.submittedDate).toBe(action === 'edited' ? later.toISOString() : at);
    expect(after.history).toEqual([
      ...report.history,
      { action, at: later.toISOString(), by: 'ann', byName: 'Ann', reason: 'Why' },
    ]);
  });
});

it('an edit removes the reason of the last decision; another action keeps it', () => {
  const returned = applyAction(report, 'returned', { ...actor, reason: 'No evidence' });
  expect(applyAction(returned, 'evidenceAdded', actor).reason).toBe('No evidence');
  expect(applyAction(returned, 'edited', actor).reason).toBeUndefined();
});

it('a report can be changed 200 times', () => {
  const [first] = report.history;
  const filled = (length: number): ReportedCreditItem => ({
    ...report,
    history: Array.from({ length }, () => first ?? { action: 'reported', at, by: 'm' }),
  });
  expect(applyAction(filled(199), 'edited', actor).history).toHaveLength(200);
  expect(() => applyAction(filled(200), 'edited', actor)).toThrow(
    'A report can be changed 200 times; withdraw it and report the credits again.',
  );
});

it('a person does not decide about their own report', () => {
  expect(() => assertNotOwnReport({ kind: 'user', personId: 'm' }, report)).toThrow(
    expect.objectContaining({
      code: 'PERMISSION_DENIED',
      message: 'Nobody may decide about the credits that they reported themselves.',
    }),
  );
  assertNotOwnReport({ kind: 'user', personId: 'x' }, report);
  assertNotOwnReport({ kind: 'client' }, report);
});
