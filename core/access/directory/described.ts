import { GROUP_SCHEMA, MEMBERSHIP_SCHEMA, USER_SCHEMA } from './scim.ts'

const attribute = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const complex = (name: string, subAttributes: unknown[], more: Record<string, unknown> = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more })
const schemaOf = (base: string, id: string, name: string, attributes: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

/** What this product says of itself to directories (RFC 7643, sections 5 to 7): what is kept is listed, everything else is left out. */
export function describeScim(base: string) {
  const resourceType = (id: string, endpoint: string, schema: string, extensions: string[] = []) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id,
    name: id,
    endpoint,
    description: id,
    schema,
    schemaExtensions: extensions.map((one) => ({ schema: one, required: false })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  })
  return {
    config: {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
      documentationUri: `${new URL(base).origin}/documentation/sign-on`,
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token of the directory, made in the settings', primary: true },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
    },
    resourceTypes: [resourceType('User', '/Users', USER_SCHEMA, [MEMBERSHIP_SCHEMA]), resourceType('Group', '/Groups', GROUP_SCHEMA)],
    schemas: [
      schemaOf(base, USER_SCHEMA, 'User', [
        attribute('userName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        attribute('displayName'),
        complex('name', [attribute('givenName'), attribute('familyName'), attribute('formatted')]),
        complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], { multiValued: true }),
        attribute('active', { type: 'boolean' }),
      ]),
      schemaOf(base, MEMBERSHIP_SCHEMA, 'Membership', [
        attribute('status', {
          mutability: 'readOnly',
          canonicalValues: ['member', 'inactive', 'awaiting_proof', 'awaiting_second', 'not_a_member'],
        }),
        attribute('reason', { mutability: 'readOnly' }),
      ]),
      schemaOf(base, GROUP_SCHEMA, 'Group', [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        attribute('externalId', { caseExact: true }),
        complex(
          'members',
          [
            ...[attribute('value', { mutability: 'immutable' }), attribute('type', { mutability: 'immutable' })],
            attribute('$ref', { type: 'reference', referenceTypes: ['User'], mutability: 'immutable', caseExact: true }),
          ],
          { multiValued: true },
        ),
      ]),
    ],
  }
}
