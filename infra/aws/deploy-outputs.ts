// What a deployment prints at its end: the addresses of the areas, and what is left to do by hand.
import * as z from 'zod';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import { type Environment, hasAddresses } from './environment.ts';
import { getPrefix } from './names.ts';

/** What the CDK CLI writes with --outputs-file: the outputs of each stack, by name. */
const StackOutputs = z.record(z.string(), z.record(z.string(), z.string()));

/** The lines for the person who deployed. */
export function describeOutputs(environment: Environment, outputs: unknown): readonly string[] {
  const all = StackOutputs.parse(outputs);
  const prefix = getPrefix(environment);
  const addresses = areaNames.flatMap((area): [Area, string][] => {
    const address = all[`${prefix}-${area}`]?.Address;
    return address === undefined ? [] : [[area, address]];
  });
  const data = all[`${prefix}-data`] ?? {};
  const push = all[`${prefix}-platform`]?.PushAddress;
  const { name } = environment;
  return [
    ...addresses.map(([area, address]) => `${area.padEnd(14)}${address}`),
    ...(push ? [`${'push channel'.padEnd(14)}${push}`] : []),
    ...(data.PushDomainTarget && environment.pushDomain
      ? [`Point the DNS record of ${environment.pushDomain.name} to ${data.PushDomainTarget}.`]
      : []),
    ...(data.DomainTarget && environment.domain
      ? [`Point the DNS record of ${environment.domain.name} to ${data.DomainTarget}.`]
      : []),
    ...(data.MailRecords
      ? [`SES sends mail once these CNAME records are in the sender's DNS: ${data.MailRecords}`]
      : []),
    ...(hasAddresses(environment) || addresses.length === 0
      ? []
      : [
          `Links do not work yet: add this to cdk.json at context.environments.${name}, and deploy again:`,
          `"addresses": ${JSON.stringify(Object.fromEntries(addresses), undefined, 2)}`,
        ]),
  ];
}
