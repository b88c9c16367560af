// An independent verifier of credentials that runs locally: it resolves did:key without a network, and fetches status
// lists over HTTP from the platform under test. Beside it, the schema that 1EdTech publishes.
import { readFile } from 'node:fs/promises';
import { verifyCredential } from '@digitalcredentials/verifier-core';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';

type Credential = Parameters<typeof verifyCredential>[0]['credential'];

/**
 * The schema of achievement credentials as 1EdTech publishes it at
 * https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json (Open Badges 3.0, for
 * VC 2.0; downloaded in September 2024).
 */
const schema: { $id: string } = JSON.parse(
  await readFile(new URL('schemas/open-badges-3.0-achievement-credential.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2019({ allErrors: true, strict: false });
addFormats.default(ajv);
ajv.addSchema(schema);

/** What a document lacks of what 1EdTech's schema asks for: of an achievement credential, or of one of its parts. */
export function findSchemaFaults(document: unknown, part?: 'Achievement' | 'Profile'): string[] {
  ajv.validate(part === undefined ? schema.$id : `${schema.$id}#/$defs/${part}`, document);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/**
 * Replies with an empty object to requests to other machines, such as the one for the Open Badges JSON schema, which is
 * checked here. The returned function restores fetch.
 */
export function blockExternalRequests(): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : String(input));
    if (hostname === 'localhost' || hostname === '127.0.0.1') return real(input, init);
    return Promise.resolve(Response.json({}));
  };
  return () => {
    globalThis.fetch = real;
  };
}

/** The result of the verifier: whether each step passed, or the name of its error; and that of the schema. */
export async function verify(credential: Credential): Promise<Record<string, unknown>> {
  const { log = [], errors = [] } = await verifyCredential({ credential, knownDIDRegistries: [] });
  return {
    ...Object.fromEntries(log.map(({ id, valid, error }) => [id, error ? error.name : valid])),
    ...(errors.length > 0 && { errors: errors.map(({ name }) => name) }),
    schema: findSchemaFaults(credential),
  };
}
