import { expect, test } from 'vitest'
import { explainName } from './explain.ts'
import { buildIndex } from './index.ts'
import { FEATURE_COUNT, FEATURES, NameMatcher } from './match.ts'
import { MODEL } from './model.ts'
import { prepareQuery } from './query.ts'
import { addUp, compileModel, toScore } from './score.ts'
import { testEntities } from './test-list.ts'

test('C5 what is told is what was computed: every signal, with its own sign, in the measure of what it added', () => {
  const entities = testEntities().slice(0, 40)
  const index = buildIndex(entities)
  const matcher = new NameMatcher(index)
  const model = compileModel(MODEL)
  const parts = new Float64Array(FEATURE_COUNT)
  const start = toScore(model, model.bias)
  let compared = 0
  for (let name = 0; name < index.nameEntity.length; name += 3) {
    const listed = entities[index.nameEntity[name]!]!.names[index.nameOrdinal[name]!]!.full
    for (const asked of [`${listed} Smith`, listed.slice(1), `Mr ${listed.split(' ').at(-1)}`, 'Ivan Petrov']) {
      const query = prepareQuery(asked)
      matcher.begin(query)
      matcher.compare(name)
      const sum = addUp(model, matcher.features, parts)
      if (matcher.identical) continue
      const modelScore = toScore(model, sum)
      const told = explainName({ query, matcher, name, parts, start, modelScore, lift: null })
      expect(Math.abs(told.reduce((all, { score, weight }) => all + score * weight, 0) - modelScore)).toBeLessThan(1e-9)
      const words = told.filter((piece) => piece.name === 'name_word')
      const slope = (modelScore - start) / parts.reduce((all, part) => all + part, 0)
      expect(words.reduce((all, { score, weight }) => all + score * weight, 0)).toBeCloseTo(parts[0]! * slope, 9)
      for (const [f, feature] of FEATURES.entries()) {
        if (feature === 'query_covered') continue
        expect([feature, told.find((piece) => piece.name === feature)?.weight ?? 0]).toEqual([
          feature,
          parts[f]! === 0 ? 0 : parts[f]! * slope,
        ])
      }
      compared++
    }
  }
  expect(compared).toBeGreaterThan(30)
})
