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

/** What a scheduled function left of the work that was due. */
interface LeftWork {
  readonly reached: number;
  readonly notReached: number;
  readonly oldestDueSeconds: number;
}

/** The metrics of all scheduled functions together: the log line says which function it was. */
export const dueWorkMetrics = { oldest: 'oldestDueSeconds', notReached: 'notReached' } as const;

/** How many changes were set aside, of all tenants together: the log line says which. */
export const deadChangesMetric = 'deadChanges';

/** Logs that a change was set aside, as a metric under env METRICS_NAMESPACE; nothing where that is not set. */
export function reportDeadChange(
  change: { readonly tenant: string; readonly id: string; readonly reason: string },
  now: Date,
): void {
  const Namespace = process.env.METRICS_NAMESPACE;
  if (!Namespace) return;
  const Metrics = [{ Name: deadChangesMetric, Unit: 'Count' }];
  const _aws = { Timestamp: now.getTime(), CloudWatchMetrics: [{ Namespace, Dimensions: [[]], Metrics }] };
  process.stdout.write(`${JSON.stringify({ level: 'error', ...change, [deadChangesMetric]: 1, _aws })}\n`);
}

/** Logs what a scheduled function did and left, as metrics under env METRICS_NAMESPACE; nothing where that is not set. */
export function reportDueWork(job: string, left: LeftWork, now: Date): void {
  const Namespace = process.env.METRICS_NAMESPACE;
  if (!Namespace) return;
  const Metrics = [
    { Name: dueWorkMetrics.oldest, Unit: 'Seconds' },
    { Name: dueWorkMetrics.notReached, Unit: 'Count' },
  ];
  const _aws = {
    Timestamp: now.getTime(),
    CloudWatchMetrics: [{ Namespace, Dimensions: [[]], Metrics }],
  };
  // Not through `console`, which puts more before the line than the metrics' form allows.
  process.stdout.write(`${JSON.stringify({ level: 'info', job, ...left, _aws })}\n`);
}
