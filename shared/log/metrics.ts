// CloudWatch metrics inside a request's log line, in the Embedded Metric Format (CloudWatch User Guide, "Specification:
// Embedded metric format"): CloudWatch extracts them from the log, so no request waits for a call.

/** The parts of a request's line that metrics use. */
interface MeasuredRequest {
  readonly tenant: string | undefined;
  readonly endpoint: string;
}

/**
 * The dimensions of the metrics, which infra/aws sets per environment: env METRICS is `apart` (by tenant, and by
 * endpoint) or `in pairs` (by both together); no metrics when it is not set. Each combination of values is billed as a
 * metric.
 */
function selectDimensions({ tenant }: MeasuredRequest): readonly (readonly string[])[] {
  switch (process.env.METRICS) {
    case 'apart':
      return tenant === undefined ? [['endpoint']] : [['tenant'], ['endpoint']];
    case 'in pairs':
      return [tenant === undefined ? ['endpoint'] : ['endpoint', 'tenant']];
    default:
      return [];
  }
}

/** The member that makes `ms` and `errors` of a line metrics, under env METRICS_NAMESPACE; empty without metrics. */
export function buildEmbeddedMetrics(line: MeasuredRequest, now: Date): { readonly _aws?: unknown } {
  const Dimensions = selectDimensions(line);
  if (Dimensions.length === 0) return {};
  const Metrics = [
    { Name: 'ms', Unit: 'Milliseconds' },
    { Name: 'errors', Unit: 'Count' },
  ];
  const Namespace = process.env.METRICS_NAMESPACE ?? 'rostrum';
  return { _aws: { Timestamp: now.getTime(), CloudWatchMetrics: [{ Namespace, Dimensions, Metrics }] } };
}
