// The Lambda handler of an endpoint: its rule behind the middy chain, the same for every endpoint.

import { randomUUID } from 'node:crypto';
import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context as LambdaContext } from 'aws-lambda';
import { isSafeGet, isTenantScoped, isWrite } from '../auth/permissions/access-requirement.ts';
import { createMeter, runWithMeter } from '../data/meter.ts';
import { openPlatformStore, type TenantStore } from '../data/store.ts';
import { runWithAccessScope } from '../data/tenant/access-scope.ts';
import { followMerges } from '../merges/follow-merges.ts';
import { resolveAccessScope } from './access-scope.ts';
import { areaUrl } from './area-url.ts';
import { confirmAdministrator } from './confirm-administrator.ts';
import type { Context, Rule } from './context.ts';
import { type Endpoint, type EndpointConfig, endpointName } from './endpoint.ts';
import { baseHeaders, type HttpReply } from './envelopes/failure-reply.ts';
import { parseIfMatch } from './etag.ts';
import { explainFormerIds, runWithRemainingIds } from './former-ids.ts';
import { openIdempotency } from './idempotency.ts';
import { access } from './middleware/access.ts';
import { apiVersion } from './middleware/api-version.ts';
import { conditionalGet } from './middleware/conditional-get.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { composedTag, versionTag } from './middleware/entity-tag.ts';
import { type FindUnknownReferences, parseRequest } from './middleware/parse-request.ts';
import { type RenderFailurePage, renderFailure } from './middleware/render-failure.ts';
import { requestLimit } from './middleware/request-limit.ts';
import { requestLog } from './middleware/request-log.ts';
import { getRequestState, type RequestState } from './middleware/request-state.ts';
import { perform } from './perform.ts';
import type { Reply, Write } from './reply.ts';
import { assertReplyFits } from './reply-size.ts';
import { findUnknownReferences, toDryRun } from './unknown-references.ts';
import { isDryRun } from './validate-only.ts';

/** A handler as API Gateway's REST proxy integration (payload 1.0) calls it. */
export type ProxyHandler = (
  event: APIGatewayProxyEvent,
  context: LambdaContext,
) => Promise<APIGatewayProxyResult>;

/** A handler with its rule, which the local platform also runs without HTTP to seed its demo data. */
export interface EndpointHandler<C extends EndpointConfig> extends ProxyHandler {
  readonly rule: Rule<C>;
}

/** A reply's body as text: bytes in base64, a text of another content type than JSON unchanged, all else as JSON. */
function formatBody(body: unknown, contentType = 'application/json'): string {
  if (body === null || body === undefined) return '';
  if (body instanceof Uint8Array) {
    return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
  }
  return typeof body === 'string' && !/json/.test(contentType) ? body : JSON.stringify(body);
}

function renderReply({ status, body, headers, version, isComposed }: Reply): HttpReply {
  const hasBody = body !== null && body !== undefined;
  const text = formatBody(body, headers['Content-Type']);
  return {
    statusCode: status,
    headers: {
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...baseHeaders,
      ...(version !== undefined && { ETag: isComposed ? composedTag(version, text) : versionTag(version) }),
      ...headers,
    },
    body: text,
    ...(body instanceof Uint8Array && { isBase64Encoded: true }),
  };
}

/** Renders the reply to a request that reads. @throws Failure VALIDATION_ERROR when it is too large */
function renderAnswer(reply: Reply): HttpReply {
  const rendered = renderReply(reply);
  if (!rendered.isBase64Encoded) assertReplyFits(rendered.body);
  return rendered;
}

/**
 * What only reads sees the data as it is once the references of open merges are where they belong. A write changes items at
 * the places where they are.
 */
const chooseStore = (contract: EndpointConfig, tenant: TenantStore): TenantStore =>
  isWrite(contract) ? tenant : followMerges(tenant);

/** The context of a rule. The contract's type says which parts are set; this is the one place where it is trusted. */
function buildContext<C extends EndpointConfig>(contract: Endpoint<C>, state: RequestState): Context<C> {
  const { access } = contract;
  const context = {
    ...state.parts,
    tenant: state.admission && chooseStore(contract, state.admission.tenant),
    settings: state.admission?.settings,
    caller: state.admission?.caller,
    platform: !isTenantScoped(access) || access.platform ? openPlatformStore() : undefined,
    now: state.now,
    receivedAt: state.receivedAt,
    newId: randomUUID,
    ifMatch: parseIfMatch(state.request.headers['if-match']),
    operation: `${contract.method} ${contract.path}`,
    request: state.request,
    timeLeft: () => state.timeLeft(),
    url: (path: string) => areaUrl(contract.area, path),
  };
  return context as unknown as Context<C>;
}

/**
 * Builds the handler of `contract` from its rule.
 *
 * The chain, in order: request log (log line, request id, timing), CORS headers, failures in the area's envelope, area
 * D's api-version, access (tenant-code, bearer, permission), the request limit of areas B and D, parsing and validation,
 * conditional GET; then the rule and its commit.
 * @param options.renderFailurePage what a browser is shown in place of a page that is refused
 */
export function lambda<C extends EndpointConfig>(
  contract: Endpoint<C>,
  rule: Rule<C>,
  { renderFailurePage }: { readonly renderFailurePage?: RenderFailurePage } = {},
): EndpointHandler<C> {
  const run = async (event: APIGatewayProxyEvent): Promise<HttpReply> => {
    const state = getRequestState(event);
    const runRule = async (current: RequestState): Promise<Reply | Write> =>
      (await rule(buildContext(contract, current))) as Reply | Write;
    const { admission, request, receivedAt } = state;
    return perform({
      decide: confirmAdministrator(contract, state, () =>
        isWrite(contract)
          ? explainFormerIds(state, () => runRule(state))
          : runWithRemainingIds(state, runRule),
      ),
      render: isWrite(contract) ? renderReply : renderAnswer,
      idempotency:
        contract.method === 'POST' && isWrite(contract) && admission
          ? openIdempotency(
              admission.tenant,
              admission.caller.subject,
              endpointName(contract),
              request,
              receivedAt,
            )?.record
          : undefined,
      validateOnly: isWrite(contract) && isDryRun(request),
      dryRun: contract.dryRun,
    });
  };
  const bodyMembers =
    contract.body && 'shape' in contract.body ? Object.keys(contract.body.shape as object) : [];
  const checkReferences: FindUnknownReferences = (state, replaced) =>
    findUnknownReferences(
      async () => rule(buildContext(contract, { ...state, request: toDryRun(state.request) })),
      bodyMembers,
      replaced,
    );
  const chain = middy<APIGatewayProxyEvent, HttpReply>(run)
    .use(requestLog(endpointName(contract)))
    .use(crossOrigin())
    .use(renderFailure(contract.area, renderFailurePage))
    .use(
      contract.area === 'billtracking' ? apiVersion({ isOptional: contract.apiVersion === 'optional' }) : [],
    )
    .use(isTenantScoped(contract.access) ? access(contract, (path) => areaUrl(contract.area, path)) : [])
    .use(contract.area === 'billtracking' || contract.area === 'crm' ? requestLimit(contract.area) : [])
    .use(parseRequest(contract, checkReferences))
    .use(isSafeGet(contract) ? conditionalGet() : []);
  const handler: ProxyHandler = (event, context) =>
    runWithAccessScope(resolveAccessScope(contract, getRequestState(event, context).request), () =>
      runWithMeter(createMeter(), () => chain(event, context)),
    ) as Promise<APIGatewayProxyResult>;
  return Object.assign(handler, { rule });
}
