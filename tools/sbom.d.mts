interface Component {
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[]
}

/** The bill of everything the lock names, as npm makes it, under the product's own name. */
export function billOfMaterials(): {
  bomFormat: string
  specVersion: string
  serialNumber: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
