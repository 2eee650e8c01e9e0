import { describe, expect, it } from 'vitest'
import { parseOfacAdvanced } from './ofac-advanced.ts'
import { parseOfacXml } from './ofac-xml.ts'

const classic = (entries: string, count: number | string) => `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>08/07/2026</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>
  ${entries}
</sdnList>`

const PERSON = `<sdnEntry><uid>100</uid><firstName>Ivan</firstName><lastName>EXAMPLEV</lastName><title>Director; Deputy</title>
  <sdnType>Individual</sdnType><remarks>(Linked To: NOBODY)</remarks><programList><program>CYBER2</program><program>SDGT</program></programList>
  <idList>
    <id><uid>1</uid><idType>Passport</idType><idNumber>A1</idNumber><idCountry>Korea, North</idCountry></id>
    <id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
    <id><uid>3</uid><idType>Digital Currency Address - USDT</idType><idNumber>TA39q3p75XRSWYAEaSF7dANtyksoa3sLge</idNumber></id>
  </idList>
  <akaList>
    <aka><uid>4</uid><type>a.k.a.</type><category>weak</category><lastName>VANYA</lastName></aka>
    <aka><uid>5</uid><type>f.k.a.</type><category>strong</category><firstName>Iwan</firstName><lastName>EXAMPLEW</lastName></aka>
  </akaList>
  <addressList><address><uid>6</uid><address1>1 Road</address1><city>Minsk</city><country>Belarus</country></address></addressList>
  <nationalityList><nationality><uid>7</uid><country>Russia</country><mainEntry>true</mainEntry></nationality></nationalityList>
  <citizenshipList><citizenship><uid>8</uid><country>Cuba</country></citizenship></citizenshipList>
  <dateOfBirthList><dateOfBirthItem><uid>9</uid><dateOfBirth>circa 1960</dateOfBirth></dateOfBirthItem></dateOfBirthList>
  <placeOfBirthList><placeOfBirthItem><uid>10</uid><placeOfBirth>Gomel, Belarus</placeOfBirth></placeOfBirthItem></placeOfBirthList></sdnEntry>`

const SHIP = `<sdnEntry><uid>200</uid><lastName>SAMPLE STAR</lastName><sdnType>Vessel</sdnType><programList><program>IRAN</program></programList>
  <idList><id><idType>Vessel Registration Identification</idType><idNumber>IMO 7406784</idNumber></id></idList>
  <vesselInfo><callSign>CL1</callSign><vesselType>Tug</vesselType><vesselFlag>Cuba</vesselFlag></vesselInfo></sdnEntry>`

