// Email addresses and telephone numbers of people and organizations (docs/interface/crm.md).
import { describe, expect, it } from 'vitest';
import { checkContacts, toContactFields } from './contact-fields.ts';

const names = { main: 'email', second: 'secondaryEmail', list: 'emails' } as const;
const a = { value: 'a@x.org', type: 'work' };
const b = { value: 'b@x.org' };
const stored = { email: a.value, secondaryEmail: b.value, emails: [a, b] };

describe('the list of contacts', () => {
  const toFields = (input: Parameters<typeof toContactFields>[1]) =>
    toContactFields(stored, input, names, [a, b]);

  it('gives the main contact and the second one, the primary one first', () => {
    expect(toFields({ emails: [b, { ...a, isPrimary: true }] })).toEqual(stored);
    expect(toFields({ emails: [b, { value: 'c@x.org', isPrimary: true }] })).toEqual({
      email: 'c@x.org',
      secondaryEmail: 'b@x.org',
      emails: [{ value: 'c@x.org' }, b],
    });
  });

  it('removes the second contact when it has one entry', () => {
    expect(toFields({ emails: [b] })).toEqual({ email: 'b@x.org', secondaryEmail: null, emails: [b] });
  });

  it('says nothing when it is empty or absent', () => {
    expect([toFields({}), toFields({ emails: [] }), toFields({ emails: null })]).toEqual([{}, {}, {}]);
  });

  it('that is sent back as it was loses the former value of a field that is changed', () => {
    expect(toFields({ emails: [a, b], email: 'new@x.org', secondaryEmail: b.value })).toEqual({
      emails: [b],
    });
    expect(toFields({ emails: [a, b], email: a.value, secondaryEmail: b.value })).toEqual({ emails: [a, b] });
  });
});

describe('a list of contacts is refused', () => {
  const check = (input: Parameters<typeof checkContacts>[1]) =>
    checkContacts(stored, input, names).map(({ code, target }) => `${code} ${target}`);

  it('with the same value twice, whatever its case', () => {
    expect(check({ emails: [a, { value: 'A@X.org' }] })).toEqual(['DUPLICATE_VALUE emails[1]']);
    expect(check({ emails: [a, b] })).toEqual([]);
  });

  it('with two primary entries, and not with one', () => {
    const primary = { isPrimary: true };
    expect(
      check({
        emails: [
          { ...a, ...primary },
          { ...b, ...primary },
        ],
      }),
    ).toEqual(['DUPLICATE_VALUE emails']);
    expect(check({ emails: [a, { ...b, ...primary }] })).toEqual([]);
  });

  it('when both it and the main field are changed, to different values', () => {
    const emails = [{ value: 'c@x.org' }];
    expect(check({ emails, email: 'd@x.org' })).toEqual(['NOT_ALLOWED email']);
    expect(check({ emails, email: 'C@x.org' })).toEqual([]);
    // One of the two is as it was.
    expect(check({ emails, email: a.value })).toEqual([]);
    expect(check({ emails: [a], email: 'd@x.org' })).toEqual([]);
  });
});
