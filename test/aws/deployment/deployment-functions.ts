// What calls the functions behind the table, and what every bundle does in plain Node.
import { describe, expect, it } from 'vitest';
import type { Bundle } from '../../../infra/aws/bundling/bundle.ts';
import { getStartupBudget, medianStartupBudget } from '../../../infra/aws/bundling/startup-size.ts';
import type { RegisteredEndpoint } from '../../../infra/contracts/registry.ts';
import { buildStreamFilter, streamMaxAgeHours, streamRetries } from '../../../shared/platform/trigger.ts';
import { type Deployment, getTemplate, listAreaEndpoints, listAreas } from './deployment.ts';
import { runBundles, unreadableRequest } from './run-bundles.ts';
import { listResourcesByType, toText } from './template.ts';

/** What endpoints may load of packages at their start: the client for items, the middleware, and what their own code is for. */
const startupPackages = [
  ...['@aws-sdk/client-dynamodb', '@aws-sdk/core', '@aws-sdk/lib-dynamodb', '@aws-sdk/util-dynamodb'],
  ...['@aws-sdk/credential-provider-env', '@aws-sdk/credential-provider-node', '@aws/lambda-invoke-store'],
  ...['@smithy/core', '@smithy/types', '@middy/core'],
  ...['zod', 'jose', 'csv-parse', 'csv-stringify', 'diff', 'negotiator', 'content-type'],
  ...['scim-patch', 'scim2-parse-filter', 'fast-deep-equal'],
];

/** Those whose requests have no plans, or whose own code reads something by schemas (docs/requests.md#validation). */
const maxFunctionsWithZod = 29;

