// Tenants in Amazon SES: each has a reputation and a suppression list of its own, and is stopped alone when too much of its mail
// bounces or is complained about (Amazon SES Developer Guide, "Tenants"). Loaded only where SES sends the mails.
import {
  CreateEmailIdentityCommand,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  GetEmailIdentityCommand,
  GetTenantCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
  UpdateReputationEntityPolicyCommand,
} from '@aws-sdk/client-sesv2';
import {
  getMailRules,
  getPlatformSender,
  getSesTenantName,
  parseAddress,
  type SesAccount,
} from './mail-system.ts';
import { getMailFromDomain } from './sender-records.ts';

/** The tag of what the platform has created in SES. */
export const environmentTag = 'rostrum';

const openClient = (): SESv2Client =>
  new SESv2Client({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** What the call returns; undefined where SES says that it exists already, or that it does not exist. */
const unless = async <T>(name: 'AlreadyExistsException' | 'NotFoundException', call: Promise<T>) =>
  call.catch((error: unknown) => {
    if (hasName(error, name)) return undefined;
    throw error;
  });

const listTags = ({ prefix }: SesAccount) => [{ Key: environmentTag, Value: prefix }];

/** SES lets a mail of a tenant through only where all that it names belongs to the tenant. */
const associate = (client: SESv2Client, account: SesAccount, code: string, resource: string) =>
  unless(
    'AlreadyExistsException',
    client.send(
      new CreateTenantResourceAssociationCommand({
        ...{ TenantName: getSesTenantName(account, code), ResourceArn: `${account.arn}:${resource}` },
      }),
    ),
  );

/** The platform's identity: the domain of its sender or, where the account has only that, the address. */
async function associatePlatformIdentity(client: SESv2Client, account: SesAccount, code: string) {
  const address = parseAddress(getPlatformSender());
  try {
    await associate(client, account, code, `identity/${address.split('@').at(-1)}`);
  } catch (error) {
    if (!hasName(error, 'NotFoundException')) throw error;
    await associate(client, account, code, `identity/${address}`);
  }
}

/**
 * Creates a tenant in SES, or completes it: with the configuration set of tenants' mails, the platform's identity, a suppression
 * list of its own, and the policy by which SES stops it, alone, when its mail harms its reputation.
 */
export async function createSesTenant(account: SesAccount, code: string): Promise<void> {
  const client = openClient();
  const TenantName = getSesTenantName(account, code);
  const created = await unless(
    'AlreadyExistsException',
    client.send(
      new CreateTenantCommand({
        ...{ TenantName, Tags: listTags(account) },
        SuppressionAttributes: { SuppressionScope: 'TENANT', SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      }),
    ),
  );
  const arn =
    created?.TenantArn ?? (await client.send(new GetTenantCommand({ TenantName }))).Tenant?.TenantArn;
  await client.send(
    new UpdateReputationEntityPolicyCommand({
      ...{ ReputationEntityType: 'RESOURCE', ReputationEntityReference: arn },
      ReputationEntityPolicy: `${account.arn.split(':').slice(0, 4).join(':')}:aws:reputation-policy/standard`,
    }),
  );
  await associate(client, account, code, `configuration-set/${getMailRules(account, 'tenants')}`);
  await associatePlatformIdentity(client, account, code);
}

/** Whether SES has stopped the mails of a tenant. */
export async function isSesTenantStopped(account: SesAccount, code: string): Promise<boolean> {
  const TenantName = getSesTenantName(account, code);
  const found = await unless('NotFoundException', openClient().send(new GetTenantCommand({ TenantName })));
  return found?.Tenant?.SendingStatus === 'DISABLED';
}

/** @throws Error for an identity that others of the account created: mails of its owner would come from this tenant too */
async function findOwnIdentity(client: SESv2Client, account: SesAccount, domain: string) {
  const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  if (!found.Tags?.some(({ Key, Value }) => Key === environmentTag && Value === account.prefix))
    throw new Error(
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
  const client = openClient();
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

/** Whether SES sends from a domain. */
export async function isSesIdentityVerified(domain: string): Promise<boolean> {
  const { VerifiedForSendingStatus } = await openClient().send(
    new GetEmailIdentityCommand({ EmailIdentity: domain }),
  );
  return VerifiedForSendingStatus === true;
}
