// The pages of signing out.

import type { Brand } from '../../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { paragraph, renderIdentityPage, submitButton } from '../../pages/identity-page.ts';

/** What the form of the question sends along. */
export type LogoutValues = Readonly<Record<string, string | undefined>>;

/** Whether the person wants to sign out. */
export function renderQuestion(
  brand: Brand,
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
    title: 'Sign out?',
    brand,
    formTargets,
    markup: `${paragraph(`You are signed in as ${userName}.`)}
${ownForm(`${fields.join('')}${submitButton('Sign out', { action: 'confirm' })}`, ` action="${escapeHtml(action)}"`)}`,
  });
}

/** That nobody is signed in any more. */
export const renderSignedOut = (brand: Brand, headers: Readonly<Record<string, string>> = {}) =>
  renderIdentityPage({
    title: 'You are signed out',
    brand,
    headers,
    markup: paragraph('You can close this page.'),
  });

/** That the person is signed out here, and goes on to sign out where they signed in: the page leads there by itself. */
export const renderProviderSignOut = (
  brand: Brand,
  url: string,
  headers: Readonly<Record<string, string>>,
) => {
  const { host } = new URL(url);
  return renderIdentityPage({
    title: 'You are signed out here',
    brand,
    headers: { ...headers, Refresh: `0;url=${url}` },
    markup: `${paragraph(`You signed in at ${host}, where you are still signed in.`)}
<p class="links"><a href="${escapeHtml(url)}">Sign out at ${escapeHtml(host)}</a></p>`,
  });
};
