// Credits that are granted by hand or by an import (docs/interface/training.md#credits).
import { expect, it } from 'vitest';
import type { CreditReferences } from '../training-record/references.ts';
import { buildGrantedCredit } from './grant.ts';

const now = new Date('2027-03-01T12:00:00Z');
const references = {
  creditTypes: new Map([['gen', { name: 'General' }]]),
  courses: new Map([['k', { name: 'Budgets' }]]),
  people: new Map([['m', { organizationId: 'o' }]]),
} as unknown as CreditReferences;
const input = {
  ...{ id: '1', personId: 'm', creditTypeId: 'gen', credits: 4, earnedDate: '2027-02-28' },
  source: 'manual',
} as const;

it('they have the names of their type and course, and the organization that the person belongs to now', () => {
  const sent = { ...input, courseId: 'k', note: 'Paper form', externalId: '77' };
  expect(buildGrantedCredit(sent, references, 'ann', now)).toMatchObject({
    ...{ ...sent, type: 'credit', creditTypeName: 'General', courseName: 'Budgets', organizationId: 'o' },
    ...{ grantedBy: 'ann', createdDate: now.toISOString() },
  });
});

it('they have no course, note and organization where there is none', () => {
  const sent = { ...input, personId: 'x', creditTypeId: 'other', courseId: null, note: '' };
  expect(buildGrantedCredit(sent, references, 'ann', now)).toMatchObject({
    ...{ creditTypeName: 'other', courseId: undefined, courseName: undefined },
    ...{ organizationId: undefined, note: undefined },
  });
});
