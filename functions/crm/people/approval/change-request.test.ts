// Profile change requests (docs/interface/crm.md#profile-change-requests).
import { describe, expect, it } from 'vitest';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import {
  applyDecisions,
  type ChangeRequestContent,
  checkDecisions,
  listProposedChanges,
  type ProposedChange,
  toPersonInput,
} from './change-request.ts';

const person: PersonContent = {
  ...{ firstName: 'Ada', lastName: 'Berg', title: 'Clerk' },
  customFields: [{ id: 'shirt', value: 'M' }],
};
const change = (field: string, before: unknown, after: unknown, isCustom = false): ProposedChange => ({
  ...{ field, isCustom, before, after },
});
const title = change('title', 'Clerk', 'Assessor');

describe('what a request changes', () => {
  it('is each field whose value differs from the record', () => {
    expect(listProposedChanges(person, { title: 'Assessor', lastName: 'Berg' })).toEqual([title]);
  });

  it('an empty text and null remove a field, and remove nothing where there is none', () => {
    expect(listProposedChanges(person, { title: '' })).toEqual([change('title', 'Clerk', null)]);
    expect(listProposedChanges(person, { title: null, department: '' })).toEqual([
      change('title', 'Clerk', null),
    ]);
  });

  it('is each custom field whose value differs', () => {
    const input = (value: string | null) => ({ customFields: [{ fieldId: 'shirt', value }] });
    expect(listProposedChanges(person, input('L'))).toEqual([change('shirt', 'M', 'L', true)]);
    expect(listProposedChanges(person, input('M'))).toEqual([]);
  });

  it('is sent as a change of the person, custom fields apart', () => {
    expect(toPersonInput([title, change('shirt', 'M', null, true)])).toEqual({
      title: 'Assessor',
      customFields: [{ fieldId: 'shirt', value: null }],
    });
    expect(toPersonInput([title])).toEqual({ title: 'Assessor' });
  });
});

describe('decisions about a request', () => {
  const changes = [title, change('shirt', 'M', 'L', true)];
  const accept = (field: string, more = {}) => ({ field, isAccepted: true, ...more });
  const decline = (field: string) => ({ field, isAccepted: false });
  const check = (decisions: Parameters<typeof checkDecisions>[1], now = person) =>
    checkDecisions(changes, decisions, now).map(({ code, target }) => `${code} ${target}`);

  it('are accepted when each field is decided once', () => {
    expect(check([accept('title'), decline('shirt')])).toEqual([]);
  });

  it('are refused for a field that is not in the request, twice, or missing, all at once', () => {
    expect(check([accept('title'), decline('title'), accept('email')])).toEqual([
      'DUPLICATE_VALUE decisions[1].field',
      'UNKNOWN_VALUE decisions[2].field',
      'REQUIRED_FIELD decisions',
    ]);
  });

  it('accept a field that was changed since only with isOverride', () => {
    const since = { ...person, title: 'Treasurer' };
    expect(check([accept('title'), decline('shirt')], since)).toEqual(['NOT_ALLOWED decisions[0].field']);
    expect(check([accept('title', { isOverride: true }), decline('shirt')], since)).toEqual([]);
    expect(check([decline('title'), decline('shirt')], since)).toEqual([]);
  });

  it('are stored with who decided and when; a field without a decision is declined', () => {
    const content: ChangeRequestContent = { personId: 'p', changes, status: 'pending', requestedBy: 's' };
    const decided = applyDecisions(content, [accept('title', { note: 'Seen.' })], {
      ...{ by: 'admin', at: new Date('2027-01-01T00:00:00Z') },
    });
    expect(decided).toMatchObject({
      status: 'decided',
      decidedBy: 'admin',
      decidedDate: '2027-01-01T00:00:00.000Z',
    });
    expect(decided.changes).toEqual([
      { ...title, decision: 'accepted', note: 'Seen.' },
      { ...changes[1], decision: 'declined' },
    ]);
  });
});
