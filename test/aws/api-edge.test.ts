// What is in front of the functions of an area: stage, domain, firewall
// (docs/aws.md#usage-plans, #stacks).
import { describe, expect, it } from 'vitest';
import { areaNames } from '../../shared/http/areas.ts';
import { getMaxBodyBytes } from '../../shared/http/request/declaration.ts';
import { domain, endpoints, findTemplate, useProjectStacks } from './deployment/project-stacks.ts';
import { listResourcesByType, toText } from './deployment/template.ts';

const { stacks, template, synthesizeFew } = useProjectStacks();
const oneOf = (name: string, type: string) =>
  listResourcesByType(template(name), type)[0]?.[1].Properties ?? {};

describe("an area's stage", () => {
  it('writes a line of JSON per request, with no value of a path, no query, no header and no body', () => {
    for (const area of areaNames) {
      const { AccessLogSetting: setting } = oneOf(area, 'AWS::ApiGateway::Stage') as {
        readonly AccessLogSetting: { readonly Format: string; readonly DestinationArn: unknown };
      };
      const variables = Object.values<string>(JSON.parse(setting.Format)).flatMap(
        (value) => value.match(/\$context\.[\w.]+/g) ?? [],
      );
      expect(variables).toContain('$context.requestId');
      expect(variables).toContain('$context.resourcePath');
      // `path` has the values of a link's secret in it; the rest could hold what callers sent.
      for (const variable of variables)
        expect(variable).not.toMatch(
          /^\$context\.(path|.*[qQ]uery.*|.*[hH]eader.*|.*[bB]ody.*|.*apiKey|customDomain.*)$/,
        );
      const group = listResourcesByType(template(area), 'AWS::Logs::LogGroup').find(([id]) =>
        toText(setting.DestinationArn).includes(id),
      );
      expect(group?.[1].Properties).toMatchObject({
        LogGroupName: `/rostrum/prod/${area}-access`,
        RetentionInDays: 30,
      });
    }
  });

  it('is traced, and limits the requests to each method', () => {
    for (const area of areaNames)
      expect(oneOf(area, 'AWS::ApiGateway::Stage')).toMatchObject({
        StageName: area,
        TracingEnabled: true,
        MethodSettings: [
          { HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
        ],
      });
    const other = synthesizeFew({ mostRequests: { perSecond: 50, burst: 70 } });
    const [[, stage] = ['', undefined]] = listResourcesByType(
      findTemplate(other, 'crm'),
      'AWS::ApiGateway::Stage',
    );
    expect(stage?.Properties.MethodSettings).toMatchObject([
      { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 70 },
    ]);
  });

  it("may write its log: the account's role is set once and retained", () => {
    const [[, account] = ['', undefined]] = listResourcesByType(template('base'), 'AWS::ApiGateway::Account');
    expect(account).toMatchObject({ DeletionPolicy: 'Retain' });
    const without = synthesizeFew({ apiLogRole: 'already there' });
    expect(listResourcesByType(findTemplate(without, 'base'), 'AWS::ApiGateway::Account')).toEqual([]);
  });
});

describe("an area's API", () => {
  it('is regional, requires TLS 1.2 or newer, and with a domain is only reachable by that name', () => {
    for (const area of areaNames) {
      expect(oneOf(area, 'AWS::ApiGateway::RestApi')).toMatchObject({
        EndpointConfiguration: { Types: ['REGIONAL'] },
        DisableExecuteApiEndpoint: true,
        SecurityPolicy: expect.stringMatching(/TLS13_1_2|TLS_1_2/),
      });
      expect(oneOf(area, 'AWS::ApiGateway::BasePathMapping')).toMatchObject({
        BasePath: area,
        DomainName: domain.name,
        Stage: expect.anything(),
      });
    }
    expect(oneOf('base', 'AWS::ApiGateway::DomainName')).toMatchObject({
      DomainName: domain.name,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: expect.stringMatching(/TLS13_1_2|TLS_1_2/),
    });
  });

  it('has its own address where there is no domain', () => {
    const without = synthesizeFew();
    expect(listResourcesByType(findTemplate(without, 'base'), 'AWS::ApiGateway::DomainName')).toEqual([]);
    for (const area of areaNames) {
      const [[, api] = ['', undefined]] = listResourcesByType(
        findTemplate(without, area),
        'AWS::ApiGateway::RestApi',
      );
      expect(api?.Properties.DisableExecuteApiEndpoint, area).toBe(false);
      expect(listResourcesByType(findTemplate(without, area), 'AWS::ApiGateway::BasePathMapping')).toEqual(
        [],
      );
    }
  });

  it('accepts no body beyond the limits of API Gateway (10 MB) and Lambda (6 MB with the event, in base64)', () => {
    for (const { name, contract } of endpoints)
      expect((getMaxBodyBytes(contract) * 4) / 3, name).toBeLessThan(5 * 1024 * 1024);
  });
});

describe('the firewall', () => {
  it('exists only where an environment declares it', () => {
    for (const [name, stack] of stacks)
      expect(
        Object.values(stack.Resources).filter(({ Type }) => Type.startsWith('AWS::WAFv2')),
        name,
      ).toEqual([]);
  });

  it("protects every area's stage with AWS's common rules and a limit by address", () => {
    const edge = findTemplate(synthesizeFew({ waf: true }), 'edge');
    const [[aclId, acl] = ['', undefined]] = listResourcesByType(edge, 'AWS::WAFv2::WebACL');
    expect(acl?.Properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const rules = acl?.Properties.Rules as readonly Record<string, unknown>[];
    expect(rules.map(({ Statement }) => Object.keys(Statement ?? {}))).toEqual([
      ['RateBasedStatement'],
      ['ManagedRuleGroupStatement'],
    ]);
    expect(rules[0]).toMatchObject({ Action: { Block: {} } });
    expect(rules[1]).toMatchObject({
      Statement: {
        ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesCommonRuleSet' },
      },
    });
    const places = listResourcesByType(edge, 'AWS::WAFv2::WebACLAssociation').map(([, { Properties }]) => {
      expect(toText(Properties.WebACLArn)).toBe(`<${aclId},Arn>`);
      return toText(Properties.ResourceArn).replace(/^.*\/stages\//, '');
    });
    expect(places.sort()).toEqual([...areaNames].sort());
  });

  it("admits bodies that endpoints accept: larger than the common rules' 8 KB, and with markup", () => {
    const edge = findTemplate(synthesizeFew({ waf: true, usagePlans: false }), 'edge');
    const text = JSON.stringify(listResourcesByType(edge, 'AWS::WAFv2::WebACL'));
    for (const rule of ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY'])
      expect(text).toContain(JSON.stringify({ ActionToUse: { Count: {} }, Name: rule }));
    expect(endpoints.some(({ contract }) => getMaxBodyBytes(contract) > 8192)).toBe(true);
  });
});
