// What the page of the own access shows.

import type { AccountLinkItem } from '../../../../shared/auth/accounts/linked-accounts.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import { describeAccount } from '../../account-providers/describe-account.ts';
import type { Texts } from '../../languages/languages.ts';
import { renderAccountLinks } from '../../pages/account-links.ts';
import { paragraph, platformBrand, renderIdentityPage, submitButton } from '../../pages/identity-page.ts';
import type { IssuedTokenItem } from '../../sessions/issued-tokens.ts';
import type { CurrentSession, StoredSession } from '../../sessions/store.ts';
import type { AllowedApplication, OwnAccess } from './own-access.ts';
import { describeUserAgent } from './user-agent.ts';

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const listItem = (title: string, detail: string, form: string): string =>
  `<li><span dir="auto">${escapeHtml(title)}</span><small>${escapeHtml(detail)}</small>${ownForm(form)}</li>`;

const formatMoment = (moment: string): string => `${moment.slice(0, 10)}, ${moment.slice(11, 16)} UTC`;

const presentSession = (texts: Texts, session: StoredSession, current: CurrentSession): string => {
  const { access, common } = texts;
  const { id, createdDate, address, userAgent, clients } = session;
  const isThis = id === current.session.id;
  const program = describeUserAgent(texts, userAgent);
  const since = access.since({ moment: formatMoment(createdDate), address });
  return listItem(
    isThis ? access.thisBrowser({ program }) : program,
    access.inApplications({ since, count: clients.length }),
    `${hidden('session', id)}${submitButton(common.signOut, { action: 'end-session', quiet: true, about: `${program}, ${since}` })}`,
  );
};

const presentToken = (
  texts: Texts,
  { id, issuedAt, expiresAt, address, userAgent, tenantCode }: IssuedTokenItem,
  { accesses }: CurrentSession,
): string => {
  const { access, common } = texts;
  const [since = '', until = ''] = [issuedAt, expiresAt].map((seconds) =>
    formatMoment(new Date(seconds * 1000).toISOString()),
  );
  const tenantName = accesses.find(({ settings }) => settings.id === tenantCode)?.settings.name ?? tenantCode;
  const program = access.namedWithTenant({ name: describeUserAgent(texts, userAgent), tenantName });
  return listItem(
    program,
    access.token({ since, address, until }),
    `${hidden('session', id)}${submitButton(common.signOut, { action: 'end-session', quiet: true, about: access.programSince({ program, moment: since }) })}`,
  );
};

const presentApplication = (
  { access }: Texts,
  { name, tenantName, clientId, tenantCode, isLasting, lastUsed }: AllowedApplication,
): string => {
  const title = access.namedWithTenant({ name, tenantName });
  const lasting =
    lastUsed === undefined ? access.lasting : access.lastUsed({ moment: formatMoment(lastUsed) });
  return listItem(
    title,
    isLasting ? lasting : access.whileSignedIn,
    `${hidden('clientId', clientId)}${hidden('tenantCode', tenantCode)}${submitButton(access.takeAccess, { action: 'end-application', quiet: true, about: title })}`,
  );
};

const presentLink = (texts: Texts, link: AccountLinkItem): string => {
  const title = describeAccount(texts, link);
  return listItem(
    title,
    texts.access.linkedSince({ moment: formatMoment(new Date(link.linkedAt * 1000).toISOString()) }),
    `${hidden('provider', link.provider)}${submitButton(texts.secondFactor.remove, { action: 'end-link', quiet: true, about: title })}`,
  );
};

/** The page. */
export function renderOwnAccess(
  texts: Texts,
  current: CurrentSession,
  { sessions, tokens, applications, links }: OwnAccess,
) {
  const { access, accountPages } = texts;
  const first = [...sessions].sort(
    (one, other) => Number(other.id === current.session.id) - Number(one.id === current.session.id),
  );
  const allowed =
    applications.length === 0
      ? paragraph(access.noApplications)
      : `<ul>${applications.map((application) => presentApplication(texts, application)).join('')}</ul>`;
  return renderIdentityPage({
    title: accountPages['/Account/Access'],
    brand: platformBrand,
    texts,
    markup: `${paragraph(access.signedInWith(current.user))}
<ul>${first.map((session) => presentSession(texts, session, current)).join('')}${tokens.map((token) => presentToken(texts, token, current)).join('')}</ul>
<h2>${escapeHtml(access.applications)}</h2>
${allowed}
${
  links.length === 0
    ? ''
    : `<h2>${escapeHtml(access.otherAccounts)}</h2>
<ul>${links.map((link) => presentLink(texts, link)).join('')}</ul>`
}
${renderAccountLinks(texts, '/Account/Access')}`,
  });
}
