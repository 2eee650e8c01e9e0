/** Member states of the European Union, as ISO 3166-1 alpha-2. Source: Treaty on European Union, Art. 52, as amended to 2020. */
export const EU_MEMBERS = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')
