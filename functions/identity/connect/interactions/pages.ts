// What each page of a sign-in shows.
import {
  type AccountProvider,
  accountProviderNames,
} from '../../../../shared/auth/accounts/account-providers.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { ownForm } from '../../../../shared/pages/own-form.ts';
import type { Texts } from '../../languages/languages.ts';
import {
  type IdentityPage,
  type PageLook,
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
export interface PageContext extends PageLook {
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
  { brand, texts, formTargets, headers }: PageContext,
  page: Pick<IdentityPage, 'title' | 'markup' | 'usesPasskeys' | 'style'>,
) => renderIdentityPage({ ...page, brand, texts, formTargets, ...(headers && { headers }) });

/** Goes back to the application, where there is one. */
export const cancelButton = ({ clientName, texts }: PageContext): string =>
  clientName === undefined ? '' : submitButton(texts.signIn.cancel, { action: 'cancel', quiet: true });

/** Buttons side by side. */
export const actions = (...buttons: readonly string[]): string =>
  `<div class="actions">${buttons.join('')}</div>`;

const rememberField = ({ signIn }: Texts): string =>
  `<label class="check"><input type="checkbox" name="remember" value="yes"><span>${escapeHtml(signIn.remember)}<small>${escapeHtml(signIn.rememberHint({ days: rememberedSessionSeconds / 86_400 }))}</small></span></label>`;

/** Below the form; the page of the link goes on in the language that the application named. */
const renderLinks = ({ common, language }: Texts): string =>
  `<p class="links"><a href="${escapeHtml(areaUrl('identity', `/Account/ForgotPassword?ui_locales=${language}`))}">${escapeHtml(common.forgotten)}</a></p>`;

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
  const { clientName: name, texts, accountProviders = [], newLink } = context;
  const { signIn, common, accountSignIn } = texts;
  const isInvalid = fault !== undefined;
  const hasName = userName !== undefined && userName !== '';
  const intro =
    name === undefined
      ? isAgain
        ? signIn.confirm
        : ''
      : signIn[isAgain ? 'confirmFor' : 'continueTo']({ name });
  return render(context, {
    usesPasskeys: true,
    title: isAgain ? signIn.again : common.signIn,
    markup: `${intro === '' ? '' : paragraph(intro)}
${newLink === undefined ? '' : paragraph(accountSignIn.newLink({ account: newLink }))}
${problem(fault)}
${ownForm(`
${textField({ name: 'userName', label: common.userName, autocomplete: 'username', value: userName, isInvalid, hasFocus: !hasName, attributes: 'autocapitalize="none" spellcheck="false" maxlength="256"' })}
${textField({ name: 'password', label: common.password, type: 'password', autocomplete: 'current-password', isInvalid, hasFocus: hasName, attributes: 'maxlength="1024"' })}
${rememberField(texts)}
${actions(
  submitButton(common.signIn, { action: 'sign-in' }),
  submitButton(signIn.organization, { action: 'federate', quiet: true }),
  context.offersMailedCodes ? submitButton(signIn.mailCode, { action: 'mail-code', quiet: true }) : '',
  ...accountProviders.map((provider) =>
    submitButton(accountSignIn.continueWith({ name: accountProviderNames[provider] }), {
      ...{ action: provider, quiet: true },
    }),
  ),
  newLink === undefined ? '' : submitButton(common.useAnotherAccount, { action: 'switch', quiet: true }),
  cancelButton(context),
)}`)}
${renderPasskeyForm(texts, { button: signIn.passkey })}
${renderLinks(texts)}`,
  });
}

/** Which account elsewhere signs the person in from then on, where one waits for this sign-in. */
const newLinkNote = ({ texts, newLink }: PageContext): string =>
  newLink === undefined ? '' : paragraph(texts.accountSignIn.willLink({ account: newLink }));

