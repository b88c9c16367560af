// @rostrum/client: what a program imports.
export {
  type AreaClient,
  type AreaPaths,
  type ClientOptions,
  createClient,
  type RostrumClient,
  unwrap,
} from './client.ts';
export {
  type AnyRostrumError,
  type Area,
  type ErrorBodies,
  type ErrorCode,
  isRostrumError,
  RostrumError,
} from './errors.ts';
export type { StepUp } from './step-up.ts';
export { type ClientCredentials, clientCredentials, type TokenSource, userToken } from './tokens.ts';