/** The tests of the functions behind the table, and of the bundles. */
export function testFunctions(deployment: Deployment): void {
  describe('the functions called by the stream', () => {
    it('are called for the changes that their triggers name, and retried as often as a stream allows', () => {
      const mappings = listResourcesByType(
        getTemplate(deployment, 'platform'),
        'AWS::Lambda::EventSourceMapping',
      );
      const streams = deployment.handlers.filter(({ trigger }) => trigger.kind === 'stream');
      // One more reads the queue of what they did not take.
      expect(mappings).toHaveLength(streams.length + 1);
      for (const { name, trigger } of streams) {
        if (trigger.kind !== 'stream') continue;
        const functionId = listResourcesByType(
          getTemplate(deployment, 'platform'),
          'AWS::Lambda::Function',
        ).find(([, { Properties }]) => Properties.FunctionName === `rostrum-prod-platform-${name}`)?.[0];
        const mapping = mappings.find(
          ([, { Properties }]) => toText(Properties.FunctionName) === `<${functionId}>`,
        )?.[1];
        const patterns = trigger.filters?.map((one) => ({ Pattern: JSON.stringify(one) }));
        expect(mapping?.Properties.FilterCriteria, name).toEqual(patterns && { Filters: patterns });
        expect(mapping?.Properties.MaximumRetryAttempts, name).toBe(streamRetries);
        expect(mapping?.Properties.MaximumRecordAgeInSeconds, name).toBe(streamMaxAgeHours * 3600);
      }
    });

    it('are not called for changes that they would ignore', () => {
      const filtered = deployment.handlers.flatMap(({ name, trigger }) =>
        trigger.kind === 'stream' && trigger.filters ? [name] : [],
      );
      expect(filtered).toEqual(['change-feed']);
    });

    it('are at most two including the bus, which calls every other function for the changes its trigger names', () => {
      const resources = getTemplate(deployment, 'platform');
      const mappings = listResourcesByType(resources, 'AWS::Lambda::EventSourceMapping');
      const ofStreams = mappings.filter(([, { Properties }]) => Properties.StartingPosition !== undefined);
      expect(ofStreams).toHaveLength(1);
      const [pipe] = listResourcesByType(resources, 'AWS::Pipes::Pipe');
      expect(pipe?.[1].Properties.TargetParameters).toMatchObject({
        InputTemplate:
          '{"eventName":"<$.eventName>","dynamodb":{"Keys":<$.dynamodb.Keys>,"NewImage":{"type":<$.dynamodb.NewImage.type>}}}',
      });
      const listeners = deployment.handlers.flatMap(({ trigger }) =>
        trigger.kind === 'change' ? [trigger] : [],
      );
      const rules = listResourcesByType(resources, 'AWS::Events::Rule').filter(
        ([, rule]) => rule.Properties.EventPattern,
      );
      expect(rules.map(([, rule]) => rule.Properties.EventPattern)).toEqual(
        expect.arrayContaining(
          listeners.map((one) => ({ source: ['rostrum.table'], detail: buildStreamFilter(one) })),
        ),
      );
      expect(rules).toHaveLength(listeners.length);
      // Each event on the bus is paid for: the pipe takes what a rule picks, and nothing else.
      const { FilterCriteria } = (pipe?.[1].Properties.SourceParameters ?? {}) as {
        FilterCriteria: { Filters: { Pattern: string }[] };
      };
      const patterns = FilterCriteria.Filters;
      const taken = patterns.flatMap(({ Pattern }) => {
        const { eventName, dynamodb } = JSON.parse(Pattern);
        return eventName.flatMap((kind: string) =>
          dynamodb.NewImage.type.S.map((type: string) => `${kind} ${type}`),
        );
      });
      const picked = listeners.flatMap(({ of, on }) =>
        on.flatMap((kind) => of.map((type) => `${kind} ${type}`)),
      );
      expect(taken.sort()).toEqual([...new Set(picked)].sort());
      expect(patterns.length).toBeLessThanOrEqual(5);
      expect(taken).toContain('INSERT followed-change');
      expect(taken).not.toContain('INSERT change');
      for (const [, rule] of rules)
        expect(JSON.stringify(rule.Properties.Targets)).toMatch(
          /"InputTemplate":"\{\\"Records\\":\[<[^>"]+>\]\}"/,
        );
    });
  });

  describe('the bundles', () => {
    const answers = (names: readonly string[], event: unknown) =>
      runBundles(deployment.bundles, names, event);
    const event = unreadableRequest;
    const isScoped = ({ access }: RegisteredEndpoint['contract']) =>
      typeof access === 'object' && 'permission' in access;

    it('load in plain Node and refuse a request without a tenant with 401 in the envelope', () => {
      const scoped = deployment.endpoints.filter(({ contract }) => isScoped(contract));
      const names = scoped.map(({ name, contract }) => `${contract.area}-${name}`);
      const replies = answers(names, event);
      for (const name of names) {
        expect(replies[name], name).toMatchObject({ statusCode: 401 });
        expect(replies[name]?.body, name).toContain('AUTHENTICATION_REQUIRED');
      }
    }, 120_000);

    it('load for public endpoints and for functions that only the platform calls', () => {
      const open = deployment.endpoints.filter(({ contract }) => !isScoped(contract));
      const names = [
        ...open.map(({ name, contract }) => `${contract.area}-${name}`),
        ...deployment.handlers.map(({ name }) => `platform-${name}`),
      ];
      const replies = answers(names, undefined);
      for (const name of names) expect(replies[name], name).toEqual({ statusCode: 0 });
    }, 120_000);

    it('load for the authorizer', () => {
      const names = listAreas(deployment).map((area) => `${area}-authorizer`);
      const replies = answers(names, undefined);
      for (const name of names) expect(replies[name], name).toEqual({ statusCode: 0 });
    });

    it('answer an unknown route and another spelling for every area', () => {
      for (const area of listAreas(deployment)) {
        const name = `${area}-unrouted`;
        const [first] = listAreaEndpoints(deployment, area);
        const unknown = answers([name], { ...event, path: '/nothing/here' })[name];
        expect(unknown).toMatchObject({ statusCode: 404 });
        expect(unknown?.body).toContain('ROUTE_NOT_FOUND');
        const spelled = first?.contract.path.replace(/\{\w+\}/g, 'x').toUpperCase();
        const { method } = first?.contract ?? {};
        expect(answers([name], { ...event, httpMethod: method, path: `${spelled}/` })[name]).toMatchObject({
          statusCode: 308,
        });
      }
    });

    it('load the client of the push channel only once there are subscribers', () => {
      const client = '@aws-sdk/client-apigatewaymanagementapi';
      for (const name of ['platform-change-feed', 'platform-push-look-after']) {
        const { startup, sources } = deployment.bundles.get(name) ?? expect.fail(`There is no ${name}`);
        expect(
          [...sources].some((source) => source.includes(client)),
          name,
        ).toBe(true);
        expect(Object.keys(startup.byPart), name).not.toContain(client);
      }
    });

    it('stay within the budget for what a function loads at its start', () => {
      for (const [name, { startup }] of deployment.bundles)
        expect(startup.bytes, name).toBeLessThanOrEqual(getStartupBudget(name));
      const sizes = [...deployment.bundles.values()]
        .map(({ startup }) => startup.bytes)
        .sort((a, b) => a - b);
      expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(medianStartupBudget);
    });

    it('load at their start no package but the client for items and the middleware, and a minority zod', () => {
      const ofEndpoints = [...deployment.bundles].filter(([name]) => !name.startsWith('platform-'));
      const ofProject = /^(functions|shared|infra)\/|:/;
      const listPackages = ({ startup }: Bundle) =>
        Object.keys(startup.byPart).filter((part) => !ofProject.test(part));
      for (const [name, bundle] of ofEndpoints)
        expect(startupPackages, name).toEqual(expect.arrayContaining(listPackages(bundle)));
      const withSchemas = ofEndpoints.filter(([, bundle]) => listPackages(bundle).includes('zod'));
      const names = withSchemas.map(([name]) => name).join(', ');
      expect(withSchemas.length, names).toBeLessThanOrEqual(maxFunctionsWithZod);
    });
  });
}
