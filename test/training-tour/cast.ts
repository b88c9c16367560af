// Who takes part in the tour: an association of town clerks, its towns, its people, and what their roles may do.

export const tenant = 'tamarack';
export const association = 'Tamarack Association of Town Clerks';

/** Each with given name, family name, organization and roles. A person without an organization is not a member. */
export const cast = {
  odette: ['Odette', 'Marchand', association, 'admin', 'director'],
  pavel: ['Pavel', 'Dvořák', association, 'staff', 'training office'],
  mara: ['Mara', 'Lindgren', 'Town of Larkspur', 'member', 'supervisor'],
  silas: ['Silas', 'Whitcomb', 'Town of Larkspur', 'member'],
  noor: ['Noor', 'Benali', 'Town of Larkspur', 'member'],
  tomas: ['Tomás', 'Villanueva', 'Town of Fernhollow', 'member'],
  greta: ['Greta', 'Halvorsen', 'Town of Fernhollow', 'member'],
  wren: ['Wren', 'Abbott', '', 'member'],
} as const satisfies Record<string, readonly [string, string, string, ...string[]]>;

export type Name = keyof typeof cast;
export const names = Object.keys(cast).filter((name): name is Name => Object.hasOwn(cast, name));
export const emailAddress = (name: Name): string => `${name}@tamarack.example`;
export const tenantRoles = (name: Name): readonly string[] => cast[name].slice(3);

/** The association's own role sets, in addition to those that every tenant has. */
export const roleSets = {
  director: ['training.reports.read', 'training.settings.read'],
  'training office': ['training.registrations.read'],
  supervisor: ['RegisterMembersfromOwnOrganization'],
} as const;

/** The directory, as two lists to import. */
export const organizationList = `Name,Type,Parent
${association},Association,
Town of Larkspur,Town,${association}
Town of Fernhollow,Town,${association}
`;
export const peopleList = [
  'First Name,Last Name,Email,Organization',
  ...names.map((name) => [...cast[name].slice(0, 2), emailAddress(name), cast[name][2]].join(',')),
].join('\n');
