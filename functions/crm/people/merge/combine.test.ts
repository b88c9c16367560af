import { describe, expect, it } from 'vitest';
import { combinePeople } from './combine.ts';

describe('combining two people', () => {
  it('keeps the values of the one who remains, and fills what is missing from the other one', () => {
    expect(
      combinePeople(
        { lastName: 'Lund', title: 'Clerk' },
        { lastName: 'Lund', title: 'Mayor', gender: 'F' },
        {},
      ),
    ).toEqual({ lastName: 'Lund', title: 'Clerk', gender: 'F' });
  });

  it('takes from the removed one what is chosen, also that there is nothing', () => {
    expect(
      combinePeople(
        { lastName: 'Lund', title: 'Clerk', gender: 'F' },
        { lastName: 'Lund', title: 'Mayor' },
        { title: 'removed', gender: 'removed' },
      ),
    ).toEqual({ lastName: 'Lund', title: 'Mayor' });
  });

  it('unites lists, each entry once, and keeps main addresses', () => {
    const combined = combinePeople(
      { lastName: 'Lund', email: 'a@x.example', tags: ['Board'], phone: '410-555-0134' },
      {
        lastName: 'Lund',
        email: 'b@x.example',
        secondaryEmail: 'A@x.example',
        tags: ['board', 'Guest'],
        phone: '4105550134',
      },
      {},
    );
    expect(combined).toMatchObject({ email: 'a@x.example', tags: ['Board', 'Guest'], phone: '410-555-0134' });
    expect(combined.emails?.map(({ value }) => value)).toEqual(['a@x.example', 'b@x.example']);
    expect(combined.phones).toHaveLength(1);
  });

  it('never mixes two names, and keeps the other one as another name', () => {
    expect(
      combinePeople(
        { firstName: 'Bob', lastName: 'Lund' },
        { firstName: 'Robert', middleName: 'X', lastName: 'Lund' },
        {},
      ),
    ).toEqual({ firstName: 'Bob', lastName: 'Lund', otherNames: ['Robert X Lund'] });
  });

  it('takes the organization as a whole', () => {
    const id = 'd7b3f4b0-0000-4000-8000-000000000000';
    expect(
      combinePeople(
        { lastName: 'Lund', organizationName: 'Town' },
        { lastName: 'Lund', organizationId: id, organizationName: 'City' },
        { organization: 'removed' },
      ),
    ).toMatchObject({ organizationId: id, organizationName: 'City' });
  });

  it('gives each custom field one value', () => {
    const [a, b] = ['d7b3f4b0-0000-4000-8000-000000000000', 'd7b3f4b0-0000-4000-8000-000000000001'];
    const own = { lastName: 'Lund', customFields: [{ id: a, value: '1' }] };
    const other = {
      lastName: 'Lund',
      customFields: [
        { id: a, value: '2' },
        { id: b, value: '3' },
      ],
    };
    expect(combinePeople(own, other, {}).customFields).toEqual([
      { id: a, value: '1' },
      { id: b, value: '3' },
    ]);
  });
});
