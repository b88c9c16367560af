// One person of two (docs/interface/crm.md#merging-people).
import { describe, expect, it } from 'vitest';
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { combinePeople, listFields, singleFields } from './combine.ts';

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

  it('takes the whole name of the removed one where the other one has none, only an address', () => {
    const named = { firstName: 'Ada', middleName: 'B', lastName: 'Lund', suffix: 'Jr.' };
    expect(combinePeople({ email: 'a@x.example', suffix: 'Sr.' }, named, {})).toMatchObject(named);
    for (const part of ['firstName', 'lastName', 'displayName'] as const) {
      const combined = combinePeople({ [part]: 'Own' }, named, {});
      expect([combined[part], combined.suffix]).toEqual(['Own', undefined]);
    }
  });

  it('takes single parts of a name from the removed one where they are chosen', () => {
    const combined = combinePeople(
      { firstName: 'Bob', lastName: 'Lund' },
      { firstName: 'Robert', lastName: 'Lund' },
      { firstName: 'removed' },
    );
    expect(combined).toEqual({ firstName: 'Robert', lastName: 'Lund', otherNames: ['Bob Lund'] });
  });

  it('adds no other name that is there, whatever its case, or that was chosen', () => {
    const own = { firstName: 'Bob', lastName: 'Lund', otherNames: ['robert lund'] };
    const other = { firstName: 'Robert', lastName: 'Lund' };
    expect(combinePeople(own, other, {}).otherNames).toEqual(['robert lund']);
    expect(combinePeople({ lastName: 'Lund' }, { lastName: 'LUND' }, {})).toEqual({ lastName: 'Lund' });
    expect(combinePeople({ ...own, otherNames: [] }, other, { otherNames: 'both' }).otherNames).toEqual([]);
    const first = { ...own, otherNames: ['Bo'] };
    expect(combinePeople(first, other, {}).otherNames).toEqual(['Bo', 'Robert Lund']);
  });

  it('adds no other name for one who has only an address', () => {
    expect(combinePeople({ lastName: 'Lund' }, { email: 'b@x.example' }, {})).not.toHaveProperty(
      'otherNames',
    );
  });

  it('is active as the one who remains says, or does not say', () => {
    const other = { lastName: 'Lund', isActive: true };
    expect(combinePeople({ lastName: 'Lund', isActive: false }, other, {}).isActive).toBe(false);
    expect(combinePeople({ lastName: 'Lund' }, other, {})).not.toHaveProperty('isActive');
  });

  it('takes a picture with the uploaded photo, and contacts of one where that is chosen', () => {
    const photo = { id: 'p' } as unknown as NonNullable<Parameters<typeof combinePeople>[0]['photo']>;
    const own = {
      lastName: 'Lund',
      imageThumbUrl: 'https://x.example/a.png',
      phone: '1',
      email: 'a@x.example',
    };
    const other = { lastName: 'Lund', photo, phone: '2', mobilePhone: '3', secondaryEmail: 'b@x.example' };
    expect(combinePeople(own, other, { imageThumbUrl: 'removed' })).toMatchObject({ photo });
    expect(combinePeople(own, other, { imageThumbUrl: 'removed' })).not.toHaveProperty('imageThumbUrl');
    expect(combinePeople(own, other, {})).not.toHaveProperty('photo');
    expect(combinePeople(own, other, { phones: 'removed', emails: 'removed' })).toStrictEqual({
      ...{ lastName: 'Lund', imageThumbUrl: 'https://x.example/a.png' },
      ...{ phone: '2', mobilePhone: '3', secondaryEmail: 'b@x.example' },
    });
  });

  it('lets every stored field be chosen, under its name or that of what it belongs to', () => {
    const chosen: readonly string[] = [...singleFields, ...listFields];
    const belongs: Readonly<Record<string, string>> = {
      ...{ photo: 'imageThumbUrl', organizationId: 'organization', organizationName: 'organization' },
      ...{ isKeyContact: 'organization', email: 'emails', secondaryEmail: 'emails' },
      ...{ phone: 'phones', mobilePhone: 'phones' },
    };
    const missing = Object.keys(PersonContent.shape).filter(
      (name) => !chosen.includes(belongs[name] ?? name),
    );
    // Offices and terms are records of their own; whether a person is active follows the one who remains.
    expect(missing).toEqual(['offices', 'terms', 'activeFrom', 'activeTo', 'isActive']);
  });
});
