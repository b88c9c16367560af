// No role that serves tenants can access another tenant's keys: the synthesized policies are evaluated, endpoint by
// endpoint, with the switch `tenantCredentials` on and off (docs/data.md#tenant-keys).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { AreaStack } from '../../infra/aws/stacks/area-stack.ts';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { isTenantScoped, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { servesOneTenant } from '../../shared/http/access-scope.ts';
import { areaNames } from '../../shared/http/areas.ts';
import { listResourcesByType, type Resource, type Template, toText } from './deployment/template.ts';
import { allows, allowsAssume, listStatements, listTrustStatements, type PolicyRequest } from './policy.ts';

const endpoints = await listEndpoints();
const tenantEndpoints = endpoints.filter(({ contract }) => servesOneTenant(contract));
const otherEndpoints = endpoints.filter(({ contract }) => !servesOneTenant(contract));

/** Sources for every need that a bundle can have: no role gets more permissions than these give. */
const allSources = new Set([
  'shared/auth/throttles/throttle-store.ts',
  'shared/auth/tokens/signing-key.ts',
  'shared/credentials/sealing-secret.ts',
  'node_modules/@aws-sdk/client-secrets-manager/dist-es/index.js',
]);

const account = '123456789012';
const table = `arn:<AWS::Partition>:dynamodb:eu-west-1:${account}:table/rostrum-prod`;
const index = `${table}/index/gsi1`;
/** It has what is due of all tenants, so no request may read it. */
const dueIndex = `${table}/index/gsi2`;
const actions = [
  ...['GetItem', 'BatchGetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
  ...['ConditionCheckItem', 'PartiQLSelect', 'PartiQLUpdate', 'ExportTableToPointInTime', 'DeleteTable'],
].map((action) => `dynamodb:${action}`);
const readActions = new Set(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-roles-'));
  await mkdir(join(folder, 'bundle'));
  await writeFile(join(folder, 'bundle', 'index.mjs'), 'export const handler = () => undefined;\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The areas' templates with the switch on or off, by area. */
function synthesizeTemplates(tenantCredentials: boolean): ReadonlyMap<string, Template> {
  const environment = parseEnvironment('prod', { prod: { account, region: 'eu-west-1', tenantCredentials } });
  const app = new App({ analyticsReporting: false, outdir: join(folder, String(tenantCredentials)) });
  const bundle = {
    folder: join(folder, 'bundle'),
    bytes: 0,
    startup: { bytes: 0, byPart: {} },
    sources: allSources,
    hashesPasswords: false,
  };
  for (const area of areaNames)
    new AreaStack(app, `rostrum-prod-${area}`, {
      environment,
      env: { account, region: 'eu-west-1' },
      area,
      endpoints: endpoints.filter(({ contract }) => contract.area === area),
      bundleFor: () => bundle,
      canaryBundle: bundle,
    });
  const assembly = app.synth();
  return new Map(
    areaNames.map((area): [string, Template] => [
      area,
      assembly.getStackByName(`rostrum-prod-${area}`).template,
    ]),
  );
}

/** A function's role, with the logical id of it, and what its environment names as the tenants' role. */
function findRole(templates: ReadonlyMap<string, Template>, { name, contract }: RegisteredEndpoint) {
  const template = templates.get(contract.area) ?? { Resources: {} };
  const called = listResourcesByType(template, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => Properties.FunctionName === `rostrum-prod-${contract.area}-${name}`,
  )?.[1];
  const id = /<(\w+),Arn>/.exec(toText(called?.Properties.Role))?.[1] ?? '';
  const role = template.Resources[id];
  if (!called || !role) throw new Error(`${name} has no role`);
  const { Variables: variables } = called.Properties.Environment as { Variables: Record<string, unknown> };
  const arn = variables.TENANT_ROLE_ARN;
  return { id, role, tenantRoleArn: arn === undefined ? undefined : toText(arn) };
}

/** The roles of the functions that serve one tenant, each once. */
function listTenantRoles(templates: ReadonlyMap<string, Template>): readonly ReturnType<typeof findRole>[] {
  const all = tenantEndpoints.map((endpoint) => ({
    area: endpoint.contract.area,
    ...findRole(templates, endpoint),
  }));
  return [...new Map(all.map((role) => [`${role.area} ${role.id} ${role.tenantRoleArn}`, role])).values()];
}

/** The role that an ARN names, in any of the stacks. */
function named(templates: ReadonlyMap<string, Template>, arn: string): Resource {
  const found = [...templates.values()]
    .flatMap((template) => listResourcesByType(template, 'AWS::IAM::Role'))
    .find(([, { Properties }]) => arn.endsWith(`:role/${String(Properties.RoleName)}`));
  if (!found) throw new Error(`There is no role ${arn}`);
  return found[1];
}

const foreignKeys = ['T#harbor#PEOPLE', 'T#demo2#PEOPLE', 'T#dem', 'T#demo', 'T##PEOPLE', 'T#*#PEOPLE', 'X'];
const platforms = ['P#USER#1', 'P#CLIENT#1', 'P#TENANTS', 'P#THROTTLE#1', 'P#SIGNINS', 'P#DUE#TIMERS#0'];

describe('with tenantCredentials on', () => {
  let templates: ReadonlyMap<string, Template>;
  beforeAll(() => {
    templates = synthesizeTemplates(true);
  });

  it('a function that serves one tenant reaches no key of the table with its own role', () => {
    expect(tenantEndpoints.length).toBeGreaterThan(150);
    for (const { id, role } of listTenantRoles(templates)) {
      const statements = listStatements(role);
      for (const action of actions)
        for (const resource of [table, index, dueIndex])
          for (const key of ['T#demo#PEOPLE', 'P#KEYS', ...foreignKeys, ...platforms])
            expect(allows(statements, { action, resource, leadingKeys: [key] }), id).toBe(false);
    }
  });

  it('it may only assume the tenant role of its area, the writing one only where it writes', () => {
    const arnOf = (area: string, what: string) =>
      `arn:<AWS::Partition>:iam::${account}:role/rostrum-prod-${area}-tenant-${what}`;
    for (const endpoint of tenantEndpoints) {
      const { contract, name } = endpoint;
      const { role, tenantRoleArn } = findRole(templates, endpoint);
      const writes = isWrite(contract) || (contract.budget.writeUnits ?? 0) > 0;
      expect(tenantRoleArn, name).toBe(arnOf(contract.area, writes ? 'write' : 'read'));
      for (const area of areaNames)
        for (const what of ['read', 'write']) {
          const request = { action: 'sts:AssumeRole', resource: arnOf(area, what) };
          expect(allows(listStatements(role), request), name).toBe(tenantRoleArn === request.resource);
        }
    }
  });

  it('the assumed role reaches only the keys of the session’s tenant and the published keys', () => {
    for (const { tenantRoleArn = '' } of listTenantRoles(templates)) {
      const statements = listStatements(named(templates, tenantRoleArn));
      const writes = tenantRoleArn.endsWith('write');
      const may = (action: string, leadingKeys: readonly string[], more: Partial<PolicyRequest> = {}) =>
        allows(statements, {
          action,
          resource: table,
          leadingKeys,
          sessionTags: { tenant: 'demo' },
          ...more,
        });
      for (const action of actions) {
        const isRead = readActions.has(action);
        const isWriting = /(Put|Update|Delete|ConditionCheck|BatchWrite)Item$/.test(action);
        expect(may(action, ['T#demo#PEOPLE']), `${tenantRoleArn} ${action}`).toBe(
          isRead || (writes && isWriting),
        );
        expect(may(action, ['P#KEYS']), action).toBe(isRead);
        expect(may(action, ['T#demo#LIST'], { resource: index }), action).toBe(isRead);
        for (const key of ['T#demo#LIST', 'P#DUE#TIMERS#0'])
          expect(may(action, [key], { resource: dueIndex }), action).toBe(false);
        for (const key of [...foreignKeys, ...platforms]) {
          expect(may(action, [key]), `${action} ${key}`).toBe(false);
          expect(may(action, ['T#demo#PEOPLE', key]), `${action} ${key}`).toBe(false);
          expect(may(action, [key], { resource: index }), `${action} ${key}`).toBe(false);
        }
        // A session without a tag, and a request without a key.
        expect(may(action, ['T#demo#PEOPLE'], { sessionTags: {} }), action).toBe(false);
        expect(allows(statements, { action, resource: table, sessionTags: { tenant: 'demo' } })).toBe(false);
      }
      // A wildcard in a tag is treated as plain text.
      expect(may('dynamodb:Query', ['T#harbor#PEOPLE'], { sessionTags: { tenant: '*' } })).toBe(false);
    }
  });

  it('the tenant role trusts only functions of its area, with one tenant as the only tag', () => {
    const roles = listTenantRoles(templates);
    expect(roles.length).toBeGreaterThan(5);
    for (const { id, tenantRoleArn = '' } of roles) {
      const trust = listTrustStatements(named(templates, tenantRoleArn));
      const takes = (requestTags: Readonly<Record<string, string>>, principal = `<${id},Arn>`) =>
        ['sts:AssumeRole', 'sts:TagSession'].every((action) =>
          allowsAssume(trust, principal, { action, resource: tenantRoleArn, requestTags }),
        );
      expect(takes({ tenant: 'demo' })).toBe(true);
      expect(takes({})).toBe(false);
      expect(takes({ tenant: 'demo', role: 'admin' })).toBe(false);
      for (const code of ['*', 'd?mo', 'demo#', 'a${x']) expect(takes({ tenant: code }), code).toBe(false);
      expect(takes({ tenant: 'demo' }, '<AnotherRole,Arn>')).toBe(false);
    }
  });

  it('no other function reaches a tenant, except those of area C and the one that issues tokens', () => {
    const wide = new Set(
      otherEndpoints.map((endpoint) => `${endpoint.contract.area} ${findRole(templates, endpoint).id}`),
    );
    const outside = otherEndpoints.filter(({ contract }) => contract.area !== 'identity');
    // The scripts of a page are the same for every tenant.
    expect(outside.map(({ name }) => name)).toEqual(['issueToken', 'getDeskScript', 'getQrDecoder']);
    for (const { contract, name } of otherEndpoints)
      if (isTenantScoped(contract.access)) expect(contract.access.platform, name).toBe(true);
    for (const [area, template] of templates)
      for (const [id, role] of listResourcesByType(template, 'AWS::IAM::Role')) {
        if (wide.has(`${area} ${id}`)) continue;
        const statements = listStatements(role);
        for (const action of actions)
          for (const key of [...foreignKeys, ...platforms])
            expect(allows(statements, { action, resource: table, leadingKeys: [key] }), `${area} ${id}`).toBe(
              false,
            );
        // The authorizer, which looks up tenants, reads only their settings.
        for (const action of actions.filter((other) => other !== 'dynamodb:BatchGetItem'))
          expect(allows(statements, { action, resource: table, leadingKeys: ['T#harbor#TENANT'] })).toBe(
            false,
          );
      }
  });

  it('costs each area two roles, and stays under 350 resources', () => {
    for (const [area, template] of templates) {
      const tenants = listResourcesByType(template, 'AWS::IAM::Role').filter(([id]) =>
        id.startsWith('OneTenant'),
      );
      expect(tenants.length, area).toBeLessThanOrEqual(2);
      expect(Object.keys(template.Resources).length, area).toBeLessThan(350);
    }
  });
});

describe('with tenantCredentials off', () => {
  it("a function's own role reaches tenants' keys and the published ones, and assumes no role", () => {
    const templates = synthesizeTemplates(false);
    for (const { id, role, tenantRoleArn } of listTenantRoles(templates)) {
      const statements = listStatements(role);
      const may = (key: string) =>
        allows(statements, { action: 'dynamodb:Query', resource: table, leadingKeys: [key] });
      expect(tenantRoleArn).toBeUndefined();
      expect(['T#demo#PEOPLE', 'P#KEYS'].map(may), id).toEqual([true, true]);
      expect(platforms.filter(may), id).toEqual([]);
      expect(statements.some(({ Action }) => JSON.stringify(Action).includes('sts:'))).toBe(false);
    }
  });
});
