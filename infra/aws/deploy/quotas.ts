// What the account may use, read before a deployment: a quota that is too low stops it midway, or its callers later.
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { GetAccountCommand as GetMailAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { tiers } from '../../../shared/limits/tiers.ts';
import type { Environment } from '../environment/environment.ts';
import { sendsBySes } from '../functions/mail-sender.ts';
import type { DeploymentTarget } from './deploy-target.ts';

/** What a deployment needs of the account. */
export interface QuotaNeeds {
  /** The resources of the largest API. */
  readonly pathResources: number;
}

/** Something that the account does not have, or that could not be read. */
export interface QuotaFinding {
  /** Whether a deployment would fail, or an environment for production would refuse its users. */
  readonly stops: boolean;
  /** What is too low, and the command that asks for more. */
  readonly text: string;
}

/** Lambda's own default; a new account may have 10 (Lambda Developer Guide, quotas). */
const concurrentExecutions = 1000;

/** The tenants of the highest tier that may be busy at once. */
const busyTenants = 4;

/** The codes of Service Quotas, which are equal in all regions. */
const quotaCodes = {
  concurrentExecutions: ['lambda', 'L-B99A9384'],
  pathResources: ['apigateway', 'L-01C8A9E0'],
  requestRate: ['apigateway', 'L-8A5B8E43'],
} as const;

const buildRequest = (quota: keyof typeof quotaCodes, value: number, region: string): string => {
  const [service, code] = quotaCodes[quota];
  return `aws service-quotas request-service-quota-increase --region ${region} --service-code ${service} --quota-code ${code} --desired-value ${value}`;
};

async function readPathResources(region: string): Promise<number | undefined> {
  const client = new ServiceQuotasClient({ region, maxAttempts: 2 });
  const [ServiceCode, QuotaCode] = quotaCodes.pathResources;
  try {
    return (await client.send(new GetServiceQuotaCommand({ ServiceCode, QuotaCode }))).Quota?.Value;
  } catch (error) {
    // A quota that was never raised has no value of the account's own.
    if (!(error instanceof Error) || error.name !== 'NoSuchResourceException') throw error;
    const known = await client.send(new GetAWSDefaultServiceQuotaCommand({ ServiceCode, QuotaCode }));
    return known.Quota?.Value;
  }
}

type Check = (region: string) => Promise<readonly QuotaFinding[]>;

const listChecks = (
  environment: Environment,
  { pathResources }: QuotaNeeds,
): readonly (readonly [permission: string, check: Check])[] => [
  [
    'lambda:GetAccountSettings',
    async (region) => {
      const client = new LambdaClient({ region, maxAttempts: 2 });
      const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
      const { ConcurrentExecutions: allowed = concurrentExecutions } = AccountLimit ?? {};
      if (allowed >= concurrentExecutions) return [];
      return [
        {
          stops: environment.production === true,
          text: `Lambda runs at most ${allowed} functions at once, and the platform counts on ${concurrentExecutions}: ${buildRequest('concurrentExecutions', concurrentExecutions, region)}`,
        },
      ];
    },
  ],
  [
    'servicequotas:GetServiceQuota and GetAWSDefaultServiceQuota',
    async (region) => {
      const allowed = (await readPathResources(region)) ?? pathResources;
      if (allowed >= pathResources) return [];
      return [
        {
          stops: true,
          text: `An API may have ${allowed} resources, and the largest of the areas has ${pathResources}: ${buildRequest('pathResources', Math.ceil(pathResources / 100) * 100 + 200, region)}`,
        },
      ];
    },
  ],
  [
    'apigateway:GET on /account',
    async (region) => {
      const { throttleSettings } = await new APIGatewayClient({ region, maxAttempts: 2 }).send(
        new GetAccountCommand(),
      );
      const needed = busyTenants * tiers.premium.perSecond;
      const { rateLimit = needed } = throttleSettings ?? {};
      if (rateLimit >= needed) return [];
      return [
        {
          stops: false,
          text: `API Gateway takes ${rateLimit} requests a second for the whole account, and ${busyTenants} tenants of the highest tier may send ${needed}: ${buildRequest('requestRate', 10_000, region)}`,
        },
      ];
    },
  ],
  [
    'ses:GetAccount',
    async (region) => {
      if (!sendsBySes(environment)) return [];
      const { ProductionAccessEnabled, SendQuota } = await new SESv2Client({ region, maxAttempts: 2 }).send(
        new GetMailAccountCommand(),
      );
      if (ProductionAccessEnabled) return [];
      return [
        {
          stops: false,
          text: `SES is in its sandbox: it sends only to verified addresses, ${SendQuota?.Max24HourSend ?? 200} mails a day. Ask for more: aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type TRANSACTIONAL --website-url <your site>`,
        },
      ];
    },
  ],
];

/**
 * What the account lacks for the environment. A quota that may not be read is a finding too, which stops nothing.
 */
export async function findQuotaShortages(
  environment: Environment,
  { region }: DeploymentTarget,
  needs: QuotaNeeds,
): Promise<readonly QuotaFinding[]> {
  const found = await Promise.all(
    listChecks(environment, needs).map(async ([permission, check]) => {
      try {
        return await check(region);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return [{ stops: false, text: `A quota could not be read (${why}): allow ${permission}.` }];
      }
    }),
  );
  return found.flat();
}
