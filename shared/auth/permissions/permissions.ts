// The permissions of the platform, the roles that combine them, and the scopes that request them.

/**
 * Every permission with a sentence that says what it allows.
 * Code checks permissions only; roles and scopes are names for sets of them (docs/interface/access.md#permissions).
 * The four names in capitals are the ones existing callers read (docs/interface/access.md#permissions), spelled as
 * they spell them.
 */
export const permissions = {
  'platform.admin': 'Administer the whole platform: tenants, users, clients and signing keys.',
  'identity.users.read': 'Read the users of the own tenant, their roles and who is invited.',
  'identity.users.write': 'Invite users to the own tenant, disable them there and assign roles.',
  'identity.signins.read': 'Read the sign-in log of the own tenant.',
  'identity.audit.read': 'Read who changed what in the administration of the own tenant.',
  'identity.federation.write': 'Set the identity provider through which people of the own tenant sign in.',
  'identity.clients.write': 'Register clients of the own tenant, change and remove them.',
  'identity.policy.write':
    'Set who needs a second factor in the own tenant, and for what, and its texts of account mails.',
  'identity.provisioning.write': 'Provision users of the own tenant and their roles (SCIM).',
  'identity.permissions.read': 'Read which roles and permissions another user has in the own tenant.',
  'crm.people.read': 'Read people; e-mail addresses of others only with crm.emails.read.',
  'crm.emails.read': 'See the e-mail addresses of other people, in every area.',
  'crm.people.write': 'Create, change and remove people.',
  'crm.people.access-export': 'Export everything that is stored about one person, in every area.',
  'crm.people.erase': 'Erase a person from every area.',
  'crm.organizations.read': 'Read organizations.',
  'crm.organizations.write': 'Create, change and remove organizations.',
  'crm.committees.read': 'Read committees, their members and positions.',
  'crm.committees.write': 'Create, change and remove committees, their members and positions.',
  'crm.groups.read': 'Read groups of people that are not restricted to their members.',
  'crm.groups.write': 'See all groups; create, change and remove them, their owners and members.',
  'crm.advocacy.read': 'Read who knows which official.',
  'crm.advocacy.write': 'Record who knows which official, and define types of relationships.',
  'crm.imports.write': 'Import people and organizations from files.',
  'crm.settings.write': 'Define custom fields of people and organizations.',
  'crm.views.share': 'Share views of lists with everybody, and choose their default.',
  'crm.communication.read': 'Read mailing lists, templates, broadcasts and who gets no mail.',
  'crm.communication.write': 'Change mailing lists, templates and drafts of broadcasts.',
  'crm.communication.approve': 'Approve broadcasts that others wrote.',
  'crm.communication.send': 'Send broadcasts, and change who gets no mail.',
  'crm.changes.read': 'Read the feed of changes made in the own tenant.',
  'crm.webhooks.read': 'Read webhooks of area B and what they sent.',
  'crm.webhooks.write': 'Create, change, pause, replay and remove webhooks of area B.',
  'training.awards.read': 'Read awards and certifications.',
  'training.awards.write': 'Create, change and remove awards.',
  'training.catalogue.read': 'Read the catalogue of courses and classes, and what an award asks for.',
  'training.courses.write': 'Create, change and remove courses and curricula.',
  'training.classes.write': 'Create, change, cancel and remove classes.',
  'training.registrations.read': "Read anybody's registrations and the rosters of classes.",
  'training.registrations.write': "Change anybody's registration: cancel, transfer, attendance, payment.",
  'training.registrations.overbook': 'Give seats beyond the limits of a class, for a reason.',
  'training.discounts.write': 'Read, create, change and remove discount codes.',
  'training.approvals.decide': 'Decide any step of approval, whoever it was assigned to.',
  'training.credits.read': "Read anybody's credits, transcript and progress.",
  'training.credits.write': 'Grant and void credits and completions.',
  'training.certifications.write':
    'Award, renew and revoke certifications, and decide registrations for awards.',
  'training.people.read': 'Read people and organizations with their training.',
  'training.people.write': 'Say who manages whom in training.',
  'training.reports.read': 'Ask for reports and download them.',
  'training.settings.read': 'Read the settings of training.',
  'training.settings.write': 'Change the settings of training.',
  'billtracking.reference.read': 'Read states, sessions, committees, bill types and users of bill tracking.',
  'billtracking.reference.write': 'Change sessions and legislation days.',
  'billtracking.activity.read': "Read the tenant's activity log.",
  'billtracking.activity.write': 'Write lines about oneself into the activity log.',
  'billtracking.activity.write-for-others': 'Write lines of the activity log in the name of any user.',
  'billtracking.bills.read': 'Read bills with their actions, votes, positions and analyses.',
  'billtracking.bills.write': 'Track bills: status, position, priority, assignment, tags, notes, analyses.',
  'billtracking.events.read': 'Read calendar events.',
  'billtracking.events.write': 'Create, change and cancel calendar events.',
  'billtracking.subscriptions.read': 'Read subscriptions and their deliveries.',
  'billtracking.subscriptions.write': 'Create, change, pause, replay and remove subscriptions.',
  'billtracking.subscriptions.own': 'Subscribe oneself by mail or calendar feed, and end that.',
  'billtracking.advocacy.read': 'Read campaign templates.',
  'billtracking.advocacy.write': 'Create, change and remove campaign templates.',
  'billtracking.reports.read': 'Read capitol reports.',
  'billtracking.reports.write': 'Make capitol reports.',
  'billtracking.feeds.write': 'Set data feeds with their keys, run them, and read their log.',
  RegisterMembersfromOwnOrganization: 'Register members of the own organization for classes.',
  OverrideRegistration: 'Register somebody although a rule of the class would refuse it.',
  EditSelfProfileDetails: 'Change the details of the own profile.',
  EditPersonProfileDetails: "Change the details of anybody's profile.",
} as const satisfies Record<string, string>;

