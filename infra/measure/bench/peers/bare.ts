// The limit: a handler with only the SDK, which reads one item and returns it.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function handler({
  headers,
  pathParameters,
}: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { Item } = await client.send(
    new GetCommand({
      TableName: process.env.TABLE_NAME ?? '',
      Key: { pk: `T#${headers['tenant-code']}#AWARD#${pathParameters?.id}`, sk: 'AWARD' },
    }),
  );
  return {
    statusCode: Item ? 200 : 404,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(Item ?? {}),
  };
}
