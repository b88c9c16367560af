// The links between the pages of the own account.
import { areaUrl } from '../../../shared/http/area-url.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import type { Texts } from '../languages/languages.ts';

const link = (path: string, text: string): string =>
  `<a href="${escapeHtml(areaUrl('identity', path))}">${escapeHtml(text)}</a>`;

/** Links from one page of the own account to the others. @param forgotten whether to link to a new password too */
export const renderAccountLinks = (
  { accountPages, common }: Texts,
  from: keyof Texts['accountPages'],
  { forgotten = false }: { readonly forgotten?: boolean } = {},
): string => {
  const others = Object.entries(accountPages).filter(([path]) => path !== from);
  const reset = forgotten ? link('/Account/ForgotPassword', common.forgotten) : '';
  return `<p class="links">${reset}${others.map(([path, text]) => link(path, text)).join('')}</p>`;
};
