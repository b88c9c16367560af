// Error replies as types: each area has an envelope of its own, and codes of one catalogue.
import type { components as Billtracking } from './generated/billtracking.ts';
import type { components as Crm } from './generated/crm.ts';
import type { components as Identity } from './generated/identity.ts';
import type { components as Training } from './generated/training.ts';
import { readStepUp, type StepUp } from './step-up.ts';

/** The body of an error reply, by area. */
export interface ErrorBodies {
  readonly training: Training['schemas']['TrainingError'];
  readonly crm: Crm['schemas']['CrmError'];
  readonly identity: Identity['schemas']['OAuthError'];
  readonly billtracking: Billtracking['schemas']['BilltrackingError'];
}

export type Area = keyof ErrorBodies;

/** A code of the error catalogue. */
export type ErrorCode = Crm['schemas']['ErrorCode'];

/** An error reply of an area. `AnyRostrumError` is the union of all four, told apart by `area`. */
export class RostrumError<A extends Area = Area> extends Error {
  override readonly name = 'RostrumError';
  readonly area: A;
  readonly status: number;
  /** The code of the catalogue; undefined when the reply has no envelope. */
  readonly code: ErrorCode | undefined;
  /** The envelope; undefined when something in between answered without one. */
  readonly body: ErrorBodies[A] | undefined;
  /** The id of the request, for support. */
  readonly requestId: string | undefined;
  /** The sign-in that the request needs; undefined where another one would not help. */
  readonly stepUp: StepUp | undefined;

  constructor(area: A, response: Response, body: ErrorBodies[A] | undefined, { code, message }: Told) {
    super(message ?? `The platform answered ${response.status}.`);
    this.area = area;
    this.status = response.status;
    this.code = code;
    this.body = body;
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.stepUp = readStepUp(response);
  }
}

interface Told {
  readonly code: ErrorCode | undefined;
  readonly message: string | undefined;
}

export type AnyRostrumError = { [A in Area]: RostrumError<A> }[Area];

/** Whether a thrown value is an error reply; `error.area` then tells which envelope `error.body` has. */
export const isRostrumError = (error: unknown): error is AnyRostrumError => error instanceof RostrumError;

export interface FailedReply {
  readonly area: Area;
  readonly response: Response;
  /** The parsed body, or its text when it is no JSON. */
  readonly body: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The error that a failed reply becomes. */
export function readFailure({ area, response, body }: FailedReply): AnyRostrumError {
  // Areas A and B have an object in `error`; areas C and D a text, with the code in the body or in its details.
  const outer = isRecord(body) ? body : {};
  const inner = isRecord(outer.error) ? outer.error : outer;
  const told: Told = {
    code: (toText(inner.code) ?? toText(outer.error)) as ErrorCode | undefined,
    message: toText(inner.message) ?? toText(inner.error_description),
  };
  const hasEnvelope = told.code !== undefined;
  const envelope = hasEnvelope ? (body as ErrorBodies[typeof area]) : undefined;
  return new RostrumError(area, response, envelope, told) as AnyRostrumError;
}
