// Campaign templates (docs/interface/billtracking.md#campaign-templates).
import { describe, expect, it } from 'vitest';
import {
  applyTemplateInput,
  assertNotInUse,
  assertTransitionAllowed,
  filterLiveCampaigns,
  type TemplateItem,
  type TemplateStatus,
  templateDefaults,
  validateContent,
} from './template.ts';

const content = { ...templateDefaults, name: 'Housing', subject: 'Call', body: 'Please call.' };
const today = '2027-01-15';
const template = (status: TemplateStatus, campaigns: TemplateItem['campaigns'] = []): TemplateItem => ({
  ...{ type: 'campaign-template', id: 't', ...content, status, campaigns, campaignsVersion: 0 },
  ...{ version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' },
});
const campaign = (endDate?: string) => ({ id: 'c', startDate: '2027-01-01', endDate });

describe('a campaign uses its template', () => {
  it('until its last day, that day included, or until further notice', () => {
    const live = filterLiveCampaigns([campaign('2027-01-14'), campaign(today), campaign()], today);
    expect(live.map(({ endDate }) => endDate)).toEqual([today, undefined]);
  });

  it('which is not completed or deleted meanwhile', () => {
    expect(() =>
      assertNotInUse(template('ACTIVE', [campaign('2027-01-14')]), today, 'deleted'),
    ).not.toThrow();
    expect(() => assertNotInUse(template('ACTIVE', [campaign(today)]), today, 'deleted')).toThrow(
      'Housing cannot be deleted: 1 campaign uses it: c (2027-01-01 to 2027-01-15). End it first',
    );
    expect(() => assertTransitionAllowed(template('ACTIVE', [campaign()]), 'COMPLETED', today)).toThrow(
      'cannot be completed',
    );
    expect(() => assertTransitionAllowed(template('ACTIVE', [campaign()]), 'PAUSED', today)).not.toThrow();
  });
});

it('a template that was in use never becomes a draft again; every other change is allowed', () => {
  const statuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'] as const;
  const refused = statuses.flatMap((from) =>
    statuses
      .filter((to) => {
        try {
          assertTransitionAllowed(template(from), to, today);
          return false;
        } catch {
          return true;
        }
      })
      .map((to) => `${from} ${to}`),
  );
  expect(refused).toEqual(['ACTIVE DRAFT', 'PAUSED DRAFT', 'COMPLETED DRAFT']);
});

describe('the content of a template', () => {
  const validate = (more: object) =>
    validateContent({ ...content, ...more }).map(({ code, target }) => `${code} ${target}`);

  it('ends on the day when it starts or later', () => {
    expect(validate({ startDate: today, endDate: today })).toEqual([]);
    expect(validate({ startDate: today, endDate: '2027-01-14' })).toEqual(['OUT_OF_RANGE endDate']);
  });

  it('has a subject and a body unless it is a draft', () => {
    expect(validate({ subject: '', body: ' ', status: 'DRAFT' })).toEqual([]);
    expect(validate({ subject: '', body: ' ', status: 'PAUSED' })).toEqual([
      'REQUIRED_FIELD subject',
      'REQUIRED_FIELD body',
    ]);
  });

  it('keeps what is not sent; null and an empty text clear', () => {
    const before = { ...content, startDate: today, stateId: 53, billIds: ['1'] };
    expect(applyTemplateInput(before, {}, undefined)).toEqual(before);
    expect(
      applyTemplateInput(before, { startDate: null, stateId: null, billIds: null, subject: '' }, undefined),
    ).toEqual({
      ...content,
      subject: '',
    });
    expect(applyTemplateInput(before, { billIds: [2, 2, 3] }, undefined).billIds).toEqual(['2', '3']);
  });
});
