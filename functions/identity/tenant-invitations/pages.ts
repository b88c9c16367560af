// What the page says on which somebody accepts an invitation to a tenant.
import { minPasswordLength } from '../../../shared/auth/passwords.ts';
import type { PageContent } from '../../../shared/pages/page.ts';
import { renderField, renderProblem } from '../account/links/form.ts';
import type { OpenInvitation } from './accept.ts';

export const describeInvitation = (
  { settings, invitation, user }: OpenInvitation,
  problem?: string,
): PageContent =>
  user
    ? {
        title: `Enter ${settings.name}?`,
        text: `${user.userName} is invited. You sign in as before, and choose ${settings.name} as a workspace.`,
        button: 'Accept',
      }
    : {
        title: `Welcome to ${settings.name}`,
        text: `Choose a password for ${invitation.email}: at least ${minPasswordLength} characters, such as a few words that only you put together.`,
        details: renderProblem(problem),
        fields: renderField({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          isInvalid: problem !== undefined,
        }),
        button: 'Accept',
      };

export const describeAccepted = ({ settings, invitation }: OpenInvitation): PageContent => ({
  title: `You can now enter ${settings.name}`,
  text: `Sign in as ${invitation.email}.`,
});
