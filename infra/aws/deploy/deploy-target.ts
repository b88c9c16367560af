// Checks the account before a deployment: which account the credentials are for, and whether CDK can deploy to it.
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { CommandError } from '../../command/command-error.ts';

/** Why a deployment can't start or failed; its message is for the person who deploys. */
export class DeploymentError extends CommandError {
  override readonly name = 'DeploymentError';
}

/** The account and region of a deployment. */
export interface DeploymentTarget {
  readonly account: string;
  readonly region: string;
}

/** What cdk.json declares about the target. */
export interface DeclaredTarget {
  readonly name: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}

/** The stack that `cdk bootstrap` creates, and the oldest version of it that deployments can use. */
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
      `The region of ${name} is not set: set context.environments.${name}.region in cdk.json, or AWS_REGION.`,
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
          'AWS does not know these credentials: check AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
        );
      default:
        throw new DeploymentError(
          `AWS could not report the account of these credentials: ${getErrorMessage(error)}`,
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
    throw new DeploymentError(`CloudFormation did not answer in ${region}: ${getErrorMessage(error)}`);
  }
}

/**
 * Finds the account and region of the deployment, and checks everything it needs.
 * @throws DeploymentError with a sentence that says what is missing and how to have it
 */
export async function resolveTarget(declared: DeclaredTarget): Promise<DeploymentTarget> {
  const region = await resolveRegion(declared);
  const account = await resolveAccount(region);
  if (declared.account && declared.account !== account) {
    throw new DeploymentError(
      `These credentials are for account ${account}, but cdk.json declares ${declared.name} in ${declared.account}: use credentials for that account.`,
    );
  }
  const version = await readBootstrapVersion(region);
  if (version < requiredBootstrapVersion) {
    const state =
      version === 0 ? 'is not bootstrapped for CDK' : `has an old CDK bootstrap stack (version ${version})`;
    throw new DeploymentError(
      `Account ${account} ${state} in ${region}: run \`npx cdk bootstrap aws://${account}/${region}\` once, and try again.`,
    );
  }
  return { account, region };
}
