// What bundles have of the SDK to read and write items, for a comparison with all of it.
export { DynamoDBClient } from '@aws-sdk/client-dynamodb';
export { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
export { createItemClientConfig } from '../../shared/data/sdk/item-client-config.ts';
