// A certification as it is presented (docs/interface/training.md#rule-snapshots, #overrides).
import { expect, it } from 'vitest';
import { buildCertificationItem, buildRules } from '../../../../test/training/records/build-records.ts';
import { presentCertification, presentCertificationDetail } from './present-certification.ts';

const summary = {
  ...{ id: 'z', awardId: 'a', awardName: 'Certified Clerk', personId: 'm', personName: 'Grace Whitehorse' },
  ...{ certificateNumber: '0000-0000-0000', standing: 'Valid', awardedDate: '2027-01-01' },
  ...{ validFrom: '2027-01-01', validThrough: '2027-12-31', graceThrough: '2028-01-30' },
  ...{ renews: 'x', renewedBy: 'y', revokedDate: undefined, revocationReason: undefined },
};
const item = buildCertificationItem({ graceThrough: '2028-01-30', renews: 'x', renewedBy: 'y' });

it('has its status of the day, and not its rules', () => {
  expect(presentCertification(item, '2027-06-01')).toEqual(summary);
  expect(presentCertification(item, '2028-01-01').standing).toBe('Renewed');
  const revoked = { ...item, revokedDate: '2027-02-01', revocationReason: 'Fraud' };
  expect(presentCertification(revoked, '2027-06-01')).toMatchObject({
    ...{ standing: 'Revoked', revokedDate: '2027-02-01', revocationReason: 'Fraud' },
  });
});

it('has in detail the rules, the override and the re-evaluations, without addresses of users', () => {
  const at = '2027-01-01T12:00:00.000Z';
  const override = { reason: 'Agreed', by: '1', byName: 'ann@example.org', at, waived: ['A course.'] };
  const rules = buildRules({ graceDays: 30, judgedAt: at });
  const after = { validThrough: '2027-12-31', graceThrough: '2028-01-30' };
  const found = { by: '1', byName: 'ann@example.org', missing: 'a course', before: {}, after };
  const reevaluations = [{ rules, ...found }];
  const detailed = { ...item, override, overrideReason: 'Agreed', renewalRules: rules, reevaluations };
  expect(presentCertificationDetail(detailed, '2027-06-01')).toEqual({
    ...summary,
    ...{ awardedBy: 'ann', overrideReason: 'Agreed', rules: item.rules },
    ...{ createdDate: item.createdDate, modifiedDate: item.modifiedDate, renewalRules: rules },
    override: { ...override, byName: 'ann' },
    formerCertificates: [],
    reevaluations: [{ reevaluatedAt: at, ...found, byName: 'ann', rules }],
  });
  expect(presentCertificationDetail(item, '2027-06-01')).toMatchObject({
    ...{ override: undefined, reevaluations: [] },
  });
});