/** The name of one permission. */
export type Permission = keyof typeof permissions;

/** Every permission name, in the order in which they are documented. */
export const permissionNames: readonly Permission[] = Object.keys(permissions).filter(isPermission);

/** The permissions that can be held within a tenant: all but the platform's own. */
export const tenantPermissionNames: readonly Permission[] = permissionNames.filter(
  (name) => name !== 'platform.admin',
);

/** Whether a text is the name of a permission; prototype names such as `constructor` are not. */
export function isPermission(name: string): name is Permission {
  return Object.hasOwn(permissions, name);
}

/** The role that administers the platform, above tenants: every permission. */
export const platformRole = 'platform-admin';

/** The role that administers a tenant, which must always have a holder who can sign in. */
export const tenantAdministratorRole = 'admin';

/** What the role `admin` has in every tenant: without it nobody of the tenant could give anything back. */
export const tenantAdministratorPermissions = [
  'identity.users.read',
  'identity.users.write',
  'training.settings.read',
  'training.settings.write',
] as const satisfies readonly Permission[];

const memberPermissions = [
  'crm.people.read',
  'crm.organizations.read',
  'crm.committees.read',
  'crm.groups.read',
  'training.awards.read',
  'training.catalogue.read',
  'training.settings.read',
  'billtracking.reference.read',
  'billtracking.bills.read',
  'billtracking.events.read',
  'billtracking.activity.write',
  'billtracking.subscriptions.own',
  'EditSelfProfileDetails',
] as const satisfies readonly Permission[];

/**
 * The roles a new tenant starts with; a tenant may change its own sets later.
 * `admin` holds everything of the tenant but never the platform itself.
 */
export const defaultRoles: Readonly<Record<string, readonly Permission[]>> = {
  admin: tenantPermissionNames,
  staff: [
    ...memberPermissions,
    'identity.permissions.read',
    'crm.emails.read',
    'crm.people.write',
    'crm.organizations.write',
    'crm.committees.write',
    'crm.groups.write',
    'crm.advocacy.read',
    'crm.advocacy.write',
    'crm.imports.write',
    'crm.settings.write',
    'crm.views.share',
    'crm.communication.read',
    'crm.communication.write',
    'crm.communication.approve',
    'crm.communication.send',
    'crm.changes.read',
    'crm.webhooks.read',
    'crm.webhooks.write',
    'training.awards.write',
    'training.courses.write',
    'training.classes.write',
    'training.registrations.read',
    'training.registrations.write',
    'training.discounts.write',
    'training.credits.read',
    'training.credits.write',
    'training.certifications.write',
    'training.people.read',
    'training.people.write',
    'training.reports.read',
    'billtracking.reference.write',
    'billtracking.activity.read',
    'billtracking.bills.write',
    'billtracking.events.write',
    'billtracking.subscriptions.read',
    'billtracking.subscriptions.write',
    'billtracking.advocacy.read',
    'billtracking.advocacy.write',
    'billtracking.reports.read',
    'billtracking.reports.write',
    'RegisterMembersfromOwnOrganization',
    'EditPersonProfileDetails',
  ],
  member: memberPermissions,
};

