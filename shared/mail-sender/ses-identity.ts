// Domains of tenants in Amazon SES: identities with Easy DKIM and a domain for envelopes. Loaded only where SES sends the mails.
import {
  CreateEmailIdentityCommand,
  GetEmailIdentityCommand,
  PutEmailIdentityMailFromAttributesCommand,
  type SESv2Client,
} from '@aws-sdk/client-sesv2';
import { DomainRefusal, environmentTag, getMailRules, type SesAccount } from './mail-system.ts';
import { getMailFromDomain } from './sender-records.ts';
import { associate, createSesTenant, listTags, openSesClient, unless } from './ses-tenant.ts';

/** @throws DomainRefusal for an identity that others of the account created: mails of its owner would come from this tenant too */
async function findOwnIdentity(client: SESv2Client, account: SesAccount, domain: string) {
  const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  if (!found.Tags?.some(({ Key, Value }) => Key === environmentTag && Value === account.prefix))
    throw new DomainRefusal(
      `${domain} is set up in the mail system for another use; use another domain, or one below it.`,
    );
  return found;
}

/**
 * Creates the identity of a tenant's domain, unless the account has it, with its own domain for envelopes, and lets the tenant use
 * it.
 * @returns the names of the three DKIM records, and the zone that they lead to
 */
export async function createSesIdentity(
  account: SesAccount,
  code: string,
  domain: string,
): Promise<{ readonly tokens: readonly string[]; readonly zone: string | undefined }> {
  const client = openSesClient();
  const created = await unless(
    'AlreadyExistsException',
    client.send(
      new CreateEmailIdentityCommand({
        ...{ EmailIdentity: domain, Tags: listTags(account) },
        ConfigurationSetName: getMailRules(account, 'tenants'),
      }),
    ),
  );
  const { DkimAttributes } = created ?? (await findOwnIdentity(client, account, domain));
  // Where its MX record is missing, the envelope is that of SES.
  await client.send(
    new PutEmailIdentityMailFromAttributesCommand({
      ...{ EmailIdentity: domain, MailFromDomain: getMailFromDomain(domain) },
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    }),
  );
  await createSesTenant(account, code);
  await associate(client, account, code, `identity/${domain}`);
  return { tokens: DkimAttributes?.Tokens ?? [], zone: DkimAttributes?.SigningHostedZone };
}

/** Whether SES sends from a domain; undefined where it has no identity for it. */
export async function isSesIdentityVerified(domain: string): Promise<boolean | undefined> {
  const found = await unless(
    'NotFoundException',
    openSesClient().send(new GetEmailIdentityCommand({ EmailIdentity: domain })),
  );
  return found && found.VerifiedForSendingStatus === true;
}
