// What a deployment prints at its end: the addresses of the areas, and which steps are left.
import * as z from 'zod';
import { type Area, areaNames } from '../../../shared/http/areas.ts';
import { type Environment, hasAddresses } from '../environment/environment.ts';
import { getPrefix, getTableName } from '../environment/names.ts';
import { sendsBySes } from '../functions/mail-sender.ts';
import type { FirstAdministrator } from './deploy-arguments.ts';
import type { DeploymentTarget } from './deploy-target.ts';

/** What the CDK CLI writes with --outputs-file: the outputs of each stack, by name. */
const StackOutputs = z.record(z.string(), z.record(z.string(), z.string()));

/** What is next once an environment is deployed: the first tenant and administrator, and what AWS limits at first. */
export function describeNextSteps(
  environment: Environment,
  { region }: DeploymentTarget,
  administrator?: FirstAdministrator,
): readonly string[] {
  const at = `--region ${region} --table ${getTableName(environment)}`;
  return [
    ...(administrator
      ? [
          `${administrator.userName} can sign in, and administers the tenant ${administrator.tenant} and the platform.`,
        ]
      : [
          'Users can sign in. For the first tenant and its administrator, who is asked for a password:',
          `  npm run admin -- create-tenant <code> <name> ${at}`,
          `  npm run admin -- create-user <user name> --tenant <code> --role platform-admin ${at}`,
        ]),
    ...(sendsBySes(environment)
      ? [
          'A new account may mail only verified addresses until AWS lets it out of the SES sandbox; for how many mails a day:',
          `  aws sesv2 get-account --region ${region}`,
        ]
      : []),
    'The quotas that a later deployment checks again, and how to raise them, are in docs/aws.md#quotas.',
    ...(environment.alarmMail
      ? [
          `Confirm the mail from SNS to ${environment.alarmMail}, and see one alarm arrive (docs/runbooks.md).`,
        ]
      : []),
  ];
}

/** The lines for the person who deployed. */
export function describeOutputs(environment: Environment, outputs: unknown): readonly string[] {
  const all = StackOutputs.parse(outputs);
  const prefix = getPrefix(environment);
  const addresses = areaNames.flatMap((area): [Area, string][] => {
    const address = all[`${prefix}-${area}`]?.Address;
    return address === undefined ? [] : [[area, address]];
  });
  const base = all[`${prefix}-base`] ?? {};
  const push = all[`${prefix}-platform`]?.PushAddress;
  const { name } = environment;
  return [
    ...addresses.map(([area, address]) => `${area.padEnd(14)}${address}`),
    ...(push ? [`${'push channel'.padEnd(14)}${push}`] : []),
    ...(base.PushDomainTarget && environment.pushDomain
      ? [`Point the DNS record of ${environment.pushDomain.name} to ${base.PushDomainTarget}.`]
      : []),
    ...(base.DomainTarget && environment.domain
      ? [`Point the DNS record of ${environment.domain.name} to ${base.DomainTarget}.`]
      : []),
    ...(base.MailRecords
      ? [`SES sends mail once these CNAME records are in the sender's DNS: ${base.MailRecords}`]
      : []),
    ...(hasAddresses(environment) || addresses.length === 0
      ? []
      : [
          `Links do not work yet: add this to cdk.json at context.environments.${name}, and deploy again:`,
          `"addresses": ${JSON.stringify(Object.fromEntries(addresses), undefined, 2)}`,
        ]),
  ];
}
