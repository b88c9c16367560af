// CloudWatch metrics in the line of a request itself, as Amazon's Embedded Metric Format has them (CloudWatch User Guide,
// "Specification: Embedded metric format"): CloudWatch reads them off the log, and no request waits for a call.

/** What of a request's line is a metric. */
interface MeasuredRequest {
  readonly tenant: string | undefined;
  readonly endpoint: string;
}

/**
 * Which metrics, as infra/aws sets it per environment: env METRICS is `apart`, by tenant and by endpoint each, or
 * `in pairs`, by both at once; none when it is not set. Each combination of values that occurs is billed as a metric.
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

/** What a line adds to be metrics too: `ms` and `errors` of the line, under env METRICS_NAMESPACE; nothing when there are none. */
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
