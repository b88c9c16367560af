// Sessions that a tenant enters (docs/interface/billtracking.md#sessions).
import { describe, expect, it } from 'vitest';
import { applySessionUpdate, parseSession } from './session-input.ts';

const input = { stateId: 53, identifier: '2027', name: '2027 Session' };

describe('a session', () => {
  it('ends on the day when it starts or later', () => {
    expect(parseSession({ ...input, startDate: '2027-01-11', endDate: '2027-01-11' }).endDate).toBe(
      '2027-01-11',
    );
    expect(() => parseSession({ ...input, startDate: '2027-01-11', endDate: '2027-01-10' })).toThrow(
      'endDate must not be before startDate (2027-01-11), but was 2027-01-10.',
    );
  });

  it('is of a state, or of the Congress, which is 0', () => {
    expect(parseSession({ ...input, stateId: 0 }).stateId).toBe(0);
    expect(() => parseSession({ ...input, stateId: 3 })).toThrow(
      'stateId must be the FIPS code of a state, or 0',
    );
  });

  it('is a regular one by default', () => {
    expect(parseSession(input).classification).toBe('primary');
    expect(parseSession({ ...input, classification: 'special' }).classification).toBe('special');
  });
});

describe('an update of a session', () => {
  const before = {
    ...parseSession({ ...input, startDate: '2027-01-11', endDate: '2027-04-25' }),
    id: 5301,
  };

  it('keeps what is not sent, and null removes a date', () => {
    expect(applySessionUpdate(before, { name: 'Regular' })).toEqual({ ...before, name: 'Regular' });
    expect(applySessionUpdate(before, { endDate: null }).endDate).toBeUndefined();
  });

  it('never makes it another session', () => {
    expect(applySessionUpdate(before, { stateId: 53, identifier: '2027' })).toEqual(before);
    expect(() => applySessionUpdate(before, { stateId: 24 })).toThrow('leave them out or send stateId 53.');
    expect(() => applySessionUpdate(before, { stateId: 24, identifier: '2028' })).toThrow(
      'leave them out or send stateId 53 and identifier "2027".',
    );
  });

  it('is refused when it would end before it starts', () => {
    expect(() => applySessionUpdate(before, { endDate: '2027-01-10' })).toThrow('endDate must not be before');
  });
});
