// What a refused request asks of another sign-in (RFC 9470; docs/interface/identity.md#step-up).

/** The sign-in that the tenant requires for a request: parameters of the authorization endpoint. */
export interface StepUp {
  readonly acrValues?: string;
  /** Seconds. */
  readonly maxAge?: number;
}

/** The challenge of a reply; undefined where it asks for no other sign-in. API Gateway passes the header on by another name. */
export function readStepUp({ headers }: Response): StepUp | undefined {
  const challenge = headers.get('www-authenticate') ?? headers.get('x-amzn-remapped-www-authenticate') ?? '';
  const values = new Map(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  if (values.get('error') !== 'insufficient_user_authentication') return undefined;
  const [acrValues, maxAge] = [values.get('acr_values'), values.get('max_age')];
  return {
    ...(acrValues !== undefined && { acrValues }),
    ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
  };
}
