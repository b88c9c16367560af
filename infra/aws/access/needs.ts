// What a function may access and how much it computes: derived from its contract and its bundle, never declared twice.

import { isWrite } from '../../../shared/auth/permissions/access-requirement.ts';
import { servesOneTenant } from '../../../shared/http/access-scope.ts';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import type { Bundle } from '../bundling/bundle.ts';

/** What a function needs of the platform's resources. Functions with equal needs share a role. */
export interface FunctionNeeds {
  /** Which items it accesses: those of tenants (and the published keys, to verify tokens), or the platform's too. */
  readonly scope: 'tenant' | 'platform';
  /** Whether it writes items. */
  readonly writes: boolean;
  /** Whether it counts attempts in the platform's windows; false in area C, which uses all of the platform's keys. */
  readonly throttles: boolean;
  /** Whether it reads, or also replaces, the private signing keys. */
  readonly signingKeys: 'none' | 'read' | 'rotate';
  /** Whether it opens the keys that tenants sign credentials with, or derives the secrets of their webhooks. */
  readonly credentialKeys: boolean;
}

type Sources = ReadonlySet<string>;

const includesSource = (sources: Sources, part: string): boolean =>
  [...sources].some((source) => source.includes(part));

const usesSecrets = (sources: Sources): boolean =>
  includesSource(sources, 'node_modules/@aws-sdk/client-secrets-manager/');

/** Which secrets a bundle uses: it contains the client for secrets and the code that uses each. */
export const getSecretNeeds = (sources: Sources): Pick<FunctionNeeds, 'signingKeys' | 'credentialKeys'> => ({
  signingKeys: !usesSecrets(sources)
    ? 'none'
    : includesSource(sources, 'shared/auth/tokens/rotate-keys.ts')
      ? 'rotate'
      : includesSource(sources, 'shared/auth/tokens/signing-key.ts')
        ? 'read'
        : 'none',
  credentialKeys: usesSecrets(sources) && includesSource(sources, 'shared/credentials/sealing-secret.ts'),
});

/**
 * The needs of an endpoint. Whether it writes follows from its method or its budget, because a repeatable POST may write (a
 * sign-in counts attempts) or only read (a list with its filter in the body).
 */
export function getEndpointNeeds(contract: EndpointConfig, sources: Sources): FunctionNeeds {
  const { area, budget } = contract;
  const scope = servesOneTenant(contract) ? 'tenant' : 'platform';
  return {
    scope,
    throttles:
      scope === 'platform' &&
      area !== 'identity' &&
      includesSource(sources, 'shared/auth/throttles/throttle-store.ts'),
    writes: isWrite(contract) || (budget.writeUnits ?? 0) > 0,
    ...getSecretNeeds(sources),
  };
}

/** Whether it scans the table for everything that a tenant has. */
export const scansTable = (sources: Sources): boolean => includesSource(sources, 'shared/data/scan-items.ts');

/** Whether it names tenants' API keys, by which usage plans count. */
export const usesApiKeys = (sources: Sources): boolean =>
  includesSource(sources, 'shared/limits/api-keys.ts');

/** Whether it runs many parts in one request. */
export const runsParts = (sources: Sources): boolean =>
  includesSource(sources, 'shared/http/perform-parts.ts');

/** Whether it renders or reads content of callers apart from itself. */
export const usesSandbox = (sources: Sources): boolean =>
  includesSource(sources, 'shared/sandbox/sandbox.ts');

/** Whether it creates API keys. */
export const managesApiKeys = (sources: Sources): boolean =>
  includesSource(sources, 'node_modules/@aws-sdk/client-api-gateway/');

/** Whether it sends messages over the push channel. */
export const sendsPushMessages = (sources: Sources): boolean =>
  includesSource(sources, 'node_modules/@aws-sdk/client-apigatewaymanagementapi/');

/** Whether it does scheduled work by what is due, whose metrics it publishes. */
export const servesDueWork = (sources: Sources): boolean =>
  includesSource(sources, 'shared/platform/due-tenants.ts');

/** Whether it sets changes aside that cannot be handled. */
export const setsChangesAside = (sources: Sources): boolean =>
  includesSource(sources, 'shared/change-feed/dead-changes.ts');

/** Whether it goes through all tenants. */
export const visitsTenants = (sources: Sources): boolean =>
  includesSource(sources, 'shared/platform/iterate-tenants.ts');

/** Whether it sends mail. */
export const sendsMail = (sources: Sources): boolean => includesSource(sources, 'node_modules/nodemailer/');

/** Whether it depends on what sends the mails: it sends them, or says from where they come. */
export const usesMailSystem = (sources: Sources): boolean =>
  sendsMail(sources) || includesSource(sources, 'shared/mail-sender/mail-system.ts');

/** Whether it creates tenants in Amazon SES. */
export const createsSesTenants = (sources: Sources): boolean =>
  includesSource(sources, 'shared/mail-sender/ses-tenant.ts');

/** Whether it creates the domains of tenants in Amazon SES. */
export const createsSesIdentities = (sources: Sources): boolean =>
  includesSource(sources, 'shared/mail-sender/ses-identity.ts');

/** The name of the role for such needs: `TenantRead`, `PlatformWriteSigning`. */
export const getRoleName = ({
  scope,
  writes,
  throttles,
  signingKeys,
  credentialKeys,
}: FunctionNeeds): string =>
  [
    scope === 'tenant' ? 'Tenant' : 'Platform',
    writes ? 'Write' : 'Read',
    throttles ? 'Throttling' : '',
    { none: '', read: 'Signing', rotate: 'Rotating' }[signingKeys],
    credentialKeys ? 'Issuing' : '',
  ].join('');

/** Packages that draw, decode or unpack documents and pictures, and what reads whole sessions of a legislature. */
const costlyPackages = [
  ...['pdfkit', 'jpeg-js', 'unpdf', 'hucre'].map((name) => `node_modules/${name}/`),
  'data-feeds/providers/archive-reader.ts',
];

/**
 * Memory in MB, which determines the share of a core: 1769 is a whole one.
 * - 512 for most: a request mostly waits for the network, and a cold start has a whole core at any size; below 512 the few
 *   milliseconds of computing grow faster than the price falls.
 * - 1769 where passwords are hashed: argon2id computes for 19 ms of a core (docs/identity.md#passwords),
 *   which takes 65 ms at 512 and costs the same, as the price depends on memory times time.
 * - 1769 where PDF documents are drawn: reading the typefaces and laying out a page takes 0.3 s of a core at first.
 * - 1769 where photos are decoded: twelve megapixels take 4 s of a core and half a gigabyte.
 * - 1769 where archives of data feeds are read: the tables of 64 MB are 700 MB when they are joined.
 * - 1769 where PDF documents and workbooks are read: their processes may take 700 MB (docs/sandbox.md).
 */
export const getMemorySize = ({ hashesPasswords, sources }: Bundle): number =>
  hashesPasswords || costlyPackages.some((part) => includesSource(sources, part)) ? 1769 : 512;