/** The code that was mailed. The page is the same whether or not one was. */
export const renderMailedCode = (context: PageContext, fault?: string) =>
  render(context, {
    title: context.texts.mailedCode.title,
    markup: `${problem(fault)}
${paragraph(context.texts.mailedCode.text)}
${newLinkNote(context)}
${ownForm(`
${textField({ name: 'code', label: context.texts.common.code, autocomplete: 'one-time-code', isInvalid: fault !== undefined, hasFocus: true, attributes: 'inputmode="numeric" autocapitalize="none" spellcheck="false" maxlength="20"' })}
${rememberField(context.texts)}
${actions(
  submitButton(context.texts.common.signIn, { action: 'verify-mailed-code' }),
  submitButton(context.texts.mailedCode.usePassword, { action: 'use-password', quiet: true }),
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
    title: hasPasskeys ? context.texts.code.titleWithPasskeys : context.texts.code.title,
    markup: `${problem(fault)}
${hasPasskeys ? renderPasskeyForm(context.texts, { button: context.texts.code.usePasskey, isMain: true }) : ''}
${paragraph(
  hasAuthenticator
    ? context.texts.code[hasPasskeys ? 'authenticatorToo' : 'authenticator']
    : context.texts.code.recoveryOnly,
)}
${newLinkNote(context)}
${ownForm(`
${textField({ name: 'code', label: context.texts.common.code, autocomplete: 'one-time-code', isInvalid: fault !== undefined, hasFocus: true, attributes: 'autocapitalize="none" spellcheck="false" maxlength="40"' })}
${actions(
  submitButton(context.texts.common.continue, { action: 'verify' }),
  submitButton(context.texts.common.useAnotherAccount, { action: 'switch', quiet: true }),
  cancelButton(context),
)}`)}
<p class="hint">${escapeHtml(context.texts.code.lost)}</p>`,
  });

/** That the person goes on at the identity provider of their organization: a link, because a form may lead to no other site. */
export function renderOrganization(context: PageContext, name: string, url: string) {
  const { title, text, link } = context.texts.federation;
  const { host } = new URL(url);
  return render(context, {
    title: title({ name }),
    markup: `${paragraph(text({ host }))}
<p class="links"><a href="${escapeHtml(url)}">${escapeHtml(link({ host }))}</a></p>`,
  });
}

/** That the person goes on at the provider of an account. */
export const renderAccountProvider = (context: PageContext, provider: AccountProvider, url: string) =>
  render(context, {
    title: context.texts.federation.title({ name: accountProviderNames[provider] }),
    markup: `${paragraph(context.texts.accountSignIn.text({ name: accountProviderNames[provider], host: new URL(url).host }))}
<p class="links"><a href="${escapeHtml(url)}">${escapeHtml(context.texts.federation.link({ host: new URL(url).host }))}</a></p>`,
  });

/** Which workspace to enter. */
export const renderWorkspaces = (context: PageContext, accesses: readonly TenantAccess[], userName: string) =>
  render(context, {
    title: context.texts.workspaces.title,
    markup: `${paragraph(context.texts.workspaces.signedInAs({ userName }))}
${ownForm(`<div class="choices">${accesses
  .map(
    ({ settings }) =>
      `<button type="submit" name="tenantCode" value="${escapeHtml(settings.id)}"><span dir="auto">${escapeHtml(settings.name)}</span><small>${escapeHtml(settings.id)}</small></button>`,
  )
  .join('')}</div>
${actions(submitButton(context.texts.common.useAnotherAccount, { action: 'switch', quiet: true }), cancelButton(context))}`)}`,
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
    title:
      context.clientName === undefined
        ? context.texts.consent.unknownTitle
        : context.texts.consent.title({ name: context.clientName }),
    markup: `${paragraph(context.texts.consent.text({ name: context.brand.name, userName, tenantName }))}
<ul>${[...new Set(scopes.map((scope) => describeScope(context.texts, scope)))].map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>
${ownForm(actions(submitButton(context.texts.consent.allow, { action: 'allow' }), submitButton(context.texts.consent.refuse, { action: 'cancel', quiet: true })))}`,
  });

/** That the person may not enter where the application leads. */
export const renderNoAccess = (context: PageContext, userName: string) =>
  render(context, {
    title: context.texts.noAccess.title,
    markup: `${paragraph(context.texts.noAccess.text({ userName, name: context.brand.name }))}
${ownForm(actions(submitButton(context.texts.common.useAnotherAccount, { action: 'switch' }), cancelButton(context)))}`,
  });

/** That the sign-in is over, or another browser began it. */
export const renderLostInteraction = ({ brand, texts }: PageLook) =>
  renderIdentityPage({
    title: texts.lostInteraction.title,
    ...{ brand, texts },
    markup: paragraph(texts.lostInteraction.text),
  });

/** That a request cannot be answered to the application that sent it. */
export const renderUnanswerable = (
  { brand, texts }: PageLook,
  reason: keyof Texts['unanswerable']['reasons'],
) =>
  renderIdentityPage({
    title: texts.unanswerable.title,
    ...{ brand, texts },
    markup: `${paragraph(texts.unanswerable.text)}
${paragraph(texts.unanswerable.reasons[reason])}
<p class="hint">${escapeHtml(texts.unanswerable.hint)}</p>`,
  });
