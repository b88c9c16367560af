// Reads the body by its content type and validates all parts of the request together, references included. Names that
// nothing reads are reported in a header.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type ErrorDetail, throwIfInvalid } from '../../errors/failure.ts';
import { readInZone } from '../../time/request-zone.ts';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { fillCallerPerson, type PersonDeclaration } from '../request/caller-person.ts';
import type { RequestDeclaration } from '../request/declaration.ts';
import { formatIgnoredNames } from '../request/format-ignored-names.ts';
import { readBySchemas } from '../request/read-by-schemas.ts';
import { readBody } from '../request/request.ts';
import { getRequestState, type RequestState } from './request-state.ts';

/** Finds the references that name nothing, in a request whose other invalid values have stand-ins. */
export type FindUnknownReferences = (
  repaired: RequestState,
  replaced: readonly string[],
) => Promise<readonly ErrorDetail[]>;

export function parseRequest(
  contract: RequestDeclaration & PersonDeclaration,
  findUnknownReferences: FindUnknownReferences,
): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: async ({ event }) => {
      const state = getRequestState(event);
      const sent = { request: state.request, body: readBody(contract, state.request) };
      const { request, body, missing } = fillCallerPerson(contract, sent, state.admission?.caller);
      const zone = state.admission?.settings.timeZone ?? 'UTC';
      const result = await readInZone(zone, () => readBySchemas(contract, request, body));
      const { ignored } = result;
      if (ignored.length > 0)
        state.replyHeaders = { ...state.replyHeaders, 'Ignored-Fields': formatIgnoredNames(ignored) };
      if ('parts' in result) {
        throwIfInvalid(missing);
        state.parts = result.parts;
        return;
      }
      const { details, repaired } = result.faults;
      const unknown = repaired
        ? await findUnknownReferences({ ...state, parts: repaired.parts }, repaired.replaced)
        : [];
      throwIfInvalid([...missing, ...details, ...unknown]);
    },
  };
}
