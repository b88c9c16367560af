// What the page of the own access shows.

import { type AccountLinkItem, describeAccount } from '../../../shared/auth/linked-accounts.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../shared/pages/own-form.ts';
import { renderAccountLinks } from '../pages/account-links.ts';
import { paragraph, platformBrand, renderIdentityPage, submitButton } from '../pages/identity-page.ts';
import type { IssuedTokenItem } from '../sessions/issued-tokens.ts';
import type { CurrentSession, StoredSession } from '../sessions/store.ts';
import type { AllowedApplication, OwnAccess } from './own-access.ts';
import { describeUserAgent } from './user-agent.ts';

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const listItem = (title: string, detail: string, form: string): string =>
  `<li><span dir="auto">${escapeHtml(title)}</span><small>${escapeHtml(detail)}</small>${ownForm(form)}</li>`;

const formatMoment = (moment: string): string => `${moment.slice(0, 10)}, ${moment.slice(11, 16)} UTC`;

const presentSession = (session: StoredSession, current: CurrentSession): string => {
  const { id, createdDate, address, userAgent, clients } = session;
  const isThis = id === current.session.id;
  const count = clients.length === 1 ? 'one application' : `${clients.length} applications`;
  const program = describeUserAgent(userAgent);
  const since = `Since ${formatMoment(createdDate)}, from ${address}`;
  return listItem(
    isThis ? `${program}, which is this browser` : program,
    `${since}, in ${count}`,
    `${hidden('session', id)}${submitButton('Sign out', { action: 'end-session', quiet: true, about: `${program}, ${since}` })}`,
  );
};

const presentToken = (
  { id, issuedAt, expiresAt, address, userAgent, tenantCode }: IssuedTokenItem,
  { accesses }: CurrentSession,
): string => {
  const [since, until] = [issuedAt, expiresAt].map((seconds) =>
    formatMoment(new Date(seconds * 1000).toISOString()),
  );
  const tenantName = accesses.find(({ settings }) => settings.id === tenantCode)?.settings.name ?? tenantCode;
  const program = `${describeUserAgent(userAgent)}, for ${tenantName}`;
  return listItem(
    program,
    `Signed in by another screen or program, since ${since}, from ${address}; ends by itself at ${until}`,
    `${hidden('session', id)}${submitButton('Sign out', { action: 'end-session', quiet: true, about: `${program}, since ${since}` })}`,
  );
};

const presentApplication = ({
  name,
  tenantName,
  clientId,
  tenantCode,
  isLasting,
  lastUsed,
}: AllowedApplication): string =>
  listItem(
    `${name}, for ${tenantName}`,
    isLasting
      ? `May act in your name while you are away${lastUsed === undefined ? '' : `; last did on ${formatMoment(lastUsed)}`}`
      : 'May act in your name while you are signed in',
    `${hidden('clientId', clientId)}${hidden('tenantCode', tenantCode)}${submitButton('Take its access', { action: 'end-application', quiet: true, about: `${name}, for ${tenantName}` })}`,
  );

const presentLink = (link: AccountLinkItem): string => {
  const title = describeAccount(link);
  return listItem(
    title,
    `Since ${formatMoment(link.createdDate)}`,
    `${hidden('provider', link.provider)}${submitButton('Remove', { action: 'end-link', quiet: true, about: title })}`,
  );
};

/** The page. */
export function renderOwnAccess(
  current: CurrentSession,
  { sessions, tokens, applications, links }: OwnAccess,
) {
  const first = [...sessions].sort(
    (one, other) => Number(other.id === current.session.id) - Number(one.id === current.session.id),
  );
  const allowed =
    applications.length === 0
      ? paragraph('No application may act in your name.')
      : `<ul>${applications.map(presentApplication).join('')}</ul>`;
  return renderIdentityPage({
    title: 'Your access',
    brand: platformBrand,
    markup: `${paragraph(`${current.user.userName} is signed in with:`)}
<ul>${first.map((session) => presentSession(session, current)).join('')}${tokens.map((token) => presentToken(token, current)).join('')}</ul>
<h2>Applications</h2>
${allowed}
${
  links.length === 0
    ? ''
    : `<h2>Other accounts that sign you in</h2>
<ul>${links.map(presentLink).join('')}</ul>`
}
${renderAccountLinks('/Account/Access')}`,
  });
}
