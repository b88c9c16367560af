// The pages of signing out.
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { type PageLook, paragraph, renderIdentityPage, submitButton } from '../../pages/identity-page.ts';

/** What the form of the question sends along. */
export type LogoutValues = Readonly<Record<string, string | undefined>>;

/** Whether the person wants to sign out. */
export function renderQuestion(
  { brand, texts }: PageLook,
  {
    userName,
    action,
    values,
    formTargets,
  }: {
    readonly userName: string;
    /** Where the form goes. */
    readonly action: string;
    readonly values: LogoutValues;
    readonly formTargets: readonly string[];
  },
) {
  const fields = Object.entries(values).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`],
  );
  return renderIdentityPage({
    title: texts.signOut.question,
    ...{ brand, texts },
    formTargets,
    markup: `${paragraph(texts.workspaces.signedInAs({ userName }))}
${ownForm(`${fields.join('')}${submitButton(texts.common.signOut, { action: 'confirm' })}`, ` action="${escapeHtml(action)}"`)}`,
  });
}

/** That nobody is signed in any more. */
export const renderSignedOut = ({ brand, texts }: PageLook, headers: Readonly<Record<string, string>> = {}) =>
  renderIdentityPage({
    title: texts.signOut.done,
    ...{ brand, texts },
    headers,
    markup: paragraph(texts.signOut.close),
  });

/** That the person is signed out here, and goes on to sign out where they signed in: the page leads there by itself. */
export const renderProviderSignOut = (
  { brand, texts }: PageLook,
  url: string,
  headers: Readonly<Record<string, string>>,
) => {
  const { host } = new URL(url);
  return renderIdentityPage({
    title: texts.signOut.here,
    ...{ brand, texts },
    headers: { ...headers, Refresh: `0;url=${url}` },
    markup: `${paragraph(texts.signOut.stillAt({ host }))}
<p class="links"><a href="${escapeHtml(url)}">${escapeHtml(texts.signOut.goOnAt({ host }))}</a></p>`,
  });
};
