import { describe, expect, it } from 'vitest';
import { isDue } from './is-due.ts';

const bill = { modifiedDate: '2027-01-01T00:00:00.000Z' };
const now = new Date('2027-02-08T12:00:00.000Z');
const checkedAt = '2027-02-08T00:00:00.000Z';

describe('a text is asked for', () => {
  it('when it is new, or its provider gives another hash of it', () => {
    expect(isDue({ hash: 'a', isNewest: false }, undefined, bill, now)).toBe(true);
    expect(isDue({ hash: 'b', isNewest: false }, { hash: 'a', checkedAt }, bill, now)).toBe(true);
    expect(isDue({ hash: 'a', isNewest: true }, { hash: 'a', checkedAt: '2020-01-01' }, bill, now)).toBe(
      false,
    );
  });

  it('again after a week, or when its bill changed, only as the newest version and without a hash', () => {
    const read = (at: string) => ({ hash: '', checkedAt: at });
    expect(isDue({ isNewest: true }, read('2027-02-01T12:00:00.000Z'), bill, now)).toBe(true);
    expect(isDue({ isNewest: true }, read('2027-02-01T12:00:00.001Z'), bill, now)).toBe(false);
    expect(isDue({ isNewest: false }, read('2027-02-01T12:00:00.000Z'), bill, now)).toBe(false);
    const changed = { modifiedDate: '2027-02-08T06:00:00.000Z' };
    expect(isDue({ isNewest: true }, read(checkedAt), changed, now)).toBe(true);
    expect(isDue({ isNewest: false }, read(checkedAt), changed, now)).toBe(false);
  });

  it('three times where it is refused, and then when its bill changed', () => {
    const refused = (tries: number) => ({ hash: '', checkedAt, tries });
    expect(isDue({ isNewest: false }, refused(2), bill, now)).toBe(true);
    expect(isDue({ isNewest: false }, refused(3), bill, now)).toBe(false);
    expect(isDue({ isNewest: true }, { ...refused(3), checkedAt: '2027-01-02' }, bill, now)).toBe(false);
    expect(isDue({ isNewest: true }, refused(3), { modifiedDate: '2027-02-09' }, now)).toBe(true);
  });
});
