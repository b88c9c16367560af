// What the roles of the functions may do.
import { describe, expect, it } from 'vitest';
import { toPascalCase } from '../../../infra/aws/environment/names.ts';
import {
  allows,
  allowsService,
  listActions,
  listResources,
  listStatements,
  listTrustStatements,
} from '../policy.ts';
import { type Deployment, getTemplate, listAreas, tableArn } from './deployment.ts';
import { listResourcesByType, toText } from './template.ts';

/** The tests of the roles. */
export function testRoles(deployment: Deployment): void {
  describe('the roles', () => {
    /** Every role with all it may: by its own policies, and by those that are attached to it. */
    const roles = () =>
      [...deployment.templates].flatMap(([name, one]) =>
        listResourcesByType(one, 'AWS::IAM::Role').map(([id, role]) => {
          const attached = listResourcesByType(one, 'AWS::IAM::Policy').filter(([, { Properties }]) =>
            toText(Properties.Roles).split(',').includes(`<${id}>`),
          );
          const statements = [role, ...attached.map(([, policy]) => policy)].flatMap(listStatements);
          return { stack: name, id, statements };
        }),
      );

    it('of integrations are assumed by API Gateway, which sends no aws:SourceAccount when it does', () => {
      const request = { action: 'sts:AssumeRole', resource: '*' };
      const invokers = [...deployment.templates].flatMap(([name, template]) =>
        listResourcesByType(template, 'AWS::IAM::Role')
          .filter(([id]) => id.startsWith('Invoker') || id.startsWith('PushInvoker'))
          .map(([id, role]) => [`${name} ${id}`, listTrustStatements(role)] as const),
      );
      expect(invokers.length).toBe(listAreas(deployment).length + 1);
      for (const [label, trust] of invokers) {
        expect(allowsService(trust, 'apigateway.amazonaws.com', request), label).toBe(true);
        expect(allowsService(trust, 'lambda.amazonaws.com', request), label).toBe(false);
      }
    });

    it("contain no wildcard except for a secret's ARN, an area's functions, API keys and connections", () => {
      for (const { stack, id, statements } of roles()) {
        for (const statement of statements) {
          for (const action of listActions(statement)) expect(action, `${stack} ${id}`).not.toContain('*');
          for (const resource of listResources(statement)) {
            expect(
              resource.replace(
                /:secret:rostrum-prod\/(signing|credential)-keys-\?{6}$|:function:rostrum-prod-\w+-\*$|:\/(apikeys\/\*|usageplans\/\*\/keys)$|\/push\/(POST|DELETE)\/@connections\/\*$/,
                '',
              ),
              `${stack} ${id}`,
            ).not.toMatch(/[*?]/);
          }
        }
      }
    });

    // No authorizer and no usage plan stand before it (docs/aws.md#stacks).
    it('of the function for other spellings allow it only to write its log', () => {
      for (const area of listAreas(deployment)) {
        const template = getTemplate(deployment, area);
        const unrouted = listResourcesByType(template, 'AWS::Lambda::Function').find(
          ([, { Properties }]) => Properties.FunctionName === `rostrum-prod-${area}-unrouted`,
        );
        const roleId = /<(\w+),Arn>/.exec(toText(unrouted?.[1].Properties.Role))?.[1];
        const own = roles().find(({ stack, id }) => stack === area && id === roleId);
        expect(own?.statements.flatMap(listActions)).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
      }
    });

    it('reach only table keys with the expected prefixes, and never without a key', () => {
      for (const { stack, id, statements } of roles()) {
        const may = (action: string, ...leadingKeys: string[]) =>
          allows(statements, { action: `dynamodb:${action}`, resource: tableArn, leadingKeys });
        const label = `${stack} ${id}`;
        const scans = allows(statements, { action: 'dynamodb:Scan', resource: tableArn });
        expect(scans, label).toBe(stack === 'platform' && id.startsWith('RunTenantData'));
        expect(allows(statements, { action: 'dynamodb:Query', resource: tableArn }), label).toBe(false);
        expect(may('DeleteTable'), label).toBe(false);
        expect(may('GetItem', 'X#anything'), label).toBe(false);
        if (id.startsWith('Tenant')) {
          expect(may('Query', 'T#demo#PEOPLE'), label).toBe(true);
          expect(may('GetItem', 'P#KEYS'), label).toBe(true);
          expect(may('BatchGetItem', 'T#demo#TENANT', 'P#USER#1'), label).toBe(false);
          for (const key of ['P#USER#1', 'P#CLIENT#1', 'P#TENANTS'])
            expect(may('GetItem', key), label).toBe(false);
          for (const key of ['P#USER#1', 'P#KEYS']) expect(may('PutItem', key), label).toBe(false);
          expect(may('PutItem', 'T#demo#PERSON#1'), label).toBe(id.startsWith('TenantWrite'));
        }
        if (stack !== 'identity' && stack !== 'platform')
          expect(may('GetItem', 'P#USER#1'), label).toBe(false);
      }
    });

    // The directory and the index begin with the platform's prefix, which a role for tenants' keys does not cover.
    it('let those read what is due, or who the tenants are, whose function finds its work by that', () => {
      const sourcesByRole = new Map(
        deployment.handlers.map(({ name }) => [
          `${toPascalCase(name)}Role`,
          deployment.bundles.get(`platform-${name}`)?.sources ?? new Set<string>(),
        ]),
      );
      const found = { due: 0, directory: 0 };
      for (const { stack, id, statements } of roles()) {
        const [, sources = new Set<string>()] =
          stack === 'platform' ? ([...sourcesByRole].find(([name]) => id.startsWith(name)) ?? []) : [];
        const findsDue = sources.has('shared/platform/due-tenants.ts');
        const may = (action: string, key: string, resource = tableArn) =>
          allows(statements, { action: `dynamodb:${action}`, resource, leadingKeys: [key] });
        const label = `${stack} ${id}`;
        expect(may('Query', 'P#DUE#TIMERS#0', `${tableArn}/index/gsi2`), label).toBe(findsDue);
        if (findsDue) found.due += 1;
        if (!sources.has('shared/platform/iterate-tenants.ts')) continue;
        found.directory += 1;
        expect(may('Query', 'P#TENANTS'), label).toBe(true);
      }
      expect(found.due).toBeGreaterThanOrEqual(9);
      expect(found.directory).toBe(1);
      for (const { name } of deployment.handlers.filter(({ trigger: { scope } }) => scope === 'tenant')) {
        const statements = roles().find(({ id }) => id.startsWith(`${toPascalCase(name)}Role`))?.statements;
        for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
          for (const key of ['P#TENANTS', 'P#DUE#TIMERS#0']) {
            const request = { action: `dynamodb:${action}`, resource: tableArn, leadingKeys: [key] };
            expect(allows(statements ?? [], request), `${name} ${key}`).toBe(false);
          }
      }
    });

    it('count attempts in areas A, B and D only where tokens are issued to clients', () => {
      for (const area of listAreas(deployment).filter((one) => one !== 'identity')) {
        const { Resources } = getTemplate(deployment, area);
        for (const [, { Properties }] of listResourcesByType(
          getTemplate(deployment, area),
          'AWS::Lambda::Function',
        )) {
          const name = String(Properties.FunctionName).replace('rostrum-prod-', '');
          const role = Resources[/<(\w+),Arn>/.exec(toText(Properties.Role))?.[1] ?? ''];
          const mayCount = allows(role ? listStatements(role) : [], {
            action: 'dynamodb:UpdateItem',
            resource: tableArn,
            leadingKeys: ['P#THROTTLE#one'],
          });
          const throttles =
            deployment.bundles.get(name)?.sources.has('shared/auth/throttles/throttle-store.ts') === true;
          expect(mayCount, name).toBe(throttles);
          if (throttles) expect(name).toBe('crm-issueToken');
        }
      }
    });

    it('allow only three functions to maintain API keys', () => {
      const keepers = ['platform-run-tenant-data', 'platform-sweep-api-keys', 'platform-sync-api-key'];
      const named = [...deployment.templates.values()].flatMap((one) =>
        listResourcesByType(one, 'AWS::Lambda::Function').flatMap(([, { Properties }]) =>
          JSON.stringify(Properties.Environment).includes('"USAGE_PLANS":"rostrum-prod"')
            ? [String(Properties.FunctionName).replace('rostrum-prod-', '')]
            : [],
        ),
      );
      expect(named.sort()).toEqual(
        [...listAreas(deployment).map((area) => `${area}-authorizer`), ...keepers].sort(),
      );
      for (const { stack, id, statements } of roles()) {
        const mayMake = allows(statements, {
          action: 'apigateway:POST',
          resource: 'arn:<AWS::Partition>:apigateway:eu-west-1::/apikeys',
        });
        expect(mayMake, `${stack} ${id}`).toBe(/^(RunTenantData|SyncApiKey|SweepApiKeys)Role/.test(id));
        for (const resource of ['/restapis/one', '/usageplans/one', '/apikeys/one/tags', '/account'])
          for (const action of ['PUT', 'PATCH', 'POST'])
            expect(
              allows(statements, {
                action: `apigateway:${action}`,
                resource: `arn:<AWS::Partition>:apigateway:eu-west-1::${resource}`,
              }),
              `${stack} ${id} ${resource}`,
            ).toBe(false);
      }
    });

    it('read the signing keys only to sign tokens, and the credential keys only to sign credentials', () => {
      const readers = [...deployment.bundles].filter(([, { sources }]) =>
        [...sources].some((source) => source.includes('@aws-sdk/client-secrets-manager')),
      );
      const isSigner =
        /^(crm-issueToken|training-(get|post)Authorization|identity-(changeOwnPassword|endOwnAccess|exchangeToken|rotateKeys?)|platform-(rotate-keys|notify-logouts|sweep-logouts))$/;
      // Secrets of webhooks and links in notifications are made from the same secret; those of identity providers, authenticators and
      // data feeds are encrypted with it.
      const isIssuer =
        /^(training-(get\w*Credential|getStatusList|(get|send)(Approval|Certificate|Evaluation|Offer|Registration)Page|getLinkedCertificatePdf|listNotifications|markNotificationRead)|billtracking-((create|update)DataFeed|getScheduledReport(Page|File)|stopScheduledReport|subscribeOneself|subscribeToEvents|rotateSubscriptionSecret)|crm-(createWebhook|rotateWebhookSecret|(get|submit)SignUpPage|getSignUp(Form|Confirmation)|confirmSignUp|requestSignUp)|identity-(setIdentityProvider|getInteraction|submitInteraction|completeFederation|setAccountProvider|completeAccountSignIn|authorizeUserForWorkSpace|setUpSecondFactor|confirmSecondFactor|renewRecoveryCodes|removeSecondFactor|submitSecondFactorPage)|platform-(deliver-notifications|run-data-feeds|run-timers|send-webhooks|run-bill-timers))$/;
      const unexpected = readers.filter(
        ([name, { sources }]) =>
          !(sources.has('shared/credentials/sealing-secret.ts') ? isIssuer : isSigner).test(name),
      );
      expect(unexpected.map(([name]) => name)).toEqual([]);
      for (const { id, statements } of roles()) {
        const mayRead = (secret: string) =>
          allows(statements, {
            action: 'secretsmanager:GetSecretValue',
            resource: `arn:<AWS::Partition>:secretsmanager:eu-west-1:123456789012:secret:rostrum-prod/${secret}-AbCdEf`,
          });
        expect(mayRead('signing-keys'), id).toBe(/Signing|Rotat|^(NotifyLogouts|SweepLogouts)Role/.test(id));
        expect(mayRead('credential-keys'), id).toBe(
          /Issuing|^(SendWebhooks|RunBillTimers|DeliverNotifications|RunDataFeeds|RunTimers)Role/.test(id),
        );
      }
    });
  });
}
