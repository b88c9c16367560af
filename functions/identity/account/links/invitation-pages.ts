// What the page says on which an invited user chooses a password, in each of its states.
import { minPasswordLength } from '../../../../shared/auth/passwords.ts';
import type { UserItem } from '../../../../shared/auth/users.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import type { PageContent } from '../../../../shared/pages/page.ts';
import type { UserInvitation } from './find-user-invitation.ts';
import { renderField, renderProblem } from './form.ts';

/** Why an invitation cannot be accepted, and who helps. @param place whose page it is */
const describeClosed = (
  status: Exclude<UserInvitation['status'], 'open'>,
  { name: place }: Brand,
): PageContent => {
  if (status === 'expired')
    return {
      title: 'Your invitation has expired',
      text: 'An invitation works for seven days, and this one is older. Ask whoever invited you to send it again: you then get a mail with a new link.',
    };
  if (status === 'disabled')
    return {
      title: 'Your account is disabled',
      text: `Your account was disabled after you were invited, so this invitation works no longer. If you think that this is a mistake, ask whoever invited you, or an administrator of ${place}, to enable your account and to invite you again.`,
    };
  if (status === 'suspended')
    return {
      title: 'Your access is disabled',
      text: `Your access to ${place} was disabled after you were invited, so there is nothing to enter now. If you think that this is a mistake, ask whoever invited you, or an administrator of ${place}, to enable it. This link then works until it is seven days old.`,
    };
  if (status === 'ended')
    return {
      title: 'Your invitation was ended',
      text: `Your account was disabled for some time, and that ended this invitation. Your account is enabled again: ask whoever invited you, or an administrator of ${place}, for a new invitation.`,
    };
  return {
    title: 'This invitation does not work',
    text: 'It was accepted already, there is a newer one, or the link is incomplete. If you have accepted it, sign in as usual. Otherwise use the link in the latest mail that you received, or ask whoever invited you for another one.',
  };
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
    : describeClosed(found.status, found.brand);

export const describeUserAccepted = ({ userName }: UserItem, { name }: Brand): PageContent => ({
  title: `You can now enter ${name}`,
  text: `Sign in as ${userName}.`,
  link: { text: 'Your access', url: areaUrl('identity', '/Account/Access') },
});
