// What the page says on which an invited user chooses a password, in each of its states.

import type { UserItem } from '../../../../shared/auth/accounts/users.ts';
import { minPasswordLength } from '../../../../shared/auth/passwords/passwords.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import type { PageContent } from '../../../../shared/pages/page.ts';
import type { Texts } from '../../languages/languages.ts';
import type { UserInvitation } from './find-user-invitation.ts';
import { renderField, renderProblem } from './form.ts';

/** Why an invitation cannot be accepted, and who helps. */
const describeClosed = (
  { invitation, closedUserInvitation: closed }: Texts,
  status: Exclude<UserInvitation['status'], 'open'>,
  brand: Brand,
): PageContent => {
  if (status === 'expired') return { title: invitation.expiredTitle, text: closed.expired };
  if (status === 'disabled') return { title: closed.disabledTitle, text: closed.disabled(brand) };
  if (status === 'suspended') return { title: closed.suspendedTitle, text: closed.suspended(brand) };
  if (status === 'ended') return { title: closed.endedTitle, text: closed.ended(brand) };
  return { title: invitation.unknownTitle, text: closed.unknown };
};

/** The page on which a new person chooses a password. @param name what they are invited to */
export const describePasswordChoice = (
  { invitation, common }: Texts,
  name: string,
  userName: string,
  problem?: string,
): PageContent => ({
  title: invitation.welcome({ name }),
  text: invitation.choose({ userName, least: minPasswordLength }),
  details: renderProblem(problem),
  fields: renderField({
    name: 'password',
    label: common.password,
    type: 'password',
    autocomplete: 'new-password',
    isInvalid: problem !== undefined,
  }),
  button: common.accept,
});

/** The page of an invitation; of one that works no longer, why, and what to do. */
export const describeUserInvitation = (texts: Texts, found: UserInvitation, problem?: string): PageContent =>
  found.status === 'open'
    ? describePasswordChoice(texts, found.brand.name, found.user.userName, problem)
    : describeClosed(texts, found.status, found.brand);

export const describeUserAccepted = (
  { invitation, accountPages }: Texts,
  user: UserItem,
  brand: Brand,
): PageContent => ({
  title: invitation.acceptedTitle(brand),
  text: invitation.accepted(user),
  link: { text: accountPages['/Account/Access'], url: areaUrl('identity', '/Account/Access') },
});
