// The versions of functions in Lambda, and what CloudWatch knows of their failures.
import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricDataCommand,
  type MetricDataQuery,
} from '@aws-sdk/client-cloudwatch';
import {
  CreateAliasCommand,
  DeleteFunctionCommand,
  GetAliasCommand,
  LambdaClient,
  PublishVersionCommand,
  paginateListVersionsByFunction,
  ResourceNotFoundException,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { aliasName, type Observations, type ObservedApi, type Versions } from './canary-shift.ts';

/** Lambda refuses changes beyond fifteen a second of an account, which a deployment of several areas at once reaches. */
const client = { maxAttempts: 10 } as const;

export function createVersions(lambda = new LambdaClient(client)): Versions {
  return {
    async findCurrent(FunctionName) {
      try {
        return (await lambda.send(new GetAliasCommand({ FunctionName, Name: aliasName }))).FunctionVersion;
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return undefined;
        throw error;
      }
    },
    async publish(FunctionName) {
      const { Version } = await lambda.send(new PublishVersionCommand({ FunctionName }));
      if (!Version) throw new Error(`Lambda published ${FunctionName} without a version`);
      return Version;
    },
    async point(FunctionName, FunctionVersion, trial) {
      const alias = { FunctionName, Name: aliasName, FunctionVersion };
      const AdditionalVersionWeights = trial ? { [trial.version]: trial.share } : {};
      try {
        await lambda.send(new UpdateAliasCommand({ ...alias, RoutingConfig: { AdditionalVersionWeights } }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
        await lambda.send(new CreateAliasCommand(alias));
      }
    },
    async removeOthers(FunctionName, kept) {
      for await (const { Versions: found = [] } of paginateListVersionsByFunction(
        { client: lambda },
        { FunctionName },
      ))
        for (const { Version: Qualifier } of found)
          if (Qualifier !== undefined && Qualifier !== '$LATEST' && !kept.includes(Qualifier))
            await lambda.send(new DeleteFunctionCommand({ FunctionName, Qualifier }));
    },
  };
}

/** CloudWatch User Guide, quotas: the most queries of one GetMetricData. */
const mostQueries = 500;

const sumOf = (
  Namespace: string,
  MetricName: string,
  dimensions: Readonly<Record<string, string>>,
): MetricDataQuery['MetricStat'] => ({
  Metric: {
    Namespace,
    MetricName,
    Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
  },
  Period: 60,
  Stat: 'Sum',
});

export function createObservations(
  alarms: readonly string[],
  api: ObservedApi | undefined,
  cloudWatch = new CloudWatchClient(client),
): Observations {
  /** The sum of each metric over this time. */
  const sum = async (metrics: readonly MetricDataQuery['MetricStat'][], StartTime: Date, EndTime: Date) => {
    const sums: number[] = [];
    for (let start = 0; start < metrics.length; start += mostQueries) {
      const part = metrics.slice(start, start + mostQueries);
      const MetricDataQueries = part.map((MetricStat, index) => ({ Id: `m${index}`, MetricStat }));
      const { MetricDataResults = [] } = await cloudWatch.send(
        new GetMetricDataCommand({ MetricDataQueries, StartTime, EndTime }),
      );
      for (const { Id } of MetricDataQueries) {
        const values = MetricDataResults.find((result) => result.Id === Id)?.Values ?? [];
        sums.push(values.reduce((total, value) => total + value, 0));
      }
    }
    return sums;
  };
  return {
    async listAlarms() {
      if (alarms.length === 0) return [];
      const { MetricAlarms = [] } = await cloudWatch.send(
        new DescribeAlarmsCommand({ AlarmNames: [...alarms], StateValue: 'ALARM' }),
      );
      return MetricAlarms.flatMap(({ AlarmName }) => AlarmName ?? []);
    },
    async countErrors(changed, since) {
      // Lambda Developer Guide, "Types of metrics": ExecutedVersion tells the versions behind an alias apart.
      const metrics = changed.map(({ name, new: ExecutedVersion }) =>
        sumOf('AWS/Lambda', 'Errors', {
          FunctionName: name,
          Resource: `${name}:${aliasName}`,
          ExecutedVersion,
        }),
      );
      const sums = await sum(metrics, since, new Date());
      return new Map(changed.map(({ name }, index) => [name, sums[index] ?? 0]));
    },
    async countRefused(from, to) {
      if (!api) return 0;
      const metric = sumOf('AWS/ApiGateway', '5XXError', { ApiName: api.name, Stage: api.stage });
      return (await sum([metric], from, to))[0] ?? 0;
    },
  };
}
