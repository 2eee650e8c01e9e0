// Whatever stands in for a function of the product.
export * from './memory.ts'
export * from './memory-markets.ts'
