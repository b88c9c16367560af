// What the page says on which somebody accepts an invitation to a tenant.
import { type Brand, getBrand } from '../../../shared/pages/brand.ts';
import type { PageContent } from '../../../shared/pages/page.ts';
import { renderField, renderProblem } from '../account/links/form.ts';
import { describePasswordChoice } from '../account/links/invitation-pages.ts';
import type { Texts } from '../languages/languages.ts';
import { platformBrand } from '../pages/identity-page.ts';
import type { ClosedInvitation, OpenInvitation } from './accept.ts';

export function describeInvitation(
  texts: Texts,
  { settings: { name }, invitation: { email }, user, task }: OpenInvitation,
  problem?: string,
): PageContent {
  const { invitation, common } = texts;
  if (!user || task === 'choose-password') return describePasswordChoice(texts, name, email, problem);
  const { userName } = user;
  const title = invitation.enterTitle({ name });
  if (task === 'nothing') return { title, text: invitation.enter({ userName, name }), button: common.accept };
  return {
    title,
    text: invitation.enterPassword({ userName, name }),
    details: renderProblem(problem),
    fields: renderField({
      name: 'password',
      label: common.password,
      type: 'password',
      autocomplete: 'current-password',
      isInvalid: problem !== undefined,
    }),
    button: common.accept,
  };
}

/** What happened to an invitation, and what to do. */
export function describeClosed(
  { invitation, closedTenantInvitation: texts }: Texts,
  closed: ClosedInvitation,
): PageContent {
  if (closed.reason === 'unknown') return { title: invitation.unknownTitle, text: texts.unknown };
  const { settings } = closed;
  const titles: Readonly<Record<typeof closed.reason, string>> = {
    expired: invitation.expiredTitle,
    replaced: texts.replacedTitle,
    withdrawn: texts.withdrawnTitle,
    entered: texts.enteredTitle(settings),
    disabled: texts.disabledTitle,
  };
  return { title: titles[closed.reason], text: texts[closed.reason](settings) };
}

export const describeAccepted = (
  { invitation: texts }: Texts,
  { settings, invitation }: OpenInvitation,
): PageContent => ({
  title: texts.acceptedTitle(settings),
  text: texts.accepted({ userName: invitation.email }),
});

/** Whose page it is, as far as that is known. */
export const getSender = (found: OpenInvitation | ClosedInvitation): Brand =>
  'settings' in found ? getBrand(found.settings) : platformBrand;
