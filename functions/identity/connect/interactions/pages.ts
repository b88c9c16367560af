// What each page of a sign-in shows.
import { type AccountProvider, accountProviderNames } from '../../../../shared/auth/account-providers.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import type { Brand } from '../../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import {
  type IdentityPage,
  paragraph,
  problem,
  renderIdentityPage,
  submitButton,
  textField,
} from '../../pages/identity-page.ts';
import { rememberedSessionSeconds } from '../../sessions/session.ts';
import type { TenantAccess } from '../../users/store.ts';
import { describeScope } from '../requests/scopes.ts';
import { renderPasskeyForm } from './passkey-form.ts';

/** What every page of a sign-in needs to know. */
export interface PageContext {
  readonly brand: Brand;
  /** The name of the application to which the person is on the way. */
  readonly clientName: string | undefined;
  /** Whether a code by mail may stand for the password, where it is known which tenant is entered. */
  readonly offersMailedCodes?: boolean;
  /** The providers whose accounts may stand for the password. */
  readonly accountProviders?: readonly AccountProvider[];
  /** The account there that is to sign the person in from now on. */
  readonly newLink?: string | undefined;
  /** Where the forms may lead: the application. */
  readonly formTargets: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of a sign-in. */
export const render = (
  { brand, formTargets, headers }: PageContext,
  page: Pick<IdentityPage, 'title' | 'markup' | 'usesPasskeys' | 'style'>,
) => renderIdentityPage({ ...page, brand, formTargets, ...(headers && { headers }) });

/** Goes back to the application, where there is one. */
export const cancelButton = ({ clientName }: PageContext): string =>
  clientName === undefined ? '' : submitButton('Cancel', { action: 'cancel', quiet: true });

/** Buttons side by side. */
export const actions = (...buttons: readonly string[]): string =>
  `<div class="actions">${buttons.join('')}</div>`;

const rememberField = (): string =>
  `<label class="check"><input type="checkbox" name="remember" value="yes"><span>Stay signed in on this device<small>For ${rememberedSessionSeconds / 86_400} days; not on a device that others use.</small></span></label>`;

/** Below the form. */
const renderLinks = (): string =>
  `<p class="links"><a href="${escapeHtml(areaUrl('identity', '/Account/ForgotPassword'))}">Forgotten your password?</a></p>`;

/** User name and password. */
export function renderSignIn(
  context: PageContext,
  {
    userName,
    fault,
    isAgain = false,
  }: {
    readonly userName?: string | undefined;
    readonly fault?: string | undefined;
    /** Whether the person is signed in, and has to prove again who they are. */
    readonly isAgain?: boolean;
  },
) {
  const { clientName, accountProviders = [], newLink } = context;
  const isInvalid = fault !== undefined;
  const hasName = userName !== undefined && userName !== '';
  const intro = isAgain
    ? `Confirm that it is you${clientName === undefined ? '' : ` to continue to ${clientName}`}.`
    : clientName === undefined
      ? ''
      : `To continue to ${clientName}.`;
  return render(context, {
    usesPasskeys: true,
    title: isAgain ? 'Sign in again' : 'Sign in',
    markup: `${intro === '' ? '' : paragraph(intro)}
${newLink === undefined ? '' : paragraph(`Sign in once in one of the other ways: from then on the ${newLink} signs you in here.`)}
${problem(fault)}
${ownForm(`
${textField({ name: 'userName', label: 'User name', autocomplete: 'username', value: userName, isInvalid, hasFocus: !hasName, attributes: 'autocapitalize="none" spellcheck="false" maxlength="256"' })}
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isInvalid, hasFocus: hasName, attributes: 'maxlength="1024"' })}
${rememberField()}
${actions(
  submitButton('Sign in', { action: 'sign-in' }),
  submitButton('Continue with your organization', { action: 'federate', quiet: true }),
  context.offersMailedCodes ? submitButton('Mail me a code', { action: 'mail-code', quiet: true }) : '',
  ...accountProviders.map((provider) =>
    submitButton(`Continue with ${accountProviderNames[provider]}`, { action: provider, quiet: true }),
  ),
  cancelButton(context),
)}`)}
${renderPasskeyForm({ button: 'Sign in with a passkey' })}
${renderLinks()}`,
  });
}

