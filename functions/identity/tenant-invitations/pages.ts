// What the page says on which somebody accepts an invitation to a tenant.
import { type Brand, getBrand } from '../../../shared/pages/brand.ts';
import type { PageContent } from '../../../shared/pages/page.ts';
import { renderField, renderProblem } from '../account/links/form.ts';
import { describePasswordChoice } from '../account/links/invitation-pages.ts';
import { expiredLinkPage } from '../account/links/pages.ts';
import { platformBrand } from '../pages/identity-page.ts';
import type { ClosedInvitation, OpenInvitation } from './accept.ts';

export function describeInvitation(
  { settings, invitation, user, task }: OpenInvitation,
  problem?: string,
): PageContent {
  if (!user || task === 'choose-password')
    return describePasswordChoice(settings.name, invitation.email, problem);
  if (task === 'nothing')
    return {
      title: `Enter ${settings.name}?`,
      text: `${user.userName} is invited. You sign in as before, and choose ${settings.name} as a workspace.`,
      button: 'Accept',
    };
  return {
    title: `Enter ${settings.name}?`,
    text: `There is an account with the user name ${user.userName}, and mail about it goes to another address. If it is yours, enter its password. Otherwise ask ${settings.name} to invite you at another address.`,
    details: renderProblem(problem),
    fields: renderField({
      name: 'password',
      label: 'Password',
      type: 'password',
      autocomplete: 'current-password',
      isInvalid: problem !== undefined,
    }),
    button: 'Accept',
  };
}

/** What happened to an invitation, and what to do. */
export function describeClosed(closed: ClosedInvitation): PageContent {
  if (closed.reason === 'unknown')
    return {
      ...expiredLinkPage,
      title: 'This invitation does not work',
      text: 'It was accepted already, or the link is incomplete. If you have accepted it, sign in as usual. Otherwise use the link in the latest mail that you received, or ask whoever invited you for another one.',
    };
  const { name } = closed.settings;
  const texts: Readonly<Record<typeof closed.reason, readonly [title: string, text: string]>> = {
    expired: [
      'Your invitation has expired',
      `An invitation to ${name} works for seven days, and this one is older. Ask whoever invited you, or an administrator of ${name}, to send it again: you then get a mail with a new link.`,
    ],
    replaced: [
      'There is a newer invitation',
      `${name} has sent you another invitation since, and only the latest one works. Use the link in that mail; look into the folder for unwanted mail too.`,
    ],
    withdrawn: [
      'Your invitation was withdrawn',
      `${name} has taken this invitation back. If you think that this is a mistake, ask whoever invited you.`,
    ],
    entered: [
      `You can enter ${name} already`,
      `There is nothing left to accept. Sign in as usual, and choose ${name} as a workspace.`,
    ],
    disabled: [
      'Your account cannot sign in',
      `The account with this address was disabled, so it cannot accept an invitation to ${name}. Ask an administrator there.`,
    ],
  };
  const [title, text] = texts[closed.reason];
  return { title, text };
}

export const describeAccepted = ({ settings, invitation }: OpenInvitation): PageContent => ({
  title: `You can now enter ${settings.name}`,
  text: `Sign in as ${invitation.email}.`,
});

/** Whose page it is, as far as that is known. */
export const getSender = (found: OpenInvitation | ClosedInvitation): Brand =>
  'settings' in found ? getBrand(found.settings) : platformBrand;
