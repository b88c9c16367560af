// Daily backups of the table beside point-in-time recovery, with a copy in another region or account: what is left when the
// table, the account or the region is lost (docs/aws.md#backups).
import { ArnFormat, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import * as backup from 'aws-cdk-lib/aws-backup';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { acceptFinding } from '../access/nag.ts';
import { ConfigurationError, type Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { getBackupVaultName, getPrefix, getTableName, listOwnTables } from '../environment/names.ts';
import { backupDays, lockedDays } from '../environment/retention-days.ts';

/** Where copies go: another region, another account, or both. */
export interface CopyPlace {
  readonly account: string;
  readonly region: string;
}

/**
 * The account and region of the copies; undefined without a backup plan.
 * @throws ConfigurationError when it is not known where the table is, or copies would be where the table is
 */
export function findCopyPlace({ name, account, region, backup: plan }: Environment): CopyPlace | undefined {
  if (!plan) return undefined;
  if (!account || !region)
    throw new ConfigurationError(`cdk.json: ${name}.backup needs ${name}.account and ${name}.region.`);
  const place = { account: plan.copyAccount ?? account, region: plan.copyRegion ?? region };
  if (place.account === account && place.region === region)
    throw new ConfigurationError(
      `cdk.json: ${name}.backup needs a copyRegion other than ${region}, or a copyAccount other than ${account}.`,
    );
  return place;
}

/**
 * A vault with a key of its own, which copies between accounts need, and a lock in governance mode: nobody deletes a
 * backup early, and a person with the permission for it can remove the lock. A lock in compliance mode could never be
 * removed, not even by AWS, and nothing of an erased tenant before its backups expire.
 */
function createVault(stack: Stack, environment: Environment, from?: string): backup.BackupVault {
  const key = new kms.Key(stack, 'BackupKey', {
    description: 'Encrypts backups of the table. Losing it loses them.',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  fixLogicalId(key, 'BackupKey');
  const vault = new backup.BackupVault(stack, 'Vault', {
    backupVaultName: getBackupVaultName(environment),
    encryptionKey: key,
    lockConfiguration: { minRetention: Duration.days(lockedDays) },
    removalPolicy: RemovalPolicy.RETAIN,
    ...(from && {
      accessPolicy: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            sid: 'CopyIntoVault',
            principals: [new iam.AccountPrincipal(from)],
            actions: ['backup:CopyIntoBackupVault'],
            resources: ['*'],
          }),
        ],
      }),
    }),
  });
  fixLogicalId(vault, 'Vault');
  // AWS Backup Developer Guide, "Encryption for backups": the account that copies uses the key of the vault that it copies to.
  if (from)
    key.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'CopyFromOtherAccount',
        principals: [new iam.AccountPrincipal(from)],
        actions: [
          ...['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo', 'kms:DescribeKey'],
          ...['kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext', 'kms:CreateGrant'],
        ],
        resources: ['*'],
      }),
    );
  return vault;
}

interface BackupStackProps extends StackProps {
  readonly environment: Environment;
}

/** The vault of the copies, in their account and region. */
export class BackupCopyStack extends Stack {
  constructor(scope: Construct, id: string, { environment, ...props }: BackupStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    createVault(this, environment, this.account === environment.account ? undefined : environment.account);
  }
}

/** The plan, and the vault next to the table. */
export class BackupStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { environment, copyTo, ...props }: BackupStackProps & { readonly copyTo: CopyPlace },
  ) {
    super(scope, id, { ...props, terminationProtection: true });
    const { days = backupDays, copyDays = backupDays } = environment.backup ?? {};
    const vault = createVault(this, environment);
    const copies = backup.BackupVault.fromBackupVaultArn(
      this,
      'Copies',
      this.formatArn({
        service: 'backup',
        resource: 'backup-vault',
        ...copyTo,
        resourceName: getBackupVaultName(environment),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
    const plan = new backup.BackupPlan(this, 'Plan', {
      backupPlanName: getPrefix(environment),
      backupVault: vault,
      backupPlanRules: [
        new backup.BackupPlanRule({
          ruleName: 'Daily',
          scheduleExpression: events.Schedule.cron({ hour: '5', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          deleteAfter: Duration.days(days),
          copyActions: [{ destinationBackupVault: copies, deleteAfter: Duration.days(copyDays) }],
        }),
      ],
    });
    const names = [getTableName(environment), ...listOwnTables(environment).map(({ name }) => name)];
    const resources = names.map((resourceName) =>
      backup.BackupResource.fromArn(this.formatArn({ service: 'dynamodb', resource: 'table', resourceName })),
    );
    const selection = plan.addSelection('Table', {
      backupSelectionName: 'table',
      resources,
      disableDefaultBackupPolicy: true,
      role: this.createRole(),
    });
    selection.node.addDependency(vault);
  }

  /** What AWS Backup may do: nothing but back up DynamoDB and copy. Whoever restores uses a role of their own. */
  private createRole(): iam.Role {
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('backup.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
      managedPolicies: [
        iam.ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup'),
      ],
    });
    acceptFinding(
      role,
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      'AWS keeps the policy in step with what AWS Backup calls, which changes without notice.',
    );
    return role;
  }
}