/** The code that was mailed. The page is the same whether or not one was. */
export const renderMailedCode = (context: PageContext, fault?: string) =>
  render(context, {
    title: 'Enter the code from your mail',
    markup: `${problem(fault)}
${paragraph('If there is such an account, a mail with six digits is on its way to its address. Enter them here within ten minutes; they work once, in this browser only.')}
${ownForm(`
${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', isInvalid: fault !== undefined, hasFocus: true, attributes: 'inputmode="numeric" autocapitalize="none" spellcheck="false" maxlength="20"' })}
${rememberField()}
${actions(
  submitButton('Sign in', { action: 'verify-mailed-code' }),
  submitButton('Use your password', { action: 'use-password', quiet: true }),
  cancelButton(context),
)}`)}`,
  });

/** The code of an authenticator, or a recovery code. */
export const renderSecondFactor = (
  context: PageContext,
  { hasAuthenticator, hasPasskeys }: { readonly hasAuthenticator: boolean; readonly hasPasskeys: boolean },
  fault?: string,
) =>
  render(context, {
    usesPasskeys: hasPasskeys,
    title: hasPasskeys ? 'Use your second factor' : 'Enter your code',
    markup: `${problem(fault)}
${hasPasskeys ? renderPasskeyForm({ button: 'Use a passkey', isMain: true }) : ''}
${paragraph(
  hasAuthenticator
    ? `${hasPasskeys ? 'Or open' : 'Open'} your authenticator and enter the six digits that it shows. If you do not have it at hand, enter one of your recovery codes; each works once.`
    : 'If you do not have your passkey at hand, enter one of your recovery codes; each works once.',
)}
${ownForm(`
${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', isInvalid: fault !== undefined, hasFocus: true, attributes: 'autocapitalize="none" spellcheck="false" maxlength="40"' })}
${actions(
  submitButton('Continue', { action: 'verify' }),
  submitButton('Use another account', { action: 'switch', quiet: true }),
  cancelButton(context),
)}`)}
<p class="hint">If you have lost all of them, ask an administrator to remove your second factor.</p>`,
  });

/** That the person goes on at the identity provider of their organization: a link, because a form may lead to no other site. */
export const renderOrganization = (context: PageContext, tenantName: string, url: string) =>
  render(context, {
    title: `Continue to ${tenantName}`,
    markup: `${paragraph(`Your organization signs you in at ${new URL(url).host}. You come back here afterwards.`)}
<p class="links"><a href="${escapeHtml(url)}">Continue to ${escapeHtml(new URL(url).host)}</a></p>`,
  });

/** That the person goes on at the provider of an account. */
export const renderAccountProvider = (context: PageContext, provider: AccountProvider, url: string) =>
  render(context, {
    title: `Continue to ${accountProviderNames[provider]}`,
    markup: `${paragraph(`${accountProviderNames[provider]} signs you in at ${new URL(url).host}. You come back here afterwards.`)}
<p class="links"><a href="${escapeHtml(url)}">Continue to ${escapeHtml(new URL(url).host)}</a></p>`,
  });

/** Which workspace to enter. */
export const renderWorkspaces = (context: PageContext, accesses: readonly TenantAccess[], userName: string) =>
  render(context, {
    title: 'Choose a workspace',
    markup: `${paragraph(`You are signed in as ${userName}.`)}
${ownForm(`<div class="choices">${accesses
  .map(
    ({ settings }) =>
      `<button type="submit" name="tenantCode" value="${escapeHtml(settings.id)}"><span dir="auto">${escapeHtml(settings.name)}</span><small>${escapeHtml(settings.id)}</small></button>`,
  )
  .join('')}</div>
${actions(submitButton('Use another account', { action: 'switch', quiet: true }), cancelButton(context))}`)}`,
  });

/** What an application of others asks for. */
export const renderConsent = (
  context: PageContext,
  {
    scopes,
    userName,
    tenantName,
  }: { readonly scopes: readonly string[]; readonly userName: string; readonly tenantName: string },
) =>
  render(context, {
    title: `Allow ${context.clientName ?? 'the application'}?`,
    markup: `${paragraph(`It is not part of ${context.brand.name}. In your name, ${userName}, and for ${tenantName}, it asks to:`)}
<ul>${[...new Set(scopes.map(describeScope))].map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>
${ownForm(actions(submitButton('Allow', { action: 'allow' }), submitButton('Do not allow', { action: 'cancel', quiet: true })))}`,
  });

/** That the person may not enter where the application leads. */
export const renderNoAccess = (context: PageContext, userName: string) =>
  render(context, {
    title: 'You have no access here',
    markup: `${paragraph(`You are signed in as ${userName}, which has no access to ${context.brand.name}, or no longer has. Ask an administrator there, or use another account.`)}
${ownForm(actions(submitButton('Use another account', { action: 'switch' }), cancelButton(context)))}`,
  });

/** That the sign-in is over, or another browser began it. */
export const renderLostInteraction = (brand: Brand) =>
  renderIdentityPage({
    title: 'Please start again',
    brand,
    markup: paragraph(
      'This sign-in has ended: it took too long, it is complete, or it began in another browser. Go back to the application and sign in from there. If that does not help, allow cookies for this site.',
    ),
  });

/** That a request cannot be answered to the application that sent it. */
export const renderUnanswerable = (brand: Brand, reason: string) =>
  renderIdentityPage({
    title: 'This sign-in does not work',
    brand,
    markup: `${paragraph('The application that sent you here made a mistake in its request. Nothing was done.')}
${paragraph(reason)}
<p class="hint">Tell the people who run the application.</p>`,
  });
