// What lists say about the user who a person signs in as (docs/interface/crm.md#users-of-people).
import * as z from 'zod';
import type { PersonAccounts } from '../../../../shared/auth/access/person-accounts.ts';
import type { SubjectItem } from '../../../../shared/auth/accounts/records.ts';

/** The numbers by which existing callers know how far a person came on the way to a login. */
const userStatuses = {
  notInvited: 0,
  invited: 1,
  invitedAgain: 2,
  invitationExpired: 3,
  loginCreated: 4,
} as const;

/** The fields of a person in a list that are those of the user. */
export const accountFields = {
  roles: z
    .array(z.strictObject({ name: z.string() }))
    .meta({ description: 'The roles of the user here; none for callers who may not see them.' }),
  lastLogin: z.iso.datetime().nullable().meta({ description: 'When the user last got a token here.' }),
  userStatus: z.literal(Object.values(userStatuses)).nullable().meta({
    description:
      '0 not invited, 1 invited, 2 invited again, 3 invitation expired, 4 login created; null for callers who may not see it.',
  }),
  invitationExpirationDate: z.iso.datetime().nullable(),
};

function getUserStatus(user: SubjectItem | undefined, now: Date) {
  if (!user) return userStatuses.notInvited;
  const { login = { status: 'created' } } = user;
  if (login.status === 'created') return userStatuses.loginCreated;
  if (login.status === 'none') return userStatuses.notInvited;
  if (Date.parse(login.expires) <= now.getTime()) return userStatuses.invitationExpired;
  return login.sent > 1 ? userStatuses.invitedAgain : userStatuses.invited;
}

/** What users of people are presented by. */
export interface AccountContext {
  /** Undefined for callers who may not see them. */
  readonly accounts: PersonAccounts | undefined;
  readonly now: Date;
}

/** The fields of a person that are those of the user; all empty without `accounts`, for callers who may not see them. */
export function presentAccount(personId: string, { accounts, now }: AccountContext) {
  const user = accounts?.get(personId);
  return {
    roles: (user?.roles ?? []).map((name) => ({ name })),
    lastLogin: user?.lastSignIn ?? null,
    userStatus: accounts ? getUserStatus(user, now) : null,
    invitationExpirationDate: user?.login?.status === 'invited' ? user.login.expires : null,
  };
}
