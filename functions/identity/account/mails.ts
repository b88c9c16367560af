// The mails about an account. They go out through the outbox of a tenant, the first that the user may enter.
import { getMailAddress, type UserItem } from '../../../shared/auth/accounts/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { type Mail, putMail } from '../../../shared/mail/outbox.ts';
import { fillFields, toSingleLine } from '../../../shared/mail/template-fields.ts';
import {
  getOwnText,
  type MailFieldName,
  type MailText,
  mailKinds,
  mailTextKey,
  type OwnMailKind,
} from '../account-mail-texts/text.ts';
import { openTenant } from '../administration/open-tenant.ts';
import type { Texts } from '../languages/languages.ts';
import type { LinkPurpose } from './link.ts';

type Content = Pick<Mail, 'subject' | 'text'>;

/** A mail for which a tenant can have its own text, with the values of the fields. */
export interface TextedMail {
  readonly kind: OwnMailKind;
  readonly texts: Texts;
  readonly values: Readonly<Partial<Record<MailFieldName, string>>>;
  /** The platform's subject, where it is not always the same. */
  readonly subject?: string | undefined;
  /** The platform's last sentence, which stands below every text. */
  readonly end: string;
}

/**
 * The text of a tenant for a mail; undefined for the platform's. Without a tenant a read that finds nothing takes the same time,
 * so that the time of an answer does not say who has an account.
 */
async function findOwnText(
  store: TenantStore | PlatformStore,
  { kind, texts }: TextedMail,
): Promise<MailText | undefined> {
  return getOwnText(await store.get(mailTextKey(store, { kind, language: texts.language })));
}

/** Fills in the own text, or that of the platform. */
function render({ kind, texts, values, subject, end }: TextedMail, own: MailText | undefined): Content {
  const platform: MailText = mailKinds[kind].build(texts.mails);
  const known: Readonly<Record<string, string | undefined>> = values;
  const fill = (text: string) => fillFields(text, (name) => known[name]);
  return compose(
    toSingleLine(fill(own?.subject ?? subject ?? platform.subject ?? '')),
    fill(own?.text ?? platform.text),
    end,
  );
}

/** A mail of the tenant, with its own text where it has one. */
export const renderTenantMail = async (tenant: TenantStore, mail: TextedMail): Promise<Content> =>
  render(mail, await findOwnText(tenant, mail));

/** The tenant whose own texts a user gets: the only one that the user may enter. What one of several writes acts in it alone. */
const openOnlyTenant = (platform: PlatformStore, user: UserItem | undefined): TenantStore | undefined => {
  const [only, ...others] = user?.tenants ?? [];
  return only === undefined || others.length > 0 ? undefined : openTenant(platform, only);
};

/**
 * The changes that send a mail about a user; none without a user, for one who may enter no tenant, or for whom there is no
 * address. One read, also without a user, where a tenant can have its own text.
 */
export async function mailUser(
  platform: PlatformStore,
  user: UserItem | undefined,
  mail: Content | TextedMail,
  {
    now,
    newId,
    to = user && getMailAddress(user),
  }: {
    readonly now: Date;
    readonly newId: () => string;
    readonly to?: string | readonly string[] | undefined;
  },
): Promise<Change[]> {
  const content =
    'kind' in mail ? render(mail, await findOwnText(openOnlyTenant(platform, user) ?? platform, mail)) : mail;
  const [first] = user?.tenants ?? [];
  if (to === undefined || first === undefined) return [];
  const tenant = openTenant(platform, first);
  return [to]
    .flat()
    .map((address) => putMail(tenant, newId(), { ...content, to: address, isAboutAccount: true }, now));
}

const pages: Readonly<Record<LinkPurpose, string>> = {
  'reset-password': 'ResetPassword',
  'confirm-old-email': 'ConfirmEmail',
  'confirm-new-email': 'ConfirmEmail',
  'accept-invitation': 'Invitation',
};

/** The address of the page that a link opens. */
const buildLinkUrl = (purpose: LinkPurpose, token: string): string =>
  areaUrl('identity', `/Account/${pages[purpose]}/${token}`);

const compose = (subject: string, ...paragraphs: readonly string[]): Content => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

export const buildResetMail = (texts: Texts, userName: string, token: string): TextedMail => ({
  ...{ kind: 'resetPassword', texts, end: texts.mails.resetPassword.end },
  values: { userName, link: buildLinkUrl('reset-password', token) },
});

/** A code that stands for the password once; the subject has no code, because screens show subjects while they are locked. */
export const buildCodeMail = (texts: Texts, userName: string, code: string): TextedMail => ({
  ...{ kind: 'signInCode', texts, end: texts.mails.signInCode.end },
  values: { userName, code },
});

export function buildPasswordChangedMail(texts: Texts, userName: string, isSignedOut: boolean): TextedMail {
  const { text, signedOut } = texts.mails.passwordChanged;
  const notice = (isSignedOut ? signedOut : text)({ userName });
  return { kind: 'passwordChanged', texts, values: { userName, notice }, end: texts.mails.unexpected };
}

export const buildOldEmailMail = (
  { mails }: Texts,
  userName: string,
  email: string,
  token: string,
): Content => {
  const { subject, text, end } = mails.confirmOldEmail;
  const url = buildLinkUrl('confirm-old-email', token);
  return compose(subject, text({ userName, email }), url, `${end} ${mails.unexpected}`);
};

export const buildNewEmailMail = ({ mails }: Texts, userName: string, token: string): Content => {
  const { subject, text, end } = mails.confirmNewEmail;
  return compose(subject, text({ userName }), buildLinkUrl('confirm-new-email', token), end);
};

export const buildEmailChangedMail = (texts: Texts, userName: string, email: string): TextedMail => ({
  ...{ kind: 'emailChanged', texts, end: texts.mails.unexpected },
  values: { userName, notice: texts.mails.emailChanged.text({ userName, email }) },
});

export const buildTenantInvitationMail = (texts: Texts, tenantName: string, token: string): TextedMail => ({
  ...{ kind: 'invitation', texts, end: texts.mails.invitation.unexpected },
  values: { associationName: toSingleLine(tenantName), link: buildLinkUrl('accept-invitation', token) },
});

export function buildSecondFactorMail(
  texts: Texts,
  userName: string,
  what: keyof Texts['mails']['secondFactor'],
): TextedMail {
  const { secondFactor, notRequested, unexpected } = texts.mails;
  const { subject, text } = secondFactor[what];
  const end = what === 'removed by an administrator' ? notRequested : unexpected;
  return { kind: 'secondFactor', texts, values: { userName, notice: text({ userName }) }, subject, end };
}

/** That an account elsewhere signs the user in from now on. */
export const buildLinkedAccountMail = ({ mails }: Texts, userName: string, account: string): Content =>
  compose(mails.linkedAccount.subject, mails.linkedAccount.text({ userName, account }), mails.unexpected);
