// What the page says on which an invited user chooses a password, in each of its states.
import { minPasswordLength } from '../../../../shared/auth/passwords.ts';
import type { UserItem } from '../../../../shared/auth/users.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import type { PageContent } from '../../../../shared/pages/page.ts';
import type { UserInvitation } from './find-user-invitation.ts';
import { renderField, renderProblem } from './form.ts';

const closed: Readonly<Record<Exclude<UserInvitation['status'], 'open'>, PageContent>> = {
  unknown: {
    title: 'This invitation does not work',
    text: 'It was accepted already, there is a newer one, or the link is incomplete. If you have accepted it, sign in as usual. Otherwise use the link in the latest mail that you received, or ask whoever invited you for another one.',
  },
  expired: {
    title: 'Your invitation has expired',
    text: 'An invitation works for seven days, and this one is older. Ask whoever invited you to send it again: you then get a mail with a new link.',
  },
};

/** The page on which somebody who is new chooses a password. @param place what they are invited to */
export const describePasswordChoice = (place: string, userName: string, problem?: string): PageContent => ({
  title: `Welcome to ${place}`,
  text: `Choose a password for ${userName}: at least ${minPasswordLength} characters, such as a few words that only you put together.`,
  details: renderProblem(problem),
  fields: renderField({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    isInvalid: problem !== undefined,
  }),
  button: 'Accept',
});

/** The page of an invitation; of one that works no longer, why, and what to do. */
export const describeUserInvitation = (found: UserInvitation, problem?: string): PageContent =>
  found.status === 'open'
    ? describePasswordChoice(found.brand.name, found.user.userName, problem)
    : closed[found.status];

export const describeUserAccepted = ({ userName }: UserItem, { name }: Brand): PageContent => ({
  title: `You can now enter ${name}`,
  text: `Sign in as ${userName}.`,
  link: { text: 'Your access', url: areaUrl('identity', '/Account/Access') },
});
