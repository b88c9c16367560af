// A tenant's own texts for the mails about accounts that are its own (docs/interface/identity.md#own-texts-of-account-mails).
import type { Key, Partition, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { type Language, languages } from '../../../shared/languages/languages.ts';
import { extractFields } from '../../../shared/mail/template-fields.ts';
import type { Texts } from '../languages/languages.ts';

/** A subject and a text, with fields in double braces. */
export interface MailText {
  /** That of the platform by default. */
  readonly subject?: string | undefined;
  readonly text: string;
}

interface MailField {
  readonly description: string;
  /** Whether a text must contain it: without it the mail would be of no use, or conceal what happened. */
  readonly isRequired?: true;
}

const userName: MailField = { description: 'The user name of the account.' };
const notice: MailField = { description: 'What happened, in the words of the platform.', isRequired: true };

/** Every field of an account mail. */
const mailFields = {
  associationName: { description: 'The name of the association.' },
  code: { description: 'The code to sign in.', isRequired: true },
  link: { description: 'The address of the page that the mail leads to.', isRequired: true },
  notice,
  userName,
} as const satisfies Readonly<Record<string, MailField>>;

export type MailFieldName = keyof typeof mailFields;

interface MailKind {
  readonly description: string;
  readonly fields: readonly MailFieldName[];
  /** The platform's text, with fields. */
  readonly build: (mails: Texts['mails']) => MailText;
}

const named = { userName: '{{userName}}' };
const ofAssociation = { name: '{{associationName}}' };

/** The kinds of mails that a tenant has texts for. The platform's last sentence stands below each text. */
export const mailKinds = {
  invitation: {
    description: 'Invites the owner of a mail address to the tenant.',
    fields: ['associationName', 'link'],
    build: ({ invitation }) => ({
      subject: invitation.subject(ofAssociation),
      text: `${invitation.tenant(ofAssociation)}\n\n{{link}}`,
    }),
  },
  resetPassword: {
    description: 'Has the link with which a forgotten password is replaced.',
    fields: ['userName', 'link'],
    build: ({ resetPassword: { subject, text } }) => ({ subject, text: `${text(named)}\n\n{{link}}` }),
  },
  signInCode: {
    description: 'Has the code that stands for the password.',
    fields: ['userName', 'code'],
    build: ({ signInCode: { subject, text } }) => ({ subject, text: `${text(named)}\n\n{{code}}` }),
  },
  passwordChanged: {
    description: 'Says that the password was changed.',
    fields: ['userName', 'notice'],
    build: ({ passwordChanged: { subject } }) => ({ subject, text: '{{notice}}' }),
  },
  emailChanged: {
    description: 'Says that the mail address was changed.',
    fields: ['userName', 'notice'],
    build: ({ emailChanged: { subject } }) => ({ subject, text: '{{notice}}' }),
  },
  secondFactor: {
    description: 'Says what changed in the second factor; the subject of the platform says it too.',
    fields: ['userName', 'notice'],
    build: () => ({ text: '{{notice}}' }),
  },
} as const satisfies Readonly<Record<string, MailKind>>;

export type OwnMailKind = keyof typeof mailKinds;

const isKind = (name: string): name is OwnMailKind => Object.hasOwn(mailKinds, name);

export const ownMailKinds: readonly OwnMailKind[] = Object.keys(mailKinds).filter(isKind);

/** Which text: of a kind of mail, in a language. */
export interface MailTextPlace {
  readonly kind: OwnMailKind;
  readonly language: Language;
}

/** Every place of a text. */
export const mailTextPlaces: readonly MailTextPlace[] = ownMailKinds.flatMap((kind) =>
  languages.map((language) => ({ kind, language })),
);

/** A tenant's stored text; without `text` the tenant has removed it, and the next one has another version. */
export interface MailTextItem extends Partial<MailText> {
  readonly type: 'account-mail-text';
  readonly kind: OwnMailKind;
  readonly language: Language;
  readonly version: number;
  readonly modifiedDate: string;
}

const partitionName = 'ACCOUNT-MAIL-TEXTS';

export const mailTextKey = (
  store: Pick<TenantStore | PlatformStore, 'key'>,
  { kind, language }: { readonly kind: OwnMailKind; readonly language: string },
): Key<MailTextItem> => store.key(partitionName, `${kind}#${language}`);

/** The texts of a tenant, at most one for each place. */
export const tenantMailTexts = (tenant: TenantStore): Partition<MailTextItem> =>
  tenant.partition(partitionName);

/** What was stored as the tenant's own text; undefined for the platform's. */
export const getOwnText = (item: MailTextItem | undefined): MailText | undefined =>
  item?.text === undefined ? undefined : { subject: item.subject, text: item.text };

const listFields = (names: readonly string[]): string => names.map((name) => `{{${name}}}`).join(', ');

const isRequired = (name: MailFieldName): boolean => 'isRequired' in mailFields[name];

/** Everything that is wrong with the fields of a text. A subject has none that is required: screens show it while they are locked. */
export function validateMailText(kind: OwnMailKind, sent: MailText): ErrorDetail[] {
  const { fields } = mailKinds[kind];
  const known = { subject: fields.filter((name) => !isRequired(name)), text: [...fields] };
  const unknown = (['subject', 'text'] as const).flatMap((target) =>
    extractFields(sent[target] ?? '')
      .filter((name) => !known[target].some((field) => field === name))
      .map(
        (name): ErrorDetail => ({
          code: 'UNKNOWN_VALUE',
          message: `${target} contains {{${name.slice(0, 60)}}}, which is not a field of it. The fields are: ${listFields(known[target])}.`,
          target,
        }),
      ),
  );
  const present = extractFields(sent.text);
  const missing = fields.filter((name) => isRequired(name) && !present.includes(name));
  return [
    ...unknown,
    ...missing.map(
      (name): ErrorDetail => ({
        code: 'REQUIRED_FIELD',
        message: `text must contain {{${name}}}. The fields are: ${listFields(fields)}.`,
        target: 'text',
      }),
    ),
  ];
}

/** The text in use. */
export function presentMailText(
  { kind, language }: MailTextPlace,
  item: MailTextItem | undefined,
  texts: Texts,
) {
  const platform: MailText = mailKinds[kind].build(texts.mails);
  const own = getOwnText(item);
  const subject = own?.subject ?? platform.subject;
  return {
    kind,
    language,
    description: mailKinds[kind].description,
    ...(subject !== undefined && { subject }),
    text: own?.text ?? platform.text,
    isOwn: own !== undefined,
    fields: mailKinds[kind].fields.map((name) => {
      const { description } = mailFields[name];
      return { name, description, isRequired: isRequired(name) };
    }),
    version: item?.version ?? 0,
    ...(item && { modifiedDate: item.modifiedDate }),
  };
}
