// What an environment on which others rely must declare before it is deployed, and how.
import { ConfigurationError, type Environment } from './environment.ts';

interface RequiredSetting {
  readonly name: 'domain' | 'mail' | 'alarmMail' | 'waf';
  readonly example: string;
  readonly reason: string;
}

const requiredSettings: readonly RequiredSetting[] = [
  {
    name: 'domain',
    example: '{ "name": "api.example.org", "certificateArn": "arn:aws:acm:..." }',
    reason: 'the address of links and tokens, which outlives an API',
  },
  {
    name: 'mail',
    example: '{ "from": "Example <office@example.org>" }',
    reason: 'the sender of mails, which otherwise wait in the outbox',
  },
  {
    name: 'alarmMail',
    example: '"operations@example.org"',
    reason: 'who gets the alarms, otherwise nobody',
  },
  {
    name: 'waf',
    example: 'true',
    reason: 'the firewall in front of the APIs (docs/aws.md says what it costs); false is an answer too',
  },
];

/**
 * @throws ConfigurationError that names everything that is missing, with an example of each
 */
export function assertComplete(environment: Environment): void {
  if (!environment.production) return;
  const missing = requiredSettings.filter(({ name }) => environment[name] === undefined);
  if (missing.length === 0) return;
  const lines = missing.map(({ name, example, reason }) => `  "${name}": ${example}   ${reason}`);
  throw new ConfigurationError(
    [
      `${environment.name} is for production and lacks ${missing.map(({ name }) => name).join(', ')}. Set in cdk.json at context.environments.${environment.name}:`,
      ...lines,
    ].join('\n'),
  );
}
