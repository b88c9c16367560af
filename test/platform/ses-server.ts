// A stand-in for Amazon SES API v2, as far as the platform calls it: the paths, members and errors of the published model
// (@aws-sdk/client-sesv2), and its rule that a mail of a tenant names only what is associated with the tenant (SendEmail,
// TenantName).
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';

const arn = 'arn:aws:ses:eu-west-1:123456789012';

export interface SentBySes {
  readonly from: string;
  readonly rules: string | undefined;
  readonly tenant: string | undefined;
  readonly mail: Email;
}

interface Identity {
  readonly tags: readonly { readonly Key: string; readonly Value: string }[];
  mailFrom?: string;
  isVerified: boolean;
}

interface Tenant {
  readonly resources: Set<string>;
  readonly suppression: unknown;
  policy?: string;
  status: 'ENABLED' | 'DISABLED' | 'REINSTATED';
}

export interface SesServer {
  readonly sent: SentBySes[];
  /** Each call as method and path. */
  readonly calls: string[];
  readonly identities: Map<string, Identity>;
  readonly tenants: Map<string, Tenant>;
  readonly arn: string;
  stop(): Promise<void>;
}

class SesError extends Error {
  readonly status: number;

  constructor(name: string, status: number) {
    super(`${name} of the stand-in`);
    this.name = name;
    this.status = status;
  }
}
const notFound = () => new SesError('NotFoundException', 404);
const alreadyExists = () => new SesError('AlreadyExistsException', 400);

/** Starts it, with the platform's identity and configuration sets, and points the SDK at it. */
export async function startSesServer(platformDomain: string, rules: readonly string[]): Promise<SesServer> {
  const server: SesServer = {
    ...{ sent: [], calls: [], tenants: new Map(), arn },
    identities: new Map([[platformDomain, { tags: [], isVerified: true }]]),
    async stop() {
      delete process.env.AWS_ENDPOINT_URL_SESV2;
      http.closeAllConnections();
      await new Promise((closed) => http.close(closed));
    },
  };
  const { identities, tenants, sent } = server;
  const requireTenant = (name: string) => tenants.get(name) ?? raise(notFound());
  const exists = (resource: string): boolean => {
    const [kind, name = ''] = resource.slice(arn.length + 1).split('/');
    return kind === 'identity' ? identities.has(name) : kind === 'configuration-set' && rules.includes(name);
  };
  const describe = (domain: string) => ({
    VerifiedForSendingStatus: identities.get(domain)?.isVerified,
    DkimAttributes: {
      ...{ SigningEnabled: true, Status: 'PENDING', SigningHostedZone: 'dkim.amazonses.com' },
      Tokens: ['k1', 'k2', 'k3'].map((key) => `${key}${domain.length}`),
    },
    Tags: identities.get(domain)?.tags,
  });
  // biome-ignore lint/suspicious/noExplicitAny: bodies of requests of the SDK
  type Call = (body: any, part: string) => unknown | Promise<unknown>;
  const calls: readonly [method: string, path: RegExp, call: Call][] = [
    [
      ...(['POST', /^\/v2\/email\/tenants$/] as const),
      ({ TenantName, SuppressionAttributes }) => {
        if (tenants.has(TenantName)) throw alreadyExists();
        tenants.set(TenantName, {
          ...{ resources: new Set(), suppression: SuppressionAttributes, status: 'ENABLED' },
        });
        return { TenantName, TenantArn: `${arn}:tenant/${TenantName}/tn-1` };
      },
    ],
    [
      ...(['POST', /^\/v2\/email\/tenants\/get$/] as const),
      ({ TenantName }) => ({
        Tenant: {
          ...{ TenantName, TenantArn: `${arn}:tenant/${TenantName}/tn-1` },
          SendingStatus: requireTenant(TenantName).status,
        },
      }),
    ],
    [
      ...(['POST', /^\/v2\/email\/tenants\/resources$/] as const),
      ({ TenantName, ResourceArn }) => {
        const { resources } = requireTenant(TenantName);
        if (!exists(ResourceArn)) throw notFound();
        if (resources.has(ResourceArn)) throw alreadyExists();
        resources.add(ResourceArn);
        return {};
      },
    ],
    [
      ...(['PUT', /^\/v2\/email\/reputation\/entities\/RESOURCE\/(.+)\/policy$/] as const),
      ({ ReputationEntityPolicy }, reference) => {
        const [, name = ''] = decodeURIComponent(reference).split('/');
        requireTenant(name).policy = ReputationEntityPolicy;
        return {};
      },
    ],
    [
      ...(['POST', /^\/v2\/email\/identities$/] as const),
      ({ EmailIdentity, Tags }) => {
        if (identities.has(EmailIdentity)) throw alreadyExists();
        identities.set(EmailIdentity, { tags: Tags, isVerified: false });
        return describe(EmailIdentity);
      },
    ],
    [
      ...(['GET', /^\/v2\/email\/identities\/([^/]+)$/] as const),
      (_, domain) => (identities.has(domain) ? describe(domain) : raise(notFound())),
    ],
    [
      ...(['PUT', /^\/v2\/email\/identities\/([^/]+)\/mail-from$/] as const),
      ({ MailFromDomain }, domain) => {
        const identity = identities.get(domain) ?? raise(notFound());
        identity.mailFrom = MailFromDomain;
        return {};
      },
    ],
    [
      ...(['POST', /^\/v2\/email\/outbound-emails$/] as const),
      async ({ FromEmailAddress, ConfigurationSetName, TenantName, Content }) => {
        const domain = String(FromEmailAddress).replace(/>$/, '').split('@').at(-1) ?? '';
        if (!identities.get(domain)?.isVerified) throw new SesError('MessageRejected', 400);
        if (TenantName !== undefined) {
          const { resources, status } = requireTenant(TenantName);
          const named = [`${arn}:identity/${domain}`, `${arn}:configuration-set/${ConfigurationSetName}`];
          if (named.some((resource) => !resources.has(resource))) throw notFound();
          if (status === 'DISABLED') throw new SesError('SendingPausedException', 400);
        }
        const mail = await PostalMime.parse(Buffer.from(Content.Raw.Data, 'base64'));
        sent.push({ from: FromEmailAddress, rules: ConfigurationSetName, tenant: TenantName, mail });
        return { MessageId: `0102-${sent.length}` };
      },
    ],
  ];
  async function answer(request: IncomingMessage): Promise<unknown> {
    const path = new URL(request.url ?? '', 'http://ses').pathname;
    server.calls.push(`${request.method} ${path}`);
    const body = await text(request);
    for (const [method, pattern, call] of calls) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (match) return call(body === '' ? {} : JSON.parse(body), match[1] ?? '');
    }
    throw new SesError('NotFoundException', 404);
  }
  const http = createServer(async (request, response) => {
    const result = await answer(request).then(
      (body) => ({ status: 200, body, headers: {} }),
      (error: unknown) => {
        const { name, status = 500, message } = error as SesError;
        return { status, body: { message }, headers: { 'x-amzn-errortype': name } };
      },
    );
    response.writeHead(result.status, { 'Content-Type': 'application/json', ...result.headers });
    response.end(JSON.stringify(result.body));
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
}

function raise(error: Error): never {
  throw error;
}
