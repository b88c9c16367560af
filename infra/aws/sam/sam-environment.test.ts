// The arguments of SAM CLI, and the environment of its containers.
import { describe, expect, it } from 'vitest';
import { buildSamArguments, buildSamEnvironment } from './sam-environment.ts';

const localPlatform = {
  dynamodb: 'http://127.0.0.1:8123',
  tableName: 'rostrum',
  issuer: 'http://localhost:3000/identity',
  gateway: 'http://localhost:3000',
};

describe('the environment for SAM CLI', () => {
  it("reaches this machine's database and secrets from inside the container", () => {
    expect(buildSamEnvironment('crm', 3001, localPlatform).variables).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: 'http://host.docker.internal:8123',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://host.docker.internal:3000/_aws/secretsmanager',
      TABLE_NAME: 'rostrum',
    });
  });

  it('accepts the tokens of the running platform, and keeps its address', () => {
    const { variables, addresses } = buildSamEnvironment('crm', 3001, localPlatform);
    expect(variables.ISSUER).toBe('http://localhost:3000/identity');
    expect(addresses).toMatchObject({
      crm: 'http://127.0.0.1:3001',
      identity: 'http://localhost:3000/identity',
    });
  });

  it('keeps the address of a database on another machine', () => {
    const variables = buildSamEnvironment('crm', 3001, {
      dynamodb: 'https://db.example.org',
      tableName: 'one',
    }).variables;
    expect(variables.AWS_ENDPOINT_URL_DYNAMODB).toBe('https://db.example.org');
    expect(variables).not.toHaveProperty('AWS_ENDPOINT_URL_SECRETS_MANAGER');
  });

  it('defines a host name for the machine on Linux, where Docker has none', () => {
    expect(buildSamArguments('t.json', 3001, 'linux')).toContain('host.docker.internal:host-gateway');
    expect(buildSamArguments('t.json', 3001, 'darwin')).not.toContain('--add-host');
  });
});
