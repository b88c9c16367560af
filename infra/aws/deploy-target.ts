// Looks at the account before a deployment: whose credentials these are, where they lead, and whether CDK can deploy there.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

/** Why a deployment can't begin, in words for the person who wants it. */
export class NotDeployable extends Error {
  override readonly name = 'NotDeployable';
}

/** Where a deployment goes. */
export interface Target {
  readonly account: string;
  readonly region: string;
}

/** What cdk.json says of it. */
export interface Declared {
  readonly name: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** The stack that `cdk bootstrap` makes, and the version of it that CDK's deployments need at least. */
const bootstrapStack = 'CDKToolkit';
const neededVersion = 6;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function regionOf({ name, region }: Declared): Promise<string> {
  if (region) return region;
  try {
    return await new CloudFormationClient().config.region();
  } catch {
    throw new NotDeployable(
      `No region is known for ${name}: set context.environments.${name}.region in cdk.json, or AWS_REGION.`,
    );
  }
}

async function accountOf(region: string): Promise<string> {
  try {
    const { Account = '' } = await new STSClient({ region, maxAttempts: 2 }).send(
      new GetCallerIdentityCommand(),
    );
    return Account;
  } catch (error) {
    switch (nameOf(error)) {
      case 'CredentialsProviderError':
        throw new NotDeployable(
          'No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        );
      case 'ExpiredToken':
      case 'ExpiredTokenException':
        throw new NotDeployable('The AWS credentials have expired: sign in again.');
      case 'InvalidClientTokenId':
      case 'SignatureDoesNotMatch':
      case 'UnrecognizedClientException':
        throw new NotDeployable(
          'AWS does not know these credentials: look at AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        );
      default:
        throw new NotDeployable(`AWS could not be asked whose credentials these are: ${messageOf(error)}`);
    }
  }
}

async function bootstrapVersion(region: string): Promise<number> {
  try {
    const client = new CloudFormationClient({ region, maxAttempts: 2 });
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: bootstrapStack }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
    return Number(outputs.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue ?? 0);
  } catch (error) {
    if (nameOf(error) === 'ValidationError') return 0;
    throw new NotDeployable(`CloudFormation could not be asked in ${region}: ${messageOf(error)}`);
  }
}

/**
 * Where the deployment goes, once everything it needs is there.
 * @throws NotDeployable with a sentence that says what is missing and how to have it
 */
export async function targetOf(declared: Declared): Promise<Target> {
  const region = await regionOf(declared);
  const account = await accountOf(region);
  if (declared.account && declared.account !== account) {
    throw new NotDeployable(
      `These credentials are of account ${account}, but cdk.json has ${declared.name} in ${declared.account}: use that account's.`,
    );
  }
  const version = await bootstrapVersion(region);
  if (version < neededVersion) {
    const state =
      version === 0 ? 'has not been prepared for CDK' : `was prepared for CDK long ago (version ${version})`;
    throw new NotDeployable(
      `Account ${account} ${state} in ${region}: run \`npx cdk bootstrap aws://${account}/${region}\` once, and try again.`,
    );
  }
  return { account, region };
}