/**
 * The permissions of `roles`, with the tenant's own role sets.
 * A role unknown to the tenant has no permissions; a tenant can't redefine the platform role, and no role set of a
 * tenant can contain `platform.admin`.
 */
export function resolveRolePermissions(
  roles: readonly string[],
  tenantRoles: Readonly<Record<string, readonly string[]>>,
): ReadonlySet<Permission> {
  const held = new Set<Permission>();
  for (const role of roles) {
    if (role === platformRole) for (const name of permissionNames) held.add(name);
    else if (Object.hasOwn(tenantRoles, role))
      for (const name of tenantRoles[role] ?? [])
        if (isPermission(name) && name !== 'platform.admin') held.add(name);
  }
  return held;
}

/** Permissions of area B that reach all areas: a client has them only by name. */
const isOfAllAreas = (name: Permission): boolean =>
  name === 'crm.people.erase' || name === 'crm.people.access-export';

/**
 * Scope names that existing callers request (docs/interface/identity.md#scopes), as sets of permissions.
 * A set is defined by the area's prefix, so that permissions added to an area later belong to it.
 */
const scopeSets: Readonly<Record<string, (name: Permission) => boolean>> = {
  UsersAPI: (name) => (name.startsWith('crm.') && !isOfAllAreas(name)) || name.startsWith('Edit'),
  AccreditationAPI: (name) =>
    name.startsWith('training.') ||
    name === 'RegisterMembersfromOwnOrganization' ||
    name === 'OverrideRegistration',
  BilltrackingApi: (name) => name.startsWith('billtracking.'),
};

/** Every scope a client may be given: the permission names but the platform's own, and the callers' sets. */
export const scopeNames: readonly string[] = [...tenantPermissionNames, ...Object.keys(scopeSets)];

/** Whether a text names a scope that a client can be given. */
export function isScope(name: string): boolean {
  return scopeNames.includes(name);
}

/** The permissions of a list of scopes; an unknown scope has none (RFC 6749 3.3). */
export function resolveScopePermissions(scopes: readonly string[]): ReadonlySet<Permission> {
  const held = new Set<Permission>();
  for (const scope of scopes) {
    if (scope === 'platform.admin') continue;
    if (isPermission(scope)) held.add(scope);
    const includes = Object.hasOwn(scopeSets, scope) ? scopeSets[scope] : undefined;
    if (includes) for (const name of permissionNames) if (includes(name)) held.add(name);
  }
  return held;
}

/** Splits a space-delimited `scope` value into its distinct tokens, in order (RFC 6749 3.3). */
export function parseScope(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' ').filter((name) => name !== ''))];
}

/**
 * The permissions that remain for a token with a scope: the intersection.
 * A token without the claim, such as a user's, is not narrowed (RFC 9068 2.2.3).
 */
export function narrowByScope(
  held: ReadonlySet<Permission>,
  scope: string | undefined,
): ReadonlySet<Permission> {
  if (scope === undefined) return held;
  const requested = resolveScopePermissions(parseScope(scope));
  return new Set([...held].filter((name) => requested.has(name)));
}

/** The area whose permissions a scope's name or set is about; area C's belong to everybody who acts for a person. */
const areaPrefixes: Readonly<Record<string, string>> = {
  training: 'training.',
  crm: 'crm.',
  billtracking: 'billtracking.',
};

/**
 * Whether a token with this scope may act for a person in an area at all, also where only the person decides: one that
 * was given to know who somebody is may not.
 */
export function reachesArea(scope: string | undefined, area: string): boolean {
  if (scope === undefined) return true;
  const prefix = areaPrefixes[area] ?? '';
  return [...resolveScopePermissions(parseScope(scope))].some((name) => name.startsWith(prefix));
}