describe('OFAC classic XML', () => {
  const parse = (xml: string) => parseOfacXml({ file: 'sdn.xml', bytes: Buffer.from(xml), source: 'us_ofac_sdn' })

  it('reads people and ships', () => {
    const { entries, published_at } = parse(classic(PERSON + SHIP, 2))
    expect(published_at).toBe('2026-08-07T00:00:00.000Z')
    expect(entries[0]).toMatchObject({
      id: 'us_ofac_sdn:100',
      type: 'person',
      names: [
        { full: 'Ivan EXAMPLEV', strength: 'strong', kind: 'primary', parts: { family: 'EXAMPLEV', given: 'Ivan' } },
        { full: 'VANYA', strength: 'weak', kind: 'aka' },
        { full: 'Iwan EXAMPLEW', strength: 'strong', kind: 'fka' },
      ],
      programs: ['CYBER2', 'SDGT'],
      titles: ['Director', 'Deputy'],
      nationalities: ['RU', 'CU'],
      gender: 'male',
      identifiers: [{ type: 'passport', value: 'A1', country: 'KP' }],
      addresses: [{ chain: 'tron', ticker: 'USDT' }],
      dates_of_birth: [{ from: '1960-01-01', to: '1960-12-31', circa: true }],
      places_of_birth: ['Gomel, Belarus'],
      postal_addresses: [{ text: '1 Road, Minsk, Belarus', country: 'BY' }],
      remarks: '(Linked To: NOBODY)',
    })
    expect(entries[1]!.vessel).toEqual({ call_sign: 'CL1', vessel_type: 'Tug', flag: 'CU', imo: '7406784' })
  })

  it.each([
    ['cut short', classic(PERSON, 1).slice(0, -20), /unclosed|unexpected|end/i],
    ['another number of records than stated', classic(PERSON, 2), /1 entries where the file states 2/],
    ['a repeated entry', classic(PERSON + PERSON, 2), /entry 100 appears twice/],
    ['no uid', classic('<sdnEntry><lastName>X</lastName><sdnType>Entity</sdnType></sdnEntry>', 1), /numeric uid/],
    ['an unknown type', classic('<sdnEntry><uid>1</uid><lastName>X</lastName><sdnType>Robot</sdnType></sdnEntry>', 1), /unknown type/],
    ['a web page', '<html><body>Service unavailable</body></html>', /root element is <html>/],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY x "yyyy">]>${classic(PERSON.replace('VANYA', '&x;'), 1).slice(39)}`, /entity/i],
  ])('refuses %s', (_, xml, reason) => {
    expect(() => parse(xml)).toThrow(expect.objectContaining({ name: 'ListFormatError', reason: expect.stringMatching(reason) }))
  })
})

const ADVANCED = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML">
  <DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>8</Month><Day>7</Day></DateOfIssue>
  <ReferenceValueSets>
    <AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1401">F.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
    <CountryValues><Country ID="11069" ISO2="BY">Belarus</Country><Country ID="11070" ISO2="RU">Russia</Country></CountryValues>
    <DetailReferenceValues><DetailReference ID="91526">Male</DetailReference></DetailReferenceValues>
    <FeatureTypeValues>
      <FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="9">Place of Birth</FeatureType><FeatureType ID="10">Nationality Country</FeatureType>
      <FeatureType ID="25">Location</FeatureType><FeatureType ID="224">Gender</FeatureType><FeatureType ID="344">Digital Currency Address - XBT</FeatureType>
      <FeatureType ID="3">VESSEL CALL SIGN</FeatureType><FeatureType ID="2">VESSEL TYPE</FeatureType>
    </FeatureTypeValues>
    <IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType><IDRegDocType ID="1626">Vessel Registration Identification</IDRegDocType></IDRegDocTypeValues>
    <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType></NamePartTypeValues>
    <PartySubTypeValues>
      <PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType>
      <PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType>
    </PartySubTypeValues>
    <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
    <ScriptValues><Script ID="215" ScriptCode="Latn">Latin</Script><Script ID="220" ScriptCode="Cyrl">Cyrillic</Script></ScriptValues>
  </ReferenceValueSets>
  <Locations>
    <Location ID="1"><LocationCountry CountryID="11069"/><LocationPart LocPartTypeID="1454"><LocationPartValue Primary="true"><Value>Minsk</Value></LocationPartValue></LocationPart></Location>
    <Location ID="2"><LocationCountry CountryID="11070"/></Location>
  </Locations>
  <IDRegDocuments>
    <IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="501" IssuedBy-CountryID="11070"><IDRegistrationNo>A1</IDRegistrationNo></IDRegDocument>
    <IDRegDocument ID="2" IDRegDocTypeID="1626" IdentityID="502"><IDRegistrationNo>IMO 7406784</IDRegistrationNo></IDRegDocument>
  </IDRegDocuments>
  <DistinctParties>
    <DistinctParty FixedRef="100"><Comment/><Profile ID="100" PartySubTypeID="4"><Identity ID="501" FixedRef="100" Primary="true" False="false">
      <Alias FixedRef="100" AliasTypeID="1403" Primary="true" LowQuality="false">
        <DocumentedName ID="1"><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="215">EXAMPLEV</NamePartValue></DocumentedNamePart>
          <DocumentedNamePart><NamePartValue NamePartGroupID="2" ScriptID="215">Ivan</NamePartValue></DocumentedNamePart></DocumentedName>
        <DocumentedName ID="2"><DocumentedNamePart><NamePartValue NamePartGroupID="1" ScriptID="220">Иван Примеров</NamePartValue></DocumentedNamePart></DocumentedName>
      </Alias>
      <Alias FixedRef="100" AliasTypeID="1400" Primary="false" LowQuality="true">
        <DocumentedName ID="3"><DocumentedNamePart><NamePartValue NamePartGroupID="3" ScriptID="215">VANYA</NamePartValue></DocumentedNamePart></DocumentedName>
      </Alias>
      <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup>
        <MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups>
    </Identity>
    <Feature ID="1" FeatureTypeID="8"><FeatureVersion ID="1"><DatePeriod CalendarTypeID="1">
      <Start Approximate="true"><From><Year>1961</Year><Month>1</Month><Day>1</Day></From><To><Year>1961</Year><Month>1</Month><Day>1</Day></To></Start>
      <End Approximate="true"><From><Year>1963</Year><Month>12</Month><Day>31</Day></From><To><Year>1963</Year><Month>12</Month><Day>31</Day></To></End>
    </DatePeriod></FeatureVersion></Feature>
    <Feature ID="2" FeatureTypeID="9"><FeatureVersion ID="2"><VersionDetail DetailTypeID="1432">Gomel, Belarus</VersionDetail></FeatureVersion></Feature>
    <Feature ID="3" FeatureTypeID="10"><FeatureVersion ID="3"><VersionLocation LocationID="2"/></FeatureVersion></Feature>
    <Feature ID="4" FeatureTypeID="25"><FeatureVersion ID="4"><VersionLocation LocationID="1"/></FeatureVersion></Feature>
    <Feature ID="5" FeatureTypeID="224"><FeatureVersion ID="5"><VersionDetail DetailTypeID="1431" DetailReferenceID="91526"/></FeatureVersion></Feature>
    <Feature ID="6" FeatureTypeID="344"><FeatureVersion ID="6"><VersionDetail DetailTypeID="1432">1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U</VersionDetail></FeatureVersion></Feature>
    </Profile></DistinctParty>
    <DistinctParty FixedRef="200"><Profile ID="200" PartySubTypeID="1"><Identity ID="502" Primary="true">
      <Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="9"><DocumentedNamePart><NamePartValue>SAMPLE STAR</NamePartValue></DocumentedNamePart></DocumentedName></Alias>
    </Identity><Feature FeatureTypeID="3"><FeatureVersion ID="9"><VersionDetail>CL1</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty>
  </DistinctParties>
  <SanctionsEntries>
    <SanctionsEntry ID="1" ProfileID="100" ListID="1550"><EntryEvent ID="1"><Date><Year>1995</Year><Month>1</Month><Day>23</Day></Date></EntryEvent>
      <SanctionsMeasure ID="1" SanctionsTypeID="1"><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry>
  </SanctionsEntries>
</Sanctions>`

describe('OFAC advanced XML', () => {
  const parse = (xml: string) => parseOfacAdvanced({ file: 'sdn_advanced.xml', bytes: Buffer.from(xml), source: 'us_ofac_sdn' })

  it('resolves its references to words', () => {
    const { entries, published_at } = parse(ADVANCED)
    expect(published_at).toBe('2026-08-07T00:00:00.000Z')
    expect(entries[0]).toMatchObject({
      id: 'us_ofac_sdn:100',
      type: 'person',
      names: [
        { full: 'Ivan EXAMPLEV', strength: 'strong', kind: 'primary', parts: { family: 'EXAMPLEV', given: 'Ivan' } },
        { full: 'Иван Примеров', strength: 'strong', kind: 'aka', script: 'Cyrl' },
        { full: 'VANYA', strength: 'weak', kind: 'aka' },
      ],
      programs: ['SDGT'],
      dates_of_birth: [{ from: '1961-01-01', to: '1963-12-31', circa: true }],
      places_of_birth: ['Gomel, Belarus'],
      nationalities: ['RU'],
      gender: 'male',
      identifiers: [{ type: 'passport', value: 'A1', country: 'RU' }],
      addresses: [{ chain: 'bitcoin', address: '1DT3tenf14cxz9WFNxmYrXFbB6TFiVWA9U' }],
      postal_addresses: [{ text: 'Minsk', country: 'BY' }],
      listed_on: '1995-01-23',
    })
    expect(entries[1]).toMatchObject({ type: 'vessel', names: [{ full: 'SAMPLE STAR' }], vessel: { call_sign: 'CL1', imo: '7406784' } })
  })

  it.each([
    ['a party of no known type', ADVANCED.replace('PartySubTypeID="1"', 'PartySubTypeID="77"'), /no known party type/],
    [
      'a party without a primary name',
      ADVANCED.replace('AliasTypeID="1403" Primary="true"', 'AliasTypeID="1403" Primary="false"'),
      /no primary name/,
    ],
    ['no number', ADVANCED.replace('FixedRef="200"', 'FixedRef="x"'), /numeric FixedRef/],
    ['a cut document', ADVANCED.slice(0, ADVANCED.length / 2), /unclosed|end/i],
  ])('refuses %s', (_, xml, reason) => {
    expect(() => parse(xml)).toThrow(expect.objectContaining({ name: 'ListFormatError', reason: expect.stringMatching(reason) }))
  })
})
