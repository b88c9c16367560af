// Tenants in Amazon SES: each has a reputation and a suppression list of its own, and is stopped alone when too much of its mail
// bounces or is complained about (Amazon SES Developer Guide, "Tenants"). Loaded only where SES sends the mails.
import {
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  GetTenantCommand,
  SESv2Client,
  UpdateReputationEntityPolicyCommand,
} from '@aws-sdk/client-sesv2';
import {
  environmentTag,
  getMailRules,
  getPlatformSender,
  getSesTenantName,
  parseAddress,
  type SesAccount,
} from './mail-system.ts';

export const openSesClient = (): SESv2Client =>
  new SESv2Client({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });

const hasName = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** What the call returns; undefined where SES says that it exists already, or that it does not exist. */
export const unless = async <T>(name: 'AlreadyExistsException' | 'NotFoundException', call: Promise<T>) =>
  call.catch((error: unknown) => {
    if (hasName(error, name)) return undefined;
    throw error;
  });

export const listTags = ({ prefix }: SesAccount) => [{ Key: environmentTag, Value: prefix }];

/** Lets a tenant use a resource: SES lets a mail of a tenant through only where all that it names belongs to the tenant. */
export const associate = (client: SESv2Client, account: SesAccount, code: string, resource: string) =>
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
  const client = openSesClient();
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
  const found = await unless('NotFoundException', openSesClient().send(new GetTenantCommand({ TenantName })));
  return found?.Tenant?.SendingStatus === 'DISABLED';
}
