// What holds for the stacks and the table (docs/aws.md#stacks).
import { describe, expect, it } from 'vitest';
import { type Deployment, getTemplate, listAreas } from './deployment.ts';
import { findCycle, listResourcesByType } from './template.ts';

/** The tests of the stacks and the table. */
export function testStacks(deployment: Deployment): void {
  describe('the stacks', () => {
    it('are one for state, one for what they share, one per area with endpoints, and those for edge, background work and monitoring', () => {
      expect([...deployment.templates.keys()].sort()).toEqual(
        ['data', 'base', 'edge', 'platform', 'watch', ...listAreas(deployment)].sort(),
      );
    });

    // AWS CloudFormation User Guide, quotas: 500 resources, and a template of 1 MB. template-size.test.ts says how much room
    // the areas have.
    it('stay within the quotas of CloudFormation', () => {
      for (const [name, { Resources }] of deployment.templates) {
        const count = Object.keys(Resources).length;
        const bytes = deployment.sizes.get(name) ?? 0;
        console.log(`${name}: ${count} resources, ${Math.round(bytes / 1024)} KB`);
        expect(count, name).toBeLessThan(500);
        expect(bytes, name).toBeLessThan(1_000_000);
      }
    });

    it('contain no circular reference', () => {
      for (const [name, one] of deployment.templates) expect(findCycle(one), name).toEqual([]);
    });

    it('keep the logical ids of resources with state, because a changed id replaces the resource', () => {
      const stateful =
        /^AWS::(DynamoDB::Table|SecretsManager::Secret|ApiGateway::(RestApi|DomainName)|ApiGatewayV2::(Api|DomainName)|SQS::Queue)$/;
      const found = [...deployment.templates].flatMap(([name, { Resources }]) =>
        Object.entries(Resources).flatMap(([id, { Type }]) =>
          stateful.test(Type) ? [`${name} ${Type} ${id}`] : [],
        ),
      );
      expect(found.sort()).toEqual(
        [
          'base AWS::ApiGateway::DomainName Domain',
          'data AWS::DynamoDB::Table Table',
          'data AWS::SecretsManager::Secret CredentialKeys',
          'data AWS::SecretsManager::Secret SigningKeys',
          'platform AWS::ApiGatewayV2::Api Push',
          'platform AWS::SQS::Queue DeadLetters',
          'platform AWS::SQS::Queue DiscardedChanges',
          ...listAreas(deployment).map((area) => `${area} AWS::ApiGateway::RestApi Api`),
        ].sort(),
      );
    });
  });

  describe('the table', () => {
    it('is retained, protected, recoverable to any second, expires items by ttl and streams both images', () => {
      const [[, table] = ['', undefined]] = listResourcesByType(
        getTemplate(deployment, 'data'),
        'AWS::DynamoDB::Table',
      );
      expect(table).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
      expect(table?.Properties).toMatchObject({
        TableName: 'rostrum-prod',
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        GlobalSecondaryIndexes: [
          { IndexName: 'gsi1', Projection: { ProjectionType: 'ALL' } },
          { IndexName: 'gsi2', Projection: { ProjectionType: 'KEYS_ONLY' } },
        ],
      });
    });

    // A creation that fails is rolled back. What is retained would then stand in the way of the next attempt under its fixed
    // name (AWS CloudFormation User Guide, DeletionPolicy: RetainExceptOnCreate), and the table refuses deletion.
    it('is the last that its stack creates, beside nothing that can be made again', () => {
      const { Resources } = getTemplate(deployment, 'data');
      expect(new Set(Object.values(Resources).map(({ Type }) => Type))).toEqual(
        new Set(['AWS::DynamoDB::Table', 'AWS::SecretsManager::Secret']),
      );
      const others = Object.keys(Resources).filter((id) => id !== 'Table');
      expect([...(Resources.Table?.DependsOn ?? [])].sort()).toEqual(others.sort());
      for (const [id, { DeletionPolicy }] of Object.entries(Resources))
        expect(DeletionPolicy, id).toBe('RetainExceptOnCreate');
    });

    it('has secrets next to it, whose values are in no template', () => {
      const secrets = new Map(
        listResourcesByType(getTemplate(deployment, 'data'), 'AWS::SecretsManager::Secret'),
      );
      for (const [, secret] of secrets) {
        expect(secret).toMatchObject({
          DeletionPolicy: 'RetainExceptOnCreate',
          UpdateReplacePolicy: 'Retain',
        });
        expect(Object.keys(secret.Properties)).not.toContain('SecretString');
      }
      // The rotation writes the one; the other gets a random value once, where it is made.
      expect(secrets.get('SigningKeys')?.Properties).not.toHaveProperty('GenerateSecretString');
      expect(secrets.get('CredentialKeys')?.Properties).toHaveProperty('GenerateSecretString');
    });
  });
}
