// Daily backups with a copy elsewhere, which nobody deletes early (docs/aws.md#backups).
import { rm } from 'node:fs/promises';
import type { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigurationError, parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { addStacks, type BuiltPlatform, createApp } from '../../infra/aws/stacks/assembly.ts';
import { buildEmptyPlatform, loadFewParts } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';
import { listResourcesByType, type Template as Plain, toText } from './deployment/template.ts';

const account = '123456789012';
const otherAccount = '210987654321';
const region = 'eu-west-1';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let built: BuiltPlatform;
beforeAll(async () => {
  folder = await createEmptyBundle();
  built = buildEmptyPlatform(folder, await loadFewParts());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function buildApp(backup: object | undefined, where: object = { account, region }): App {
  const app = createApp();
  addStacks(app, parseEnvironment('prod', { prod: { ...where, ...(backup && { backup }) } }), built);
  return app;
}

const findStack = (app: App, name: string) => app.node.tryFindChild(`rostrum-prod-${name}`) as Stack;
const getTemplate = (app: App, name: string) => Template.fromStack(findStack(app, name)).toJSON() as Plain;
const getOnly = (template: Plain, type: string) =>
  listResourcesByType(template, type)[0]?.[1].Properties ?? expect.fail(`There is no ${type}`);

describe('without backup in cdk.json', () => {
  it('there is no plan, because it costs by the month', () => {
    expect(findStack(buildApp(undefined), 'backup')).toBeUndefined();
  });
});

describe('the plan', () => {
  it('backs up the table every day and copies each backup to the other region', () => {
    const template = getTemplate(buildApp({ copyRegion: 'eu-central-1', copyDays: 90 }), 'backup');
    const { BackupPlan } = getOnly(template, 'AWS::Backup::BackupPlan') as {
      readonly BackupPlan: { readonly BackupPlanRule: readonly Readonly<Record<string, unknown>>[] };
    };
    expect(BackupPlan.BackupPlanRule).toHaveLength(1);
    expect(BackupPlan.BackupPlanRule[0]).toMatchObject({
      ScheduleExpression: 'cron(0 5 * * ? *)',
      Lifecycle: { DeleteAfterDays: 35 },
      CopyActions: [{ Lifecycle: { DeleteAfterDays: 90 } }],
    });
    expect(toText(BackupPlan.BackupPlanRule[0]?.CopyActions)).toContain(
      `:backup:eu-central-1:${account}:backup-vault:rostrum-prod-backups`,
    );
    const { BackupSelection } = getOnly(template, 'AWS::Backup::BackupSelection') as {
      readonly BackupSelection: { readonly Resources: readonly unknown[] };
    };
    expect(BackupSelection.Resources.map(toText).join()).toContain(
      `:dynamodb:${region}:${account}:table/rostrum-prod`,
    );
  });

  it('needs another place for its copies than that of the table, and to know the latter', () => {
    for (const [backup, where] of [
      [{}, { account, region }],
      [
        { copyRegion: region, copyAccount: account },
        { account, region },
      ],
      [{ copyRegion: 'eu-central-1' }, { region }],
    ] as const)
      expect(() => buildApp(backup, where)).toThrow(ConfigurationError);
  });
});

describe('a vault', () => {
  const backup = { copyRegion: 'eu-central-1', copyAccount: otherAccount };

  // AWS Backup Developer Guide, "AWS Backup Vault Lock": without ChangeableForDays the lock is in governance mode.
  it('is retained, has a key of its own, and a lock that can be removed by a person with the permission', () => {
    const app = buildApp(backup);
    for (const name of ['backup', 'backup-copies']) {
      const template = getTemplate(app, name);
      const [[, vault] = ['', undefined]] = listResourcesByType(template, 'AWS::Backup::BackupVault');
      expect(vault).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      expect(vault?.Properties.LockConfiguration).toEqual({ MinRetentionDays: 7 });
      expect(toText(vault?.Properties.EncryptionKeyArn)).toContain('BackupKey');
      expect(getOnly(template, 'AWS::KMS::Key')).toMatchObject({ EnableKeyRotation: true });
      expect(findStack(app, name).terminationProtection).toBe(true);
    }
  });

  // AWS Backup Developer Guide, "Creating backup copies across AWS accounts": the vault and its key let the account copy.
  it('of another account lets the account of the table copy into it, and nothing else', () => {
    const app = buildApp(backup);
    expect([findStack(app, 'backup-copies').account, findStack(app, 'backup-copies').region]).toEqual([
      otherAccount,
      'eu-central-1',
    ]);
    const { AccessPolicy } = getOnly(getTemplate(app, 'backup-copies'), 'AWS::Backup::BackupVault') as {
      readonly AccessPolicy: { readonly Statement: readonly Readonly<Record<string, unknown>>[] };
    };
    expect(AccessPolicy.Statement).toHaveLength(1);
    expect(AccessPolicy.Statement[0]).toMatchObject({
      Effect: 'Allow',
      Action: 'backup:CopyIntoBackupVault',
    });
    expect(toText(AccessPolicy.Statement[0]?.Principal)).toContain(account);
    const own = getOnly(getTemplate(app, 'backup'), 'AWS::Backup::BackupVault');
    expect(own).not.toHaveProperty('AccessPolicy');
  });
});
