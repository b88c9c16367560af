// Looks at the account before a deployment: whose credentials these are, where they lead, and whether CDK can deploy there.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

/** Why a deployment can't begin, in words for the person who wants it. */
export class DeploymentError extends Error {
  override readonly name = 'NotDeployable';
}

/** Where a deployment goes. */
export interface DeploymentTarget {
  readonly account: string;
  readonly region: string;
}

/** What cdk.json says of it. */
export interface DeclaredTarget {
  readonly name: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** The stack that `cdk bootstrap` makes, and the version of it that CDK's deployments need at least. */
const bootstrapStackName = 'CDKToolkit';
const requiredBootstrapVersion = 6;

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : '');
const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function resolveRegion({ name, region }: DeclaredTarget): Promise<string> {
  if (region) return region;
  try {
    return await new CloudFormationClient().config.region();
  } catch {
    throw new DeploymentError(
      `No region is known for ${name}: set context.environments.${name}.region in cdk.json, or AWS_REGION.`,
    );
  }
}

async function resolveAccount(region: string): Promise<string> {
  try {
    const { Account = '' } = await new STSClient({ region, maxAttempts: 2 }).send(
      new GetCallerIdentityCommand(),
    );
    return Account;
  } catch (error) {
    switch (getErrorName(error)) {
      case 'CredentialsProviderError':
        throw new DeploymentError(
          'No AWS credentials were found: sign in (aws sso login), or set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        );
      case 'ExpiredToken':
      case 'ExpiredTokenException':
        throw new DeploymentError('The AWS credentials have expired: sign in again.');
      case 'InvalidClientTokenId':
      case 'SignatureDoesNotMatch':
      case 'UnrecognizedClientException':
        throw new DeploymentError(
          'AWS does not know these credentials: look at AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        );
      default:
        throw new DeploymentError(
          `AWS could not be asked whose credentials these are: ${getErrorMessage(error)}`,
        );
    }
  }
}

async function readBootstrapVersion(region: string): Promise<number> {
  try {
    const client = new CloudFormationClient({ region, maxAttempts: 2 });
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: bootstrapStackName }));
    const outputs = Stacks.flatMap(({ Outputs = [] }) => Outputs);
    return Number(outputs.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue ?? 0);
  } catch (error) {
    if (getErrorName(error) === 'ValidationError') return 0;
    throw new DeploymentError(`CloudFormation could not be asked in ${region}: ${getErrorMessage(error)}`);
  }
}

/**
 * Where the deployment goes, once everything it needs is there.
 * @throws NotDeployable with a sentence that says what is missing and how to have it
 */
export async function resolveTarget(declared: DeclaredTarget): Promise<DeploymentTarget> {
  const region = await resolveRegion(declared);
  const account = await resolveAccount(region);
  if (declared.account && declared.account !== account) {
    throw new DeploymentError(
      `These credentials are of account ${account}, but cdk.json has ${declared.name} in ${declared.account}: use that account's.`,
    );
  }
  const version = await readBootstrapVersion(region);
  if (version < requiredBootstrapVersion) {
    const state =
      version === 0 ? 'has not been prepared for CDK' : `was prepared for CDK long ago (version ${version})`;
    throw new DeploymentError(
      `Account ${account} ${state} in ${region}: run \`npx cdk bootstrap aws://${account}/${region}\` once, and try again.`,
    );
  }
  return { account, region };
}
