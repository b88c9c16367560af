// One organization of two (docs/interface/crm.md#merging-organizations).
import { expect, it } from 'vitest';
import { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import { combineOrganizations, listFields, singleFields } from './combine.ts';

const parentId = 'd7b3f4b0-0000-4000-8000-000000000000';
const town = { name: 'Town', organizationType: 'Municipality', description: 'A town' };

it('has the values of the one that remains, and what is missing from the other one', () => {
  expect(
    combineOrganizations(town, { name: 'City', website: 'https://x.example/', parentId }, {}),
  ).toStrictEqual({
    ...town,
    website: 'https://x.example/',
    parentId,
  });
});

it('takes what is chosen, by the names of the interface', () => {
  const city = { name: 'City', organizationType: 'County', parentId };
  const choices = { name: 'removed', type: 'removed', parent: 'removed', description: 'removed' } as const;
  expect(combineOrganizations(town, city, choices)).toStrictEqual(city);
});

it('is active as the one that remains says, or does not say', () => {
  expect(
    combineOrganizations({ ...town, isActive: false }, { name: 'City', isActive: true }, {}),
  ).toStrictEqual({
    ...town,
    isActive: false,
  });
  expect(combineOrganizations(town, { name: 'City', isActive: false }, {})).toStrictEqual(town);
});

it('has the addresses and numbers of both, each once, with the main ones of the one that remains', () => {
  const combined = combineOrganizations(
    { name: 'Town', email: 'a@x.example', phone: '410-555-0134' },
    { name: 'City', email: 'A@x.example', phone: '4105550135' },
    {},
  );
  expect(combined).toMatchObject({ email: 'a@x.example', phone: '410-555-0134' });
  expect(combined.emails?.map(({ value }) => value)).toEqual(['a@x.example']);
  expect(combined.phones?.map(({ value }) => value)).toEqual(['410-555-0134', '4105550135']);
});

it('takes the addresses and numbers of one where that is chosen', () => {
  const [own, other] = [
    { name: 'Town', email: 'a@x.example', phone: '1' },
    { name: 'City', email: 'b@x.example', phone: '2' },
  ];
  expect(combineOrganizations(own, other, { emails: 'removed', phones: 'removed' })).toStrictEqual({
    ...{ name: 'Town', email: 'b@x.example', phone: '2' },
  });
});

it('lets every stored field be chosen, under its name or that of what it belongs to', () => {
  const chosen: readonly string[] = [...singleFields, ...listFields];
  const belongs: Readonly<Record<string, string>> = {
    ...{ organizationType: 'type', parentId: 'parent', email: 'emails', phone: 'phones' },
  };
  const missing = Object.keys(OrganizationContent.shape).filter(
    (name) => !chosen.includes(belongs[name] ?? name),
  );
  expect(missing).toEqual(['isActive']);
});
